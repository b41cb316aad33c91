/** Is a letter a shortcut, and several in quick succession a word? */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { hearLetters } from "../../talisman_nb/panels/js/base/letters.js";

const PAUSE = 150;
const WORD_ENDS = 800;

mock.timers.enable({ apis: ["setTimeout"] });
let heard = [];
let field = false;
let faces = ""; // the digits that are asked for
let letters;
const type = (text) => [...text].map((sign) => letters.hear(sign.toUpperCase(), sign));

beforeEach(() => {
  [heard, field, faces] = [[], false, ""];
  letters = hearLetters({
    means: (key) => `ABS${faces}`.includes(key), takes: () => field,
    act: (key) => heard.push(key), word: (typed) => heard.push(`“${typed}”`),
  });
});

test("a letter acts when no other one followed", () => {
  assert.deepEqual(type("a"), [true]);
  mock.timers.tick(PAUSE - 1);
  assert.deepEqual(heard, []);
  mock.timers.tick(1);
  assert.deepEqual(heard, ["A"]);
});

test("a word does nothing but be told, once it has ended", () => {
  type("bear");
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, ["“bear”"]);
});

test("a field for words gets the first two letters at once", () => {
  field = true;
  type("be");
  assert.deepEqual(heard, ["“be”"]);
});

test("letters typed just before the field are the beginning of its word", () => {
  type("b");
  letters.field("e");
  assert.deepEqual(heard, ["“b”"]);
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, ["“b”"]);
});

test("Enter ends the pause of a letter, and a word is not ended by it", () => {
  type("a");
  assert.ok(letters.hear("Enter", "Enter"));
  assert.deepEqual(heard, ["A"]);
  type("ab");
  assert.ok(letters.hear("Enter", "Enter"));
  assert.deepEqual(heard, ["A"]);
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, ["A", "“ab”"]);
});

test("digits alone, arrows and Tab are left to others; digits in a word belong to it", () => {
  for (const sign of ["3", "Tab", "Enter"]) assert.ok(!letters.hear(sign, sign));
  type("a");
  assert.ok(letters.hear("3", "3"));
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, ["“a3”"]);
});

test("a digit that is asked for counts, whatever letters slipped in before it", () => {
  faces = "123456";
  for (const [slip, told] of [["q", []], ["qw", ["“qw”"]], ["a", ["A"]], ["sword", ["“sword”"]]]) {
    type(slip);
    assert.ok(!letters.hear("3", "3"), `${slip}3: left to whoever takes the digit`);
    mock.timers.tick(WORD_ENDS);
    assert.deepEqual(heard.splice(0), told);
  }
});

test("a letter without a meaning alone is told nobody", () => {
  assert.deepEqual(type("q"), [true]);
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, []);
});

test("a key that acts only while it is held is dropped when it is released before", () => {
  type("s");
  letters.release("S");
  mock.timers.tick(WORD_ENDS);
  assert.deepEqual(heard, []);
});
