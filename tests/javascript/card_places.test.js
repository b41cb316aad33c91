/** Is a card found wherever it lies openly, and nowhere else? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardNamed, cardPlaces, endsOfCard, notOfDeck, stockCard } from "../../talisman_nb/panels/js/sheets/card_places.js";

const screen = {
  sheets: [{ who: { seat: 0 }, goods_keys: ["sword", "goblin@raised"], trophies_keys: ["wolf", "goblin"] },
    { who: { seat: 2 } }],
  lies: { ruins: ["bear", "sword"] },
};

test("a card is found on sheets, among trophies and on spaces, with its counters or role", () => {
  assert.deepEqual(cardPlaces(screen, "goblin"), [{ seat: 0, card: "seat:0:1" }, { seat: 0, card: "trophies:0:1" }]);
  assert.deepEqual(cardPlaces(screen, "sword"), [{ seat: 0, card: "seat:0:0" }, { space: "ruins", card: "space:ruins:1" }]);
  assert.deepEqual(cardPlaces(screen, "dragon"), []);
  assert.deepEqual(cardPlaces({}, "sword"), []);
});

const app = /** @type {any} */ ({
  labels: { cards: { adventure: { wolf: "Wolf" }, spell: { hex: "Hex", axe: "Axe" } }, stock: { "purchase/axe": "Axe" } },
  sheets: () => [{ who: { seat: 0, name: "Ada" }, at: "ruins" }, { who: { seat: 1, name: "Bruno" } }],
  places: () => [{ space: "ruins", name: "Ruins" }, { space: "fields-1", name: "Fields", where: "by the Ruins" }],
  word: (/** @type {string} */ key) => key,
});

test("a card is known by its deck, and what is no card is not", () => {
  assert.deepEqual(cardNamed(app, "hex"), { deck: "spell", name: "Hex" });
  assert.equal(cardNamed(app, "space.ruins"), undefined);
});

test("a card may be with whoever has a character, on the discards, in its deck, on a space", () => {
  assert.deepEqual(endsOfCard(app, "spell"), [
    { to: "seat:0", name: "Ada" }, { to: "discards", name: "card-on-discards" }, { to: "deck:spell", name: "card-in-deck" },
    { to: "space:ruins", name: "Ruins" }, { to: "space:fields-1", name: "Fields, by the Ruins" }]);
});

test("a card of an open stock is found by its key or the name of another one, and may be with whoever has a character or on a space", () => {
  assert.deepEqual(cardNamed(app, "purchase/axe"), { deck: "stock", name: "Axe" });
  assert.deepEqual(endsOfCard(app, "stock").map(({ to }) => to), ["seat:0", "space:ruins", "space:fields-1"]);
  assert.deepEqual(["purchase/axe", "axe", "wolf", "space.ruins"].map((key) => stockCard(app, key)),
    ["purchase/axe", "purchase/axe", "", ""]);
});

test("a name that a deck does not have is told to be of another one, with where it lies", () => {
  const told = { ...app, screen: { lies: { ruins: ["axe"] } }, placeName: () => "Ruins",
    word: (/** @type {string} */ key, { card = "", place = "" } = {}) => [key, card, place].join(" ") };
  assert.equal(notOfDeck(told, "hex", "adventure"), "other-deck Hex ");
  assert.equal(notOfDeck(told, "axe", "adventure"), "other-deck-at Axe Ruins");
  assert.equal(notOfDeck(told, "wolf", "adventure"), "name-not-found  ");
  assert.equal(notOfDeck(told, "he", "adventure"), "name-not-found  ", "two letters are of too many names");
});
