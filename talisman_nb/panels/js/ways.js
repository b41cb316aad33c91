// @ts-check
/** Ways with what waits at their ends, and the chances beside any other answer. */

import { button, cap, make, span } from "./elements.js";
import { glowSpace } from "./board.js";
import { oddsBar } from "./fight.js";
import { sign } from "./icons.js";
import { reasonOf } from "./long_list.js";
import { answer } from "./messages.js";
import { motif } from "./motif.js";

/**
 * @import { App } from "./app.js"
 * @import { Pressable } from "./letters.js"
 * @import { Chances, Choice } from "./screen.js"
 */

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
    onmouseenter: () => glowSpace(app, space), onmouseleave: () => glowSpace(app, ""),
  }, cap(option.press === "Enter" ? "⏎" : option.press),
  picture ? span("way-picture", motif(app, picture)) : null,
  span("text", span("label", option.label), said ? span("detail", said) : null,
    chances && !closed ? chancesLine(app, chances) : null, note && !closed ? span("note", note) : null),
  closed || !(picture || tone) ? null : sign(tone || "level"));
}

/** Chances as a small bar with signs and numbers. @param {App} app @param {Chances} chances */
export function chancesLine(app, chances) {
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
