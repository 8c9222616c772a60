/** The live board. */

import { hinted } from "../board/arrows.js";
import { Board, entering, framed } from "../board/grid.js";
import { Groups, groupKey } from "../board/groups.js";
import { Hand, onTable } from "../board/hand.js";
import { lightColour } from "../board/rings.js";
import { Touch } from "../board/touch.js";
import { Tray } from "../board/tray.js";
import { Zoom } from "../board/zoom.js";
import { Clocks } from "../clock/clocks.js";
import { gameBefore, hush, onRefusal, reload, say, sayAgain, shows } from "../lib/api.js";
import { putAway } from "../lib/dialogs.js";
import { data, find, keep, make, recall, refill } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { squareName, squarePlace } from "../lib/squares.js";
import { _ } from "../lib/texts.js";
import { Announcer } from "../story/announcer.js";
import { ByName } from "../story/by_name.js";
import { celebrate } from "../story/celebration.js";
import { calls, Ear } from "../story/cues.js";
import { Ending } from "../story/ending.js";
import { Log } from "../story/log.js";
import { Playback } from "../story/playback.js";
import { missed } from "../story/story.js";
import { DecidingMove } from "./deciding_move.js";
import { offerFirstGame } from "./first_game.js";
import { showLesson } from "./lesson.js";
import { LookBack } from "./lookback.js";
import { Menu } from "./menu.js";
import * as overview from "./overview.js";
import { PairedCards } from "./paired.js";
import { Prompts } from "./prompts.js";
import { Room } from "./room.js";
import { RuleSheet } from "./rulesheet.js";
import { Tips } from "./tips.js";
import { troubles } from "./trouble.js";

const frame = find("board");

/** @type {Table} */
let table = { ...data("snapshot"), over: false };
let stale = false;
let flashed = 0;
let tall = "";
let playing = "";
const rules = new RuleSheet(() => table.scene.game_id);
const tips = new Tips((section) => rules.open(section));
const board = new Board(frame, _("Board"));
const hand = new Hand(table);
const groups = new Groups(find("groups"), () => show());
const tray = new Tray(() => table, hand, mayTouch);
const ending = new Ending(() => show());
const log = new Log(find("log", HTMLDetailsElement), find("log-last"), find("log-list"), (at) => lookBack.look(at));
const lookBack = new LookBack(
  log,
  () => live.seat,
  () => show(),
);
const announcer = new Announcer(find("spoken"), ({ words }) => {
  find("by-name").hidden = !words;
});
const clocks = new Clocks((seat) => {
  if (!table.acting.includes(seat)) return;
  announcer.hear(["clock"]);
  announcer.say(_("{name} has less than ten seconds left.", { name: table.scene.names[seat] }));
});
const playback = new Playback(
  () => show(),
  (words) => announcer.say(words),
  (cues) => announcer.hear(cues),
);
const deciding = new DecidingMove(
  () => (table.over ? table.scene.key : ""),
  () => show(),
);
const paired = new PairedCards(() => show());
const ear = new Ear((cues) => announcer.hear(cues));
const zoom = new Zoom(board, find("zoom"));
const room = new Room(find("main"));

// --- what the board shows ----------------------------------------------------------------------------------------

function turns() {
  const own = table.held.length === 1 ? table.held[0] : "white";
  return recall("pawnlight-turns", { white: 0, black: 2, red: 1, blue: 3 }[own]);
}

function rotate() {
  keep("pawnlight-turns", (turns() + 1) % 4);
  show();
}

/**
 * @param {Scene} scene
 * @param {Pieces} pieces
 */
function ghosts(scene, pieces) {
  return Object.fromEntries(
    scene.missing
      .filter((square) => !pieces[square])
      .map((square) => [square, scene.pieces[square]])
      .filter(([, piece]) => piece),
  );
}

/** @param {Scene} scene */
function onWood(scene) {
  const covered = new Set(scene.covered);
  const missing = new Set(scene.missing);
  const stands = Object.fromEntries(Object.entries(scene.pieces).filter(([square]) => covered.has(square)));
  const lifted = Object.fromEntries(
    Object.entries(scene.pieces).filter(([square]) => !covered.has(square) && !missing.has(square)),
  );
  return { pieces: stands, lifted };
}

/**
 * Return what stays the same at every moment shown.
 *
 * @param {Scene} scene
 */
function form(scene) {
  return {
    files: scene.files,
    ranks: scene.ranks,
    light: scene.a1_light,
    turns: turns(),
    palette: table.look.palette,
    still: !table.look.motion,
    art: scene.piece_art,
    names: scene.piece_names,
  };
}

/** @returns {View} */
function view() {
  if (lookBack.shown) return past(lookBack.shown);
  if (playback.frame) return told(playback.frame);
  return table.wood && table.scene.carrying ? carried() : present();
}

/**
 * @param {Frame} frame
 * @returns {View}
 */
function told({ after, falling, squares, entrances }) {
  const scene = playback.known(table.scene);
  const pieces = { ...after, ...falling };
  const marks = scene.marks.filter(({ square, text }) => text && pieces[square] === scene.pieces[square]);
  return {
    ...form(scene),
    pieces,
    falling,
    marks,
    holes: new Set(scene.holes),
    lights: { ...framed(squares), ...entering(entrances) },
  };
}

/**
 * @param {Moment} moment
 * @returns {View}
 */
function past({ pieces, marks, holes, squares }) {
  return { ...form(table.scene), pieces, marks, holes: new Set(holes), lights: framed(squares), jump: true };
}

/**
 * Return the end of what was told, while the board's own hand has still to carry it out.
 *
 * @returns {View}
 */
function carried() {
  const { scene } = table;
  const last = log.moments.at(-1);
  return {
    ...form(scene),
    pieces: scene.pieces,
    marks: overview.marks(table),
    holes: new Set(scene.holes),
    lights: { ...framed(last?.squares ?? []), ...entering(last?.entrances ?? []) },
    paused: scene.overlay === "pause",
    motions: scene.motions,
  };
}

/** @returns {View} */
function present() {
  const { scene, wood } = table;
  const { pieces, lifted } = wood ? { pieces: wood.stands, lifted: hand.origins } : onWood(scene);
  const division = prompts.division;
  const asked = new Set([...prompts.squares().keys(), ...(division ? division.prompt.squares : [])]);
  return {
    ...form(scene),
    pieces,
    lifted,
    lights: groups.lights(scene.lights),
    groups: groups.outlined(scene.groups),
    marks: overview.marks(table),
    ghosts: ghosts(scene, { ...pieces, ...lifted }),
    asked,
    chosen: division?.chosen ?? null,
    given: division?.words() ?? {},
    ways: hinted(scene.lights, pieces, scene.hint?.seat),
    holes: new Set(scene.holes),
    paused: scene.overlay === "pause",
    flash: newFlash(scene),
    motions: scene.motions,
  };
}

/** @param {Scene} scene */
function newFlash(scene) {
  const fresh = scene.overlay === "flash" && flashed !== scene.action_count;
  if (scene.overlay === "flash") flashed = scene.action_count;
  return fresh;
}

// --- the rest of the page ----------------------------------------------------------------------------------------

function show() {
  const { scene } = table;
  log.tell(playback.frame);
  table.over = ending.see(table) && !playback.frame;
  showLesson(table);
  offerFirstGame(table);
  prompts.show(table, stale, playback.frame);
  groups.see(scene.groups, mayTouch() && !playback.frame ? Object.keys(hand.origins) : []);
  board.show(view());
  board.grid.classList.toggle("live", mayTouch());
  board.grid.classList.toggle("drags", mayTouch());
  find("main").classList.toggle("looks-back", lookBack.shown !== null);
  const known = playback.known(scene);
  const tells = playback.frame !== null;
  const rests = tells || scene.carrying || scene.winners !== null; // nobody is to move
  refill(find("phase"), ...overview.phase(table, lookBack.shown, playback.frame));
  find("game").textContent = scene.phase ? scene.game_name : "";
  showNow(scene);
  find("players").replaceChildren(...overview.players({ ...table, scene: known }, rests));
  clocks.show();
  find("players").classList.toggle("many", Object.keys(scene.players).length > 2);
  refill(find("counters"), ...overview.counters(known, rests));
  refill(find("says"), ...overview.key({ ...table, scene: known }), ...(tells || scene.carrying ? [] : said(scene)));
  refill(find("trouble"), ...troubles(scene));
  refill(find("card"), ...card(scene));
  find("now").hidden = table.over || tells;
  const busy = tells || scene.carrying || lookBack.shown !== null || Boolean(scene.hint?.told);
  tips.show(table.acting.length && !table.over ? scene.tips : [], busy);
  tray.show();
  menu.show(table, stale);
  showDivided();
  announcer.call(calls(table));
  if (!tells) ear.told(table);
  applaud(scene);
  room.see(
    JSON.stringify([scene.key, scene.status === "paused", scene.prompts.length, table.over, tips.due?.name, stale]),
  );
}

/**
 * Celebrate the end of a game that this page has seen going on.
 *
 * @param {Scene} scene
 */
function applaud({ key, winners }) {
  if (winners === null) playing = key;
  if (!table.over || playing !== key) return;
  playing = "";
  const colours = (winners ?? []).map((seat) => lightColour("turn", seat, table.look.palette));
  if (colours.length) celebrate(frame, colours);
}

/**
 * Say what goes on, with the groups of this phone's players.
 *
 * @param {Scene} scene
 */
function said(scene) {
  const sentences = scene.winners ? [] : scene.sentences;
  const also = sentences.filter((text) => text !== scene.now).map((text) => make("p", { text }));
  return [...groupKey(ownGroups(scene)), ...also];
}

/** Show the button of a division, always in reach; nothing can be taken back then. */
function showDivided() {
  find("divided").hidden = !prompts.division;
  find("divided", HTMLButtonElement).disabled = stale;
  find("undo").hidden ||= Boolean(prompts.division);
}

/**
 * Return the groups of this phone's players; on a spectator's phone, of the players to move.
 *
 * @param {Scene} scene
 */
function ownGroups({ groups: found, to_act }) {
  const { acting } = table;
  return !acting.length || acting.some((seat) => to_act.includes(seat)) ? found : [];
}

/**
 * Change only the parts that differ: screen readers read them aloud.
 *
 * @param {Scene} scene
 */
function showNow(scene) {
  const parts = overview.now(table);
  const place = find("now");
  for (const part of place.querySelectorAll(".countdown, .done")) part.remove();
  if (parts[1].textContent !== place.textContent) place.replaceChildren(...parts);
  const waits = scene.commits_in_s !== null;
  if (waits && !stale && table.acting.length) place.append(overview.done(() => menu.endTurn()));
  if (waits) place.append(overview.countdown(scene.commits_in_s ?? 0));
  keepHeight(place, scene);
}

/**
 * Keep the height of the box at that of its longest sentence while nothing is played, so that nothing below it jumps.
 *
 * @param {HTMLElement} place
 * @param {Scene} scene
 */
function keepHeight(place, scene) {
  const state = `${scene.key} ${scene.action_count} ${scene.status} ${innerWidth}`;
  if (state !== tall) place.style.minHeight = "";
  tall = state;
  if (place.offsetHeight) place.style.minHeight = `${place.offsetHeight}px`;
}

/**
 * Return the squares that the next player looks at first: the last move, and the nearest of their own pieces that can
 * answer it.
 *
 * @param {Scene} scene
 */
function sight({ lights }) {
  const lit = Object.keys(lights);
  const last = lit.filter((square) => lights[square].badge === "last_move");
  const able = lit.filter((square) => ["turn", "spawn", "choice"].includes(lights[square].role ?? ""));
  const from = squarePlace(last[0] ?? able[0] ?? "a1");
  /** @param {string} square */
  const far = (square) => Math.max(...squarePlace(square).map((place, axis) => Math.abs(place - from[axis])));
  return [...last, ...able.sort((one, other) => far(one) - far(other)).slice(0, 1)];
}

/** @param {Scene} scene */
function card(scene) {
  if (table.over) {
    const rematch = () => menu.post("rematch");
    return [...paired.cards, overview.result(scene, log.story, rematch, () => deciding.offer(scene.key))];
  }
  const people = Object.keys(scene.players).some((seat) => !(seat in scene.computers));
  if (scene.status !== "paused" || (people && !table.acting.length) || stale) return [];
  return [
    overview.pause({
      resume: () => menu.post("resume", menu.seen()),
      park: () => menu.post("park", menu.seen()),
      abandon: () => menu.abandon(),
    }),
  ];
}

// --- touching ----------------------------------------------------------------------------------------------------

function mayTouch() {
  return Boolean(table.wood) && !stale && !lookBack.shown && table.acting.length > 0 && table.scene.winners === null;
}

/** @param {string} square */
function tap(square) {
  return hand.touch(() => meant(square));
}

/**
 * Return the meaning of a tap now: an answer or a choice on this page, or intents for the board.
 *
 * @param {string} square
 * @returns {Intent[]}
 */
function meant(square) {
  if (lookBack.shown) return no(_("The board shows how it stood then. Go back to now to play."));
  if (stale) return no(_("The connection to the board is lost. Trying again …"));
  if (playback.frame) {
    playback.skip();
    if (!mayTouch() || !hand.intents(square).length) return []; // a tap that means nothing else only skips
  }
  const asked = prompts.squares().get(square);
  const division = prompts.division;
  if (division?.prompt.squares.includes(square)) division.choose(square);
  else if (asked && !table.wood?.hand.length) prompts.answer(asked[0], asked[1].value);
  else if (mayTouch() && !division) return touched(square);
  else if (table.scene.winners === null) return no(whyNot());
  return [];
}

/** @param {string} square */
function touched(square) {
  const intents = hand.intents(square);
  if (!intents.length) return no(hand.why(square));
  hush();
  return intents;
}

/**
 * Explain why a tap does nothing.
 *
 * @param {string} sentence
 * @returns {Intent[]}
 */
function no(sentence) {
  say(sentence);
  announcer.hear(["illegal"]);
  return [];
}

/** Explain why the board does not take this phone's taps now. */
function whyNot() {
  if (prompts.division) return _("Only the lit pieces can be given points. Tap one of them.");
  if (!table.wood) return _("This game is played on the board: move the pieces there.");
  return _("All seats are taken: this phone can only watch.");
}

/**
 * @param {string} from
 * @param {string | null} to
 */
function drop(from, to) {
  hand.touch(() => {
    if (!table.wood?.hand.length) return [];
    const intents = to ? hand.intents(to) : [];
    return intents.some(([kind]) => kind === "place" || kind === "capture") ? intents : [["place", from, null]];
  });
}

/**
 * Close what is open here: another game has come to the table.
 *
 * @param {Scene} scene
 */
function leave(scene) {
  if (putAway() && scene.winners === null) say(gameBefore());
}

// --- beginning ---------------------------------------------------------------------------------------------------

const live = new Live(
  (snapshot, first) => {
    const before = table;
    table = { ...snapshot, over: false };
    if (!first) ear.listen(before, table, playback.frame !== null);
    const moved = (before.scene.status === "empty") !== (table.scene.status === "empty");
    if (moved) return void reload();
    if (before.scene.key !== table.scene.key) leave(before.scene);
    shows(table.scene.key);
    hand.see(table, first);
    clocks.see(table);
    log.call(table.scene.names);
    if (table.scene.winners !== null) void paired.look();
    show();
    if (onTable(before.scene) !== onTable(table.scene)) zoom.whole();
    if (before.scene.to_act.join() !== table.scene.to_act.join()) zoom.centre(sight(table.scene));
    return null;
  },
  (broken) => {
    if (broken === stale) return;
    stale = broken;
    show();
  },
  (story, first) => {
    if (first) playback.say(missed(log.story, story));
    else playback.hear(story, table.scene, document.hidden || lookBack.shown !== null || stale);
    log.hear(story, first);
    lookBack.see();
  },
);
const prompts = new Prompts(find("prompts"), table, () => board.show(view()), {
  unveil: (seat) => live.unveil(seat),
  hush: () => live.hush(),
});
const menu = new Menu(
  () => table,
  rotate,
  () => announcer.open(),
);
new ByName({
  table: () => table,
  words: (square) => board.cells.get(square)?.getAttribute("aria-label") ?? "",
  moments: () => log.moments,
  clocks: () => clocks.told(table.scene.names),
  tap,
  say: (words) => announcer.say(words),
});
find("open-rules").addEventListener("click", () => {
  find("menu", HTMLDialogElement).close();
  rules.open();
});
find("divided").addEventListener("click", () => prompts.division?.commit());
new Touch(board, zoom, {
  can: mayTouch,
  tap,
  drop,
  lift: (square) => hand.send([["lift", square, null]]),
  draggable: (square) =>
    prompts.division || prompts.squares().has(square) || table.wood?.hand.length
      ? null
      : (table.wood?.stands[square] ?? null),
});
onRefusal(() => announcer.hear(["illegal"]));
document.addEventListener("visibilitychange", () => announcer.call(calls(table)));
addEventListener("resize", () => keepHeight(find("now"), table.scene));
board.focused = squareName(0, 0);
clocks.see(table);
shows(table.scene.key);
show();
sayAgain();
