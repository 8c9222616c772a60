/** Controls that are made on the phone: steppers, choices, switches. */
import { icon, make } from "./dom.js";
import { _ } from "./texts.js";

let made = 0;

/**
 * Make a number between buttons; pages.js lets them step.
 *
 * @param {string} label
 * @param {number} value
 * @param {[low: number, high: number]} range
 * @param {(value: number) => void} changed
 * @param {string} [help]
 */
export function stepper(label, value, [low, high], changed, help = "") {
  made += 1;
  const id = `made-${made}`;
  const input = make("input", {
    type: "number",
    inputmode: "numeric",
    id,
    value,
    min: low,
    max: high,
    step: 1,
    "aria-describedby": help ? `${id}-help` : undefined,
    onchange: () => changed(Math.min(high, Math.max(low, Math.round(Number(input.value)) || low))),
  });
  return make(
    "div",
    { class: "field" },
    make("label", { for: id, text: label }),
    make(
      "div",
      { class: "stepper" },
      make("button", { type: "button", "data-step": -1, "aria-label": `${label}: ${_("less")}` }, icon("minus")),
      input,
      make("button", { type: "button", "data-step": 1, "aria-label": `${label}: ${_("more")}` }, icon("plus")),
    ),
    help ? make("p", { class: "help", id: `${id}-help`, text: help }) : null,
  );
}

/**
 * Make a choice of one.
 *
 * @param {string} label
 * @param {{ value: string, label: string }[]} choices
 * @param {string} chosen
 * @param {(value: string) => void} changed
 */
export function segments(label, choices, chosen, changed) {
  made += 1;
  const name = `made-${made}`;
  const options = choices.map(({ value, label: words }) =>
    make(
      "label",
      {},
      make("input", { type: "radio", name, value, checked: value === chosen, onchange: () => changed(value) }),
      make("span", { text: words }),
    ),
  );
  return make(
    "fieldset",
    { class: "field" },
    make("legend", { text: label }),
    make("div", { class: "segments" }, ...options),
  );
}

/**
 * Make a choice of several, each a switch.
 *
 * @param {string} label
 * @param {{ value: string, label: string }[]} choices
 * @param {string[]} chosen
 * @param {(values: string[]) => void} changed
 * @param {string} [help]
 */
export function switches(label, choices, chosen, changed, help = "") {
  const boxes = choices.map(({ value }) =>
    make("input", { type: "checkbox", role: "switch", value, checked: chosen.includes(value), onchange: () => tell() }),
  );
  const tell = () => changed(boxes.filter((box) => box.checked).map((box) => box.value));
  const lines = choices.map((choice, index) =>
    make("label", { class: "switch" }, make("span", { text: choice.label }), boxes[index]),
  );
  return make(
    "fieldset",
    { class: "field" },
    make("legend", { text: label }),
    ...lines,
    help ? make("p", { class: "help", text: help }) : null,
  );
}
