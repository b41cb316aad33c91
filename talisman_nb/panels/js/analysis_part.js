// @ts-check
/** A situation that is looked into: its line of text, the question, what happened and why, outcomes, the tree. */

import { button, cap, make, span } from "./elements.js";
import { askField, changeField, emptyChange, resultOf } from "./bench_asking.js";
import { chart } from "./bench_chart.js";
import { freezeFields } from "./bench_keep.js";
import { keyedAnswers } from "./bench_keys.js";
import { layByHand } from "./bench_lay_out.js";
import { remembering, replied, showResult } from "./bench_pressed.js";
import { refusal } from "./bench_refusal.js";
import { forgetTypedText, layOut } from "./bench_text.js";
import { fightOdds, fightSums } from "./fight.js";
import { face, sign } from "./icons.js";
import { inside } from "./options.js";
import { summary } from "./sheets.js";
import { touchable } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { Child } from "./elements.js"
 * @import { Pressable } from "./letters.js"
 * @import { AnalysisScreen, Answered, Branch, Possible, Question } from "./screen.js"
 * @typedef {(type: string, more?: {value?: string, n?: number, insist?: boolean, decision?: string,
 *   keep?: boolean}) => void} Tell
 */

/** Types of messages whose text is typed into a field, where its refusal is shown. */
const TYPED = ["text", "change", "what-if", "ask", "freeze", "keep", "lay", "put", "aim"];

/**
 * @param {App} app @param {HTMLElement} host without the board
 * @param {AnalysisScreen} shown @param {Tell} tell
 */
export function paintAnalysis(app, host, shown, tell) {
  const reply = replied(app, shown);
  if (reply === "text") forgetTypedText(app);
  if (reply === "change") emptyChange(app);
  host.replaceChildren(...paintedParts(app, shown, remembering(app, shown, tell)));
  showResult(host, reply);
}

/** @param {App} app @param {AnalysisScreen} shown @param {Tell} tell @returns {(HTMLElement | string)[]} */
function paintedParts(app, shown, tell) {
  return [
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
    askField(app, shown, tell),
    shown.why.length ? section(app.word("why"), shown.why.map((each) => because(app, each))) : "",
    section(app.word("tried"), [tree(app, shown.tree, tell)]),
    freezeFields(app, shown, tell),
    section(app.word("sheets"), app.sheets().map((sheet) => make("article", { class: "sheet" }, summary(app, sheet))))];
}

/** A button that sends a message of this type. @param {string} type @param {string} word @param {Tell} tell */
function move(type, word, tell, key = "", open = true) {
  return button(type, () => { if (open) tell(type); }, { class: open ? "offer" : "offer closed", title: key ? word : false,
    "aria-disabled": String(!open) }, cap(key), span(key ? "beside-key" : "", word));
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

/** What was tried, a line a node; a press goes there. @param {App} app @param {Branch[]} branches @param {Tell} tell */
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
