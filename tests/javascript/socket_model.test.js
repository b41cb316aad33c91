/** Does the model of a hosted screen have the newest screen, and connect again when its connection is lost? */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { connectModel } from "../../talisman_nb/panels/js/pages/socket_model.js";

const heard = {};
const listen = (event, hear) => { heard[event] = hear; };
Object.assign(globalThis, {
  document: { addEventListener: listen, hidden: false }, window: { addEventListener: listen },
  location: { origin: "http://192.168.1.7:8890" },
});

let wires;
let ended;
const open = () => {
  const make = (url) => {
    const wire = { url, readyState: 1, sent: [], send: (text) => wire.sent.push(text), close: () => wire.onclose?.({ code: 1006 }) };
    wires.push(wire);
    return wire;
  };
  return connectModel("/socket/seat", { make, ended: () => { ended += 1; } });
};
const say = (wire, message) => wire.onmessage({ data: JSON.stringify(message) });
const WHOLE = { type: "state", screen: { rev: 1, seq: 1, note: "so" }, labels: { words: {} }, setup: null };

beforeEach(() => {
  [wires, ended] = [[], 0];
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout", "Date"] });
});

test("the model is there once it has data, and tells what is sent", async () => {
  const connecting = open();
  assert.equal(wires[0].url, "ws://192.168.1.7:8890/socket/seat");
  say(wires[0], WHOLE);
  const model = await connecting;
  const told = [];
  for (const event of ["change:screen", "change:labels", "msg:custom"]) model.on(event, () => told.push(event));
  say(wires[0], { type: "state", screen: { rev: 2, seq: 2 }, setup: null });
  assert.deepEqual([model.get("screen"), model.get("labels")], [{ rev: 2, seq: 2 }, WHOLE.labels]);
  say(wires[0], { type: "custom", content: { type: "pong" } });
  assert.deepEqual(told, ["change:screen", "msg:custom"]);
  model.send({ type: "roll" });
  assert.deepEqual(wires[0].sent, ['{"type":"roll"}']);
});

test("a screen that comes late or twice is dropped, with all that belongs to it", async () => {
  const connecting = open();
  say(wires[0], { ...WHOLE, screen: { seq: 4 } });
  const model = await connecting;
  const told = [];
  model.on("change:screen", () => told.push(model.get("screen").seq));
  for (const seq of [3, 4, 6, 5]) say(wires[0], { ...WHOLE, screen: { seq }, setup: { seq } });
  assert.deepEqual([told, model.get("screen"), model.get("setup")], [[6], { seq: 6 }, { seq: 6 }]);
});

test("a program that was begun again counts its screens anew", async () => {
  const connecting = open();
  say(wires[0], { ...WHOLE, screen: { seq: 90 } });
  const model = await connecting;
  wires[0].onclose({ code: 1006 });
  mock.timers.tick(250);
  say(wires[1], { ...WHOLE, screen: { seq: 1 } });
  assert.equal(model.get("screen").seq, 1);
});

test("a lost connection is renewed, later and later, and brings everything anew", async () => {
  const connecting = open();
  say(wires[0], WHOLE);
  const model = await connecting;
  wires[0].readyState = 3;
  wires[0].onclose({ code: 1006 });
  assert.throws(() => model.send({ type: "roll" }));
  mock.timers.tick(250);
  assert.equal(wires.length, 2);
  wires[1].onclose({ code: 1006 });
  mock.timers.tick(250);
  assert.equal(wires.length, 2);
  mock.timers.tick(250);
  assert.equal(wires.length, 3);
  say(wires[2], { ...WHOLE, screen: { rev: 7, seq: 1 } });
  assert.equal(model.get("screen").rev, 7);
  say(wires[0], { ...WHOLE, screen: { rev: 1, seq: 5 } });
  assert.equal(model.get("screen").rev, 7);
});

test("a phone that was asleep does not trust its old connection", async () => {
  const connecting = open();
  say(wires[0], WHOLE);
  await connecting;
  document.hidden = true;
  heard.visibilitychange();
  mock.timers.tick(1000);
  document.hidden = false;
  heard.visibilitychange();
  assert.equal(wires.length, 1);
  document.hidden = true;
  heard.visibilitychange();
  mock.timers.tick(20 * 60 * 1000);
  document.hidden = false;
  heard.visibilitychange();
  assert.equal(wires.length, 2);
});

test("a cookie that opens nothing leads back to the entry, and no further attempt", async () => {
  open();
  wires[0].onclose({ code: 4403 });
  mock.timers.tick(60_000);
  assert.deepEqual([ended, wires.length], [1, 1]);
});

test("it tells once that its connection is lost, and when it is back", async () => {
  const connecting = open();
  say(wires[0], WHOLE);
  const told = [];
  (await connecting).on("connection", (state) => told.push(state));
  wires[0].onclose({ code: 1006 });
  mock.timers.tick(250);
  wires[1].onclose({ code: 1006 });
  mock.timers.tick(500);
  assert.deepEqual(told, ["lost"]);
  say(wires[2], WHOLE);
  assert.deepEqual(told, ["lost", "back"]);
});
