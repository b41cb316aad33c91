// @ts-check
/** A lesson on the wall of a class: a key a step, hands and dice typed, large letters, the sums of a fight. */

import { button, make, span } from "../base/elements.js";
import { face } from "../base/icons.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Wall, WallBar, WallBeside, WallCell, WallChoice, WallLine, WallPhones, WallSum } from "../base/screen.js"
 * @typedef {(type: string, more?: {value?: string, numbers?: number[]}) => void} Teach
 * @typedef {{thrown: number[], blank: boolean, larger: boolean, printing: boolean, keys: boolean, from: number, hands: string[], typed: string, sure: boolean}} WallState
 */

/** Keys of the keyboard and of a clicker, by the message they send. @type {Record<string, string>} */
const STEPS = { Enter: "step", PageDown: "step", ArrowRight: "step", " ": "step", PageUp: "back", ArrowLeft: "back", "<": "back",
  Home: "page-again" };

/** How often each result may come at the desks: an example with numbers for two dice. */
const COUNTED = [7, 3, 10, 5, 8, 6, 4, 9, 2, 11, 1];

/** Predictions shown at once at the end. */
const KEPT_AT_ONCE = 3;

/**
 * @param {App} app @param {HTMLElement} host without the board
 * @param {Wall} wall @param {Teach} tell @param {WallState} state
 */
export function paintLesson(app, host, wall, tell, state) {
  host.classList.toggle("blank", state.blank);
  host.classList.toggle("opening", wall.kind === "title");
  const header = make("header", {}, make("p", { class: "where-now" }, wall.place ? [wall.place, span("of-lesson", ` · ${wall.lesson}`)] : "",
      app.labels.variant ? ` · ${app.labels.variant}` : ""),
    make("h2", { tabindex: "-1", "data-id": "headline" }, wall.title));
  if (state.keys) return host.replaceChildren(header, keysOf(app.word("lesson-keys")));
  return host.replaceChildren(header,
    wall.cast ? make("p", { class: "cast" }, wall.cast) : "",
    wall.setting ? make("p", { class: "setting" }, wall.setting) : "",
    wall.suppose ? make("p", { class: "suppose" }, wall.suppose) : "",
    wall.text ? make("p", { class: "says" }, wall.text) : "",
    wall.code ? make("code", { class: "found-by" }, ">>> ", wall.code.split(/(?<=[([])(?![)\]])/u).flatMap((part) => [part, make("wbr")])) : "",
    wall.explained ? make("p", { class: "setting explained" }, wall.explained) : "",
    wall.rule ? make("blockquote", { title: wall.rule.rules || false }, wall.rule.text) : "",
    wall.sums.length ? make("div", { class: "scores" }, withThrown(wall.sums, state.thrown).map(sumLine)) : "",
    wall.beside ? besideOf(wall.beside) : "",
    wall.thrown?.length ? diceShown(wall.thrown) : "",
    wall.phones?.qr ? entryOf(wall.phones) : "",
    wall.choices.length ? "" : toldLines(wall.lines),
    wall.question ? make("p", { class: "question" }, wall.question) : "",
    wall.kept?.length ? keptOnes(wall.kept, state) : "",
    wall.choices.length ? make("ul", { class: "choices" }, wall.choices.map((one) => choiceItem(one, wall, tell, state))) : "",
    wall.dice && (wall.waits ? !wall.sums.length : state.thrown.length) ? diceShown(Array.from({ length: wall.dice }, (_, at) => state.thrown[at] ?? 0)) : "",
    wall.dice && wall.waits ? make("p", { class: "dice-keys" }, app.word("lesson-dice")) : "",
    wall.phones?.told && !wall.phones.qr ? make("p", { class: "phones" }, make("b", {}, wall.phones.told), wall.phones.enter ?? "") : "",
    state.typed ? make("p", { class: "typed", role: "status" }, state.typed) : "",
    wall.bars.length ? make("div", { class: wall.bars[0].many ? "bars with-many" : "bars" }, wall.bars.map(barOf)) : "",
    wall.counted ? countField(app, wall.counted, tell) : "",
    wall.choices.length ? toldLines(wall.lines) : "",
    wall.refused ? make("p", { class: "refusal", role: "alert" }, wall.refused) : "");
}

/**
 * The row below: a step back and forth where there is one, the page and the lesson again, and where a lesson begins or
 * ends its sheet.
 * @param {App} app @param {HTMLElement} host @param {Wall} wall @param {WallState} state @param {(type: string) => void} press
 */
export function lessonMoves(app, host, wall, state, press) {
  const begun = wall.kind !== "title", ends = wall.kind === "end";
  const more = !ends || state.from + KEPT_AT_ONCE < (wall.kept?.length ?? 0);
  const offer = (/** @type {boolean} */ there, /** @type {string} */ type, /** @type {string} */ word) =>
    there ? button(type, () => press(type), { class: "offer" }, word) : "";
  const arrow = (/** @type {boolean} */ there, /** @type {string} */ type, /** @type {string} */ word, /** @type {string} */ sign) =>
    there ? button(type, () => press(type), { class: "offer arrow", title: word, "aria-label": word }, sign) : "";
  host.replaceChildren(arrow(begun, "back", app.word("back-one"), "←"),
    begun ? arrow(more, "step", app.word("forth-one"), "→") : offer(more, "step", `${app.word("forth-one")} →`),
    offer(Boolean(wall.many), "throw-many", wall.many ?? ""),
    offer(Boolean(wall.phones?.press), "votes", wall.phones?.press ?? ""),
    offer(begun, "page-again", app.word("page-again")), offer(begun, "restart", (state.sure && wall.erases) || app.word("lesson-again")),
    offer(Boolean(wall.earlier), "restore", wall.earlier ?? ""),
    offer(!begun || ends, "sheet", app.word("lesson-sheet")),
    offer(ends, "said", app.word("lesson-said")));
  host.setAttribute("aria-label", app.word("lesson-moves"));
}

/** The keys of the wall. @param {string} lines a line each: the keys, and behind the sign what they do */
function keysOf(lines) {
  return make("ul", { class: "wall-keys" }, lines.split("\n").map((line) => {
    const [keys, does] = line.split(" = ");
    return make("li", {}, make("kbd", {}, keys), ` ${does}`);
  }));
}

/** How phones enter: a square to scan, the address and the code. @param {WallPhones} phones */
function entryOf({ enter = "", qr = "", told = "" }) {
  const square = make("div", { class: "qr" });
  square.innerHTML = qr;
  return make("div", { class: "enter" }, square, make("div", {}, make("p", {}, enter), make("p", { class: "phones" }, told)));
}

/** Predictions that were wrong, some at a time. @param {{question: string, choices: WallChoice[]}[]} kept @param {WallState} state */
function keptOnes(kept, state) {
  return make("ol", { class: "kept" }, kept.slice(state.from, state.from + KEPT_AT_ONCE).map(({ question, choices }) =>
    make("li", {}, make("p", { class: "question" }, question), make("div", { class: "pair" }, choices.map(optionOf)))));
}

/**
 * Turn the page of the end, where more was predicted than it has room for.
 * @param {string} step @param {Wall} wall @param {WallState} state @returns whether there was a page to turn to
 */
function turned(step, wall, state) {
  if (wall.kind !== "end") state.from = 0;
  const next = state.from + (step === "step" ? KEPT_AT_ONCE : -KEPT_AT_ONCE);
  const there = ["step", "back"].includes(step) && next >= 0 && next < (wall.kept?.length ?? 0);
  if (there) state.from = next;
  return there;
}

/**
 * Do a move of the row below; dice typed in part are dropped. What would take answers of the class away asks once.
 * @param {string} type @param {Wall} wall @param {Teach} tell @param {WallState} state
 */
export function moveLesson(type, wall, tell, state) {
  const asks = type === "restart" && Boolean(wall.erases) && !state.sure;
  state.sure = asks;
  if (asks) return;
  Object.assign(state, { thrown: [], hands: [], typed: "" });
  if (!turned(type, wall, state)) tell(type);
}

/**
 * Handle a key of the wall; return whether it meant something. Others never leave the lesson.
 * @param {KeyboardEvent} event @param {Wall} wall @param {Teach} tell @param {WallState} state @param {() => void} again
 */
export function lessonKey(event, wall, tell, state, again) {
  const { key } = event, listed = state.keys;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  Object.assign(state, { sure: false, keys: key === "?" && !listed });
  if (listed !== state.keys) again();
  if (key === "?" || (listed && key === "Escape")) return true;
  if (typesNumbers(key, wall, tell, state)) {
    again();
    return true;
  }
  if (key === ".") state.blank = !state.blank;
  else if (/^t$/i.test(key) && !(wall.kind === "answer" && wall.waits)) state.larger = !state.larger;
  else if (STEPS[key]) moveLesson(STEPS[key], wall, tell, state);
  else if (wall.dice && /^[1-6]$/.test(key)) throwFace(Number(key), wall, tell, state);
  else if (wall.kind === "predict" && wall.waits && /^[a-d]$/i.test(key)) raiseHand(key, tell, state);
  else if (wall.kind === "answer" && wall.waits && /^[a-z]$/i.test(key)) tell("choose", { value: key });
  else if (wall.kind === "end" && /^c$/i.test(key)) tell("said");
  else if (wall.many && /^m$/i.test(key)) tell("throw-many");
  else if (wall.phones?.press && /^v$/i.test(key)) tell("votes");
  else if (key === "Backspace") takeBack(tell, state);
  else return false;
  again();
  return true;
}

/**
 * Type the numbers of hands, or of throws at the desks: a space parts them, Enter or the clicker sends them and goes
 * nowhere, Escape drops them. A key that is part of no number is left to others.
 * @param {string} key @param {Wall} wall @param {Teach} tell @param {WallState} state
 */
function typesNumbers(key, wall, tell, state) {
  const type = wall.kind === "predict" && wall.waits ? "hands" : wall.counted && !wall.dice ? "count" : "";
  if (!type) state.typed = "";
  if (!type || !/^(?:\d|[ ,;]|Backspace|Escape|Enter|PageDown|ArrowRight)$/.test(key)) return false;
  if (!state.typed && !/^\d$/.test(key)) return false;
  if (key === "Backspace") state.typed = state.typed.slice(0, -1);
  else if (key === "Escape") state.typed = "";
  else if (key.length === 1) state.typed = `${state.typed}${/\d/.test(key) ? key : " "}`.replace(/ +/g, " ");
  else {
    tell(type, { numbers: state.typed.trim().split(" ").map(Number) });
    Object.assign(state, { typed: "", hands: [] });
  }
  return true;
}

/** One hand more for an option. @param {string} letter @param {Teach} tell @param {WallState} state */
function raiseHand(letter, tell, state) {
  state.typed = "";
  state.hands.push(letter);
  tell("hand", { value: letter });
}

/** Take back the last face typed, else the last hand. @param {Teach} tell @param {WallState} state */
function takeBack(tell, state) {
  const value = state.thrown.length ? "" : state.hands.pop();
  state.thrown = state.thrown.slice(0, -1);
  if (value) tell("hand-back", { value });
}

/** One face more; the last one throws. @param {number} n @param {Wall} wall @param {Teach} tell @param {WallState} state */
function throwFace(n, wall, tell, state) {
  const numbers = [...state.thrown, n];
  state.thrown = numbers.length < wall.dice ? numbers : [];
  if (!state.thrown.length) tell("throw", { numbers });
}

/** Sentences, events above all; those that are said of something have its name in front. @param {WallLine[]} lines */
function toldLines(lines) {
  return lines.length ? make("div", { class: "told" }, lines.map(({ text, rules, label }) => make("p", { class: "line", title: rules || false },
    label ? [make("b", {}, label), " → "] : "", text))) : "";
}

/** Large dice, 0 for one to come. @param {number[]} faces */
function diceShown(faces) {
  return make("p", { class: "dice-asked", role: "img", "aria-label": faces.filter(Boolean).join(" + ") }, faces.map((n) => face(n)));
}

/** @param {WallChoice} one @param {Wall} wall @param {Teach} tell @param {WallState} state */
function choiceItem(one, wall, tell, state) {
  const { letter = "" } = one;
  const press = () => (wall.kind === "predict" ? raiseHand(letter, tell, state) : tell("choose", { value: letter }));
  return make("li", {}, letter && wall.waits
    ? button(`choice:${letter}`, press, { class: "choice" }, ...toldOf(one)) : optionOf(one));
}

/** An option that can't be pressed. @param {WallChoice} one */
function optionOf(one) {
  return make("div", { class: `choice${one.verdict ? (one.true ? " right" : " wrong") : ""}` }, toldOf(one));
}

/** Make the text of an option; whether it is true is a word with its own sign. @param {WallChoice} one */
function toldOf({ says, letter = "", hands = 0, verdict = "", closed = "" }) {
  return [letter ? make("kbd", {}, letter) : null, span("text", says), hands ? span("raised", String(hands)) : null,
    verdict ? span("verdict", verdict) : null, closed ? span("note", closed) : null];
}

/** Make the bar of a result, above the expected one. @param {WallBar} bar */
function barOf({ name, n, percent, expected, chance, many = "", many_percent: part = 0, share = "" }) {
  return make("div", { class: "bar-of" }, make("b", {}, name),
    make("div", { class: "came", style: `--part:${percent}%` }, span("n", share && n ? `${n} (${share})` : String(n))),
    many ? make("div", { class: "many", style: `--part:${part}%` }, span("n", many)) : null,
    make("div", { class: "expected", style: `--part:${expected}%` }, span("n", chance)));
}

/** A field for what was counted at the desks, with as many numbers for example. @param {App} app @param {number} results @param {Teach} tell */
function countField(app, results, tell) {
  const told = app.word("desk-counts", { numbers: COUNTED.slice(0, results).join(" ") });
  const field = make("input", { type: "text", class: "search", inputmode: "numeric", "aria-label": told, placeholder: told, "data-id": "count" });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const numbers = field.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (event.key === "Enter" && numbers.length) tell("count", { numbers });
    else if (event.key === "Enter" || event.key === "PageDown") tell("step");
  });
  return field;
}

// The sums of a fight on the wall of a class, and two runs side by side.

/** Sums whose dice to come show what is typed so far. @param {WallSum[]} sums @param {number[]} thrown @returns {WallSum[]} */
function withThrown(sums, thrown) {
  const typed = [...thrown];
  const filled = (/** @type {number} */ n) => n || (typed.shift() ?? 0);
  return sums.map((sum) => ({ ...sum, blocks: sum.blocks.map((block) =>
    block.die && sum.score === null ? { ...block, n: filled(block.n), beside: block.beside?.map(filled) } : block) }));
}

/**
 * A score as blocks: 3 + 4 = 7, without the score while dice are to come. Dice of which one counts are one block, those
 * that don't count struck out.
 * @param {WallSum} sum
 */
function sumLine({ who, blocks, score }) {
  return make("p", { class: "score-line" }, make("b", {}, who), make("span", { class: "adds-up" },
    blocks.flatMap(({ name, n, die, beside = [] }, at) => [
      at ? span("joint", "+") : null, make("span", { class: die ? "part-of die" : "part-of" },
        die ? span("of-these", face(n), beside.map((other) => span(score === null ? "other" : "other unused", face(other)))) : String(n),
        span("name", name))]),
    score === null ? null : span("result", span("joint", "="), span("score", String(score)))));
}

/** Two runs side by side; the first row that differs has a sign and words of its own. @param {WallBeside} both */
function besideOf({ titles, pairs }) {
  return make("table", { class: "two-runs" }, make("thead", {}, make("tr", {}, titles.map((title) => make("th", { scope: "col" }, title)))),
    make("tbody", {}, pairs.flatMap(({ cells, first }) => [
      first ? make("tr", { class: "mark" }, make("td", { colspan: "2" }, first)) : null,
      make("tr", { class: first ? "first" : "" }, cells.map(cellOf))])));
}

/** @param {WallCell} cell */
function cellOf({ text = "", sum, percent = -1 }) {
  return make("td", {}, sum ? sumLine(sum) : text,
    percent < 0 ? null : make("div", { class: "expected", style: `--part:${percent}%` }));
}
