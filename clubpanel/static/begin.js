/** The form of a new tournament: of the options of all games, those of the chosen one are shown. */
const game = /** @type {HTMLSelectElement | null} */ (document.querySelector("select[name=game]"));

function show() {
  /** @type {NodeListOf<HTMLElement>} */
  const options = document.querySelectorAll("[data-of-game]");
  for (const each of options) each.hidden = each.dataset.ofGame !== game?.value;
}

game?.addEventListener("change", show);
addEventListener("pageshow", show); // the browser may have put an earlier choice back
