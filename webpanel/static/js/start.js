/** The start page: when somebody begins a game, every phone shows it. */
import { reload } from "./api.js";
import { find } from "./dom.js";
import { Live } from "./live.js";
import { troubles } from "./trouble.js";
import "./pages.js";

new Live((snapshot) => {
  find("trouble").replaceChildren(...troubles(snapshot.scene));
  if (snapshot.scene.status !== "empty") void reload();
});
