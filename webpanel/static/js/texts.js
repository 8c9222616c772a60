/** Texts in the language of the table: the page carries the catalogue, the key is the English text itself. */
const node = document.getElementById("texts");
const texts = node ? JSON.parse(node.textContent) : {};

/** The text with its fields filled in: `_("{count} moves", {count: 3})`. */
export function _(key, fields = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => fields[name] ?? whole);
}
