/** The list of games: above them those that the club has for this board. */
import { find, refill } from "../lib/dom.js";
import "./common.js";
import { PairedCards } from "../table/paired.js";

const paired = new PairedCards(() => refill(find("paired"), ...paired.cards));
void paired.look();
