/** Live updates of a page: at every change, its part of the page is fetched anew. */
import { renewContent } from "./in_place.js";

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

/** Show a part as it is now, where it differs. @param {string} text */
function show(text) {
  const { body } = new DOMParser().parseFromString(text, "text/html");
  renewContent(live, body.querySelector("#live") ?? body);
}

/** Fetch the part; true if it came. A board that is gone has no page any more: the reload says so. */
async function fetched() {
  try {
    const answer = await fetch(root + live.dataset.part);
    if (answer.status === 404) location.reload();
    if (answer.ok) show(await answer.text());
    return answer.ok;
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
