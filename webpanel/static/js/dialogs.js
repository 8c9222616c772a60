/** Questions that stand in the way until they are answered. */
import { make } from "./dom.js";
import { _ } from "./texts.js";

let count = 0;

/** Ask; `answers` are [value, label, class]. Gives the value, or null if the question was put away. */
export function question(title, text, answers) {
  const id = `question-${(count += 1)}`;
  return new Promise((settle) => {
    const box = make(
      "dialog",
      { "aria-labelledby": id },
      make("h2", { id, text: title }),
      text ? make("p", { text }) : null,
    );
    const choose = (value) => {
      settle(value);
      box.close();
      box.remove();
    };
    const grave = answers[0]?.[2] === "danger"; // the key that is pressed without reading must not destroy
    const buttons = answers.map(([value, label, look]) =>
      make("button", { type: "button", class: look ?? "", text: label, onclick: () => choose(value) }),
    );
    box.append(
      make(
        "div",
        { class: "sheet" },
        ...buttons,
        make("button", { type: "button", class: "plain", text: _("Back"), autofocus: grave, onclick: () => choose(null) }),
      ),
    );
    box.addEventListener("cancel", () => choose(null));
    document.body.append(box);
    box.showModal();
  });
}

/** Let the close buttons and the backdrop of a page's dialogs close them. */
export function closable(dialog) {
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog || event.target.closest("[data-close]")) dialog.close();
  });
}
