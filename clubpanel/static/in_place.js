/** Changes of a page in place: what somebody fills in, has opened or looks at stays as it is. */

/** @param {Element} field */
function isChanged(field) {
  if (field instanceof HTMLSelectElement) {
    const usual = [...field.options].findIndex((option) => option.defaultSelected);
    return field.selectedIndex !== Math.max(usual, 0);
  }
  if (field instanceof HTMLTextAreaElement) return field.value !== field.defaultValue;
  if (!(field instanceof HTMLInputElement)) return false;
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

/**
 * True if somebody is filling a form in, or it came back to be mended (`data-keep`). It stays as a whole: what it is
 * about must not change under their hands.
 *
 * @param {Node} node
 */
function isFilledIn(node) {
  if (!(node instanceof HTMLFormElement)) return false;
  if (node.contains(document.activeElement) || node.querySelector("[data-keep]")) return true;
  return [...node.elements].some(isChanged);
}

/** @param {Element} now @param {Element} next */
function renewAttributes(now, next) {
  for (const { name, value } of next.attributes) if (now.getAttribute(name) !== value) now.setAttribute(name, value);
  for (const { name } of [...now.attributes]) {
    const opened = name === "open" && now instanceof HTMLDetailsElement;
    if (!next.hasAttribute(name) && !opened) now.removeAttribute(name);
  }
}

/** @param {Node} node */
const idOf = (node) => (node instanceof Element ? node.id : "");

/**
 * Find the node that shows what a new one does: by its id, else the next of its kind.
 *
 * @param {ParentNode} place
 * @param {ChildNode | null} at
 * @param {Node} next
 */
function counterpart(place, at, next) {
  const id = idOf(next);
  if (at && at.nodeName === next.nodeName && idOf(at) === id) return at;
  return (id && [...place.children].find((each) => each.id === id)) || null;
}

/** Make a node what another one is. @param {ChildNode} now @param {Node} next */
export function renewNode(now, next) {
  if (now.isEqualNode(next) || isFilledIn(now)) return;
  if (now instanceof Element && next instanceof Element) {
    renewAttributes(now, next);
    renewContent(now, next);
  } else now.nodeValue = next.nodeValue;
}

/**
 * Give an element the content of another one. What is the same already is not touched.
 *
 * @param {Element} place
 * @param {Element} from
 */
export function renewContent(place, from) {
  let at = place.firstChild;
  for (const next of [...from.childNodes]) {
    const now = counterpart(place, at, next);
    if (now === null) place.insertBefore(next, at);
    else {
      if (now === at) at = at.nextSibling;
      else place.insertBefore(now, at);
      renewNode(now, next);
    }
  }
  while (at !== null) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}
