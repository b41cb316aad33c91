/** Are differences applied, and is everything asked for where one does not fit? */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { deflateSync } from "node:zlib";

import { afterSteps, initialize, withDifference } from "../../talisman_nb/panels/js/difference.js";

let data;
let sent;
let told;
let hear;
let broken;
const model = {
  get: (trait) => data[trait],
  set: (trait, value) => { data[trait] = value; told.push(trait); },
  send: (message) => { if (broken) throw new Error("not connected"); sent.push(message); },
  on: (event, hearer) => { hear = hearer; },
  off: (event, hearer) => { if (hear === hearer) hear = null; },
};
const step = (since, seq, set) => hear({ type: "difference", since, seq, change: { in: { screen: { set: { seq, ...set } } } } });

beforeEach(() => {
  data = { screen: { seq: 4, note: "so", sheets: [{ gold: 1 }] }, labels: { words: {} }, setup: null };
  [sent, told, broken] = [[], [], false];
  initialize({ model });
  sent.length = 0;
});

test("a list is put together from runs, changed and new items of the old one", () => {
  assert.deepEqual(withDifference([1, { a: 1, b: 2 }, [3], 4], [[2, 2], [1, { set: { a: 5 }, cut: ["b"] }], [[6]]]),
    [[3], 4, { a: 5 }, [6]]);
});

test("a text keeps its beginning and its end, counted in characters", () => {
  assert.equal(withDifference("𝄞🐉 Ada 🐉 rolls", [3, "Bruno", 8]), "𝄞🐉 Bruno 🐉 rolls");
});

test("what does not change stays the same object, and the old value is left alone", () => {
  const old = { kept: { a: 1 }, other: { list: [{ n: 1 }, { n: 2 }] } };
  const made = withDifference(old, { in: { other: { in: { list: [[0, 1], [1, { set: { n: 3 } }]] } } } });
  assert.deepEqual(made, { kept: { a: 1 }, other: { list: [{ n: 1 }, { n: 3 }] } });
  assert.equal(made.kept, old.kept);
  assert.equal(made.other.list[0], old.other.list[0]);
  assert.equal(old.other.list[1].n, 2);
});

test("a view that begins asks whether it has the newest screen", () => {
  initialize({ model });
  assert.deepEqual(sent, [{ type: "ping", seq: 4 }]);
});

test("a difference from the model's screen is set, and only what it changes is told", () => {
  step(4, 5, { note: "now" });
  assert.deepEqual(data.screen, { seq: 5, note: "now", sheets: [{ gold: 1 }] });
  assert.deepEqual([told, sent], [["screen"], []]);
});

test("a packed difference is unpacked, and what comes after it waits", async () => {
  const packed = deflateSync(JSON.stringify({ in: { screen: { set: { seq: 5, note: "Żądło" } } } })).toString("base64");
  const order = [];
  hear({ type: "difference", since: 4, seq: 5, packed });
  step(5, 6, { sheets: [] });
  const done = new Promise((resolve) => { afterSteps(model, () => { order.push("a reply"); resolve(); }); });
  order.push("meanwhile");
  assert.equal(data.screen.seq, 4);
  await done;
  assert.deepEqual([data.screen, order, sent], [{ seq: 6, note: "Żądło", sheets: [] }, ["meanwhile", "a reply"], []]);
  afterSteps(model, () => order.push("at once"));
  assert.equal(order.length, 3);
});

test("a packed difference that can't be read changes nothing and asks for everything", async () => {
  hear({ type: "difference", since: 4, seq: 5, packed: "AAAA" });
  await new Promise((done) => { afterSteps(model, done); });
  assert.deepEqual([data.screen.seq, told, sent], [4, [], [{ type: "ping", seq: 4 }]]);
});

test("a packed difference that can't be applied asks for everything, and what comes after it does not wait", async () => {
  const packed = deflateSync(JSON.stringify({ in: { setup: { in: { players: [[0, 1]] } } } })).toString("base64");
  hear({ type: "difference", since: 4, seq: 5, packed });
  await new Promise((done) => { afterSteps(model, done); });
  assert.deepEqual([data.screen.seq, told, sent], [4, [], [{ type: "ping", seq: 4 }]]);
});

test("the screen is told last, with all that belongs to it", () => {
  hear({ type: "difference", since: 4, seq: 5, change: { set: { setup: { lang: "pl" } }, in: { screen: { set: { seq: 5 } } } } });
  assert.deepEqual(told, ["setup", "screen"]);
});

for (const [what, since, seq] of [["lost", 5, 6], ["doubled", 3, 4], ["of another program", 90, 91]]) {
  test(`a difference that does not fit changes nothing and asks for everything: ${what}`, () => {
    const before = structuredClone(data);
    step(since, seq, { note: "mixed" });
    assert.deepEqual(data, before);
    assert.deepEqual([told, sent], [[], [{ type: "ping", seq: 4 }]]);
  });
}

test("without a connection nothing is asked, because the next one brings everything", () => {
  broken = true;
  step(7, 8, {});
  assert.equal(data.screen.seq, 4);
});

test("a model that is gone hears nothing", () => {
  initialize({ model })();
  assert.equal(hear, null);
});
