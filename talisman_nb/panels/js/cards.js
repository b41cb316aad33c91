// @ts-check
/** Entry of a drawn card: a search field with hits, and a form for a card that is in no list. */

import { button, cap, make, span, svg } from "./elements.js";
import { notOfDeck } from "./card_places.js";
import { combobox } from "./combobox.js";
import { findCards, plain } from "./text.js";
import { answerCards, press, roll } from "./messages.js";
import { motif } from "./motif.js";
import { paint } from "./painting.js";
import { focusOn } from "./focus.js";

/**
 * @import { App } from "./app.js"
 * @import { Hit } from "./combobox.js"
 * @import { OwnCard, Question } from "./screen.js"
 */

/** Size of the motif of a hit, in pixels. */
const HIT_MOTIF = 30;
/** Prefix of the keys of cards that are in no list but in the box of the group's own. */
const OWN_PREFIX = "own/";

/** @param {App} app @param {Question} question */
export function cardSearch(app, question) {
  if (app.ui.otherCard) return otherCard(app);
  if (app.ui.believed) return believedElsewhere(app, app.ui.believed);
  const { cards = "", elsewhere = {}, headline } = question;
  const own = Object.fromEntries(boxOf(app)
    .map((card) => [`${OWN_PREFIX}${card.name}`, card]));
  const names = { ...app.labels.cards[cards], ...Object.fromEntries(Object.entries(own).map(([key, { name }]) => [key, name])) };
  const list = make("div", { class: "hits", id: `${app.id}-hits`, "aria-label": app.word("cards-found") });
  const none = make("p", { class: "none", role: "status" });
  const taken = span("taken");
  const box = make("input", {
    type: "text", class: "search", "data-id": "search", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
    "aria-label": headline, placeholder: app.word("type-a-card"), onkeydown: (event) => drawForMe(app, event),
  });
  const parts = () => box.value.split(/[,;]/).map((part) => part.trim());
  const last = () => parts().at(-1) ?? "";
  const earlier = () => parts().slice(0, -1).flatMap((part) => findCards(names, part, 1, elsewhere));
  const send = (/** @type {string[]} */ ...more) => {
    const keys = [...earlier().map((card) => card.key), ...more];
    const label = keys.map((each) => names[each]).join(", ");
    const there = keys.filter((each) => each in elsewhere).map((each) => app.word("labelled", { label: names[each], text: placeOf(app, question, each) }));
    if (last() && !more.length) openOtherCard(app, last());
    else if (there.length) openBelieved(app, { keys, label, there });
    else if (keys.length) answerCards(app, keys, label);
  };
  const find = () => {
    app.ui.typed = box.value;
    taken.textContent = earlier().map((card) => card.name).join(", ");
    const found = findCards(names, last(), 5, elsewhere);
    none.textContent = last() && !found.length ? notOfDeck(app, last(), cards) : "";
    return found.map((card) => hitOf(app, { ...card, type: own[card.key]?.type }, placeOf(app, question, card.key),
      () => send(card.key)));
  };
  const fill = combobox(box, list, { find, lost: send });
  box.value = app.ui.typed;
  fill();
  return make("div", { class: "options cards" }, make("div", { class: "searchrow" }, box, taken), list, none);
}

/**
 * The location of a card that can't be drawn, "" for one that can.
 * @param {App} app @param {Question} question @param {string} key
 */
function placeOf(app, { elsewhere = {}, where = [] }, key) {
  if (!(key in elsewhere)) return "";
  const [at, n] = elsewhere[key];
  return n ? app.word("since-line", { place: where[at], n }) : where[at];
}

/** Cards that were entered, and where those lie that are believed elsewhere. @typedef {{keys: string[], label: string, there: string[]}} Believed */

/** Ask about cards believed elsewhere, null to go back to the search. @param {App} app @param {Believed | null} believed */
export function openBelieved(app, believed) {
  app.ui.believed = believed;
  paint(app, "ask");
  focusOn(app, believed ? "headline" : "search");
}

/**
 * What Enter on a card believed elsewhere leads to: it takes nothing from anybody, which has a key of its own.
 * @param {App} app @param {Believed} believed
 */
function believedElsewhere(app, { there }) {
  const option = (/** @type {string} */ id, /** @type {string} */ key, /** @type {string} */ word) =>
    button(id, () => chooseBelieved(app, key === "A" ? "A" : "Enter"), { class: "option" }, cap(key), span("text", span("label", app.word(word))));
  return make("div", { class: "options", role: "group" }, make("p", { class: "none", role: "status" }, there.join("; ")),
    option("another-card", "⏎", "another-card"), option("all-the-same", "A", "here-all-the-same"));
}

/** Whether a key chooses about cards believed elsewhere. @param {App} app @param {string} key */
export function chooses(app, key) {
  return Boolean(app.ui.believed) && ["A", "Enter"].includes(key);
}

/** Another card, or those all the same. @param {App} app @param {string} key */
export function chooseBelieved(app, key) {
  const { believed } = app.ui;
  app.ui.believed = null;
  if (key === "Enter" || !believed) openOtherCard(app, believed?.label ?? " ");
  else answerCards(app, believed.keys, believed.label, true);
}

/**
 * The entry of a card in the list; for a card believed elsewhere, with its location.
 * @param {App} app @param {{key: string, name: string, type?: string}} card `type`: of one in no list @param {string} place @param {() => void} take
 * @returns {Hit}
 */
function hitOf(app, { key, name, type = "" }, place, take) {
  const note = place ? span("note", place) : null;
  return { id: `${app.id}-${key}`, "data-id": `hit:${key}`, class: place ? "option elsewhere" : "option", take,
    kids: [cap("⏎"), motif(app, key, HIT_MOTIF, type.replace(" ", "-")), span("text", span("label", name), note)] };
}

/** Space in an empty field draws a card. @param {App} app @param {KeyboardEvent & {target: HTMLInputElement}} event */
function drawForMe(app, event) {
  if (event.key !== " " || event.target.value || event.isComposing || event.repeat) return;
  roll(app);
  event.preventDefault();
}

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
function otherCard(app) {
  const kept = boxOf(app).find((card) => plain(card.name) === plain(app.ui.otherCard.trim()));
  const name = make("input",
    { type: "text", "data-id": "other-name", value: kept?.name ?? app.ui.otherCard.trim(), autocomplete: "off" });
  const types = typesOfCards(app).map(([key, label]) => typeOption(app, key, label, key === kept?.type));
  const number = (/** @type {"number" | "strength" | "craft"} */ what) =>
    make("input", { type: "number", min: "0", max: "12", value: String(kept?.[what] ?? 0), "data-id": `other-${what}` });
  const figures = { number: number("number"), strength: number("strength"), craft: number("craft") };
  const keep = make("input", { type: "checkbox", "data-id": "other-keep" });
  const told = make("p", { class: "none", role: "status" });
  const entered = () => {
    const type = chosenType(types);
    if (!type) whichType(types, told, app.word("which-type"));
    return type && { name: name.value.trim(), type,
      number: read(figures.number), strength: read(figures.strength), craft: read(figures.craft) };
  };
  const send = (/** @type {Event} */ event) => {
    event.preventDefault();
    const own = entered();
    if (!own) return undefined;
    return own.name ? press(app, { type: "hand", own, keep: keep.checked }, own.name) : name.focus();
  };
  const field = (/** @type {string} */ label, /** @type {HTMLElement} */ box) =>
    make("label", {}, make("span", {}, label), box);
  return make("form", { class: "options other", onsubmit: send },
    field(app.word("card-name"), name), field(app.word("card-number"), figures.number),
    field(app.word("strength"), figures.strength), field(app.word("craft"), figures.craft),
    make("div", { class: "types", role: "radiogroup", "aria-label": app.word("card-type") }, types, told),
    kept ? inBox(app, kept, entered) : make("label", { class: "keep" }, keep, span("", app.word("keep-own-card"))),
    make("button", { type: "submit", class: "option first", "data-id": "other-done" }, cap("⏎"),
      span("label", app.word("take-this-card"))));
}

/**
 * What may be done with the card of the group's box that is in the form: to correct it there, or to take it out.
 * @param {App} app @param {OwnCard} kept @param {() => OwnCard | undefined} entered what the form says
 */
function inBox(app, kept, entered) {
  const change = (/** @type {OwnCard | undefined} */ own) => press(app,
    { type: "kept-card", key: `${OWN_PREFIX}${kept.name}`, value: kept.deck ?? "", ...(own ? { own } : {}) });
  const save = () => { const own = entered(); if (own?.name) change(own); };
  return make("div", { class: "box" }, span("note", app.word("own-box")), button("own-save", save, { class: "chip" }, app.word("own-save")),
    button("own-forget", () => change(undefined), { class: "chip" }, app.word("own-forget")));
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

/**
 * A type with its mark, as it is drawn of cards that lie on the board.
 * @param {App} app @param {OwnCard["type"]} key @param {string} label @param {boolean} checked
 */
function typeOption(app, key, label, checked) {
  const mark = svg("svg", "type-mark");
  mark.setAttribute("viewBox", "0 0 60 60");
  mark.setAttribute("aria-hidden", "true");
  mark.innerHTML = `<path d="${app.labels.marks?.[key.replace(" ", "-")] ?? ""}"/>`;
  return make("label", { class: "chip" },
    make("input", { type: "radio", name: `${app.id}-other-type`, value: key, checked, "data-id": `other-type:${key}` }),
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
