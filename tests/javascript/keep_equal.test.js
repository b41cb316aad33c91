/** Does an equal part of a new value stay the same object, and does nothing else? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { keepEqual } from "../../talisman_nb/panels/js/base/memo.js";

const copy = (value) => JSON.parse(JSON.stringify(value));
const SCREEN = {
  rev: 3,
  question: { kind: "die", options: [{ key: "1" }, { key: "2" }] },
  journal: [{ id: 7, text: "a" }, { id: 8, text: "b" }],
};

test("an equal value is the old object", () => {
  assert.equal(keepEqual(SCREEN, copy(SCREEN)), SCREEN);
});

test("a changed part is new with everything above it; what is beside it stays", () => {
  const now = keepEqual(SCREEN, { ...copy(SCREEN), rev: 4 });
  assert.deepEqual(now, { ...SCREEN, rev: 4 });
  assert.notEqual(now, SCREEN);
  assert.equal(now.question, SCREEN.question);
  assert.equal(now.journal, SCREEN.journal);
});

test("items of a list are matched by id, so that a line that moved up stays the same", () => {
  const now = keepEqual(SCREEN.journal, [{ id: 8, text: "b" }, { id: 9, text: "c" }]);
  assert.equal(now[0], SCREEN.journal[1]);
  assert.deepEqual(now[1], { id: 9, text: "c" });
});

test("items without an id are matched by their place", () => {
  const { options } = SCREEN.question;
  const now = keepEqual(options, [{ key: "1" }, { key: "3" }]);
  assert.equal(now[0], options[0]);
  assert.deepEqual(now, [{ key: "1" }, { key: "3" }]);
});

for (const [what, before, now] of [
  ["a key that is gone", { a: 1, b: 2 }, { a: 1 }],
  ["a key that is new", { a: 1 }, { a: 1, b: undefined }],
  ["a shorter list", [1, 2], [1]],
  ["a list instead of an object", {}, []],
  ["nothing instead of an object", { a: 1 }, null],
  ["an object instead of nothing", null, { a: 1 }],
]) {
  test(`${what} is a change`, () => {
    const kept = keepEqual(before, now);
    assert.deepEqual(kept, now);
    assert.notEqual(kept, before);
  });
}
