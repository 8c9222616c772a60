// Keeps the boards of a page as they are: told that something changed, it fetches its part of the page anew.

const AFTER_BEATS = 15; // that the broker is away, nobody tells
const AGAIN_MS = 5000;

const live = /** @type {HTMLElement} */ (document.getElementById("live"));
const lost = /** @type {HTMLElement} */ (document.getElementById("lost"));
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

async function renew() {
  wanted = true;
  if (fetching) return;
  fetching = true;
  while (wanted) {
    wanted = false;
    try {
      const answer = await fetch(/** @type {string} */ (live.dataset.part));
      if (answer.ok) show(await answer.text());
    } catch {
      lost.hidden = false; // the stream comes back by itself, and then all of it is fetched
    }
  }
  fetching = false;
}

function listen() {
  const source = new EventSource("/events");
  source.addEventListener("message", () => {
    lost.hidden = true;
    beats = 0;
    renew();
  });
  source.addEventListener("beat", () => {
    beats += 1;
    if (beats % AFTER_BEATS === 0) renew();
  });
  source.addEventListener("error", () => {
    lost.hidden = false;
    if (source.readyState === EventSource.CLOSED) setTimeout(listen, AGAIN_MS);
  });
}

listen();
