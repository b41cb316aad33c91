// @ts-check
/** A lesson on the wall of a class: a key a step, hands and dice typed, large letters, the board beside. */

import { button, make, span } from "./elements.js";
import { face, sign } from "./icons.js";

/**
 * @import { App } from "./app.js"
 * @typedef {{text: string, rules?: string}} WallLine
 * @typedef {{says: string, letter?: string, hands?: number, verdict?: string, true?: boolean, closed?: string}} WallChoice
 * @typedef {{who: string, blocks: {name: string, n: number, die?: boolean}[], score: number}} WallSum
 * @typedef {{name: string, n: number, percent: number, expected: number, chance: string}} WallBar
 * @typedef {{lesson: string, kind: string, title: string, place: string, text: string, question: string, waits: boolean,
 *   choices: WallChoice[], lines: WallLine[], sums: WallSum[], rule: WallLine | null, bars: WallBar[], dice: number,
 *   counted: number, refused: string, cast?: string}} Wall
 * @typedef {(type: string, more?: {value?: string, numbers?: number[]}) => void} Teach
 * @typedef {{thrown: number[], blank: boolean, printing: boolean}} WallState
 */

/** Keys of the keyboard and of a clicker, by the message they send. @type {Record<string, string>} */
const STEPS = { Enter: "step", PageDown: "step", ArrowRight: "step", " ": "step", PageUp: "back", ArrowLeft: "back",
  Home: "page-again" };

/**
 * @param {App} app @param {HTMLElement} host without the board
 * @param {Wall} wall @param {Teach} tell @param {WallState} state
 */
export function paintLesson(app, host, wall, tell, state) {
  host.classList.toggle("blank", state.blank);
  host.replaceChildren(
    make("header", {}, make("p", { class: "where-now" }, wall.place ? `${wall.lesson} · ${wall.place}` : ""),
      make("h2", { tabindex: "-1", "data-id": "headline" }, wall.title)),
    wall.cast ? make("p", { class: "cast" }, wall.cast) : "",
    wall.text ? make("p", { class: "says" }, wall.text) : "",
    wall.rule ? make("blockquote", {}, wall.rule.text, make("cite", {}, wall.rule.rules ?? "")) : "",
    wall.sums.length ? make("div", { class: "scores" }, wall.sums.map(sumLine)) : "",
    wall.question ? make("p", { class: "question" }, wall.question) : "",
    wall.choices.length ? make("ul", { class: "choices" }, wall.choices.map((one) => choiceItem(one, wall, tell))) : "",
    wall.dice ? make("p", { class: "dice-asked", role: "img", "aria-label": state.thrown.join(" + ") },
      Array.from({ length: wall.dice }, (_, at) => face(state.thrown[at] ?? 0))) : "",
    wall.bars.length ? make("div", { class: "bars" }, wall.bars.map(barOf)) : "",
    wall.counted ? countField(app, tell) : "",
    ...wall.lines.map((line) => make("p", { class: "line" }, line.text,
      line.rules ? span("cited", ` ${line.rules}`) : "")),
    wall.refused ? make("p", { class: "refusal", role: "alert" }, wall.refused) : "",
    make("div", { class: "moves", role: "toolbar", "aria-label": app.word("lesson-moves") },
      button("back", () => tell("back"), { class: "offer" }, app.word("back-one")),
      button("step", () => tell("step"), { class: "offer" }, app.word("forth-one")),
      button("page-again", () => tell("page-again"), { class: "offer" }, app.word("page-again")),
      button("restart", () => tell("restart"), { class: "offer" }, app.word("lesson-again")),
      ["title", "end"].includes(wall.kind)
        ? button("sheet", () => tell("sheet"), { class: "offer" }, app.word("lesson-sheet")) : null));
}

/**
 * Handle a key of the wall; return whether it meant something. Others never leave the lesson.
 * @param {KeyboardEvent} event @param {Wall} wall @param {Teach} tell @param {WallState} state @param {() => void} again
 */
export function lessonKey(event, wall, tell, state, again) {
  const { key } = event;
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (key === ".") state.blank = !state.blank;
  else if (STEPS[key]) tell(STEPS[key]);
  else if (wall.dice && /^[1-6]$/.test(key)) throwFace(Number(key), wall, tell, state);
  else if (wall.kind === "predict" && wall.waits && /^[a-d]$/i.test(key)) tell("hand", { value: key });
  else if (wall.kind === "answer" && wall.waits && /^[a-z]$/i.test(key)) tell("choose", { value: key });
  else if (key === "Backspace") state.thrown = state.thrown.slice(0, -1);
  else return false;
  again();
  return true;
}

/** One face more; the last one throws. @param {number} n @param {Wall} wall @param {Teach} tell @param {WallState} state */
function throwFace(n, wall, tell, state) {
  const numbers = [...state.thrown, n];
  state.thrown = numbers.length < wall.dice ? numbers : [];
  if (!state.thrown.length) tell("throw", { numbers });
}

/** A score as blocks: 3 + 4 = 7. @param {WallSum} sum */
function sumLine({ who, blocks, score }) {
  return make("p", { class: "score-line" }, make("b", {}, who), blocks.flatMap(({ name, n, die }, at) => [
    at ? span("joint", "+") : null, span(die ? "part-of die" : "part-of", die ? face(n) : String(n), span("name", name))]),
  span("joint", "="), span("score", String(score)));
}

/** @param {WallChoice} one @param {Wall} wall @param {Teach} tell */
function choiceItem({ says, letter = "", hands = 0, verdict = "", true: right, closed = "" }, wall, tell) {
  const press = () => tell(wall.kind === "predict" ? "hand" : "choose", { value: letter });
  const tone = verdict ? (right ? " right" : " wrong") : "";
  const kids = [letter ? make("kbd", {}, letter) : null, span("text", says),
    hands ? span("raised", String(hands)) : null,
    verdict ? span("verdict", sign(right ? "good" : "bad"), verdict) : null, closed ? span("note", closed) : null];
  return make("li", {}, letter && wall.waits
    ? button(`choice:${letter}`, press, { class: `choice${tone}` }, ...kids)
    : make("div", { class: `choice${tone}` }, kids));
}

/** What came, above what was to be expected. @param {WallBar} bar */
function barOf({ name, n, percent, expected, chance }) {
  return make("div", { class: "bar-of" }, make("b", {}, name),
    make("div", { class: "came", style: `--part:${percent}%` }, span("n", String(n))),
    make("div", { class: "expected", style: `--part:${expected}%` }, span("n", chance)));
}

/** A field for what was counted at the desks. @param {App} app @param {Teach} tell */
function countField(app, tell) {
  const field = make("input", { type: "text", class: "search", inputmode: "numeric", "aria-label": app.word("desk-counts"),
    placeholder: app.word("desk-counts"), "data-id": "count" });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    const numbers = field.value.split(/[\s,;]+/).filter(Boolean).map(Number);
    if (event.key === "Enter" && numbers.length) tell("count", { numbers });
    else if (event.key === "Enter" || event.key === "PageDown") tell("step");
  });
  return field;
}
