/** Are the things that may be put down choices, beside what else their owner may do? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { withDrops } from "../../talisman_nb/panels/js/base/app.js";

const who = (/** @type {number} */ seat, /** @type {string} */ name) => ({ seat, letter: name[0], name });
const SHEETS = /** @type {any} */ ([
  { who: who(1, "Bruno"), goods: ["Mule"], goods_keys: ["mule"] },
  { who: who(0, "Ada"), goods: ["Pool of Life, 3 left", "Wolf"], goods_keys: ["pool:3", "wolf@raised"] },
]);
const say = (/** @type {string} */ card) => `Put down: ${card}`;

test("a thing is named as on the sheet, and known by its card", () => {
  assert.deepEqual(withDrops([], { drops: { 0: ["pool:3"] }, sheets: SHEETS, say }), [
    { key: "0/drop:pool:3", label: "Put down: Pool of Life, 3 left", hint: "X", group: "Ada", thing: "pool" }]);
});

test("choices stay with their seat, those of the table last", () => {
  const others = ["1/use:mule", "10/use:axe", "/settle"].map((key) => ({ key, label: "" }));
  const drops = { 1: ["mule"], 0: ["wolf@raised"] };
  assert.deepEqual(withDrops(others, { drops, sheets: SHEETS, say }).map(({ key }) => key),
    ["0/drop:wolf@raised", "1/use:mule", "1/drop:mule", "10/use:axe", "/settle"]);
});

test("nothing is made of a seat without a sheet, and of no drops", () => {
  assert.deepEqual(withDrops([], { drops: { 4: ["mule"] }, sheets: SHEETS, say }), []);
  assert.deepEqual(withDrops([], { sheets: SHEETS, say }), []);
});
