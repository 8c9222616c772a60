/** Questions that block the page until they are answered. */
import { make } from "./dom.js";
import { _ } from "./texts.js";

let count = 0;

/**
 * Ask. Return the value of the chosen answer, or null if the question was dismissed.
 *
 * @template T
 * @param {string} title
 * @param {string} text
 * @param {[value: T, label: string, look?: string][]} answers
 * @returns {Promise<T | null>}
 */
export function question(title, text, answers) {
  count += 1;
  const id = `question-${count}`;
  return new Promise((settle) => {
    const box = make(
      "dialog",
      { "aria-labelledby": id },
      make("h2", { id, text: title }),
      text ? make("p", { text }) : null,
    );
    /** @param {T | null} value */
    const choose = (value) => {
      settle(value);
      box.close();
      box.remove();
    };
    const grave = answers[0]?.[2] === "danger"; // a key that is pressed without reading must not destroy
    const buttons = answers.map(([value, label, look]) =>
      make("button", { type: "button", class: look ?? "", text: label, onclick: () => choose(value) }),
    );
    box.append(
      make(
        "div",
        { class: "sheet" },
        ...buttons,
        make("button", {
          type: "button",
          class: "plain",
          text: _("Back"),
          autofocus: grave,
          onclick: () => choose(null),
        }),
      ),
    );
    box.addEventListener("close", () => choose(null)); // dismissed; an answer chosen before stays chosen
    document.body.append(box);
    box.showModal();
  });
}

/** Close everything that is open, unanswered. True if anything was. */
export function putAway() {
  /** @type {NodeListOf<HTMLDialogElement>} */
  const open = document.querySelectorAll("dialog[open]");
  for (const dialog of open) dialog.close();
  return open.length > 0;
}

/**
 * Let the close buttons and the backdrop of a page's dialog close it.
 *
 * @param {HTMLDialogElement} dialog
 */
export function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || /** @type {Element} */ (event.target).closest("[data-close]")) dialog.close();
  });
}
