// @ts-check
/** The characters of the box as cards to choose from: portrait, name, figures. */

import { button, make, span } from "./elements.js";
import { counter } from "./icons.js";
import { motif } from "./motif.js";
import { roving } from "./roving.js";

/**
 * @import { App } from "./app.js"
 * @import { CharacterEntry } from "./screen.js"
 */

/** Figures of a character, in order. @type {("strength" | "craft" | "life" | "fate")[]} */
const POINTS = ["strength", "craft", "life", "fate"];

/**
 * A group of buttons, one stop of the Tab key once `setStop` has seen it.
 * @param {App} app @param {string} heading @param {CharacterEntry[]} figures those nobody has
 * @param {(key: string) => void} take
 */
export function portraits(app, heading, figures, take) {
  const cards = figures.map((figure) =>
    button(`portrait:${figure.key}`, () => take(figure.key), { class: "portrait", title: figure.note },
      motif(app, portraitKey(figure.key)),
      span("text", make("b", {}, figure.name), span("unseen", figure.note), points(figure))));
  return make("section", { class: "gallery" }, make("h3", {}, heading), legend(app),
    roving(make("div", { class: "portraits", role: "group", "aria-label": heading }, cards)));
}

/** What the counters stand for, for those who see them; a card's note says it to others. @param {App} app */
function legend(app) {
  const words = { strength: app.word("strength"), craft: app.word("craft"), life: app.word("life"), fate: app.word("fate") };
  return make("p", { class: "points legend", "aria-hidden": "true" },
    POINTS.map((what) => span("point", counter(what), words[what])));
}

/** The figures of a character as counters; its note says them. @param {CharacterEntry} figure */
function points({ figures }) {
  return make("span", { class: "points", "aria-hidden": "true" }, POINTS.filter((what) => what in figures)
    .map((what) => span("point", counter(what), String(figures[what]))));
}

/** The key of a character's motif. @param {string} character */
export function portraitKey(character) {
  return `character.${character}`;
}
