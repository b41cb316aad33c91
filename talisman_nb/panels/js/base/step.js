// @ts-check
/** Steps: a screen that follows another one by an answer while somebody looks on. Only a step moves and sounds. */

/**
 * @import { App } from "./app.js"
 * @import { Screen, Sheet } from "./screen.js"
 * @typedef {{before: Screen, now: Screen}} Step
 * @typedef {{seat: number, what: "strength" | "craft" | "life" | "fate" | "gold", by: number}} Gain
 */

/** The counters of a sheet. @type {Gain["what"][]} */
const COUNTERS = ["strength", "craft", "life", "fate", "gold"];

/** The screen that a view painted last, and when. @type {WeakMap<App, {screen: Screen, at: number}>} */
const PAINTED = new WeakMap();
/** When the window was hidden last. */
let hiddenAt = -1;
if (typeof document !== "undefined") {
  document.addEventListener("visibilitychange", () => { if (document.hidden) hiddenAt = performance.now(); });
}

/**
 * The step from the screen that was painted last to the one to be painted now; null at the first painting, while a
 * table is set up or looked back on, and after the window was hidden.
 * @param {App} app @returns {Step | null}
 */
export function nextStep(app) {
  const [now, last] = [app.screen, PAINTED.get(app)];
  PAINTED.set(app, { screen: now, at: performance.now() });
  if (!last || document.hidden || last.at <= hiddenAt || app.setup || app.ui.past) return null;
  return goesOn(last.screen, now) ? { before: last.screen, now } : null;
}

/**
 * Whether a screen comes after another by an answer: not by an undo, another language or another table.
 * @param {Screen} before @param {Screen} now
 */
export function goesOn(before, now) {
  const same = before.table === now.table && before.lang === now.lang && before.viewer === now.viewer;
  return same && (now.question?.ply ?? -1) > (before.question?.ply ?? Infinity);
}

/** How the counters of the characters changed that are the same as before. @param {Step} step @returns {Gain[]} */
export function gains({ before, now }) {
  return (now.sheets ?? []).flatMap((sheet) => {
    const { seat, character } = sheet.who;
    const old = before.sheets?.find(({ who }) => who.seat === seat && who.character === character);
    return COUNTERS.flatMap((what) => {
      const by = old ? counterOf(sheet, what) - counterOf(old, what) : 0;
      return by ? [{ seat, what, by }] : [];
    });
  });
}

/** A counter; of a pair the second is what holds now. @param {Sheet} sheet @param {Gain["what"]} what */
function counterOf(sheet, what) {
  const found = sheet[what] ?? 0;
  return typeof found === "number" ? found : found[1];
}

/**
 * Which of some dice were thrown now: those that had no face before, or another one.
 * @param {readonly number[]} before @param {readonly number[]} now 0 for a die still to come
 */
export function newDice(before, now) {
  return now.map((face, i) => face > 0 && face !== (before[i] ?? 0));
}

/** All dice of a fight, side by side; none without a fight. @param {Screen["moment"] | Screen["question"]} shown */
export function fightDice(shown) {
  return (shown?.fight?.sides ?? []).flatMap((side) => side.dice ?? []);
}

/** Whether the card beside the question was not there before. @param {Step} step */
export function cardIsNew({ before, now }) {
  const card = now.question?.card;
  return Boolean(card) && (card?.key !== before.question?.card?.key || Boolean(now.press?.drawn));
}

/**
 * Return the sounds of a step, in order: a die that was thrown, a death.
 * @param {Step} step @returns {("die" | "drum")[]}
 */
export function heardIn({ now: { press, moment } }) {
  const found = /** @type {["die" | "drum", boolean][]} */ ([["die", Boolean(press?.thrown?.length)],
    ["drum", moment?.level === "death" && !moment.quiet]]);
  return found.filter(([, heard]) => heard).map(([name]) => name);
}

/** Whether a phone's seat is asked now, and was not before. @param {Step} step */
export function isAsked({ before, now }) {
  const waits = (/** @type {Screen} */ screen) => !screen.question || ["wait", "over"].includes(screen.question.kind);
  return (now.viewer ?? -1) >= 0 && waits(before) && !waits(now);
}
