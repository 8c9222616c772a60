/** The lesson on the table: its number, its learner, and its task. */
import { find } from "../lib/dom.js";
import { _ } from "../lib/texts.js";

/** @param {Table} table */
export function showLesson({ scene }) {
  const { lesson } = scene;
  const place = find("lesson");
  const solved = lesson?.verdict === "right";
  place.parentElement?.classList.toggle("lesson-solved", solved);
  place.hidden = !lesson || solved; // then the sentence, and the question how to go on, are enough
  find("leave-lesson").hidden = !lesson;
  if (!lesson) return;
  const { task, learner } = lesson;
  find("lesson-number").textContent = [heading(lesson), learner].filter(Boolean).join(" · ");
  find("lesson-task").textContent = task;
  find("lesson-task").hidden = scene.now.includes(task);
}

/** @param {NonNullable<Scene["lesson"]>} lesson */
function heading({ number, count, find: problem, from_game: fromGame }) {
  if (fromGame) return _("Find what was better");
  const place = { number, all: count };
  return problem ? _("Lesson {number} of {all}: find it", place) : _("Lesson {number} of {all}", place);
}
