// @ts-check
/** The form for a card that is in no list, and the group's box of such cards. */

import { button, cap, make, span, svg } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { reuse } from "../base/memo.js";
import { press } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { plain } from "../base/text.js";

/**
 * @import { App } from "../base/app.js"
 * @import { OwnCard } from "../base/screen.js"
 */

/** Prefix of the keys of cards that are in no list but in the box of the group's own. */
export const OWN_PREFIX = "own/";
/** What the key of a card in a game has a dash for, unlike its name in the box. */
const DASHED = /[@:|/]/g;

/** Open the form for a card that is in no list, "" to close it. @param {App} app @param {string} name */
export function openOtherCard(app, name) {
  app.ui.believed = null;
  app.ui.otherCard = name;
  paint(app, "ask");
  focusOn(app, name ? "other-name" : "search");
}

/** The offers of a draw: a card that is in no list, and an empty deck. @param {App} app */
export function cardOffers(app) {
  const box = app.ui.otherCard ? boxOf(app) : [];
  const other = () => openOtherCard(app, app.ui.otherCard ? "" : app.ui.typed || " ");
  return [
    button("other-card", other, { class: "offer", "aria-pressed": app.ui.otherCard ? "true" : "false" },
      app.word("another-card")),
    app.ui.otherCard ? null : button("deck-empty", () => press(app, { type: "hand", empty: true }, app.word("deck-is-empty")),
      { class: "offer" }, app.word("deck-is-empty")),
    box.length ? choiceOfBox(app, box) : null,
  ];
}

/**
 * Types a card may have, with their words.
 * @param {App} app @returns {[OwnCard["type"], string][]}
 */
function typesOfCards(app) {
  return [
    ["event", app.word("type-event")], ["animal", app.word("type-animal")], ["monster", app.word("type-monster")],
    ["dragon", app.word("type-dragon")], ["spirit", app.word("type-spirit")], ["stranger", app.word("type-stranger")],
    ["follower", app.word("type-follower")], ["object", app.word("type-object")],
    ["magic object", app.word("type-magic-object")], ["place", app.word("type-place")],
  ];
}

/**
 * The short form for a card that is in no list: its name, type and figures; those of a card of the group's box are filled
 * in, and may be corrected there.
 * @param {App} app
 */
export function otherCard(app) {
  const kept = boxOf(app).find((card) => plain(card.name) === plain(app.ui.otherCard.trim()));
  const { name, fields, entered } = fieldsOf(app, "other", kept ?? { name: app.ui.otherCard.trim() });
  const keep = make("input", { type: "checkbox", "data-id": "other-keep" });
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = entered();
    if (!own) return undefined;
    return own.name ? press(app, { type: "hand", own, keep: keep.checked }, own.name) : name.focus();
  };
  return make("form", { class: "options other", onsubmit: send }, fields,
    kept ? inBox(app, kept, entered) : make("label", { class: "keep" }, keep, span("", app.word("keep-own-card"))),
    make("button", { type: "submit", class: "option first", "data-id": "other-done" }, cap("⏎"),
      span("label", app.word("take-this-card"))));
}

/**
 * The fields of a form for a card in no list, and what they say; without a type they ask for it and say nothing.
 * @param {App} app @param {string} id what the ids of the fields begin with
 * @param {Partial<OwnCard>} card @returns {{name: HTMLInputElement, fields: HTMLElement[], entered: () => OwnCard | undefined}}
 */
function fieldsOf(app, id, card) {
  const name = make("input", { type: "text", "data-id": `${id}-name`, value: card.name ?? "", autocomplete: "off" });
  const types = typesOfCards(app).map(([key, label]) => typeOption(app, id, key, label, key === card.type));
  const number = (/** @type {"number" | "strength" | "craft"} */ what) =>
    make("input", { type: "number", min: "0", max: "12", value: String(card[what] ?? 0), "data-id": `${id}-${what}` });
  const figures = { number: number("number"), strength: number("strength"), craft: number("craft") };
  const told = make("p", { class: "none", role: "status" });
  const entered = () => {
    const type = chosenType(types);
    if (!type) whichType(types, told, app.word("which-type"));
    return type && { name: name.value.trim(), type,
      number: read(figures.number), strength: read(figures.strength), craft: read(figures.craft) };
  };
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ box) =>
    make("label", {}, make("span", {}, label), box);
  return { name, entered, fields: [field(app.word("card-name"), name), field(app.word("card-number"), figures.number),
    field(app.word("strength"), figures.strength), field(app.word("craft"), figures.craft),
    make("div", { class: "types", role: "radiogroup", "aria-label": app.word("card-type") }, types, told)] };
}

/**
 * What may be done with the card of the group's box that is in the form: to correct it there, or to take it out.
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
  const { name, fields, entered } = fieldsOf(app, "kept", kept);
  const save = (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = entered();
    if (own && !own.name) return name.focus();
    if (own) { changeKept(app, kept, own); done(); }
    return undefined;
  };
  return make("form", { class: "options other", "data-kept": kept.deck ?? "", onsubmit: save }, fields,
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
export function boxOf(app) {
  return (app.labels.own ?? []).filter((card) => card.deck === app.question()?.cards);
}

/**
 * A type with its mark, as it is drawn of cards that lie on the board.
 * @param {App} app @param {string} id @param {OwnCard["type"]} key @param {string} label @param {boolean} checked
 */
function typeOption(app, id, key, label, checked) {
  const mark = svg("svg", "type-mark");
  mark.setAttribute("viewBox", "0 0 60 60");
  mark.setAttribute("aria-hidden", "true");
  mark.innerHTML = `<path d="${app.labels.marks?.[key.replace(" ", "-")] ?? ""}"/>`;
  return make("label", { class: "chip" },
    make("input", { type: "radio", name: `${app.id}-${id}-type`, value: key, checked, "data-id": `${id}-type:${key}` }),
    mark, span("", label));
}

/** The type that is chosen, undefined for none. @param {HTMLElement[]} types */
function chosenType(types) {
  const found = types.map((each) => each.querySelector("input")).find((each) => each?.checked);
  return /** @type {OwnCard["type"] | undefined} */ (found?.value);
}

/**
 * Ask for the type, which no Enter chooses: a slip of letters with two Enters makes no card.
 * @param {HTMLElement[]} types @param {HTMLElement} told @param {string} asks
 */
function whichType(types, told, asks) {
  told.textContent = asks;
  types[0].querySelector("input")?.focus();
}

/** @param {HTMLInputElement} box */
function read(box) {
  return Number(box.value) || 0;
}
