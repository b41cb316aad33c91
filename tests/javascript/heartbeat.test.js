/** Is a missing reply noticed, and is it told what became of the message? */

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";

import { watchReplies } from "../../talisman_nb/panels/js/pages/heartbeat.js";

const [SLOW, PATIENCE, BETWEEN_PINGS, PONG, RENEWED, RENEWING, LONG] = [300, 2000, 900, 1100, 1000, 8000, 30_000];
const events = {};
const nobody = { addEventListener: (event, hear) => { events[event] = hear; }, removeEventListener() {} };
Object.assign(globalThis, { document: { ...nobody, hidden: false }, window: nobody });
mock.timers.enable({ apis: ["setTimeout"] });

let sent;
let shown;
let told;
let rev;
let alive;
let hears;
let kernel;
let ended;
const kernelSays = (status) => ended.forEach((hear) => hear(null, status));
const lastView = () => sent.at(-1).view;

beforeEach(() => {
  mock.timers.reset();
  mock.timers.enable({ apis: ["setTimeout"] });
  [sent, shown, told, rev] = [[], [], [], 1];
  [hears, kernel] = [{}, { status: "idle", connectionStatus: "connected" }];
  ended = [];
  kernel.statusChanged = { connect: (hear) => ended.push(hear), disconnect() {} };
  const model = {
    get: () => ({ seq: 7 }), send: (message) => sent.push(message), on: (event, hear) => { hears[event] = hear; },
    widget_manager: { kernel },
  };
  const show = (state) => shown.push(state);
  alive = watchReplies({ model, show, rev: () => rev, said: (...said) => told.push(said) });
});

test("a reply settles the message that it answers, or an earlier one", () => {
  alive.send({ type: "answer" }, "Fight");
  assert.ok(alive.busy());
  alive.replied("another view-1");
  assert.ok(alive.busy());
  alive.replied(lastView());
  assert.ok(!alive.busy());
  assert.deepEqual([shown, told], [["well"], []]);
});

test("without a reply the connection is slow, then at work, and pinged less and less often", () => {
  alive.send({ type: "answer" }, "Fight");
  mock.timers.tick(SLOW);
  assert.equal(shown.at(-1), "slow");
  mock.timers.tick(PATIENCE - SLOW);
  assert.equal(shown.at(-1), "thinking");
  assert.ok(!alive.gone() && alive.thinking() && alive.pending().label === "Fight");
  const pings = () => sent.filter((message) => message.type === "ping").length;
  for (const [pause, all] of [[PATIENCE, 1], [2 * PATIENCE, 2], [4 * PATIENCE, 3]]) {
    mock.timers.tick(pause - 1);
    assert.equal(pings(), all - 1);
    mock.timers.tick(1);
    assert.equal(pings(), all);
  }
});

for (const [what, changed, taken] of [
  ["was taken, if the screen changed", 2, true], ["was lost, if it did not", 1, false],
]) {
  test(`a pong after a message without a reply tells that it ${what}`, () => {
    alive.send({ type: "answer" }, "Fight");
    mock.timers.tick(PATIENCE);
    mock.timers.tick(PATIENCE);
    rev = changed;
    alive.pong(lastView());
    assert.deepEqual([shown.at(-1), told, alive.busy(), alive.gone()], ["well", taken ? [] : [["Fight", false]], false, false]);
  });
}

test("silence alone says that a program is gone only when nobody could take it for slow", () => {
  alive.send({ type: "answer" }, "Fight");
  mock.timers.tick(LONG - 1);
  assert.deepEqual([alive.gone(), alive.thinking()], [false, true]);
  mock.timers.tick(1);
  assert.deepEqual([alive.gone(), shown.at(-1), alive.pending().label], [true, "gone", "Fight"]);
  alive.replied(lastView());
  assert.deepEqual([alive.gone(), shown.at(-1), told], [false, "well", [["Fight", true]]]);
});

for (const status of ["restarting", "dead", "disconnected"]) {
  test(`a kernel that says that it is ${status} is gone after the usual patience`, () => {
    alive.send({ type: "answer" }, "Fight");
    kernelSays(status);
    mock.timers.tick(0);
    mock.timers.tick(PATIENCE);
    assert.deepEqual([alive.gone(), shown.at(-1)], [true, "gone"]);
    kernelSays("idle"); // a new one, that knows nothing of this page
    mock.timers.tick(PATIENCE);
    assert.ok(alive.gone());
  });
}

test("a message that is sent while the program is gone is pending, and it is told what became of it", () => {
  mock.timers.tick(BETWEEN_PINGS);
  kernel.connectionStatus = "disconnected";
  mock.timers.tick(PONG);
  assert.ok(alive.gone() && !alive.busy());
  alive.send({ type: "answer" }, "Fight");
  assert.deepEqual([shown.slice(-2), alive.pending().label, sent.at(-1).type], [["gone", "gone"], "Fight", "answer"]);
  alive.pong(sent[0].view);
  assert.ok(alive.gone(), "a pong of a ping before it says nothing about it");
  mock.timers.tick(PATIENCE);
  rev = 2;
  alive.pong(lastView());
  assert.deepEqual([shown.at(-1), told], ["well", [["Fight", true]]]);
});

test("a pong of an earlier ping says nothing about a later message", () => {
  mock.timers.tick(BETWEEN_PINGS);
  const { view } = sent[0];
  assert.deepEqual(sent[0], { type: "ping", seq: 7, view });
  alive.send({ type: "answer" }, "Fight");
  alive.pong(view);
  assert.ok(alive.busy());
});

test("a hidden page is not pinged", () => {
  document.hidden = true;
  mock.timers.tick(3 * BETWEEN_PINGS);
  document.hidden = false;
  assert.deepEqual(sent, []);
});

test("a program that is known to have ended is noticed within two seconds, though nothing is pressed", () => {
  for (let n = 0; n < 5; n += 1) { // it still runs
    mock.timers.tick(BETWEEN_PINGS);
    alive.pong(lastView());
  }
  assert.ok(!alive.gone() && sent.length === 5);
  assert.ok(BETWEEN_PINGS + PONG <= 2000);
  mock.timers.tick(BETWEEN_PINGS);
  kernel.status = "dead";
  mock.timers.tick(PONG);
  assert.deepEqual([alive.gone(), shown.at(-1)], [true, "gone"]);
});

test("a kernel that computes is not taken for one that has ended", () => {
  kernel.status = "busy";
  mock.timers.tick(BETWEEN_PINGS);
  mock.timers.tick(PONG);
  assert.deepEqual([alive.gone(), alive.thinking(), shown.at(-1)], [false, true, "thinking"]);
  mock.timers.tick(60_000);
  assert.ok(!alive.gone() && sent.length === 1, "it is not asked again and again meanwhile");
  alive.pong(lastView());
  assert.deepEqual([alive.thinking(), shown.at(-1)], [false, "well"]);
  mock.timers.tick(BETWEEN_PINGS);
  mock.timers.tick(PONG);
  kernel.connectionStatus = "disconnected";
  mock.timers.tick(BETWEEN_PINGS);
  assert.deepEqual([alive.gone(), shown.at(-1)], [true, "gone"]);
});

test("a connection that is being renewed is waited for before the program is said to be gone", () => {
  alive.send({ type: "answer" }, "Fight");
  [kernel.status, kernel.connectionStatus] = ["unknown", "connecting"];
  kernelSays("connecting");
  mock.timers.tick(PATIENCE + RENEWING - 1);
  assert.deepEqual([alive.gone(), alive.thinking(), shown.includes("gone")], [false, true, false]);
  kernel.connectionStatus = "connected";
  alive.replied(lastView());
  mock.timers.tick(BETWEEN_PINGS + PONG);
  assert.ok(!shown.includes("gone"), "a slow machine is at work");
  kernel.connectionStatus = "connecting";
  for (let n = 0; n < 2 * (PATIENCE + RENEWING); n += PONG) mock.timers.tick(PONG);
  assert.deepEqual([alive.gone(), shown.at(-1)], [true, "gone"]);
});

test("a lost connection is told unless it is renewed at once", () => {
  hears.connection("lost");
  mock.timers.tick(RENEWED - 1);
  hears.connection("back");
  alive.pong(lastView());
  assert.ok(!shown.includes("gone"));
  hears.connection("lost");
  mock.timers.tick(RENEWED);
  assert.equal(shown.at(-1), "gone");
  hears.connection("back");
  alive.pong(lastView());
  assert.equal(shown.at(-1), "well");
});

test("a page that goes into the background tells so, and then only that it is still there", () => {
  document.hidden = true;
  events.visibilitychange();
  mock.timers.tick(29_000);
  assert.deepEqual(sent.map(({ type, hidden }) => [type, hidden]), [["ping", true]]);
  mock.timers.tick(1_000);
  assert.equal(sent.length, 2);
  assert.ok(!alive.gone() && !shown.includes("gone"), "nobody looks at it");
  document.hidden = false;
  events.visibilitychange();
  assert.deepEqual(sent.at(-1).hidden, undefined);
});

test("a page that is closed says so last", () => {
  events.pagehide();
  document.hidden = true;
  events.visibilitychange();
  assert.deepEqual(sent.map(({ closed }) => closed), [true]);
  document.hidden = false;
  events.pageshow();
  assert.deepEqual(sent.at(-1).closed, undefined, "come back to, it pings again");
});
