/** Making elements. */
Object.assign(globalThis, { began: true }); // else outdated.js says that no module has

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child */

/**
 * `make("p", {class: "now", text: "…"}, child, …)`; a property whose name begins with "on" is a listener.
 *
 * @template {keyof HTMLElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Name]}
 */
export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/**
 * The same for SVG.
 *
 * @template {keyof SVGElementTagNameMap} Name
 * @param {Name} name
 * @param {Record<string, unknown>} [properties]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[Name]}
 */
export function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

/**
 * @template {Element} T
 * @param {T} element
 * @param {Record<string, unknown>} properties
 * @param {Child[]} children
 */
function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") element.textContent = String(value);
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), /** @type {EventListener} */ (value));
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.filter(isThere));
  return element;
}

/**
 * Where the panel has this address, which is written as if it lay at the top, from / on: a proxy may show it below a path.
 *
 * @param {string} address
 */
export const at = (address) => (document.documentElement.dataset.root ?? "") + address;

/** @type {(child: Child) => child is Node | string} */
const isThere = (child) => child !== null && child !== undefined;

/**
 * Put these into a place, and leave it alone where it looks so already: a finger or the keys may be on something there,
 * and what comes anew is read aloud again. What a tap does must follow from how it looks. Keys that were on a button go
 * on with the one that has taken its place.
 *
 * @param {Element} place
 * @param {...Element} parts
 */
export function refill(place, ...parts) {
  const { children } = place;
  if (children.length === parts.length && parts.every((part, index) => part.isEqualNode(children[index]))) return;
  const buttons = () => [...place.querySelectorAll("button")];
  const focused = buttons().indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
  place.replaceChildren(...parts);
  if (focused >= 0) (buttons()[focused] ?? buttons().at(-1) ?? find("main")).focus({ preventScroll: true });
}

/**
 * Change what stands above something that a finger is on, and leave that where it is on the screen: not every browser
 * sees to it by itself.
 *
 * @param {Element} held
 * @param {() => void} change
 */
export function inPlace(held, change) {
  const before = held.getBoundingClientRect().top;
  change();
  scrollBy({ top: held.getBoundingClientRect().top - before, behavior: "instant" });
}

/**
 * The element of this id, which the page's template holds.
 *
 * @template {HTMLElement} [T=HTMLElement]
 * @param {string} id
 * @param {{ new (): T }} [kind]
 */
export function find(id, kind = /** @type {{ new (): any }} */ (HTMLElement)) {
  const found = document.getElementById(id);
  if (!(found instanceof kind)) throw new Error(`This page has no ${kind.name} called ${id}.`);
  return /** @type {T} */ (found);
}

/**
 * The input, checkbox or slider of this id.
 *
 * @param {string} id
 */
export const field = (id) => find(id, HTMLInputElement);

const ICONS = new Set(
  (
    "swords fast-forward plus minus crown dice pause play undo flag handshake menu download upload trash qr lock " +
    "unlock rotate book settings board trophy left right first last close check info alert phone eye lamp hand chip seat shelf stop " +
    "zoom-out target knight shield heart skull star clock shuffle"
  ).split(" "),
);

/** Other words that games use for pictures of the set. */
/** @type {Record<string, string>} */
const ALSO = { die: "dice", pass: "fast-forward", lapse: "clock", fallen: "skull", hole: "stop", move: "hand" };

/**
 * A picture of the icon set; an unknown name gives the information sign.
 *
 * @param {string} name
 */
export function icon(name) {
  const wanted = ALSO[name] ?? name;
  const known = ICONS.has(wanted) ? wanted : "info";
  return draw(
    "svg",
    { class: `icon icon-${known}`, "aria-hidden": "true" },
    draw("use", { href: at(`/static/icons.svg#${known}`) }),
  );
}

/**
 * The page's data block of this id.
 *
 * @template {keyof PageData} Id
 * @param {Id} id
 * @returns {PageData[Id]}
 */
export function data(id) {
  return JSON.parse(find(id).textContent ?? "");
}

/** Whether things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Something kept on this phone; where keeping is forbidden, the fallback.
 *
 * @template T
 * @param {string} name
 * @param {T} fallback
 * @returns {T}
 */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null") ?? fallback;
  } catch {
    return fallback;
  }
}

/**
 * Keep something on this phone, where that is allowed.
 *
 * @param {string} name
 * @param {unknown} value
 */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}
