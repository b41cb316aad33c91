/** Which line keeps its place, and what does a phone's strip show of the board? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { around, holds } from "../../talisman_nb/panels/js/board/strip.js";
import { anchorAmong } from "../../talisman_nb/panels/js/looking_back/journal.js";

const HEIGHT = 100;
const lines = (scrolled, pressed) => [0, 1, 2, 3, 4].map((n) =>
  ({ id: `line:${n}`, top: n * 40 - scrolled, height: 40, pressed: n === pressed }));

test("the first visible line is the anchor, also if only its end is seen", () => {
  assert.deepEqual(anchorAmong(lines(0), HEIGHT), { id: "line:0", top: 0 });
  assert.deepEqual(anchorAmong(lines(39), HEIGHT), { id: "line:0", top: -39 });
  assert.deepEqual(anchorAmong(lines(40), HEIGHT), { id: "line:1", top: 0 });
});

test("the pressed line is, while it is seen, and comes into sight whole", () => {
  assert.deepEqual(anchorAmong(lines(20, 2), HEIGHT), { id: "line:2", top: 60 });
  assert.deepEqual(anchorAmong(lines(60, 1), HEIGHT), { id: "line:1", top: 0 });
  assert.deepEqual(anchorAmong(lines(80, 0), HEIGHT), { id: "line:2", top: 0 });
});

test("without a visible line there is no anchor", () => {
  assert.equal(anchorAmong([], HEIGHT), null);
  assert.equal(anchorAmong(lines(500), HEIGHT), null);
});

const BOARD = [0, 0, 1000, 600];

test("the strip lies around the space, but never over the edge of the board", () => {
  assert.deepEqual(around({ x: 480, y: 280, width: 40, height: 40 }, BOARD, 4), [380, 270, 240, 60]);
  assert.deepEqual(around({ x: 0, y: 0, width: 40, height: 40 }, BOARD, 4), [0, 0, 240, 60]);
  assert.deepEqual(around({ x: 960, y: 560, width: 40, height: 40 }, BOARD, 4), [760, 540, 240, 60]);
});

test("a space is in the strip if at least 60 % of it is seen", () => {
  const strip = [0, 0, 100, 100];
  assert.ok(holds(strip, { x: 70, y: 0, width: 40, height: 40 }));
  assert.ok(!holds(strip, { x: 80, y: 0, width: 40, height: 40 }));
  assert.ok(!holds(strip, { x: 200, y: 200, width: 40, height: 40 }));
});
