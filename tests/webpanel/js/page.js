/** As much of a page as modules need that only make elements. */

class Part {
  /** @type {Record<string, string>} */
  #attributes = {};
  /** @type {Part[]} */
  children = [];

  /** @param {string} name */
  getAttribute(name) {
    return this.#attributes[name] ?? null;
  }

  /**
   * @param {string} name
   * @param {string} value
   */
  setAttribute(name, value) {
    this.#attributes[name] = value;
  }

  textContent = "";

  /** @param {...(Part | string)} parts */
  append(...parts) {
    this.children.push(...parts.filter((part) => part instanceof Part));
    this.textContent += parts.map((part) => (part instanceof Part ? part.textContent : part)).join("");
  }
}

/** A page without anything on it; nobody can find something there. */
export function blank() {
  const document = {
    createElement: () => new Part(),
    createElementNS: () => new Part(),
    getElementById: () => null,
    querySelectorAll: () => [],
    documentElement: { lang: "en", dataset: {} },
    body: { dataset: {} },
  };
  Object.assign(globalThis, { document });
}

/** Give the page, which is blank else, a place where sentences are said. Answers those that are. */
export function toast() {
  /** @type {string[]} */
  const said = [];
  class HTMLElement {
    /** @param {...{ textContent: string }} told */
    replaceChildren(...told) {
      said.push(...told.map(({ textContent }) => textContent));
    }
  }
  const place = new HTMLElement();
  Object.assign(globalThis, { HTMLElement });
  Object.assign(document, { getElementById: () => place });
  Object.assign(document.body, { append: () => undefined });
  return said;
}

/**
 * All elements of these, and within them, that have a class.
 *
 * @param {Iterable<Element>} elements
 * @param {string} name
 * @returns {Element[]}
 */
export function having(elements, name) {
  return [...elements].flatMap((element) => [
    ...(element.getAttribute("class")?.split(" ").includes(name) ? [element] : []),
    ...having(element.children, name),
  ]);
}

/**
 * One of a class whose page is not there: these fields, and all that it can do.
 *
 * @template {object} T
 * @param {{ prototype: T }} kind
 * @param {Partial<T>} fields
 * @returns {T}
 */
export const one = (kind, fields) => Object.assign(Object.create(kind.prototype), fields);
