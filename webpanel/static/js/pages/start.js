/** The start page: when somebody begins a game, every phone shows it. */
import { reload } from "../lib/api.js";
import { find, refill } from "../lib/dom.js";
import { Live } from "../lib/live.js";
import { troubles } from "../table/trouble.js";
import "./common.js";

new Live((snapshot) => {
  refill(find("trouble"), ...troubles(snapshot.scene));
  if (snapshot.scene.status !== "empty") void reload();
});
