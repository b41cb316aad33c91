// @ts-check
/** Buttons for the faces of a die, the dice of an incomplete throw, and what each sum of several dice brings. */

import { button, cap, make, span } from "../base/elements.js";
import { face, sign } from "../base/icons.js";
import { answer } from "../base/messages.js";
import { optionButton } from "./options.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Choice, Question, Sum } from "../base/screen.js"
 * @typedef {NonNullable<Choice["tone"]>} Tone
 */

/** Buttons for the faces; those that say what they bring are tiles. @param {App} app @param {Pressable[]} options */
export function dice(app, options) {
  const faces = options.filter((option) => option.face);
  const others = options.filter((option) => !option.face);
  const told = faces.some((option) => option.detail);
  return make("div", { class: told ? "options dice told" : "options dice", role: "group" },
    make("div", { class: "faces" }, faces.map((option) => die(app, option, told))),
    told ? rollChances(app, faces.map(({ tone }) => ({ tone, percent: 100 / faces.length }))) : null,
    others.map((option) => optionButton(app, option)));
}

/** @param {App} app @param {Pressable} option @param {boolean} told */
function die(app, option, told) {
  const tone = option.tone || "level";
  return button(`option:${option.key}`, () => answer(app, option), {
    class: `die${told ? ` tile ${tone}` : ""}${option.closed ? " closed" : ""}`,
    "aria-label": [option.label || String(option.face), told ? option.detail : ""].filter(Boolean).join(": "),
    "aria-disabled": option.closed ? "true" : false, title: option.closed || option.note || false,
  }, face(option.face ?? 0), told ? sign(tone) : null, cap(String(option.face)),
  told ? span("detail", option.detail) : null);
}

/**
 * How likely a roll is good, bad or neither, in one line; null where every result is alike.
 * @param {App} app @param {{tone?: Tone, percent: number}[]} results
 */
function rollChances(app, results) {
  const of = (/** @type {Tone} */ wanted) =>
    Math.round(results.reduce((sum, { tone, percent }) => sum + ((tone || "level") === wanted ? percent : 0), 0));
  const [good, level, bad] = [of("good"), of("level"), of("bad")];
  if ([good, level, bad].includes(100)) return null;
  return make("p", { class: "words" },
    good ? span("chance", sign("good"), app.word("roll-good", { n: good })) : null,
    level ? span("chance", sign("level"), app.word("roll-level", { n: level })) : null,
    bad ? span("chance", sign("bad"), app.word("roll-bad", { n: bad })) : null);
}

/**
 * The dice of a throw: known faces, and outlines for missing ones; null for a single die.
 * @param {Question} question
 */
export function diceSlots(question) {
  const known = question.dice ?? [];
  const missing = question.missing ?? 0;
  if (known.length + missing < 2) return null;
  return make("div", { class: "slots", role: "img", "aria-label": known.join(" + ") },
    known.map((n) => face(n)), Array.from({ length: missing }, () => face(0)));
}

/**
 * The dice that led to a question, unless what just happened shows them or others are to be thrown.
 * @param {App} app @param {Question} question
 */
export function diceThrown(app, question) {
  const { moment, press } = app.screen;
  const faces = press?.thrown ?? [];
  if (!faces.length || (moment && !moment.quiet) || ["die", "dice"].includes(question.kind)) return null;
  return make("div", { class: "slots", role: "img", "aria-label": faces.join(" + ") }, faces.map((n) => face(n)));
}

// What each sum of several dice brings, a row each with its chance.

/** @param {App} app @param {Sum[]} sums */
export function diceSums(app, sums) {
  const most = Math.max(...sums.map((row) => row.percent), 1);
  const whole = sums.reduce((ways, row) => ways + (row.ways ?? 0), 0);
  const open = sums.filter((row) => row.ways).map(({ tone, ways = 0 }) => ({ tone, percent: (100 * ways) / whole }));
  return make("div", { class: "dice-sums" }, make("ul", {}, sums.map((row) => sumRow(app, row, most))),
    rollChances(app, open));
}

/** @param {App} app @param {Sum} row @param {number} most the percent of the likeliest row */
function sumRow(app, { low, high, percent, detail, tone, needed, out }, most) {
  const shown = tone || "level";
  return make("li", { class: `sum ${shown}${needed ? " needed" : ""}${out ? " out" : ""}` },
    make("b", {}, low === high ? String(low) : `${low}–${high}`),
    span("sum-bar", make("i", { style: `width:${(100 * percent) / most}%` })),
    span("percent", out ? "" : app.word("percent", { n: percent || "<1" })), out ? make("span") : sign(shown), span("detail", detail));
}
