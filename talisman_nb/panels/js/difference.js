// @ts-check
/** Keeps a model's data up to date by the differences that the program sends (`difference.py` tells their form). */

/**
 * @import { Model } from "./app.js"
 *
 * What leads from one value to another: of two objects; of two lists part by part: a run of old items, an old item with
 * a difference, a new item; of two texts: how many characters stay before and after the new middle.
 * @typedef {{set?: Record<string, any>, cut?: string[], in?: Record<string, Difference>} | ListPart[] | TextDifference
 *   } Difference
 * @typedef {[start: number, middle: string, end: number]} TextDifference
 * @typedef {[start: number, count: number] | [index: number, difference: Difference] | [value: any]} ListPart
 *
 * The screens it leads from and to are named by their numbers. A large difference is packed: JSON, zlib, Base64.
 * @typedef {{type: "difference", since: number, seq: number, change: Difference}} PlainStep
 * @typedef {{type: "difference", since: number, seq: number, change?: undefined, packed: string}} PackedStep
 * @typedef {PlainStep | PackedStep} Step
 */

/** Traits that differences change, in the order in which their change is told. */
const DATA = ["labels", "setup", "entry", "screen"];

/** The newest packed step of each model, until it is unpacked and applied. @type {WeakMap<Model, Promise<void>>} */
const unpacking = new WeakMap();

/**
 * Take the differences over that a model hears, once for all its views. anywidget calls this for each model.
 * @param {{model: Model}} widget @returns a function that ends it
 */
export function initialize({ model }) {
  const hear = (/** @type {Step | {type: ""}} */ message) => {
    if (message.type !== "difference") return;
    if (message.change) afterSteps(model, () => takeStep(model, message));
    else unpackStep(model, message);
  };
  model.on("msg:custom", hear);
  askIfBehind(model); // what came before was not heard
  return () => model.off("msg:custom", hear);
}

/** The number of the model's screen. @param {Model} model */
export function screenNumber(model) {
  return model.get("screen")?.seq ?? 0;
}

/**
 * Call `act` once all steps that the model has received are applied: at once unless one is being unpacked.
 * @param {Model} model @param {() => void} act
 */
export function afterSteps(model, act) {
  const before = unpacking.get(model);
  if (before) before.then(act);
  else act();
}

/**
 * Unpack a step, and apply it after those before it; if it can't be read, ask for everything.
 * @param {Model} model @param {PackedStep} step
 */
function unpackStep(model, { packed, ...step }) {
  const before = unpacking.get(model) ?? Promise.resolve();
  const taken = Promise.all([unpacked(packed), before])
    .then(([change]) => takeStep(model, { ...step, change }))
    .catch(() => askIfBehind(model));
  unpacking.set(model, taken);
  taken.then(() => { if (unpacking.get(model) === taken) unpacking.delete(model); });
}

/** @param {string} packed @returns {Promise<Difference>} */
async function unpacked(packed) {
  const bytes = Uint8Array.from(atob(packed), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"))).json();
}

/**
 * Apply a difference from the model's screen; if it is one from another screen, ask for everything.
 * @param {Model} model @param {PlainStep} step
 */
function takeStep(model, step) {
  if (step.since !== screenNumber(model)) return askIfBehind(model);
  const old = Object.fromEntries(DATA.map((trait) => [trait, model.get(trait)]));
  const now = withDifference(old, step.change);
  for (const trait of DATA) if (now[trait] !== old[trait]) model.set(trait, now[trait]);
}

/** Ask for everything if the screen is not the newest. @param {Model} model */
function askIfBehind(model) {
  try {
    model.send({ type: "ping", seq: screenNumber(model) });
  } catch { /* not connected: the next connection brings everything */ }
}

/**
 * The value that a difference leads to; it shares what did not change with the old one.
 * @param {any} old @param {Difference} change @returns {any}
 */
export function withDifference(old, change) {
  if (typeof old === "string") return textWith(old, /** @type {TextDifference} */ (change));
  if (Array.isArray(change)) return change.flatMap((part) => itemsOf(old, /** @type {ListPart} */ (part)));
  const made = { ...old, ...change.set };
  for (const key of change.cut ?? []) delete made[key];
  for (const [key, inner] of Object.entries(change.in ?? {})) made[key] = withDifference(old[key], inner);
  return made;
}

/** @param {string} old @param {TextDifference} change */
function textWith(old, [start, middle, end]) {
  const signs = [...old]; // a character may be two units of a string
  return signs.slice(0, start).join("") + middle + signs.slice(signs.length - end).join("");
}

/** @param {any[]} old @param {ListPart} part @returns {any[]} */
function itemsOf(old, part) {
  if (part.length === 1) return part;
  const [at, more] = part;
  return typeof more === "number" ? old.slice(at, at + more) : [withDifference(old[at], more)];
}
