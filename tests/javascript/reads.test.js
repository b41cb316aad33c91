/** Does a painter run again exactly when something that it read has changed? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { recorded, unchanged, reuse, same } from "../../talisman_nb/panels/js/base/memo.js";

test("only what was read counts, also what was not there", () => {
  let now = { shown: 1, other: 1 };
  const reads = [];
  const screen = recorded(() => now, reads);
  assert.equal(screen.shown, 1);
  assert.equal(screen.missing, undefined);
  now = { shown: 1, other: 2 };
  assert.ok(unchanged(reads));
  now = { shown: 1, other: 2, missing: 3 };
  assert.ok(!unchanged(reads));
  now = { shown: 2, other: 2 };
  assert.ok(!unchanged(reads));
});

test("nothing recorded yet is no reason to leave the painting out", () => {
  assert.ok(!unchanged(undefined));
  assert.ok(unchanged([]));
});

test("the first value counts, if a painter reads one twice while it changes", () => {
  const now = { tab: "play" };
  const reads = [];
  const ui = recorded(() => now, reads);
  assert.equal(ui.tab, "play");
  now.tab = "board";
  assert.equal(ui.tab, "board");
  assert.ok(!unchanged(reads));
});

test("an element is made again only for other inputs", () => {
  const who = {};
  const first = reuse(undefined, [who, 1], () => ({}));
  assert.equal(reuse(first, [who, 1], () => ({})), first);
  assert.notEqual(reuse(first, [{}, 1], () => ({})), first);
  assert.notEqual(reuse(first, [who], () => ({})), first);
});

test("lists are the same if their items are", () => {
  assert.ok(same([], []) && same([1, "a"], [1, "a"]));
  assert.ok(!same(undefined, []) && !same([1], [1, 2]) && !same([{}], [{}]));
});
