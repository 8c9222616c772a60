/** Making elements. */
const SVG = "http://www.w3.org/2000/svg";

/** `make("p", {class: "now", text: "…"}, child, …)`; a property whose name begins with "on" is a listener. */
export function make(name, properties = {}, ...children) {
  return fill(document.createElement(name), properties, children);
}

/** The same for SVG. */
export function draw(name, properties = {}, ...children) {
  return fill(document.createElementNS(SVG, name), properties, children);
}

function fill(element, properties, children) {
  for (const [key, value] of Object.entries(properties)) {
    if (value === undefined || value === null || value === false) continue;
    if (key === "text") element.textContent = value;
    else if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

const ICONS = new Set(
  (
    "swords fast-forward plus minus crown dice pause play undo flag handshake menu download upload trash qr lock " +
    "unlock rotate book settings board trophy left right first last close check info alert phone eye lamp hand chip seat shelf stop " +
    "zoom-out target knight shield heart skull star clock shuffle"
  ).split(" "),
);

/** Other words that games use for pictures of the set. */
const ALSO = { die: "dice", pass: "fast-forward", lapse: "clock", fallen: "skull", hole: "stop", move: "hand" };

/** A picture of the icon set; an unknown name gives the information sign. */
export function icon(name) {
  const wanted = ALSO[name] ?? name;
  const known = ICONS.has(wanted) ? wanted : "info";
  return draw(
    "svg",
    { class: `icon icon-${known}`, "aria-hidden": "true" },
    draw("use", { href: `/static/icons.svg#${known}` }),
  );
}

/** The page's data block of this id. */
export function data(id) {
  const node = document.getElementById(id);
  return node ? JSON.parse(node.textContent) : null;
}

/** Whether things may move. */
export function moves() {
  return !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** Something kept on this phone; where keeping is forbidden, the fallback. */
export function recall(name, fallback) {
  try {
    return JSON.parse(localStorage.getItem(name)) ?? fallback;
  } catch {
    return fallback;
  }
}

/** Keep something on this phone, where that is allowed. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, JSON.stringify(value));
  } catch {
    return;
  }
}
