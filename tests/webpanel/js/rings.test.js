import assert from "node:assert/strict";
import { test } from "node:test";
import {
  badgeLegend,
  badgeWords,
  FORMS,
  legend,
  lightWords,
  PALETTES,
} from "../../../webpanel/static/js/board/lights.js";
import { levels, lightColour } from "../../../webpanel/static/js/board/rings.js";

const ROLES = /** @type {Role[]} */ (Object.keys(FORMS));

test("every role lights a ring of sixteen pixels, and no two in the same shape and motion", () => {
  const looks = ROLES.map((role) => `${levels(role).join("")} ${FORMS[role][1]}`);
  for (const look of looks) assert.match(look, /^[Bd.]{16} /);
  assert.equal(new Set(looks).size, ROLES.length);
});

test("a short pattern is spread over the ring or repeated from pixel to pixel, as the role wants", () => {
  assert.equal(levels("origin").join(""), "BBBBBBBB........");
  assert.equal(levels("capture").join(""), "B.B.B.B.B.B.B.B.");
});

test("a light has its role's colour, a turn, a missing piece and one that marches their player's", () => {
  assert.equal(lightColour("move", "black", "default"), PALETTES.default.move);
  assert.equal(lightColour("turn", "black", "default"), PALETTES.default.black);
  assert.equal(lightColour("place", "blue", "colour-blind"), PALETTES["colour-blind"].blue);
  assert.equal(lightColour("march_to", "black", "default"), PALETTES.default.black);
});

test("a light that waits for chance, or for nobody, has its role's colour", () => {
  assert.equal(lightColour("turn", "chance", "default"), PALETTES.default.turn);
  assert.equal(lightColour("place", null, "default"), PALETTES.default.place);
});

test("a palette that this page does not know is the usual one", () => {
  assert.equal(lightColour("move", null, "neon"), PALETTES.default.move);
});

test("every role and badge has words, on the board and in the legend", () => {
  assert.deepEqual(
    legend()
      .map(([role]) => role)
      .sort(),
    [...ROLES].sort(),
  );
  for (const role of ROLES) assert.notEqual(lightWords(role), "");
  for (const [badge] of badgeLegend()) assert.notEqual(badgeWords(badge), "");
  assert.equal(lightWords(null) + badgeWords(undefined), "");
});

test("it is said whose piece marches to a square", () => {
  assert.equal(lightWords("march_to", "black"), "a black piece comes here");
  assert.equal(lightWords("march_to"), "a piece comes here");
});
