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
  const { count, verdict, task, name } = lesson;
  // a problem from a game is no lesson to be ticked
  if (verdict === "right" && acting.length && count > 1) remember(scene.game_id, name);
  find("lesson-number").textContent = heading(lesson);
  find("lesson-task").textContent = task;
  find("lesson-task").hidden = scene.now.includes(task);
}

/** @param {NonNullable<Scene["lesson"]>} lesson */
function heading({ number, count, find: problem }) {
  if (count === 1) return _("Find what was better");
  const place = { number, all: count };
  return problem ? _("Lesson {number} of {all}: find it", place) : _("Lesson {number} of {all}", place);
}
