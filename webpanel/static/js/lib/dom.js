/** Making elements. */
Object.assign(globalThis, { began: true }); // else outdated.js reports that no module has started

const SVG = "http://www.w3.org/2000/svg";

/** @typedef {Node | string | null | undefined} Child */

/**
 * Make an element: `make("p", {class: "now", text: "…"}, child, …)`; a property that begins with "on" is a listener.
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
 * Make an element of SVG.
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
 * Return an address, written as if the panel were at the root, with the URL prefix of the panel before it.
 *
 * @param {string} address
 */
export const at = (address) => (document.documentElement.dataset.root ?? "") + address;

/**
 * Return the address of a static file: beside the scripts, so that it has the hash in its address that they have.
 *
 * @param {string} name
 */
export const asset = (name) => new URL(`../../${name}`, import.meta.url).href;

/** @type {(child: Child) => child is Node | string} */
const isThere = (child) => child !== null && child !== undefined;

/**
 * Replace the content of a place, unless it looks the same already: a finger or the keyboard may be on it, and new
 * content is read aloud again. So the effect of a tap must follow from the look. A focus on a button moves to the one
 * in its place.
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
 * Change content above an element that a finger is on, and keep that where it is on the screen: not every browser does.
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
 * Return the element with this id, which the page's template holds.
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
 * Return the input, checkbox or slider with this id.
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

/** Other names that games use for pictures of the set. */
/** @type {Record<string, string>} */
const ALSO = { die: "dice", pass: "fast-forward", lapse: "clock", fallen: "skull", hole: "stop", move: "hand" };

/**
 * Draw a picture of the icon set; an unknown name gives the information sign.
 *
 * @param {string} name
 */
export function icon(name) {
  const wanted = ALSO[name] ?? name;
  const known = ICONS.has(wanted) ? wanted : "info";
  return draw(
    "svg",
    { class: `icon icon-${known}`, "aria-hidden": "true" },
    draw("use", { href: asset(`icons.svg#${known}`) }),
  );
}

/**
 * Return the page's data block with this id.
 *
 * @template {keyof PageData} Id
 * @param {Id} id
 * @returns {PageData[Id]}
 */
export function data(id) {
  return JSON.parse(find(id).textContent ?? "");
}

/** True if things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/**
 * Return something stored on this phone; where storing is forbidden, the fallback.
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
 * Store something on this phone, where that is allowed.
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
