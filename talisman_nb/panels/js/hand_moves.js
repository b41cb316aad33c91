// @ts-check
/** What hands do at the physical board after an answer, and the lasting effects. */

import { make } from "./elements.js";

/** @import { App } from "./app.js" */

/** Length of the hand moves, in characters, above which a phone's layout gives them more room. */
const LONG = 160;

/** @param {App} app @param {HTMLElement} host */
export function paintHands(app, host) {
  const { hands = [], lasting = [] } = app.screen;
  const moves = hands.join(" ");
  host.dataset.long = String(moves.length > LONG);
  host.replaceChildren(
    make("p", { class: "todo" }, hands.length ? make("b", {}, app.word("on-the-table"), " ") : null, moves),
    make("ul", { class: "lasting" }, lasting.map((each) => make("li", {}, each.text, make("b", {}, ` ${each.left}`)))));
}
