import assert from "node:assert/strict";
import test from "node:test";

const catalogue = {
  "{name} wins": "{name} gewinnt",
  "{count} pawn": { one: "{count} pionek", few: "{count} pionki", many: "{count} pionków" },
};

const page = {
  getElementById: () => ({ textContent: JSON.stringify(catalogue) }),
  documentElement: { lang: "pl" },
};
Object.assign(globalThis, { document: page });
const { _, counted, percent } = await import("../../../webpanel/static/js/lib/texts.js");

test("a text is said in the language of the page, with its fields; an unknown one as it is", () => {
  assert.equal(_("{name} wins", { name: "Anna" }), "Anna gewinnt");
  assert.equal(_("{name} loses", { name: "Anna" }), "Anna loses");
});

test("what is counted has the form that the language has for the number", () => {
  const said = [0, 1, 2, 5, 22].map((count) => counted("{count} pawn", "{count} pawns", count));
  assert.deepEqual(said, ["0 pionków", "1 pionek", "2 pionki", "5 pionków", "22 pionki"]);
});

test("what is counted and not translated is said in English", () => {
  document.documentElement.lang = "en";
  const said = [0, 1, 2].map((count) => counted("{name}: {count} game", "{name}: {count} games", count, { name: "A" }));
  assert.deepEqual(said, ["A: 0 games", "A: 1 game", "A: 2 games"]);
});

test("a share is said in whole per cent, as the language writes it", () => {
  document.documentElement.lang = "de";
  assert.equal(percent(5 / 6), "83\u00a0%");
  document.documentElement.lang = "en";
  assert.equal(percent(5 / 6), "83%");
});
