// @ts-check
/** The card, creature or space a question is about, laid out at its small size. */

import { button, make, span } from "../base/elements.js";
import { counter, deckMark, motif } from "../base/icons.js";
import { lookUp } from "./look_up.js";
import { nameStop, touchable } from "./touchable.js";

/**
 * @import { App } from "../base/app.js"
 * @import { CardView } from "../base/screen.js"
 */

/** Size of the mark of its deck, in pixels. */
const DECK_MARK = 20;

/** Where its text does not fit, its last lines are left out whole, and a sign that opens its page stands for them. @param {App} app @param {CardView} card */
export function cardBeside(app, card) {
  const { strength, craft, lines, unsure = "" } = card;
  const laid = make("article", { class: lines.length ? "card-beside" : "card-beside bare", "aria-label": card.name },
    button(`named:${card.key}`, () => lookUp(app, card.key), { class: "card-head named" }, make("b", {}, card.name,
      unsure && !lines.length ? make("span", { class: "unsure", title: unsure }, " ≈") : null), span("kind", card.kind)),
    make("div", { class: "card-picture" }, motif(app, card.key), deckMark(app, card.key, DECK_MARK), span("card-figures",
      strength ? cardFigure(app, "strength", strength) : null, craft ? cardFigure(app, "craft", craft) : null)),
    lines.length ? button(`more-of:${card.key}`, () => lookUp(app, card.key), { class: "card-more", tabindex: "-1",
      "aria-hidden": "true" }, "…") : null,
    lines.length ? nameStop(make("div", { class: "card-text" },
      lines.map((line) => make("p", { style: `--in:${indentOf(line)}` }, touchable(app, line.trim()))),
      unsure ? make("p", { class: "unsure" }, unsure) : null,
      card.number ? span("card-number", String(card.number)) : null)) : null);
  const text = /** @type {HTMLElement | null} */ (laid.querySelector(".card-text"));
  if (text) new ResizeObserver(() => leaveOut(laid, text)).observe(laid);
  return laid;
}

/** Leave out the last lines of a card's text until the others are seen whole. @param {HTMLElement} laid @param {HTMLElement} text */
function leaveOut(laid, text) {
  const lines = /** @type {HTMLElement[]} */ ([...text.children]);
  for (const line of lines) line.hidden = false;
  const cut = () => text.scrollHeight > text.clientHeight + 1;
  laid.dataset.cut = String(cut());
  for (const line of lines.reverse()) if (cut()) line.hidden = true;
}

/** @param {App} app @param {"strength" | "craft"} stat @param {number} n */
function cardFigure(app, stat, n) {
  return make("span", { class: "card-figure", title: app.word(stat) }, counter(stat),
    span("unseen", app.word(stat)), make("b", {}, String(n)));
}

/** How deep a line stands, from its leading blanks. @param {string} line */
function indentOf(line) {
  return (line.length - line.trimStart().length) / 2;
}
