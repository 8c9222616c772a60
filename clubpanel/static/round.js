/** The round on a wall: where its games need several screens, they take turns. */
const EACH_MS = 12_000;
let shown = 0;

setInterval(() => {
  const screens = document.getElementById("screens");
  /** @type {NodeListOf<HTMLElement> | undefined} */
  const all = screens?.querySelectorAll(".wall-screen");
  if (!all?.length) return;
  shown = (shown + 1) % all.length;
  screens?.scrollTo({ left: all[shown].offsetLeft - all[0].offsetLeft, behavior: "instant" });
}, EACH_MS);
