/** Keeps the boards of a page as they are: told that something changed, it fetches its part of the page anew. */

const AFTER_BEATS = 15; // that the broker is away, nobody tells
const AGAIN_MS = 5000;

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const root = document.documentElement.dataset.root ?? ""; // where the panel lies: a proxy may show it below a path
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
let cut = false;
let missed = false;
let again = 0;
let fetching = false;
let wanted = false;
let beats = 0;

/** Replaces what is different, and nothing else: pictures that stay do not flicker. @param {string} text */
function show(text) {
  const parts = new DOMParser().parseFromString(text, "text/html").body.children;
  const next = [...parts].map((part) => {
    const shown = document.getElementById(part.id);
    return shown !== null && live.contains(shown) && shown.outerHTML === part.outerHTML ? shown : part;
  });
  if (next.length !== live.children.length || next.some((part, at) => part !== live.children[at])) {
    live.replaceChildren(...next);
  }
}

/** Whether the part could be fetched. A board that has gone has no page any more: loaded anew, it says so. */
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
  if (missed) again = setTimeout(renew, AGAIN_MS); // the stream may be well, and say nothing for long
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
