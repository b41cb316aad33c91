/** Are the cards on a space drawn with their motifs, the first ones only, and those in no list with a mark? And the faces that lead there? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardsOn, facesTo } from "../../talisman_nb/panels/js/board/board.js";

const DRAWN = {
  corners: { crags: [200, 100] }, marks: { animal: "M1 1z", object: "M2 2z" },
  types: { bear: "animal", pool: "place", "own/Yeti": "animal" },
  pictures: { bear: "<path d='M3 3'/>", pool: "<path d='M4 4'/>", wolf: "type.animal", "type.animal": "<path d='M5 5'/>" },
};
const many = (/** @type {string} */ text, /** @type {string} */ part) => text.split(part).length - 1;

test("a card has its motif and the mark of its type, at the corner of its space", () => {
  const made = cardsOn(DRAWN, "crags", ["bear"]);
  assert.ok(made.includes(DRAWN.pictures.bear) && made.includes('d="M1 1z"'));
  assert.match(made, /translate\(161\.0 94\.0\)/);
  assert.ok(!made.includes("<text"));
});

test("a card with counters is the same card; one without a motif of its own has that of its type", () => {
  assert.ok(cardsOn(DRAWN, "crags", ["pool:3"]).includes(DRAWN.pictures.pool));
  assert.ok(cardsOn(DRAWN, "crags", ["wolf"]).includes(DRAWN.pictures["type.animal"]));
});

test("a card in no list has only its mark", () => {
  const made = cardsOn(DRAWN, "crags", ["own/Yeti"]);
  assert.ok(made.includes("unknown") && made.includes('d="M1 1z"') && !made.includes("<svg"));
});

test("three cards are drawn, and the others are a number", () => {
  const three = cardsOn(DRAWN, "crags", ["bear", "wolf", "pool"]);
  const five = cardsOn(DRAWN, "crags", ["bear", "wolf", "pool", "bear", "bear"]);
  assert.equal(many(three, "<rect"), 3);
  assert.equal(many(five, "<rect"), 3);
  assert.ok(!three.includes("<text") && five.includes(">+2<"));
});

test("the faces that lead to a space are one, all from one on, or some", () => {
  assert.deepEqual([[4], [3, 3], [4, 5, 6], [6], [2, 5], [5, 6]].map(facesTo), ["4", "3", "4+", "6", "2·5", "5+"]);
});
