/** A stored game, step by step. */
import { ask, attempt } from "./api.js";
import { Board } from "./board.js";
import { question } from "./dialogs.js";
import { data, draw, make } from "./dom.js";
import "./pages.js";
import { squarePlace } from "./squares.js";
import { _ } from "./texts.js";

const find = (id) => document.getElementById(id);
const LETTERS = { white: "w", red: "r", black: "b", blue: "u" };
const game = data("game-data");

/** The pieces after each step. */
function positions(steps) {
  let pieces = {};
  return steps.map(({ changes }) => {
    pieces = { ...pieces };
    for (const [square, piece] of Object.entries(changes)) {
      if (piece) pieces[square] = piece;
      else delete pieces[square];
    }
    return pieces;
  });
}

/** The first kind of number that every player has: label → values per seat. */
function curves(steps) {
  const labels = steps.flatMap((step) =>
    step.counters.filter((counter) => counter.seat).map((counter) => counter.label),
  );
  if (!labels.length) return null;
  const seats = Object.keys(game.players);
  let last = Object.fromEntries(seats.map((seat) => [seat, 0]));
  const values = steps.map((step) => {
    last = { ...last };
    for (const counter of step.counters)
      if (counter.label === labels[0] && counter.seat) last[counter.seat] = counter.value;
    return last;
  });
  return { label: labels[0], seats, values };
}

function drawCurves({ label, seats, values }) {
  const highest = Math.max(1, ...values.flatMap((each) => Object.values(each)));
  const x = (step) => (300 * step) / Math.max(1, values.length - 1);
  const y = (value) => 92 - (84 * value) / highest;
  const lines = seats.map((seat) =>
    draw("polyline", {
      class: LETTERS[seat],
      points: values.map((each, step) => `${x(step)},${y(each[seat])}`).join(" "),
    }),
  );
  const cursor = draw("line", { class: "cursor", x1: 0, x2: 0, y1: 4, y2: 96 });
  const words = seats.map((seat) => `${game.players[seat]} ${values.at(-1)[seat]}`).join(", ");
  const picture = draw(
    "svg",
    {
      class: "curve",
      viewBox: "-2 0 304 100",
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `${label}: ${words}`,
    },
    draw("line", { class: "axis", x1: 0, x2: 300, y1: 92, y2: 92 }),
    ...lines,
    cursor,
  );
  const keys = seats.map((seat, number) =>
    make(
      "li",
      {},
      draw(
        "svg",
        { viewBox: "0 0 36 8", class: "curve", "aria-hidden": "true" },
        draw("polyline", { class: LETTERS[seat], points: "0,4 36,4" }),
      ),
      game.players[seat],
      " ",
      make("strong", { "data-curve": number }),
    ),
  );
  find("curve").replaceChildren(make("h3", { text: label }), picture, make("ul", { class: "curve-key" }, ...keys));
  return (step) => {
    cursor.setAttribute("x1", x(step));
    cursor.setAttribute("x2", x(step));
    seats.forEach(
      (seat, number) =>
        (find("curve").querySelector(`[data-curve="${number}"]`).textContent = String(values[step][seat])),
    );
  };
}

/** Squares named in an action, as far as they are on the board: they are marked. */
function named(action, { files, ranks }) {
  const found = action.match(/[a-p]\d{1,2}/g) ?? [];
  return found.filter((name) => squarePlace(name)[0] < files && squarePlace(name)[1] < ranks);
}

function replay({ steps, files, ranks, a1_light: light, piece_names: names, piece_art: art }) {
  const boards = positions(steps);
  const board = new Board(find("board"), _("Board"));
  const curve = curves(steps);
  const mark = curve ? drawCurves(curve) : () => undefined;
  let now = 0;
  const go = (step) => {
    const last = now;
    now = Math.min(steps.length - 1, Math.max(0, step));
    const lights = Object.fromEntries(
      named(steps[now].action, { files, ranks }).map((square) => [
        square,
        { role: null, badge: "last_move", seat: null },
      ]),
    );
    const holes = new Set(steps[now].holes);
    const jump = Math.abs(now - last) > 1; // who went where in between, pieces alike do not tell
    board.show({ files, ranks, light, pieces: boards[now], lights, marks: [], palette: "default", art, names, holes, jump });
    find("slider").value = String(now);
    find("slider").setAttribute("aria-valuetext", _("Step {step} of {all}", { step: now, all: steps.length - 1 }));
    find("step").textContent = now ? `${now}/${steps.length - 1} · ${steps[now].action}` : _("The start");
    find("step-phase").textContent = steps[now].phase;
    mark(now);
  };
  const press = {
    first: () => go(0),
    back: () => go(now - 1),
    next: () => go(now + 1),
    last: () => go(steps.length - 1),
  };
  for (const [id, work] of Object.entries(press)) find(id).addEventListener("click", work);
  find("slider").addEventListener("input", () => go(Number(find("slider").value)));
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, [role=grid]")) return;
    if (event.key === "ArrowLeft") go(now - 1);
    if (event.key === "ArrowRight") go(now + 1);
  });
  go(0);
}

if (game.replay) replay(game.replay);

find("delete")?.addEventListener("click", async () => {
  const sure = await question(
    _("Delete this game?"),
    _("It disappears from the scores for good. Download its record first if you want to keep it."),
    [[true, _("Delete it"), "danger"]],
  );
  if (sure && (await attempt(() => ask("DELETE", `/api/games/${game.key}`)))) location.assign("/scores");
});
