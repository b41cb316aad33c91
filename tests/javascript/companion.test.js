/** Does a widget's model stay at its newest screen? */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import companion from "../../talisman_nb/panels/js/pages/companion.js";

let data;
let hearers;
let end;
const set = (values) => { // all are there before one is told
  Object.assign(data, values);
  for (const trait of Object.keys(values)) hearers[`change:${trait}`]?.();
};
const model = {
  get: (trait) => data[trait],
  set: (trait, value) => set({ [trait]: value }),
  on: (event, hear) => { hearers[event] = hear; },
  off: (event, hear) => { if (hearers[event] === hear) delete hearers[event]; },
};
const sent = (seq) => ({ screen: { seq }, setup: { seq }, labels: { seq } });

beforeEach(() => {
  [data, hearers] = [sent(4), {}];
  end = companion.initialize({ model });
});

test("newer screens are taken, one that comes late changes nothing", () => {
  for (const seq of [6, 5, 3]) set(sent(seq));
  assert.deepEqual(data, sent(6));
  set({ screen: { seq: 7 }, setup: null });
  assert.deepEqual(data, { screen: { seq: 7 }, setup: null, labels: { seq: 6 } });
});

test("the first late one finds what was there in the beginning", () => {
  set(sent(2));
  assert.deepEqual(data, sent(4));
});

test("a screen that comes twice is the same", () => {
  set(sent(4));
  assert.deepEqual(data, sent(4));
});

test("a model that is gone hears nothing", () => {
  end();
  assert.deepEqual(hearers, {});
});
