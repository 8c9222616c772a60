/** Requests to the server; its refusals are shown as the sentences they are. */
import { at, find, make } from "./dom.js";
import { _ } from "./texts.js";

// Over HTTPS, a phone has a page for when the board cannot be reached. Browsers allow none over plain HTTP.
if (globalThis.isSecureContext) navigator.serviceWorker?.register(at("/service-worker.js")).catch(() => undefined);

export class Refusal extends Error {
  /**
   * @param {string} sentence
   * @param {string} [help] the address of the page where one can do something about it
   * @param {number} [status] that of the answer; 0: there was none
   */
  constructor(sentence, help = "", status = 0) {
    super(sentence);
    this.help = help;
    this.status = status;
  }
}

/** The header that names the game a request is about; in a refusal, the one on the table instead. */
const GAME = "Game-Key";
/** The name under which a sentence is stored for the page after a reload. */
const SAID = "pawnlight-said";

/**
 * Make this game the one that requests are about. Until then it is the one that the page came with.
 *
 * @param {string} key
 */
export function shows(key) {
  document.body.dataset.game = key;
}

/** Return why nothing is done that was meant for another game. */
export const gameBefore = () =>
  _("That game is no longer on the table; nothing was changed. Look at the table, then try again.");

/** Return the time of this phone, for a board that does not know it: whole seconds since 1970. */
export const clock = () => String(Math.floor(Date.now() / 1000));

/**
 * Send a request; return the JSON that comes back, or throw a Refusal with a sentence. The type of the answer is the
 * one that the caller names, else the one of the address; otherwise it is unknown.
 *
 * @template {string} Address
 * @template [Answer=Address extends keyof Answers ? Answers[Address] : unknown]
 * @param {"GET" | "POST" | "PUT" | "PATCH" | "DELETE"} method
 * @param {Address} address
 * @param {unknown} [body]
 * @returns {Promise<Answer>}
 */
export function ask(method, address, body) {
  /** @type {RequestInit & { headers: Record<string, string> }} */
  const options = { method, headers: { "Phone-Clock": clock() } };
  if (method !== "GET") options.headers[GAME] = document.body.dataset.game ?? "";
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  return answered(address, options);
}

/**
 * Return the JSON that comes back for a request, or throw a Refusal with a sentence.
 *
 * @param {string} address
 * @param {RequestInit} options
 */
export async function answered(address, options) {
  const response = await fetch(at(address), options).catch(() => null);
  if (response === null) throw new Refusal(_("The panel does not answer. Is this phone still on the board's network?"));
  const answer = await response.json().catch(() => ({}));
  if (response.ok) return answer;
  const sentence = answer.error ?? _("The panel refused this without saying why.");
  if (response.headers.get(GAME) !== null) void renew(sentence);
  const help = /<(.+)>; rel="help"/.exec(response.headers.get("Link") ?? "")?.[1];
  throw new Refusal(sentence, help, response.status);
}

/**
 * Reload the page, which shows another game, and say there what was refused.
 *
 * @param {string} sentence
 */
async function renew(sentence) {
  try {
    sessionStorage.setItem(SAID, sentence);
  } finally {
    await reload();
  }
}

/** Say what the page before this one was refused. */
export function sayAgain() {
  try {
    const sentence = sessionStorage.getItem(SAID);
    sessionStorage.removeItem(SAID);
    if (sentence) say(sentence);
  } catch {
    return; // storing is forbidden
  }
}

const AGAIN_MS = 1000;
/** @type {ReturnType<typeof setTimeout> | undefined} */
let hiding;

/**
 * Show a sentence at the foot of the page for a while, in front of any open dialog.
 *
 * @param {string} sentence
 * @param {string} [help] the address of the page that helps
 */
export function say(sentence, help) {
  const place = find("toast");
  ([...document.querySelectorAll("dialog:modal")].at(-1) ?? document.body).append(place);
  place.replaceChildren(make("div", { class: "toast" }, ...withHelp(sentence, help)));
  clearTimeout(hiding);
  hiding = setTimeout(() => place.replaceChildren(), 3000 + 60 * sentence.length);
}

/**
 * Return a sentence, and a link to the page that helps: so far, that is where the PIN is entered.
 *
 * @param {string} sentence
 * @param {string} [help]
 */
function withHelp(sentence, help) {
  return help ? [sentence, " ", make("a", { href: help, text: _("Enter the PIN") })] : [sentence];
}

/** Hide the sentence: something else has been done since. */
export function hush() {
  clearTimeout(hiding);
  find("toast").replaceChildren();
}

/**
 * Show a sentence in the page's place for problems; an empty one hides it.
 *
 * @param {string} sentence
 * @param {string} [help] the address of the page that helps
 */
export function tellProblem(sentence, help) {
  const place = find("problem");
  place.replaceChildren(...withHelp(sentence, help));
  place.hidden = !sentence;
}

let refused = () => {};

/**
 * Have something done whenever a request was refused, besides saying so.
 *
 * @param {() => void} listener
 */
export function onRefusal(listener) {
  refused = listener;
}

/**
 * Do something, and say a refusal. True if it was done.
 *
 * @param {() => Promise<unknown>} work
 * @param {(sentence: string, help?: string) => void} [tell]
 */
export async function attempt(work, tell = say) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message, error.help);
    refused();
    return false;
  }
}

/** Reload the page as soon as the server answers: a phone that has just lost its network would be left without any. */
export async function reload() {
  while (!(await fetch(location.href, { method: "HEAD" }).catch(() => null))) {
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  location.reload();
}
