// @ts-check
/** Entry of a drawn card: a search field with hits, and what is asked about a card that is believed elsewhere. */

import { combobox } from "../base/combobox.js";
import { button, cap, make, span } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { deckMark, motif } from "../base/icons.js";
import { answerCards, roll } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { findCards } from "../base/text.js";
import { notOfDeck } from "../sheets/card_places.js";
import { knownOf, LISTED_PREFIX, listedOf, openOtherCard, otherCard, OWN_PREFIX } from "./other_card.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Hit } from "../base/combobox.js"
 * @import { Question } from "../base/screen.js"
 */

/** Hits that are shown; that there are more is said. */
export const HITS = 5;
/** Sizes of the motif of a hit and of the mark of its deck, in pixels. */
const [HIT_MOTIF, DECK_MARK] = [30, 18];

/** @param {App} app @param {Question} question */
export function cardSearch(app, question) {
  if (app.ui.otherCard) return otherCard(app);
  if (app.ui.believed) return believedElsewhere(app, app.ui.believed);
  const { cards = "", elsewhere = {}, headline } = question;
  const listed = Object.fromEntries(listedOf(app).map((card) => [`${LISTED_PREFIX}${card.name}`, card]));
  const own = { ...listed, ...Object.fromEntries(knownOf(app).map((card) => [`${OWN_PREFIX}${card.name}`, card])) };
  const names = { ...app.labels.cards[cards], ...Object.fromEntries(Object.entries(own).map(([key, card]) => [key, "listed" in card && card.listed ? app.word("labelled", { label: card.name, text: card.listed }) : card.name])) };
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
    const unseen = keys.find((key) => key in listed);
    if (last() && !more.length) openOtherCard(app, last());
    else if (unseen) openOtherCard(app, listed[unseen].name);
    else if (there.length) openBelieved(app, { keys, label, there });
    else if (keys.length) answerCards(app, keys, label);
  };
  const find = () => {
    app.ui.typed = box.value;
    taken.textContent = earlier().map((card) => card.name).join(", ");
    const found = findCards(names, last(), HITS + 1, elsewhere);
    none.textContent = last() && !found.length ? notOfDeck(app, last(), cards) : found.length > HITS ? app.word("more-hits") : "";
    return found.slice(0, HITS).map((card) => hitOf(app, { ...card, type: own[card.key]?.type, layer: listed[card.key]?.layer },
      placeOf(app, question, card.key), () => send(card.key)));
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
 * Make the options for a card believed elsewhere: Enter takes nothing from anybody, which has a key of its own.
 * @param {App} app @param {Believed} believed
 */
function believedElsewhere(app, { there }) {
  const option = (/** @type {string} */ id, /** @type {string} */ key, /** @type {string} */ label) =>
    button(id, () => chooseBelieved(app, key === "A" ? "A" : "Enter"), { class: "option" }, cap(key), span("text", span("label", label)));
  return make("div", { class: "options", role: "group" }, make("p", { class: "none", role: "status" }, there.join("; ")),
    option("another-card", "⏎", app.word("another-card")), option("all-the-same", "A", app.word("here-all-the-same")));
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
 * @param {App} app @param {{key: string, name: string, type?: string, layer?: string}} card `type`: of one in no list; `layer`: by
 * name, that knows no more than its name @param {string} place @param {() => void} take
 * @returns {Hit}
 */
function hitOf(app, { key, name, type = "", layer = "" }, place, take) {
  const note = place || layer ? span("note", place || layer) : null;
  return { id: `${app.id}-${key}`, "data-id": `hit:${key}`, class: place ? "option elsewhere" : "option", take,
    kids: [cap("⏎"), motif(app, key, HIT_MOTIF, type.replace(" ", "-")), span("text", span("label", name), note), deckMark(app, key, DECK_MARK)] };
}

/** Space in an empty field draws a card. @param {App} app @param {KeyboardEvent & {target: HTMLInputElement}} event */
function drawForMe(app, event) {
  if (event.key !== " " || event.target.value || event.isComposing || event.repeat) return;
  roll(app);
  event.preventDefault();
}
