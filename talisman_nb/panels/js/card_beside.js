// @ts-check
/** The card, creature or space a question is about, laid out at its small size. */

import { button, make, span } from "./elements.js";
import { counter } from "./icons.js";
import { lookUp } from "./look_up.js";
import { motif } from "./motif.js";
import { nameStop, touchable } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { CardView } from "./screen.js"
 */

/** Where its text does not fit, a sign under it says that there is more. @param {App} app @param {CardView} card */
export function cardBeside(app, card) {
  const { strength, craft, lines, unsure = "" } = card;
  const laid = make("article", { class: lines.length ? "card-beside" : "card-beside bare", "aria-label": card.name },
    button(`named:${card.key}`, () => lookUp(app, card.key), { class: "card-head named" }, make("b", {}, card.name,
      unsure && !lines.length ? make("span", { class: "unsure", title: unsure }, " ≈") : null), span("kind", card.kind)),
    make("div", { class: "card-picture" }, motif(app, card.key), span("card-figures",
      strength ? cardFigure(app, "strength", strength) : null, craft ? cardFigure(app, "craft", craft) : null)),
    lines.length ? nameStop(make("div", { class: "card-text" },
      lines.map((line) => make("p", { style: `--in:${indentOf(line)}` }, touchable(app, line.trim()))),
      unsure ? make("p", { class: "unsure" }, unsure) : null,
      card.number ? span("card-number", String(card.number)) : null)) : null);
  const text = laid.querySelector(".card-text");
  if (text) new ResizeObserver(() => { if (text.scrollHeight > text.clientHeight + 1) laid.dataset.cut = "true"; }).observe(text);
  return laid;
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
