/** Live updates of a page: at every change, its part of the page is fetched anew, or what changed in it. */
import { renewContent, renewNode } from "./in_place.js";

Object.assign(globalThis, { began: true }); // else outdated.js reports that no module has started

const AFTER_BEATS = 15; // nobody reports that the broker is away
const AGAIN_MS = 5000;

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const root = document.documentElement.dataset.root ?? ""; // a proxy may show the panel below a path
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let cut = false;
let missed = false;
let again = 0;
let fetching = false;
let wanted = false;
let beats = 0;

/** @param {string} text */
const parsed = (text) => new DOMParser().parseFromString(text, "text/html").body;

/** Show what has changed. @param {string} text these elements alone, each of which is shown already */
function showChanges(text) {
  for (const next of parsed(text).children) {
    const now = document.getElementById(next.id);
    if (now) renewNode(now, next);
  }
}

/** Show a part as it is now, where it differs. @param {string} text */
function show(text) {
  const body = parsed(text);
  renewContent(live, body.querySelector("#live") ?? body);
}

/** Fetch the part; true if it came. A board that is gone has no page any more: the reload says so. */
async function fetched() {
  try {
    const answer = await fetch(root + live.dataset.part, { headers: { "Live-Mark": live.dataset.mark ?? "" } });
    if (answer.status === 404) location.reload();
    if (!answer.ok) return false;
    const text = await answer.text();
    if (answer.headers.get("Live-Only-Changes") === "yes") showChanges(text);
    else show(text);
    live.dataset.mark = answer.headers.get("Live-Mark") ?? "";
    return true;
  } catch {
    return false;
  }
}

async function renew() {
  wanted = true;
  if (fetching) return;
  fetching = true;
  clearTimeout(again);
  while (wanted) {
    wanted = false;
    missed = !(await fetched());
    tell();
  }
  fetching = false;
  if (missed) again = setTimeout(renew, AGAIN_MS); // the stream may work, and say nothing for long
}

function tell() {
  lost.hidden = !(cut || missed);
}

/** @param {boolean} now whether nothing is heard of changes */
function cutOff(now) {
  cut = now;
  tell();
}

function listen() {
  const source = new EventSource(`${root}/events`);
  source.addEventListener("message", () => {
    cutOff(false);
    beats = 0;
    renew();
  });
  source.addEventListener("beat", () => {
    beats += 1;
    if (beats % AFTER_BEATS === 0) renew();
  });
  source.addEventListener("error", () => {
    cutOff(true);
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

listen();
