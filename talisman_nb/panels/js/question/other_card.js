// @ts-check
/** The form for a card that is in no list, and the group's box of such cards. */

import { button, cap, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { reuse } from "../base/memo.js";
import { press } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { plain } from "../base/text.js";
import { CHARACTER, fieldsOf } from "./own_form.js";

/**
 * @import { App } from "../base/app.js"
 * @import { ListedCard, OwnCard, Question } from "../base/screen.js"
 */

/** Prefix of the keys of cards that are in no list but in the box of the group's own. */
export const OWN_PREFIX = "own/";
/** Prefix of the keys of cards of which a layer knows the name alone. */
export const LISTED_PREFIX = "listed/";
/** Signs that are a dash in the key of a card in a game, unlike its name in the box. */
const DASHED = /[@:|/]/g;

/** Open the form for a card that is in no list, "" to close it. @param {App} app @param {string} name */
export function openOtherCard(app, name) {
  app.ui.believed = null;
  app.ui.otherCard = name;
  paint(app, "ask");
  focusOn(app, name ? "other-name" : "search");
}

/** The offers of a draw: a card that is in no list, and an empty deck. @param {App} app @param {Question} question */
export function cardOffers(app, { kind }) {
  const box = app.ui.otherCard ? boxOf(app) : [];
  const other = () => openOtherCard(app, app.ui.otherCard ? "" : app.ui.typed || " ");
  const asked = app.question();
  const unnamed = asked?.cards === CHARACTER && !asked.options?.length;
  return [
    unnamed ? null : button("other-card", other, { class: "offer", "aria-pressed": app.ui.otherCard ? "true" : "false" },
      app.question()?.cards === CHARACTER ? app.word("another-character") : app.word("another-card")),
    app.ui.otherCard || kind !== "card" ? null : button("deck-empty", () => press(app, { type: "hand", empty: true }, app.word("deck-is-empty")),
      { class: "offer" }, app.word("deck-is-empty")),
    box.length ? choiceOfBox(app, box) : null,
  ];
}

/**
 * The short form for a card that is in no list: its name, type and figures; those of a card of the group's box are filled
 * in, and may be corrected there, and what a layer lists of a card.
 * @param {App} app
 */
export function otherCard(app) {
  const isMeant = (/** @type {{name: string}} */ card) => plain(card.name) === plain(app.ui.otherCard.trim());
  const kept = boxOf(app).find(isMeant);
  const { cards = "", unknown = 0, kind = "" } = app.question() ?? {};
  const open = unknown > 0;
  const listed = listedOf(app).find(isMeant);
  const known = kept ?? knownOf(app).find(isMeant) ?? (listed ? asEntered(listed) : { name: app.ui.otherCard.trim() });
  const source = listed && app.labels.sources?.[listed.layer ?? ""];
  const { name, rows, more, entered } = fieldsOf(app, "other", known, cards, open, kind === "hands");
  const keep = make("input", { type: "checkbox", "data-id": "other-keep", checked: open });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = entered();
    if (!own) return undefined;
    return own.name ? press(app, { type: "hand", own, keep: keep.checked }, own.name) : name.focus();
  };
  const box = kept ? inBox(app, kept, entered) : make("label", { class: "keep" }, keep, span("", app.word("keep-own-card")));
  const done = make("button", { type: "submit", class: "option first", "data-id": "other-done" }, cap("⏎"),
    span("label", app.word("take-this-card")));
  return make("form", { class: "options other", "data-open": String(open), onsubmit: send }, rows,
    open ? [done, more(box)] : [box, more(), done], source ? make("p", { class: "source" }, source) : null);
}

/**
 * Make the buttons for the card of the group's box that is in the form: to correct it there, or to take it out.
 * @param {App} app @param {OwnCard} kept @param {() => OwnCard | undefined} entered what the form says
 */
function inBox(app, kept, entered) {
  const save = () => { const own = entered(); if (own?.name) changeKept(app, kept, own); };
  return make("div", { class: "box" }, span("note", app.word("own-box")), button("own-save", save, { class: "chip" }, app.word("own-save")),
    button("own-forget", () => changeKept(app, kept), { class: "chip" }, app.word("own-forget")));
}

/** Correct a card of the group's box, or take it out. @param {App} app @param {OwnCard} kept @param {OwnCard} [own] */
function changeKept(app, kept, own) {
  press(app, { type: "kept-card", key: `${OWN_PREFIX}${kept.name}`, value: kept.deck ?? "", ...(own ? { own } : {}) });
}

/**
 * The forms that correct what the group's box holds under the key of a page, one a deck; they keep what was typed.
 * @param {App} app @param {string} key @param {() => void} done called after a press
 */
export function correctKept(app, key, done) {
  if (!key.startsWith(OWN_PREFIX) || app.isPhone()) return [];
  const found = (app.labels.own ?? []).filter(({ name }) => [name, name.replace(DASHED, "-")].includes(key.slice(OWN_PREFIX.length)));
  const shown = (/** @type {OwnCard} */ { deck = "" }) => app.hosts.drawer.querySelector(`[data-kept="${CSS.escape(deck)}"]`);
  return found.flatMap((kept) => [make("h3", {}, app.word("own-box")),
    reuse(shown(kept), [kept, app.labels.lang], () => keptForm(app, kept, done))]);
}

/** @param {App} app @param {OwnCard} kept @param {() => void} done */
function keptForm(app, kept, done) {
  const { name, rows, more, entered } = fieldsOf(app, "kept", kept, kept.deck ?? "");
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = entered();
    if (own && !own.name) return name.focus();
    if (own) { changeKept(app, kept, own); done(); }
    return undefined;
  };
  return make("form", { class: "options other", "data-kept": kept.deck ?? "", onsubmit: save }, rows, more(),
    make("button", { type: "submit", class: "option first", "data-id": "kept-save" }, cap("⏎"), span("label", app.word("own-save"))),
    button("kept-forget", () => { changeKept(app, kept); done(); }, { class: "option" }, span("label", app.word("own-forget"))));
}

/** A choice of the cards of the group's box, beside the form it fills. @param {App} app @param {OwnCard[]} box */
function choiceOfBox(app, box) {
  const wanted = plain(app.ui.otherCard.trim());
  const options = box.map(({ name }) => make("option", { value: name, selected: plain(name) === wanted }, name));
  const first = make("option", { value: " " }, app.word("own-box"));
  return make("select", { class: "offer", "data-id": "own-box", "aria-label": app.word("own-box"),
    onchange: (event) => openOtherCard(app, event.target.value) }, first, options);
}

/** The cards of the group's box that are of the deck asked for. @param {App} app */
function boxOf(app) {
  return (app.labels.own ?? []).filter((card) => card.deck === app.question()?.cards);
}

/** The same with those that were entered in this game. @param {App} app */
export function knownOf(app) {
  return [...boxOf(app), ...(app.labels.entered ?? []).filter((card) => card.deck === app.question()?.cards)];
}

/** The cards of the deck asked for of which a layer knows the name, and nobody has entered more yet. @param {App} app */
export function listedOf(app) {
  const known = new Set(knownOf(app).flatMap(({ name, listed = name }) => [plain(name), plain(listed)]));
  return (app.labels.listed?.[app.question()?.cards ?? ""] ?? []).filter((card) => !known.has(plain(card.name)));
}

/** A card as a layer lists it, for the form in which the rest is entered; a type that is a guess is asked for. @param {ListedCard} card @returns {Partial<OwnCard>} */
function asEntered({ name, type, sure, copies }) {
  return { name, copies, listed: name, ...(type && sure ? { type } : {}) };
}
