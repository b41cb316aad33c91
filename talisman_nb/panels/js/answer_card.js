// @ts-check
/** What was asked on the bench: its lines; of an answer card also its sums, a paragraph to copy, what a table may keep. */

import { gridTable } from "./bench_grid.js";
import { refusal } from "./bench_refusal.js";
import { button, make, span } from "./elements.js";

/**
 * @import { Tell } from "./analysis_part.js"
 * @import { App } from "./app.js"
 * @import { AnalysisScreen, Answered } from "./screen.js"
 */

/** The name under which house rules are kept, which a repaint must not lose. @type {WeakMap<App, string>} */
const NAMES = new WeakMap();
/** Titles of the answers whose sums are unfolded, which a repaint must not fold. @type {WeakMap<App, Set<string>>} */
const UNFOLDED = new WeakMap();

/** @param {App} app @param {Answered} each @param {AnalysisScreen} shown @param {Tell} tell */
export function answerCard(app, each, shown, tell) {
  const { title, grid, lines, numbers = [], copy = "", keep = [] } = each;
  return [
    ...grid ? gridTable(app, grid, title) : [make("div", { class: "as-is", tabindex: 0 }, lines.map((line) => make("p", {}, line)))],
    numbers.length ? sumsOf(app, title, numbers, tell) : "",
    copy ? make("div", { class: "moves" }, button("copy-paragraph", () => navigator.clipboard?.writeText(copy),
      { class: "offer" }, app.word("copy-paragraph"))) : "",
    keep.length ? choicesToKeep(app, keep, shown, tell) : "",
  ];
}

/**
 * The sums of the answers; a press lays the situation of one out. @param {App} app @param {string} title
 * @param {{line: string, text: string}[]} numbers @param {Tell} tell
 */
function sumsOf(app, title, numbers, tell) {
  const unfolded = UNFOLDED.get(app) ?? new Set();
  UNFOLDED.set(app, unfolded);
  const list = make("details", { class: "numbers" }, make("summary", {}, app.word("with-numbers")),
    numbers.map(({ line, text }) => button(`sum:${text}`, () => tell("text", { value: text }), { class: "option" }, line)));
  list.open = unfolded.has(title);
  list.addEventListener("toggle", () => { if (list.open) unfolded.add(title); else unfolded.delete(title); });
  return list;
}

/**
 * A name, and a button for each other way to play. @param {App} app @param {{label: string}[]} keep
 * @param {AnalysisScreen} shown @param {Tell} tell
 */
function choicesToKeep(app, keep, shown, tell) {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": "house-name" });
  field.value = NAMES.get(app) ?? app.word("our-table");
  field.addEventListener("input", () => NAMES.set(app, field.value));
  field.addEventListener("keydown", (event) => event.stopPropagation());
  return make("div", { class: "keep" }, make("h4", {}, app.word("keep-for-table")),
    make("label", { class: "field" }, span("of", app.word("house-name")), field),
    keep.map(({ label }, n) => button(`keep:${n}`, () => tell("keep", { n, value: field.value }), { class: "option" }, label)),
    shown.refused_type === "keep" ? refusal(shown) : "",
    shown.kept ? make("p", { role: "status" }, shown.kept) : "");
}
