// @ts-check
/** The full sheet of a person in the drawer; what may be done with a thing stands beside it. */

import { setStraight } from "../base/drawers_and_tabs.js";
import { button, make, span } from "../base/elements.js";
import { counter, seatMark, motif } from "../base/icons.js";
import { answer, aside } from "../base/messages.js";
import { named } from "../looking_up/look_up.js";
import { FACE_DOWN, asShown, coverOfSheet, isNumber, uncovered } from "./covered.js";
import { countersShown, figureName, keywordMarks, keywordName, keywordsOf, plainKey, total } from "./sheets.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { Choice, Sheet } from "../base/screen.js"
 * @import { Counted } from "./sheets.js"
 */

/** Key of all trophies of a sheet. */
const TROPHIES = "trophies";

/**
 * A press on a sheet: an open aside of its person, or an open option of the question that this person is asked.
 * @typedef {{choice: Choice, asked: boolean}} Act
 */

/** The open sheet: counters, things, Spells, trophies, abilities, and what else may be done. @param {App} app */
export function fullSheet(app) {
  const own = app.sheets().find((each) => each.who.seat === app.ui.seat);
  if (!own) return [];
  const sheet = asShown(app, own);
  const acts = actsOf(app, sheet.who.seat);
  const [strength, craft] = sheet.trophy_points ?? [0, 0];
  const points = span("counters", counter("strength"), String(strength), counter("craft"), String(craft));
  const list = (/** @type {string[]} */ items = [], /** @type {string[]} */ keys = []) =>
    items.map((item, i) => entryOf(app, acts, keys[i], item));
  return [
    make("div", { class: "fullhead" }, seatMark(sheet.who, 44, sheet.lifeless), make("div", {},
      make("b", {}, [sheet.who.name, sheet.who.character].filter(Boolean).join(" · ")),
      make("p", {}, [sheet.alignment, sheet.space, sheet.state, app.labels.doubts[sheet.who.character ?? ""]].filter(Boolean).join(" · ")))),
    make("div", { class: "rows" }, countersShown(sheet).map((what) => row(app, sheet, what))),
    ...part(app.word("goods"), list(sheet.goods, sheet.goods_keys)), ...keywordsMeant(app, sheet.goods_keys),
    ...part(app.word("spells"), [...list(sheet.spells, sheet.spells_keys), ...faceDown(app, sheet, acts)],
      coverOfSheet(app, own)),
    ...part([`${app.word("trophies")} `, points], list(sheet.trophies, sheet.trophies_keys), trades(app, acts)),
    ...part(app.word("abilities"), (app.labels.abilities[sheet.able ?? ""] ?? []).map((line) => make("li", {}, line)),
      null, "abilities"),
    ...elsewhere(app, sheet, acts),
  ];
}

/**
 * A heading with its list; nothing for an empty one that nothing may be done with.
 * @param {Child | Child[]} word @param {HTMLElement[]} items @param {Child} below
 */
function part(word, items, below = null, kind = "names") {
  if (!items.length && !below) return [];
  const wide = items.some((item) => item.querySelector(".act")) ? `${kind} acted` : kind;
  return [make("h3", {}, word), items.length ? make("ul", { class: wide }, items) : null, below];
}

/** @param {App} app @param {Act[]} acts @param {string | undefined} key @param {string} name */
function entryOf(app, acts, key, name) {
  if (!key) return make("li", {}, name);
  if (isNumber(key)) return make("li", {}, span("named", name), actsWith(app, acts, key, name));
  const thing = plainKey(key);
  return make("li", {}, named(app, key, motif(app, thing, 24), name, keywordMarks(app, key)), actsWith(app, acts, thing, name));
}

/** List the meanings of the marks of things, each once. @param {App} app @param {string[]} keys */
function keywordsMeant(app, keys = []) {
  return [...new Set(keys.flatMap((key) => keywordsOf(app, key)))].map((word) => make("p", { class: "keyword" },
    motif(app, `keyword.${word}`, 16), make("b", {}, app.word("labelled", { label: keywordName(app, word), text: "" }).trim()), " ",
    app.labels.keywords?.[word]?.[1] ?? ""));
}

/** The Spells that are only counted. @param {App} app @param {Sheet} sheet @param {Act[]} acts */
function faceDown(app, sheet, acts) {
  return sheet.unseen ? [make("li", {}, span("named", app.word("spells-unseen", { n: sheet.unseen })),
    actsWith(app, acts, FACE_DOWN))] : [];
}

/** Make the trades that trophies may be used for now, null for none. @param {App} app @param {Act[]} acts */
function trades(app, acts) {
  const buttons = actsWith(app, acts, TROPHIES);
  return buttons.length ? make("div", { class: "chips" }, buttons) : null;
}

/** Make the acts of a person that belong to nothing on the sheet. @param {App} app @param {Sheet} sheet @param {Act[]} acts */
function elsewhere(app, sheet, acts) {
  const { goods_keys: goods = [], spells_keys: spells = [], unseen } = sheet;
  const shown = new Set([...[...goods, ...spells].map(plainKey), TROPHIES, ...(unseen ? [FACE_DOWN] : [])]);
  const rest = acts.filter(({ choice, asked }) => !asked && !shown.has(choice.thing ?? ""));
  return rest.length ? [make("h3", {}, app.word("use")),
    make("div", { class: "chips" }, rest.map((act) => actButton(app, act)))] : [];
}

/**
 * Return the acts that may be done from the sheet of a seat.
 * @param {App} app @param {number} seat @returns {Act[]}
 */
function actsOf(app, seat) {
  const question = app.question();
  const asked = question?.who?.seat === seat ? [...(question.options ?? []), ...(question.offers ?? [])] : [];
  const besides = [...app.asides("X"), ...uncovered(app, app.asides("S"))].filter((choice) => choice.key.startsWith(`${seat}/`));
  return [...asked.filter((choice) => choice.thing).map((choice) => ({ choice, asked: true })),
    ...besides.map((choice) => ({ choice, asked: false }))].filter(({ choice }) => !choice.closed);
}

/**
 * The buttons of a thing; `name` stands before them.
 * @param {App} app @param {Act[]} acts @param {string} thing
 */
function actsWith(app, acts, thing, name = "") {
  return acts.filter(({ choice }) => choice.thing === thing).map((act) => actButton(app, act, name));
}

/**
 * Has no letter: those of the question stay alive while a sheet is open. What is called as its thing is said by what is
 * done.
 * @param {App} app @param {Act} act
 */
function actButton(app, { choice, asked }, name = "") {
  const bare = choice.label === name;
  const done = choice.hint === "S" ? app.word("cast") : app.word("use");
  const id = asked ? `act:${choice.key}` : `aside:${choice.key}`;
  return button(id, () => (asked ? answer(app, choice) : aside(app, choice)),
    { class: "offer act", "aria-label": bare ? app.word("labelled", { label: done, text: name }) : false },
    span("label", bare ? done : choice.label), choice.note ? span("note", choice.note) : null);
}

/**
 * The row of a field: up to six counters (hollow: printed), above that a number; on a shared screen its number is set
 * right by a press.
 * @param {App} app @param {Sheet} sheet @param {Counted} what
 */
function row(app, sheet, what) {
  const n = total(sheet, what);
  const printed = what === "strength" || what === "craft" ? sheet[what][0] : 0;
  const drawn = n <= 6 ? Array.from({ length: n }, (_, i) => counter(what, i < printed)) : [counter(what), `×${n}`];
  const name = figureName(app, what);
  const set = () => setStraight(app, { seat: sheet.who.seat, what });
  const number = app.isPhone() ? make("b", { class: "n" }, String(n))
    : button(`set-figure:${what}`, set, { class: "chip n", "aria-label": app.word("labelled", { label: app.word("set-straight"), text: `${name} ${n}` }),
      title: app.word("set-straight") }, make("b", {}, String(n)));
  return make("div", { class: "row" }, span("what", name), number, span("counters", drawn));
}
