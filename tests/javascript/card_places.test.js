/** Is a card found wherever it lies openly, and nowhere else? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardPlaces } from "../../talisman_nb/panels/js/card_places.js";

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
