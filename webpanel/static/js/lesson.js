/** The lesson on the table: which one it is, what it asks for, and that it was solved on this phone. */
import { find } from "./dom.js";
import { remember } from "./solved.js";
import { _ } from "./texts.js";

/** @param {Table} table */
export function showLesson({ scene, acting }) {
  const { lesson } = scene;
  find("lesson").hidden = !lesson;
  find("leave-lesson").hidden = !lesson;
  if (!lesson) return;
  // a problem from a game is no lesson to be ticked
  const { number, count, find: problem, verdict, task, name } = lesson;
  if (verdict === "right" && acting.length && count > 1) remember(scene.game_id, name);
  const place = { number, all: count };
  find("lesson-number").textContent = problem
    ? _("Lesson {number} of {all}: find it", place)
    : _("Lesson {number} of {all}", place);
  find("lesson-task").textContent = task;
  find("lesson-task").hidden = scene.now.includes(task);
}
