// @ts-check
/** What hands do at the physical board, kept until the first answer of the next turn, and the lasting effects. */

import { button, make } from "./elements.js";
import { toggleDrawer } from "./drawers_and_tabs.js";
import { touchable } from "./touchable.js";

/** @import { App } from "./app.js" */

/** Length of the hand moves, in characters, above which a phone's layout gives them more room. */
const LONG = 160;

/** The moves in their order, the new ones last and in sight. @param {App} app @param {HTMLElement} host */
export function paintHands(app, host) {
  const { hands = [], hands_before: before = [] } = app.screen;
  const [moves, earlier] = [hands.join(" "), before.join(" ")];
  host.dataset.long = String(moves.length + earlier.length > LONG);
  const todo = make("p", { class: "todo" },
    moves || earlier ? make("b", {}, app.word("on-the-table"), " ") : null,
    earlier ? make("span", { class: "earlier" }, touchable(app, earlier), moves ? " " : "") : null,
    moves ? make("span", { class: "now" }, touchable(app, moves)) : null);
  host.replaceChildren(todo, make("ul", { class: "lasting" }, effects(app)),
    button("drawer:hands", () => toggleDrawer(app, "hands"), { class: "tool more-hands", "aria-label": app.word("hands-whole"),
      title: app.word("hands-whole") }, "…"));
}

/** The lasting effects as items. @param {App} app */
function effects(app) {
  return (app.screen.lasting ?? []).map((each) => make("li", {}, touchable(app, each.text), make("b", {}, ` ${each.left}`)));
}

/** Scroll to the new moves, and offer the drawer where the line has not all of it. @param {HTMLElement} host */
export function fitHands(host) {
  const parts = [...host.querySelectorAll(".todo, .lasting")];
  host.dataset.cut = String(parts.some((part) => part.scrollHeight > part.clientHeight + 4));
  parts[0]?.scrollTo(0, parts[0].scrollHeight);
}

/** All that hands do, a line each, with the lasting effects: what the line has no room for. @param {App} app */
export function allHands(app) {
  const { hands = [], hands_before: before = [] } = app.screen;
  return [make("ul", { class: "hands-whole" },
    before.map((move) => make("li", { class: "earlier" }, touchable(app, move))),
    hands.map((move) => make("li", {}, touchable(app, move)))),
  make("ul", { class: "lasting" }, effects(app))];
}
