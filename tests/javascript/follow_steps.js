/**
 * Reads a game from the standard input, a line for each step: `{"step": a difference, "data": what it leads to}`, the
 * first without a step, labels only where they are others. Applies it with the panel's own module to two models: one
 * that hears all of it, and one whose messages are lost, doubled and swapped (by the seed given). Ends with 1 if a
 * model ever shows what the program has not shown.
 */

import assert from "node:assert/strict";
import { createInterface } from "node:readline";

import { afterSteps, initialize } from "../../talisman_nb/panels/js/difference.js";

const shown = ({ screen, setup, labels }) => ({ screen, setup, labels });

/** A model whose pings are answered as the program does, with all of its data. */
function follower(program) {
  const made = { data: structuredClone(program.data), asked: 0, hear: null, model: null };
  made.model = {
    get: (trait) => made.data[trait],
    set: (trait, value) => { made.data[trait] = value; },
    on: (_, hear) => { made.hear = hear; },
    send: ({ seq }) => {
      made.asked += 1;
      if (seq !== program.data.screen.seq) made.data = structuredClone(program.data);
    },
  };
  initialize(made);
  made.asked = 0;
  return made;
}

/** A packed message is taken later than it is heard. */
const allTaken = ({ model }) => new Promise((done) => { afterSteps(model, done); });

let seed = Number(process.argv[2]);
const chance = () => { seed = (seed * 48271) % 2147483647; return seed / 2147483647; };
const program = { data: null };
const known = new Map(); // the last screens, by their numbers
let [good, bad, waiting, steps] = [null, null, null, 0];
let [faults, asked, packed] = [0, 0, 0];

for await (const text of createInterface({ input: process.stdin })) {
  const { step, data } = JSON.parse(text);
  program.data = { ...data, labels: data.labels ?? program.data.labels };
  known.set(data.screen.seq, program.data).delete(data.screen.seq - 5);
  if (!step) {
    [good, bad, waiting] = [follower(program), follower(program), null];
    continue;
  }
  steps += 1;
  if (step.packed) packed += 1;
  good.hear(structuredClone(step));
  await allTaken(good);
  assert.deepEqual(shown(good.data), shown(program.data), `step ${steps}: the difference leads elsewhere`);
  assert.equal(good.asked, 0, `step ${steps}: a difference that fits asks for everything`);
  const fate = chance();
  const coming = fate < 0.05 ? [] : fate < 0.1 ? [step, step] : [step];
  const swaps = fate > 0.95 && !waiting;
  if (coming.length !== 1 || swaps) faults += 1;
  for (const each of [...(swaps ? [] : coming), ...(waiting ? [waiting] : [])]) bad.hear(structuredClone(each));
  await allTaken(bad);
  waiting = swaps ? step : null;
  assert.deepEqual(shown(bad.data), shown(known.get(bad.data.screen.seq)), `step ${steps}: a mixture`);
}
asked = bad.asked;
assert.ok(packed, "no message was large enough to be packed");
assert.ok(steps > 100 && asked > faults / 2, `${steps} steps, ${faults} faults, asked ${asked} times`);
console.log(`${steps} steps, ${faults} faults, everything asked for ${asked} times`);
