// @ts-check
/** Buttons of options and offers, ways with what waits at their ends, and the chances beside any answer. */

import { button, cap, make, span } from "../base/elements.js";
import { motif, sign } from "../base/icons.js";
import { answer } from "../base/messages.js";
import { glowSpace } from "../board/board.js";
import { oddsBar } from "./fight.js";
import { reasonOf } from "./long_list.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Chances, Choice } from "../base/screen.js"
 */

/**
 * The wide button of an option: key, label, and its note or why it is closed.
 * @param {App} app @param {Pressable} option
 */
export function optionButton(app, option, first = false) {
  const { space } = option;
  const mouse = space ? { onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app) } : null;
  return button(`option:${option.key}`, () => answer(app, option), {
    class: option.closed ? "option closed" : first ? "option first" : "option",
    "aria-disabled": option.closed ? "true" : false, ...mouse,
  }, ...inside(app, option, option.press === "Enter" ? "⏎" : option.press));
}

/** The smaller button of an offer, with its own key. @param {App} app @param {Choice} offer */
export function offerButton(app, offer) {
  return button(`offer:${offer.key}`, () => answer(app, offer), {
    class: offer.closed ? "offer closed" : "offer", "aria-disabled": offer.closed ? "true" : false,
  }, ...inside(app, offer, offer.hint && /^[A-Z]$/.test(offer.hint) ? offer.hint : ""));
}

/**
 * The contents of a choice's button: key (left out if equal to the label), label, and note or why it is closed.
 * @param {App} app @param {Choice} choice @param {string} key
 */
export function inside(app, choice, key) {
  const note = choice.closed ? `${app.word("closed")} ${reasonOf(choice)}` : choice.note;
  return [cap(key === choice.label ? "" : key), span("text", span("label", choice.label),
    note ? span("note", note) : null, choice.detail && !choice.closed ? span("detail", choice.detail) : null,
    choice.chances && !choice.closed ? chancesLine(app, choice.chances) : null)];
}

// Ways with what waits at their ends, and the chances beside any other answer.

/** Up to so many ways are rows with a picture each. */
const ROWS = 3;

/** Whether answers are shown as ways. @param {Choice[]} options */
export function areWays(options) {
  return options.some((option) => option.picture && option.space);
}

/** @param {App} app @param {Pressable[]} options */
export function wayList(app, options) {
  return make("div", { class: options.length > ROWS ? "options ways crowd" : "options ways", role: "group" },
    options.map((option) => wayButton(app, option)));
}

/** @param {App} app @param {Pressable} option */
function wayButton(app, option) {
  const { space = "", picture, tone, detail, note, closed, chances } = option;
  const said = closed ? `${app.word("closed")} ${reasonOf(option)}` : detail;
  return button(`option:${option.key}`, () => answer(app, option), {
    class: `option way${closed ? " closed" : ""}`, "aria-disabled": closed ? "true" : false,
    onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app),
  }, cap(option.press === "Enter" ? "⏎" : option.press),
  picture ? span("way-picture", motif(app, picture)) : null,
  span("text", span("label", option.label), said ? span("detail", said) : null,
    chances && !closed ? chancesLine(app, chances) : null, note && !closed ? span("note", note) : null),
  closed || !(picture || tone) ? null : sign(tone || "level"));
}

/** Chances as a small bar with signs and numbers. @param {App} app @param {Chances} chances */
function chancesLine(app, chances) {
  const { won, standoff, lost } = chances;
  return span("chances", make("span", { class: "odds-bar", "aria-hidden": "true" }, oddsBar(chances)),
    signedChance(app, "good", app.word("roll-good", { n: won }), won), signedChance(app, "level", app.word("roll-level", { n: standoff }), standoff),
    signedChance(app, "bad", app.word("roll-bad", { n: lost }), lost));
}

/** One of three chances; its word is for screen readers. @param {App} app @param {"good" | "level" | "bad"} tone @param {string} word @param {number} n */
function signedChance(app, tone, word, n) {
  return n ? make("span", { class: "chance", title: word }, sign(tone), make("span", { "aria-hidden": "true" }, app.word("percent", { n })),
    span("unseen", word)) : null;
}
