// @ts-check
/** Fields that may be set of a person: counters, turns, Spells, alignment, the space, cards, whose turn it is. */

import { button, entered, make, span } from "../base/elements.js";
import { counter } from "../base/icons.js";
import { rovingList } from "../base/roving.js";
import { findCards } from "../base/text.js";
import { figureName, had, total } from "./sheets.js";

/**
 * @import { Child } from "../base/elements.js"
 * @import { Change, Place, Sheet } from "../base/screen.js"
 * @import { Part } from "./correction.js"
 * @import { Counted } from "./sheets.js"
 */

/** Fields that have a counter, of those a sheet has. @type {Counted[]} */
const FIGURES = ["life", "fate", "gold", "strength", "craft"];

/** @param {Part} part */
export function personFields(part) {
  const sheet = part.app.sheets().find((each) => each.who.seat === part.edit.seat) ?? part.app.sheets()[0];
  if (!sheet) return [];
  const plays = part.app.isPhone() ? "" : playsAs(part, sheet); // a phone may not set it
  if (!sheet.at) return [plays]; // the rest of a seat without a character can't be set
  const { who: { seat }, goods = [], goods_keys: goodsKeys, trophies = [], trophies_keys: trophiesKeys } = sheet;
  const { spells = [], spells_keys: spellsKeys } = part.app.isPhone() ? sheet : {}; // a shared screen names none
  const several = Object.keys(part.app.labels.draws ?? {}).length > 1; // with packs it is often what one comes for
  const held = [...cardsAt(`seat:${seat}`, goods, goodsKeys), ...cardsAt(`spells:${seat}`, spells, spellsKeys),
    ...cardsAt(`trophies:${seat}`, trophies, trophiesKeys)];
  return [make("div", { class: "steppers" }, numbersOf(part, sheet)), turnAndAlignment(part, sheet),
    several ? draws(part, sheet) : "", standsOn(part, sheet), endlessForms(part, sheet), plays, cardsAway(part, held), cardTo(part, `seat:${seat}`),
    several ? "" : draws(part, sheet)];
}

/** @param {Part} part @param {Sheet} sheet */
function numbersOf(part, sheet) {
  const { app } = part;
  const { seat, name: of } = sheet.who;
  const one = (/** @type {string} */ what, /** @type {string} */ name, /** @type {number} */ now, more = {}) =>
    stepper(part, { id: what, key: `${seat} ${what}`, name, of, now, change: (n) => ({ what, seat, n }), ...more });
  const counted = Object.entries(app.labels.forms ?? {}).filter(([form]) => !app.labels.endless?.includes(form));
  const forms = counted.map(([form, name]) =>
    one(`form:${form}`, app.word("turns-as", { what: name }), sheet.form_left ?? 0,
      { change: (/** @type {number} */ n) => ({ what: "form", seat, n, ...(n ? { to: form } : {}) }) }));
  return [
    ...had(sheet, FIGURES).map((what) => one(what, figureName(app, what), total(sheet, what), {
      icon: counter(what), least: besides(sheet, what), change: (/** @type {number} */ n) => ({ what, seat, n: n - besides(sheet, what) }) })),
    app.isPhone() && seat !== app.screen.viewer ? null
      : one("spells", app.word("spells"), (sheet.spells ?? []).length + (sheet.unseen ?? 0)),
    one("miss", figureName(app, "miss"), sheet.misses ?? 0), ...forms];
}

/**
 * Return the part of a field that is no counters: strength and craft are shown as totals, and set as counters.
 * @param {Sheet} sheet @param {Counted} what
 */
function besides(sheet, what) {
  const at = ["strength", "craft"].indexOf(what);
  return at < 0 ? 0 : total(sheet, what) - (sheet.counters ?? [0, 0])[at];
}

/** @param {Part} part @param {Sheet} sheet */
function turnAndAlignment(part, sheet) {
  const { app, edit, again } = part;
  const { seat, name } = sheet.who;
  const chip = (/** @type {string} */ what, /** @type {string} */ to, /** @type {string} */ said,
    /** @type {string} */ now) => {
    const key = `${seat} ${what}`;
    const chosen = (edit.values[key]?.to ?? now) === to;
    const set = () => {
      if (what === "turn") for (const id of Object.keys(edit.values)) if (id.endsWith(" turn")) delete edit.values[id];
      const label = app.word("labelled", { label: name, text: said });
      setValue(part, key, now, to, label, what === "turn" ? { what, seat } : { what, seat, to });
      again();
    };
    return button(`set:${what}:${to}`, set, { class: "chip", "aria-pressed": String(chosen) }, said);
  };
  return rovingList(make("div", { class: "row chips" },
    app.isPhone() ? null : chip("turn", "yes", app.word("has-turn"), sheet.active ? "yes" : "no"),
    Object.entries(app.labels.alignments ?? {}).map(([key, said]) =>
      chip("alignment", key, said, sheet.alignment_key ?? ""))));
}

/**
 * Forms that last until something ends them; a press gives one, or the own form again.
 * @param {Part} part @param {Sheet} sheet
 */
function endlessForms(part, sheet) {
  const { app, edit, again } = part;
  const { seat, name } = sheet.who;
  const key = `${seat} endless`;
  const has = sheet.picture?.startsWith("form.") ? sheet.picture.slice("form.".length) : "";
  const chips = (app.labels.endless ?? []).map((form) => {
    const is = (edit.values[key]?.to ?? has) === form;
    const said = app.labels.forms?.[form] ?? form;
    const set = () => {
      const text = is ? `${said} ×` : said;
      setValue(part, key, has, is ? "" : form, app.word("labelled", { label: name, text }),
        { what: "form", seat, n: is ? 0 : 1, ...(is ? {} : { to: form }) });
      again();
    };
    return button(`set:form:${form}`, set, { class: "chip", "aria-pressed": String(is) }, said);
  });
  return chips.length ? rovingList(make("div", { class: "row chips" }, span("what", app.word("plays-as")), chips)) : "";
}

/**
 * The list of characters, those that somebody plays with whom: a new one after a death, or of a table that is laid out
 * by hand.
 * @param {Part} part @param {Sheet} sheet
 */
function playsAs(part, sheet) {
  const { app, edit, again } = part;
  const { seat, name, character: now } = sheet.who;
  const key = `${seat} character`;
  const others = Object.entries(edit.values).filter(([id]) => id.endsWith(" character") && id !== key);
  const nameOf = (/** @type {number | undefined} */ of) => app.sheets().find(({ who }) => who.seat === of)?.who.name ?? "";
  const taken = Object.fromEntries([...app.sheets().map(({ who }) => [who.character, who.name]),
    ...others.map(([, { change }]) => [app.labels.characters[change.to ?? ""], nameOf(change.seat)])]);
  const offered = Object.entries(app.labels.characters).filter(([, said]) => said !== now);
  const change = (/** @type {any} */ event) => {
    const to = event.target.value;
    const label = app.word("labelled", { label: name, text: app.labels.characters[to] });
    setValue(part, key, "", to, label, { what: "character", seat, to });
    again();
  };
  return make("label", { class: "row" }, span("what", app.word("character")),
    make("select", { "data-id": "hand-character", onchange: change }, make("option", { value: "" }, now || "–"),
      offered.map(([to, said]) => make("option", { value: to, disabled: said in taken,
        selected: edit.values[key]?.to === to }, said in taken ? `${said} · ${taken[said]}` : said))));
}

/**
 * Decks of which the person has drawn a card; a press has it asked for next, and met.
 * @param {Part} part @param {Sheet} sheet
 */
function draws({ app, edit, again }, { who: { seat, name } }) {
  const chips = Object.entries(app.labels.draws ?? {}).map(([deck, said]) => {
    const id = `${seat} draw ${deck}`;
    const label = app.word("labelled", { label: name, text: `+ ${said}` });
    const set = () => {
      if (id in edit.values) delete edit.values[id];
      else edit.values[id] = { label, change: { what: "draw", seat, to: deck }, to: deck };
      again();
    };
    return button(`draw:${deck}`, set, { class: "chip", "aria-pressed": String(id in edit.values) }, said);
  });
  return chips.length ? rovingList(make("div", { class: "row chips" }, span("what", app.word("draws-card")), chips)) : "";
}

/** Put a person on a space. @param {Pick<Part, "app" | "edit">} part @param {Sheet} sheet @param {string} space */
export function putOn(part, sheet, space) {
  const { seat, name } = sheet.who;
  setValue(part, `${seat} space`, sheet.at ?? "", space, `${name} → ${placed(part, space)}`,
    { what: "space", seat, to: space });
}

/** A space with what tells it from others of its name. @param {Pick<Part, "app">} part @param {string} space */
export function placed({ app }, space) {
  const place = app.places().find((each) => each.space === space);
  return place ? fullName(place) : space;
}

/** @param {Place} place */
function fullName({ name, where }) {
  return where ? `${name}, ${where}` : name;
}

/** The list of spaces; pressing one on the board is quicker. @param {Part} part @param {Sheet} sheet */
function standsOn(part, sheet) {
  const { app, edit, again } = part;
  const now = edit.values[`${sheet.who.seat} space`]?.to ?? sheet.at;
  const change = (/** @type {any} */ event) => { putOn(part, sheet, event.target.value); again(); };
  return make("label", { class: "row" }, span("what", app.word("stands-on")),
    make("select", { "data-id": "hand-space", onchange: change }, app.places().map((each) =>
      make("option", { value: each.space, selected: each.space === now }, `${fullName(each)} · ${each.region}`))));
}

// Parts of the correction by hand: numbers with steps, cards to take away or to add.

/** Highest number on a sheet. */
const MOST = 99;

/**
 * Note that a value is to be set; the value it has already is no change.
 * @param {Pick<Part, "edit">} part @param {string} id @param {number | string} now @param {number | string} to
 * @param {string} label @param {Change} change
 */
function setValue({ edit }, id, now, to, label, change) {
  if (to === now) delete edit.values[id];
  else edit.values[id] = { label, change, to };
}

/**
 * A number with steps, which may be typed too: `of` says whose it is, `change` makes the correction of a new number.
 * @typedef {{id: string, key: string, name: string, of: string, now: number, icon?: Child, least?: number,
 *   change: (n: number) => Change}} Stepped
 * @param {Part} part @param {Stepped} what
 */
export function stepper(part, { id, key, name, of, now, icon = null, least = 0, change }) {
  const field = make("input", { type: "number", min: least, max: MOST, "data-id": `number:${id}`, "aria-label": name,
    value: part.edit.values[key]?.to ?? now, oninput: () => set(Number(field.value)) });
  const box = make("div", { class: "stepper" }, icon, span("what", name),
    button(`less:${id}`, () => step(-1), { "aria-label": `${name} −1` }, "−"), field,
    button(`more:${id}`, () => step(1), { "aria-label": `${name} +1` }, "+"));
  const step = (/** @type {number} */ by) => {
    field.value = String(Math.min(MOST, Math.max(least, Number(field.value) + by)));
    set(Number(field.value));
  };
  const set = (/** @type {number} */ n) => {
    if (field.value === "" || !Number.isInteger(n) || n < least || n > MOST) return;
    const text = `${name} ${now} → ${n}`;
    setValue(part, key, now, n, part.app.word("labelled", { label: of, text }), change(n));
    show();
    part.listed();
  };
  const show = () => box.classList.toggle("changed", key in part.edit.values);
  show();
  return box;
}

/**
 * Cards that lie at a place, each with a press that takes it away.
 * @typedef {{id: string, origin: string, name: string, card: string}} Held
 * @param {Part} part @param {Held[]} held
 */
export function cardsAway({ app, edit, again }, held) {
  const gone = (/** @type {string} */ id) => edit.cards.some((each) => each.id === id);
  const toggle = (/** @type {Held} */ { id, name, card, origin }) => {
    // the table completes the pile of the card's deck
    if (gone(id)) edit.cards = edit.cards.filter((each) => each.id !== id);
    else edit.cards.push({ id, label: `− ${name}`, change: { what: "card", card, origin, to: "discards" } });
    again();
  };
  return held.length ? rovingList(make("div", { class: "row chips" }, span("what", app.word("cards-away")), held.map((card) =>
    button(`away:${card.id}`, () => toggle(card), { class: "chip", "aria-pressed": String(gone(card.id)) },
      card.name, " ×")))) : "";
}

/**
 * The cards at a place by name, with their keys.
 * @param {string} origin @param {string[]} names @param {string[]} keys @returns {Held[]}
 */
export function cardsAt(origin, names, keys = []) {
  return names.map((name, i) => ({ id: `${origin}:${i}`, origin, name, card: keys[i] ?? name }));
}

/** A search for a card to put at the place `to`. @param {Part} part @param {string} to */
export function cardTo({ app, edit, again }, to) {
  const all = Object.assign({}, ...Object.values(app.labels.cards));
  const hits = span("chips");
  const add = (/** @type {{key: string, name: string}} */ card) => {
    const change = { what: "card", card: card.key, to };
    edit.cards.push({ id: `to ${card.key} ${edit.cards.length}`, label: `+ ${card.name}`, change });
    again();
  };
  const show = (/** @type {any} */ event) => hits.replaceChildren(...findCards(all, event.target.value, 4).map((card) =>
    button(`add:${card.key}`, () => add(card), { class: "chip" }, "+ ", card.name)));
  return make("label", { class: "row" }, span("what", app.word("cards-to")),
    make("input", { type: "text", "data-id": "hand-card", autocomplete: "off", oninput: show,
      onkeydown: entered(hits) }),
    hits);
}
