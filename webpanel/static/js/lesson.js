/** The lesson on the table: which one it is, what it asks for, and that it was solved on this phone. */
import { find } from "./dom.js";
import { remember } from "./solved.js";
import { _ } from "./texts.js";

/** The lesson that this phone has seen unsolved: whoever comes later has not played along. */
let open = "";

/** @param {Table} table */
export function showLesson({ scene, acting }) {
  const { lesson } = scene;
  find("lesson").hidden = !lesson;
  find("leave-lesson").hidden = !lesson;
  if (!lesson) return;
  const { count, verdict, task, name } = lesson;
  const right = verdict === "right";
  // a problem from a game is no lesson to be ticked
  if (right && open === name && acting.length && count > 1) remember(scene.game_id, name);
  if (!right) open = name;
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
