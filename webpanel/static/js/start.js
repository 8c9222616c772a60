/** The start page: when somebody begins a game, every phone shows it. */
import { Live } from "./live.js";
import "./pages.js";

new Live((snapshot) => {
  if (snapshot.scene.status !== "empty") location.reload();
});
