/** Do keys lead where they should, and are changes by hand sent as the table takes them? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withKeys } from "../../talisman_nb/panels/js/base/letters.js";
import { moved } from "../../talisman_nb/panels/js/base/roving.js";
import { keepOlder } from "../../talisman_nb/panels/js/looking_back/journal.js";
import { changesOf } from "../../talisman_nb/panels/js/sheets/correction.js";

const keys = (...options) => withKeys(options).map((option) => option.press);

test("options have letters, faces and amounts their digits, a lone option Enter", () => {
  assert.deepEqual(keys({ key: "a" }, { key: "b" }), ["A", "B"]);
  assert.deepEqual(keys({ face: 1 }, { face: 6 }, { key: "none" }), ["1", "6", "A"]);
  assert.deepEqual(keys({ hint: "2" }, { hint: "0" }), ["2", "0"]);
  assert.deepEqual(keys({ key: "keep", hint: "R" }), ["Enter"]);
  assert.deepEqual(new Set(keys(...Array.from({ length: 10 }, () => ({})))), new Set([""]), "these are typed");
  const shop = ["buy:sword", "free:axe", "free:mule", "done"].map((key) => ({ key }));
  assert.deepEqual(withKeys(shop, true).map((option) => option.press), ["A", "I", "K", "B"]);
});

test("arrows go round a group, Home and End to its ends, other keys nowhere", () => {
  const pressed = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Home", "End", "a"];
  assert.deepEqual(pressed.map((key) => moved(key, 2, 3)), [0, 0, 1, 1, 0, 2, -1]);
  assert.equal(moved("ArrowLeft", 0, 3), 2);
  assert.equal(moved("ArrowRight", 0, 0), -1);
});

test("numbers and spaces by seat, then the cards, are the changes", () => {
  const card = { what: "card", card: "mule", origin: "seat:1", to: "discards" };
  const life = { what: "life", seat: 0, n: 3 };
  const space = { what: "space", seat: 1, to: "tavern" };
  const values = { "0 life": { change: life }, "1 space": { change: space } };
  const edit = { seat: 0, values, cards: [{ id: "", label: "", change: card }] };
  assert.deepEqual(changesOf(edit), [{ what: "life", seat: 0, n: 3 }, { what: "space", seat: 1, to: "tavern" }, card]);
});

const game = (...numbers) => numbers.map((n) => ({ n, id: n }));

test("lines that left the screen join the older ones", () => {
  const app = { ui: { older: game(1, 2), reach: 0 } };
  keepOlder(app, game(3, 4), game(4, 5));
  assert.deepEqual(app.ui, { older: game(1, 2, 3), reach: 0 });
});

test("lines that left the screen stay in the journal, the last forty of them", () => {
  const app = { ui: { older: [], reach: 0 } };
  for (let n = 1; n < 60; n += 3) keepOlder(app, game(n, n + 1, n + 2, n + 3), game(n + 3, n + 4, n + 5, n + 6));
  assert.deepEqual(app.ui.older.map((line) => line.n), Array.from({ length: 40 }, (_, i) => i + 21));
});

test("without a line in common nothing is kept", () => {
  const app = { ui: { older: [], reach: 0 } };
  keepOlder(app, game(1, 2), []);
  assert.deepEqual(app.ui, { older: [], reach: 0 });
});

test("more lines that were loaded are all kept", () => {
  const app = { ui: { older: game(...Array.from({ length: 50 }, (_, i) => i + 1)), reach: 0 } };
  keepOlder(app, game(51, 52), game(52, 53));
  assert.equal(app.ui.older.length, 51);
});

test("another past drops the older lines and requests them again", () => {
  const app = { ui: { older: game(1, 2), reach: 0 } };
  keepOlder(app, game(3, 4), [{ n: 4, id: 104 }, { n: 5, id: 105 }]);
  assert.deepEqual(app.ui, { older: [], reach: 1 });
});
