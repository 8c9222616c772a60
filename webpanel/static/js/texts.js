/** Texts in the language of the table: the page carries the catalogue, the key is the English text itself. */

/** @returns {Record<string, string>} */
function catalogue() {
  return JSON.parse(globalThis.document?.getElementById("texts")?.textContent ?? "{}");
}

const texts = catalogue();

/**
 * The text with its fields filled in: `_("{count} moves", {count: 3})`.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [fields]
 */
export function _(key, fields = {}) {
  return (texts[key] ?? key).replace(/\{(\w+)\}/g, (whole, name) => String(fields[name] ?? whole));
}
