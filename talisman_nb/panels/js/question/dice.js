// @ts-check
/** Buttons for the faces of a die, where each leads, the dice of an incomplete throw, and what each sum of several dice brings. */

import { button, cap, make, span } from "../base/elements.js";
import { face, motif, oddsBar, sign } from "../base/icons.js";
import { answer } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { wholePercents } from "../base/text.js";
import { glowSpace } from "../board/board.js";
import { knowCard } from "../looking_up/touchable.js";
import { optionButton } from "./options.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Chances, Choice, FaceEnd, Question, Sum } from "../base/screen.js"
 * @typedef {NonNullable<Choice["tone"]>} Tone
 */

/** Buttons for the faces; those that say what they bring, or where they lead, are tiles. @param {App} app @param {Pressable[]} options */
export function dice(app, options) {
  const faces = options.filter((option) => option.face);
  const others = options.filter((option) => !option.face);
  const told = faces.some((option) => option.detail);
  const { ends } = app.ui;
  const leads = Boolean(app.question()?.leads) && (!ends || Object.values(ends).some((reached) => reached.length));
  return make("div", { class: told ? "options dice told" : leads ? "options dice leads" : "options dice", role: "group" },
    make("div", { class: "faces" }, faces.map((option) => leads ? leadingDie(app, option, ends?.[option.key] ?? []) : die(app, option, told))),
    told ? rollChances(app, faces.map(({ tone }) => ({ tone, percent: 100 / faces.length }))) : null,
    others.map((option) => optionButton(app, option)));
}

/** @param {App} app @param {Pressable} option @param {boolean} told */
function die(app, option, told) {
  const tone = option.tone || "level";
  return button(`option:${option.key}`, () => answer(app, option), {
    class: `die${told ? ` tile ${tone}` : ""}${option.closed ? " closed" : ""}`,
    "aria-label": [option.label || String(option.face), option.detail].filter(Boolean).join(": "),
    "aria-disabled": option.closed ? "true" : false, title: option.closed || option.note || false,
  }, face(option.face ?? 0), told ? sign(tone) : null, cap(String(option.face)),
  told ? span("detail", option.detail) : null);
}

/** Milliseconds after the painting of a question in which whoever types ahead is not kept waiting. */
const QUIET = 60;

/** Ask where the faces of the die to move lead, once for a question, a little after it is painted. @param {App} app */
export function askEnds(app) {
  const lacks = () => Boolean(!app.setup && app.question()?.leads && !app.ui.asksEnds);
  const ask = () => { if (lacks()) app.ui.asksEnds = app.alive.ask({ type: "ends", ply: app.question()?.ply }); };
  if (lacks()) requestAnimationFrame(() => setTimeout(ask, QUIET));
}

/**
 * Show where the faces lead, if that is what was asked last; only what shows them is painted.
 *
 * A button that is just being pressed stays until it is released: one that took its place would not hear the click.
 * @param {App} app @param {string} reply @param {Record<string, FaceEnd[]>} faces
 */
export function takeEnds(app, reply, faces) {
  app.whenReleased(() => {
    if (app.setup || reply !== app.ui.asksEnds) return;
    app.ui.ends = faces;
    paint(app, "ask");
    paint(app, "board");
  });
}

/** Ends that a face has room for; how many more there are is a number. */
const ENDS = 2;
/** Signs of the ways round a region, as the board is drawn. */
const TURNS = { clockwise: "↻", anticlockwise: "↺" };

/** A face of the die to move below what waits at the ends of its ways, all of it one target. @param {App} app @param {Pressable} option @param {FaceEnd[]} ends */
function leadingDie(app, option, ends) {
  const more = ends.length - ENDS;
  const others = app.word("ends-more", { n: more });
  const said = [...ends.slice(0, ENDS).map((end) => saidOf(app, end)), ...more > 0
    ? [app.word("labelled", { label: others, text: ends.slice(ENDS).map(({ label }) => label).join("; ") })] : []];
  const glow = { onmouseenter: () => glowSpace(app, ...ends.map((end) => end.space)), onmouseleave: () => glowSpace(app) };
  return make("div", { class: option.closed ? "lead closed" : "lead", ...glow },
    make("div", { class: "ends", "aria-hidden": "true", onclick: () => answer(app, option) },
      ends.slice(0, ENDS).map((end, i) => endOf(app, end, `end:${option.key}:${i}`)), more > 0 ? make("span", { class: "more", title: said.at(-1) }, `+${more}`) : null),
    die(app, { ...option, detail: said.join("; ") }, false));
}

/** An end in words: way and space, what waits there, how likely it goes well, badly or neither; else how it is taken. @param {App} app @param {FaceEnd} end */
function saidOf(app, end) {
  return [end.label, end.detail, ...takenOf(app, end)].filter(Boolean).join(", ");
}

/** Chances in words, those that there are. @param {App} app @param {Chances} chances */
function chancesSaid(app, { won, standoff, lost }) {
  return [app.word("roll-good", { n: won }), standoff ? app.word("roll-level", { n: standoff }) : "", lost ? app.word("roll-bad", { n: lost }) : ""];
}

/**
 * How often a roll or fight goes well, or badly where that is likelier or it never goes well: the sign says which.
 * @param {App} app @param {Chances} chances @param {Tone} tone of the whole
 */
export function chanceMark(app, { won, lost }, tone) {
  const good = won && tone !== "bad";
  return [sign(good ? "good" : "bad"), make("b", {}, app.word("percent", { n: good ? won : lost }))];
}

/** How an end is taken, in words: its chances, else good, bad or neither. @param {App} app @param {FaceEnd} end */
function takenOf(app, { tone, chances }) {
  return chances ? chancesSaid(app, chances) : [{ good: app.word("ends-good"), bad: app.word("ends-bad"), level: app.word("ends-level") }[tone || "level"]];
}

/** Letters of a name that has two lines, and of one that may have three. */
const [LONG_NAME, LONGEST_NAME] = [9, 18];

/** Points that part what waits at an end. */
const PARTS = " · ";

/**
 * The end of a way as a small tile: a chance is its mark where one decides. What the tile has no room for stands on a
 * short card, while a pointer rests there or a finger holds it.
 * @param {App} app @param {FaceEnd} end @param {string} key
 */
function endOf(app, end, key) {
  const { space, name, label, turn, tone, picture, detail = "", chances } = end;
  const shown = picture || `space.${space}`;
  const told = (/** @type {PointerEvent} */ { currentTarget: tile }) => {
    if (!(tile instanceof HTMLElement)) return;
    const cut = [...tile.querySelectorAll(".end-name, .detail")].some((each) => !each.checkVisibility() || each.scrollHeight > each.clientHeight + 1);
    if (!cut && !chances) tile.removeAttribute("data-card");
    else tile.setAttribute("data-card", key);
    knowCard(app, key, { key: shown, name: label, kind: takenOf(app, end).filter(Boolean).join(", "), lines: detail.split(PARTS) });
  };
  const of = tone || "level";
  const mark = chances ? chanceMark(app, chances, of) : [sign(of)];
  const long = name.length > LONG_NAME ? ` long${name.length > LONGEST_NAME ? " of-three" : ""}` : "";
  return make("span", { class: `end ${of}${long}`, onpointerenter: told },
    span("end-picture", motif(app, shown)),
    span("turn", TURNS[/** @type {keyof typeof TURNS} */ (turn)] ?? ""), span("end-mark", ...mark),
    span("end-name", name), detail ? span("detail", detail) : null, chances ? span("odds-bar", ...oddsBar(chances)) : null);
}

/**
 * How likely a roll is good, bad or neither, in one line; null where every result is alike.
 * @param {App} app @param {{tone?: Tone, percent: number}[]} results
 */
function rollChances(app, results) {
  const of = (/** @type {Tone} */ wanted) =>
    results.reduce((sum, { tone, percent }) => sum + ((tone || "level") === wanted ? percent : 0), 0);
  const [good, level, bad] = wholePercents([of("good"), of("level"), of("bad")]);
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
  return make("div", { class: "dice-sums" }, make("ul", {}, sums.map((row) => sumRow(app, row, most))),
    rollChances(app, sums));
}

/** @param {App} app @param {Sum} row @param {number} most the percent of the likeliest row */
function sumRow(app, { low, high, percent, detail, tone, needed, out }, most) {
  const shown = tone || "level";
  return make("li", { class: `sum ${shown}${needed ? " needed" : ""}${out ? " out" : ""}`, title: detail || false },
    make("b", {}, low === high ? String(low) : `${low}–${high}`),
    span("sum-bar", make("i", { style: `width:${(100 * percent) / most}%` })),
    span("percent", out ? "" : app.word("percent", { n: percent || "<1" })), out ? make("span") : sign(shown), span("detail", detail));
}
