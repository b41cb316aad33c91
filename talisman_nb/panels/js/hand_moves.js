// @ts-check
/** What hands do at the physical board, kept until the first answer of the next turn, and the lasting effects. */

import { make } from "./elements.js";
import { touchable } from "./touchable.js";

/** @import { App } from "./app.js" */

/** Length of the hand moves, in characters, above which a phone's layout gives them more room. */
const LONG = 160;

/** The moves in their order, the new ones last and in sight. @param {App} app @param {HTMLElement} host */
export function paintHands(app, host) {
  const { hands = [], hands_before: before = [], lasting = [] } = app.screen;
  const [moves, earlier] = [hands.join(" "), before.join(" ")];
  host.dataset.long = String(moves.length + earlier.length > LONG);
  const todo = make("p", { class: "todo" },
    moves || earlier ? make("b", {}, app.word("on-the-table"), " ") : null,
    earlier ? make("span", { class: "earlier" }, touchable(app, earlier), moves ? " " : "") : null,
    moves ? make("span", { class: "now" }, touchable(app, moves)) : null);
  host.replaceChildren(todo,
    make("ul", { class: "lasting" }, lasting.map((each) => make("li", {}, touchable(app, each.text), make("b", {}, ` ${each.left}`)))));
  todo.scrollTop = todo.scrollHeight;
}
