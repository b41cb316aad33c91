// @ts-check
import assert from "node:assert/strict";
import { test } from "node:test";

import { say } from "../../talisman_nb/panels/js/base/messages.js";

/** A view with a pending message of a type. @param {string} pending */
function waitingFor(pending) {
  const sent = /** @type {string[]} */ ([]);
  const alive = { busy: () => pending !== "", gone: () => false,
    send: (/** @type {{type: string}} */ message) => sent.push(message.type) };
  return { app: /** @type {any} */ ({ alive, ui: { sent: pending }, screen: {} }), sent };
}

test("a press is not sent while an answer is pending", () => {
  const { app, sent } = waitingFor("answer");
  say(app, { type: "undo" });
  assert.deepEqual(sent, []);
});

test("a press is sent though the program seems gone", () => {
  const { app, sent } = waitingFor("");
  app.alive.gone = () => true;
  say(app, { type: "answer", key: "1" });
  assert.deepEqual(sent, ["answer"]);
});

test("a request for lines of the journal holds back no press, only another request", () => {
  const { app, sent } = waitingFor("journal");
  say(app, { type: "journal" });
  say(app, { type: "answer", key: "1" });
  assert.deepEqual(sent, ["answer"]);
});
