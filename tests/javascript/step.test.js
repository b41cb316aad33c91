/** Does only what follows by an answer move and sound, and what of it? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { cardIsNew, fightDice, gains, goesOn, heardIn, isAsked, newDice } from "../../talisman_nb/panels/js/base/step.js";

const screen = (ply, more = {}) => ({ table: "Friday", lang: "en", viewer: -1, sheets: [],
  question: { ply, kind: "die" }, ...more });
const sheet = (seat, character, life, gold = 1) => ({ who: { seat, character }, strength: [3, 4], craft: [2, 2],
  life: [4, life], gold, fate: null });

test("an answer goes on; an undo, a language, a table and the form do not", () => {
  assert.ok(goesOn(screen(4), screen(5)));
  assert.ok(!goesOn(screen(5), screen(5)));
  assert.ok(!goesOn(screen(5), screen(4)));
  assert.ok(!goesOn(screen(4), screen(5, { lang: "pl" })));
  assert.ok(!goesOn(screen(4), screen(5, { table: "Saturday" })));
  assert.ok(!goesOn(screen(4, { question: null }), screen(5)));
  assert.ok(!goesOn(screen(4), screen(5, { question: null })));
});

test("counters of the same character that differ", () => {
  const before = screen(4, { sheets: [sheet(0, "Dwarf", 4), sheet(1, "Thief", 1, 5)] });
  const now = screen(5, { sheets: [sheet(0, "Dwarf", 2, 3), sheet(1, "Elf", 4, 0), sheet(2, "Troll", 5)] });
  assert.deepEqual(gains({ before, now }), [{ seat: 0, what: "life", by: -2 }, { seat: 0, what: "gold", by: 2 }]);
});

test("dice with a new face", () => {
  assert.deepEqual(newDice([], [3]), [true]);
  assert.deepEqual(newDice([4, 0], [4, 6]), [false, true]);
  assert.deepEqual(newDice([4, 6], [4, 2]), [false, true]);
  assert.deepEqual(newDice([4], [4, 0]), [false, false]);
  assert.deepEqual(fightDice({ fight: { sides: [{ dice: [2] }, { dice: [0, 5] }] } }), [2, 0, 5]);
  assert.deepEqual(fightDice(null), []);
});

test("a card is new when another one was there, or one was drawn", () => {
  const met = (key, press) => screen(4, { question: { ply: 4, kind: "die", card: key && { key } }, press });
  assert.ok(cardIsNew({ before: met(""), now: met("wolf") }));
  assert.ok(cardIsNew({ before: met("bear"), now: met("wolf") }));
  assert.ok(!cardIsNew({ before: met("wolf"), now: met("wolf") }));
  assert.ok(cardIsNew({ before: met("wolf"), now: met("wolf", { drawn: 1 }) }));
  assert.ok(!cardIsNew({ before: met("wolf"), now: met("") }));
});

test("what is heard", () => {
  const heard = (press, moment) => heardIn({ before: screen(4), now: screen(5, { press, moment }) });
  assert.deepEqual(heard(null, null), []);
  assert.deepEqual(heard({ thrown: [3] }, null), ["die"]);
  assert.deepEqual(heard({ drawn: 2 }, null), []);
  assert.deepEqual(heard({ thrown: [3] }, { fight: {}, tone: "good", level: "medium" }), ["die"]);
  assert.deepEqual(heard({ thrown: [1] }, { level: "death" }), ["die", "drum"]);
  assert.deepEqual(heard(null, { level: "death" }), ["drum"]);
  assert.deepEqual(heard(null, { level: "crown" }), []);
  assert.deepEqual(heard(null, { level: "death", quiet: true }), [], "an earlier one");
});

test("a phone's seat is newly asked", () => {
  const phone = (kind, viewer = 1) => screen(4, { viewer, question: { ply: 4, kind } });
  assert.ok(isAsked({ before: phone("wait"), now: phone("die") }));
  assert.ok(!isAsked({ before: phone("die"), now: phone("way") }));
  assert.ok(!isAsked({ before: phone("die"), now: phone("wait") }));
  assert.ok(!isAsked({ before: phone("wait"), now: phone("over") }));
  assert.ok(!isAsked({ before: phone("wait", -1), now: phone("die", -1) }));
});
