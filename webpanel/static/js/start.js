/** The start page: when somebody begins a game, every phone shows it. */
import { reload } from "./api.js";
import { find, refill } from "./dom.js";
import { Live } from "./live.js";
import { troubles } from "./trouble.js";
import "./pages.js";

new Live((snapshot) => {
  refill(find("trouble"), ...troubles(snapshot.scene));
  if (snapshot.scene.status !== "empty") void reload();
});
