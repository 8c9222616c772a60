/** Texts in the language of the page: it carries the catalogue, the key is the English text itself. */

/**
 * Return the translations; of a text with a plural one for each of the language's kinds of numbers
 * (`Intl.PluralRules`).
 *
 * @returns {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>}
 */
function catalogue() {
  return JSON.parse(globalThis.document?.getElementById("texts")?.textContent ?? "{}");
}

const texts = catalogue();

/**
 * @param {string} text
 * @param {Record<string, unknown>} fields
 */
function filled(text, fields) {
  return text.replace(/\{(\w+)\}/g, (whole, name) => written(fields[name] ?? whole));
}

/** @param {unknown} value */
const written = (value) => (typeof value === "number" ? value.toLocaleString(language()) : String(value));

/**
 * Write a share of one in whole per cent.
 *
 * @param {number} share
 */
export const percent = (share) => share.toLocaleString(language(), { style: "percent" });

const language = () => globalThis.document?.documentElement.lang || "en";

/**
 * Return the text with its fields filled in: `_("{name} wins", {name: "Anna"})`.
 *
 * @param {string} key
 * @param {Record<string, unknown>} [fields]
 */
export function _(key, fields = {}) {
  const text = texts[key];
  return filled(typeof text === "string" ? text : key, fields);
}

/**
 * Return the text for 1 or for any other `count`: `counted("{count} move", "{count} moves", 3)`.
 *
 * @param {string} one
 * @param {string} several
 * @param {number} count
 * @param {Record<string, unknown>} [fields]
 */
export function counted(one, several, count, fields = {}) {
  const text = texts[one];
  const rules = new Intl.PluralRules(language());
  const forms = typeof text === "object" ? text : { one, other: several };
  return filled(forms[rules.select(count)] ?? forms.other ?? several, { count, ...fields });
}
