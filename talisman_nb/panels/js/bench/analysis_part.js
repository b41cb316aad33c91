// @ts-check
/** A situation that is looked into: its text, the question, what happened and why, outcomes, the tree. And the rulings. */

import { button, cap, make, span } from "../base/elements.js";
import { find } from "../base/focus.js";
import { face, sign } from "../base/icons.js";
import { withKeys } from "../base/letters.js";
import { takeKeys } from "../base/session.js";
import { touchable } from "../looking_up/touchable.js";
import { fightOdds, fightSums } from "../question/fight.js";
import { inside } from "../question/options.js";
import { summary } from "../sheets/sheets.js";
import { askField, changeField, classFields, disputes, emptyChange, freezeFields, refusal, resultOf } from "./bench_asking.js";
import { forgetTypedText, layByHand, layOut } from "./bench_lay_out.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { AnalysisScreen, Answered, TreeBranch, Chart, ChartRow, Possible, Question } from "../base/screen.js"
 * @import { PartModel } from "../pages/part.js"
 * @typedef {{id: string, asks: string, standing: string}} FoundRuling
 * @typedef {{id: string, about: string[], sections: {title: string, lines: string[]}[]}} WholeRuling
 * @typedef {{found: FoundRuling[], left: number, whole: WholeRuling | null,
 *   note: string, rules: string[]}} Rulings
 * @typedef {(type: string, more?: {value?: string, n?: number, insist?: boolean, decision?: string,
 *   keep?: boolean}) => void} Tell
 */

/** Types of messages whose text is typed into a field, where its refusal is shown. */
const TYPED = ["text", "change", "what-if", "ask", "freeze", "class", "keep", "lay", "put", "aim"];

/**
 * @param {App} app @param {HTMLElement} host without the board
 * @param {AnalysisScreen} shown @param {Tell} tell
 */
export function paintAnalysis(app, host, shown, tell) {
  const reply = replied(app, shown);
  if (reply === "text") forgetTypedText(app);
  if (reply === "change") emptyChange(app);
  const pressed = document.activeElement?.getAttribute("data-id") ?? "";
  const top = () => host.querySelector(`[data-id="${CSS.escape(pressed)}"]`)?.getBoundingClientRect().top ?? 0;
  const before = top();
  host.replaceChildren(...paintedParts(app, shown, remembering(app, shown, tell)));
  if (before) scrollBy(0, top() - before); // an answer above it may be gone: what was pressed stays under the finger
  showResult(host, reply);
}

/** @param {App} app @param {AnalysisScreen} shown @param {Tell} tell @returns {(HTMLElement | string)[]} */
function paintedParts(app, shown, tell) {
  return [
    askField(app, shown, tell), disputes(app, shown, tell),
    layOut(app, shown, tell),
    layByHand(app, shown, tell),
    make("div", { class: "moves", role: "toolbar", "aria-label": app.word("tried") },
      move("back", app.word("back-one"), tell, "←", shown.back),
      move("forth", app.word("forth-one"), tell, "→", shown.forth),
      move("step", app.word("least-answer"), tell, "⏎"), move("unfold", app.word("all-outcomes"), tell),
      move("likely", app.word("how-likely"), tell), move("editions", app.word("in-editions"), tell)),
    shown.told.length ? make("ul", { class: "happened" }, shown.told.map((line) => make("li", {}, touchable(app, line)))) : "",
    shown.left_out ? make("p", { class: "left-out", role: "status" }, shown.left_out) : "",
    shown.refused && !TYPED.includes(shown.refused_type) ? refusal(shown) : "",
    asked(app, shown.question, tell),
    shown.unfolded ? outcomeTable(app, shown.outcomes, tell) : "",
    shown.charted ? make("div", { class: "charts", "data-of": "likely" }, shown.charts.map(chart),
      shown.charts.length ? "" : make("p", {}, app.word("no-charts"))) : "",
    ...resultOf(app, "editions", shown, tell),
    changeField(app, shown, tell),
    shown.why.length ? section(app.word("why"), shown.why.map((each) => because(app, each))) : "",
    section(app.word("tried"), [tree(app, shown.tree, tell)]),
    freezeFields(app, shown, tell), classFields(app, shown, tell),
    section(app.word("sheets"), app.sheets().map((sheet) => make("article", { class: "sheet" }, summary(app, sheet))))];
}

/** A button that sends a message of this type. @param {string} type @param {string} word @param {Tell} tell */
function move(type, word, tell, key = "", open = true) {
  return button(type, () => { if (open) tell(type); }, { class: open ? "offer" : "offer closed", title: key ? word : false,
    "aria-disabled": String(!open) }, cap(key), span(key === "⏎" || !key ? "" : "beside-key", word));
}

/** The question with its answers. @param {App} app @param {Question} question @param {Tell} tell */
function asked(app, question, tell) {
  return make("section", { class: "asked" }, make("h3", {}, question.headline),
    question.circumstance ? make("p", {}, question.circumstance) : "",
    question.fight ? make("div", { class: "fight" }, fightSums(app, question.fight), fightOdds(app, question.fight)) : "",
    make("div", { class: "answers" }, keyedAnswers(question).map((choice) => answerButton(app, choice, tell))),
    question.cards ? cardField(app, tell) : "");
}

/** @param {App} app @param {Pressable} choice @param {Tell} tell */
function answerButton(app, choice, tell) {
  const act = () => { if (!choice.closed) tell("answer", { value: choice.key }); };
  return button(`option:${choice.key}`, act, { class: choice.closed ? "option closed" : "option",
    "aria-disabled": choice.closed ? "true" : false }, choice.face ? face(choice.face) : null,
  ...inside(app, choice, choice.press === "Enter" ? "⏎" : choice.press));
}

/** A field for a card that is drawn. @param {App} app @param {Tell} tell */
function cardField(app, tell) {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", placeholder: app.word("type-a-card"),
    "aria-label": app.word("type-a-card") });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter" && field.value.trim()) tell("answer", { value: field.value });
  });
  return field;
}

/** Every outcome of the question with its chance. @param {App} app @param {Possible[]} outcomes @param {Tell} tell */
function outcomeTable(app, outcomes, tell) {
  return make("section", { "data-of": "unfold" }, make("h3", {}, app.word("all-outcomes")),
    outcomes.map((one, n) => button(`outcome:${n}`, () => tell("outcome", { n }), { class: "option outcome" },
      one.tone || one.chance ? span("chance", one.tone ? sign(one.tone) : null, one.chance) : null,
      span("text", span("label", one.label), span("detail", one.told.join(" "))))));
}

/** @param {App} app @param {Answered} each */
function because(app, { title, lines }) {
  return make("details", {}, make("summary", {}, title), lines.map((line) => make("p", {}, touchable(app, line))));
}

/** Make the tree of answers that were tried, a line a node; a press goes there. @param {App} app @param {TreeBranch[]} branches @param {Tell} tell */
function tree(app, branches, tell) {
  return make("ol", { class: "tree" }, branches.map(({ at, depth, answer: said, told, here }) =>
    make("li", { style: `--in:${depth}` }, button(`node:${at}`, () => tell("go", { n: at }),
      { class: here ? "chip here" : "chip", "aria-current": here ? "true" : false }, said || app.word("situation")),
    span("told", told.join(" ")))));
}

/** @param {string} title @param {Child[]} kids */
function section(title, kids) {
  return make("section", {}, make("h3", {}, title), kids);
}

// What was pressed last on the bench, until its reply is painted: a result is brought into view, what was applied
// leaves its field.

/** The type of the last message, and what was shown when it was sent. @type {WeakMap<App, {type: string, shown: AnalysisScreen}>} */
const BENCH_PRESSED = new WeakMap();
/** A message that changes nothing that is shown but the proposals. */
const PROPOSING_TYPE = "propose";

/** @param {App} app @param {AnalysisScreen} shown @param {Tell} tell @returns {Tell} the same, remembering what is pressed */
function remembering(app, shown, tell) {
  return (type, more) => {
    if (type !== PROPOSING_TYPE) BENCH_PRESSED.set(app, { type, shown });
    tell(type, more);
  };
}

/** The type of the message to which this is the reply; "" if none was sent, or if it was refused. @param {App} app @param {AnalysisScreen} shown */
function replied(app, shown) {
  const pressed = BENCH_PRESSED.get(app);
  if (!pressed || pressed.shown === shown) return "";
  BENCH_PRESSED.delete(app);
  return shown.refused ? "" : pressed.type;
}

/** Bring the result of a message into view, unless its heading is seen. @param {HTMLElement} host @param {string} type */
function showResult(host, type) {
  const result = type ? host.querySelector(`[data-of="${type}"]`) : null;
  const { top, bottom } = (result?.firstElementChild ?? host).getBoundingClientRect();
  if (result && (top < 0 || bottom > innerHeight)) result.scrollIntoView({ block: "nearest" });
}

// Keys of the bench: digits and letters answer, arrows go back and forth, Enter gives the simplest answer, "/" asks.

/** Selector of boxes that the arrows scroll sideways. */
const SCROLLED = ".grid-box, .heat, pre";

/** The answers of a question with their keys. @param {Question} question */
function keyedAnswers(question) {
  return withKeys([...(question.options ?? []), ...(question.offers ?? [])]);
}

/**
 * Listen to the keys of the bench; those typed into a field, and combinations, are left alone.
 * @param {App} app @param {HTMLElement} host @param {() => AnalysisScreen} shown @param {Tell} tell
 */
export function hearBenchKeys(app, host, shown, tell) {
  const commands = /** @type {Record<string, () => void>} */ ({
    ArrowLeft: () => { if (shown().back) tell("back"); },
    ArrowRight: () => { if (shown().forth) tell("forth"); },
    Enter: () => tell("step"),
    "/": () => find(app, "ask")?.focus(),
  });
  const hear = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    event.stopPropagation();
    const target = event.target instanceof Element ? event.target : host;
    if (event.repeat || target.matches("input, select, textarea")) return;
    if (event.key === "Enter" && target.closest("button, summary")) return;
    if (event.key.startsWith("Arrow") && target.closest(SCROLLED)) return;
    const answer = keyedAnswers(shown().question).find(({ press, closed }) => press === event.key.toUpperCase() && !closed);
    const act = answer ? () => tell("answer", { value: answer.key }) : commands[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  host.addEventListener("keydown", hear);
  takeKeys(host, hear);
}

// Chances as charts: how a fight ends, what a card more does, how far one comes, and a heat map of figures.

/** @param {Chart} shown */
function chart(shown) {
  return make("section", { class: "chart", "data-kind": shown.kind }, make("h3", {}, shown.title),
    shown.note ? make("p", { class: "note" }, shown.note) : "",
    shown.kind === "heat" ? heatMap(shown) : make("ol", { class: "rows" }, shown.rows.map((row) => bar(shown, row))),
    ["ends", "answers"].includes(shown.kind) && shown.rows.length ? make("p", { class: "legend" }, shown.parts.map((name, i) =>
      span("key", make("span", { class: "part", "data-part": i }), name))) : "");
}

/** A row as a bar; its words stand beside it, so that no colour is alone. @param {Chart} shown @param {ChartRow} row */
function bar({ kind }, { label, parts, said, here }) {
  return make("li", { class: here ? "here" : "", "aria-current": here ? "true" : false }, span("of", label),
    make("span", { class: kind === "funnel" ? "gauge middle" : "gauge", "aria-hidden": "true" }, parts.map((n, i) =>
      make("span", { class: "part", "data-part": i, style: `width: ${n}%` }))),
    span("in-words", said));
}

/** @param {Chart} shown */
function heatMap({ title, rows, parts, of_foe = "" }) {
  return make("div", { class: "heat", tabindex: 0, role: "group", "aria-label": title },
    make("table", {}, make("tr", {}, make("td"), parts.map((n) => make("th", { scope: "col" }, n))),
      rows.map(({ label, parts: cells, here }) => make("tr", {}, make("th", { scope: "row" }, label), cells.map((n, i) =>
        make("td", { style: `--heat: ${n}%`, ...here && parts[i] === of_foe ? { class: "here", "aria-current": "true" } : {} },
          String(n)))))));
}

// The rulings: a field to search them by words of any language, those found, and the one that was chosen, whole.

/** Milliseconds after the last letter before it is searched. */
const SEARCHING = 250;

/** @param {App} app @param {HTMLElement} host @param {PartModel} model */
export function paintRulings(app, host, model) {
  if (!host.firstChild) host.append(searchField(app, model), make("div", { class: "rulings-list" }));
  const field = /** @type {HTMLInputElement} */ (host.firstChild);
  if (document.activeElement !== field) field.value = model.get("query");
  const shown = /** @type {Rulings} */ (model.get("content"));
  const list = /** @type {HTMLElement} */ (host.lastChild);
  list.replaceChildren(
    shown.note ? make("p", { role: "status" }, shown.note) : "",
    shown.found.length ? foundList(app, shown, model)
      : shown.note ? "" : make("p", { role: "status" }, app.word("no-ruling")),
    ...shown.rules.map((rule) => make("p", {}, touchable(app, rule))),
    shown.whole ? wholeRuling(app, shown.whole) : "");
}

/** @param {App} app @param {PartModel} model */
function searchField(app, model) {
  const field = make("input", { type: "search", class: "search", autocomplete: "off",
    placeholder: app.word("search-rulings"), "aria-label": app.word("search-rulings") });
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const search = () => {
    clearTimeout(timer);
    model.set("query", field.value);
    model.save_changes();
  };
  field.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, SEARCHING); });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") search();
  });
  return field;
}

/** Those found, each a button. @param {App} app @param {Rulings} shown @param {PartModel} model */
function foundList(app, shown, model) {
  const choose = (/** @type {string} */ id) => {
    model.set("ruling", id);
    model.save_changes();
  };
  return make("ol", { class: "found", "aria-label": app.word("rulings-found") },
    shown.found.map(({ id, asks, standing }) => make("li", {}, button(`ruling:${id}`, () => choose(id),
      { class: "option", "aria-current": id === shown.whole?.id ? "true" : false },
      span("text", span("label", asks), span("detail", standing))))),
    shown.left ? make("li", { class: "note" }, `+ ${shown.left}`) : null);
}

/** The ruling that was chosen: names in it open their page. @param {App} app @param {WholeRuling} whole */
function wholeRuling(app, whole) {
  return make("article", { class: "ruling", "aria-live": "polite" }, whole.about.map((line, at) =>
    make(at ? "p" : "h3", {}, touchable(app, line))),
    whole.sections.map(({ title, lines }) => make("section", {}, make("h4", {}, title),
      lines.map((line) => make("p", {}, touchable(app, line))))));
}
