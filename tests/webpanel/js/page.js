/** As much of a page as modules need that only make elements. */

class Part {
  constructor() {
    this.attributes = {};
    this.parts = [];
  }
  setAttribute(name, value) {
    this.attributes[name] = value;
  }
  append(...parts) {
    this.parts.push(...parts);
  }
}

/** A page without anything on it; nobody can find something there. */
export function blank() {
  globalThis.document = /** @type {any} */ ({
    createElement: () => new Part(),
    createElementNS: () => new Part(),
    getElementById: () => null,
    querySelectorAll: () => [],
    documentElement: { lang: "en" },
  });
}

/** All parts within these that have a class. */
export function having(parts, name) {
  return parts.flatMap((part) => [
    ...(part?.attributes?.class?.split(" ").includes(name) ? [part] : []),
    ...having(part?.parts ?? [], name),
  ]);
}
