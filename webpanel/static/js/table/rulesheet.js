/** The rules as a sheet over the board: with their contents, opened at the section that matters. */
import { closable } from "../lib/dialogs.js";
import { asset, at, find, make } from "../lib/dom.js";

const MARK = "rules-of-";

export class RuleSheet {
  /** @param {() => string} game whose rules */
  constructor(game) {
    this.game = game;
    this.sheet = find("rules", HTMLDialogElement);
    this.page = find("rules-page");
    this.shown = "";
    closable(this.sheet);
    this.page.addEventListener("click", (event) => this.follow(event));
  }

  /** @param {string} [section] its heading, as English links have it */
  async open(section = "") {
    const address = at(`/rules/${this.game()}`);
    if (this.shown !== address && !(await this.fetch(address))) return location.assign(address);
    this.sheet.showModal();
    const heading = section && this.page.querySelector(`[data-section="${section}"], #${MARK}${section}`);
    if (heading) heading.scrollIntoView();
    else this.sheet.scrollTop = 0;
    return undefined;
  }

  /**
   * Fetch the rules; true if they came.
   *
   * @param {string} address
   */
  async fetch(address) {
    const answer = await fetch(address).catch(() => null);
    const found =
      answer?.ok && new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("article");
    if (!found) return false;
    if (!this.shown) await styled();
    for (const each of found.querySelectorAll("[id]")) each.id = MARK + each.id; // the board's page has its own ids
    this.page.replaceChildren(found);
    this.shown = address;
    const pictures = [...found.querySelectorAll("img")]; // each moves what comes after it once it is loaded
    await Promise.allSettled(pictures.map((each) => each.decode()));
    return true;
  }

  /**
   * Follow a link within the rules by scrolling the sheet; the table stays.
   *
   * @param {MouseEvent} event
   */
  follow(event) {
    const link = event.target instanceof Element ? event.target.closest("a") : null;
    const [page, name] = (link?.getAttribute("href") ?? "").split("#");
    if (page || !name) return;
    event.preventDefault();
    document.getElementById(MARK + decodeURIComponent(name))?.scrollIntoView();
  }
}

/** Load the style of pages with text. */
function styled() {
  return new Promise((done) => {
    const link = make("link", { rel: "stylesheet", href: asset("css/pages.css"), onload: done, onerror: done });
    document.head.append(link);
  });
}
