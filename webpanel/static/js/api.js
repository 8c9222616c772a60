/** Asking the server, and showing its refusals as the sentences they are. */
import { _ } from "./texts.js";

export class Refusal extends Error {}

/** Send a request; answers the JSON that came back, throws a Refusal with a sentence otherwise. */
export async function ask(method, address, body) {
  const options = { method, headers: {} };
  if (body !== undefined) {
    options.headers["Content-Type"] = "application/json";
    options.body = JSON.stringify(body);
  }
  const response = await fetch(address, options).catch(() => null);
  if (response === null) throw new Refusal(_("The panel does not answer. Is this phone still in the board's network?"));
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Refusal(answer.error ?? _("The panel refused this without a reason."));
  return answer;
}

let hiding = 0;

/** Show a sentence at the foot of the page for a while. */
export function say(sentence) {
  const place = document.getElementById("toast");
  const box = document.createElement("div");
  box.className = "toast";
  box.textContent = sentence;
  place.replaceChildren(box);
  clearTimeout(hiding);
  hiding = setTimeout(() => place.replaceChildren(), 3000 + 60 * sentence.length);
}

/** Do something; a refusal is said. Answers whether it was done. */
export async function attempt(work, tell = say) {
  try {
    await work();
    return true;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    tell(error.message);
    return false;
  }
}
