// @ts-check
/** Switches of this device, whatever the table: two sounds, asked about once, a phone that vibrates, advice. Kept by the browser. */

import { heardIn, isAsked } from "./step.js";

/**
 * @import { App } from "./app.js"
 * @import { Step } from "./step.js"
 * @typedef {"sound" | "vibration" | "advises"} Switch
 */

/** Prefix of the keys in the localStorage. */
const KEY = "talisman-nb ";
/** All of them. @type {Switch[]} */
const SWITCHES = ["sound", "vibration", "advises"];
/** Milliseconds that a phone vibrates when its seat is asked. */
const BRIEFLY = 80;

/** The kept state of a switch: "on", "off", or "" if nobody has decided, and in a page that may keep nothing. @param {Switch} name */
function kept(name) {
  try {
    return window.localStorage.getItem(KEY + name) ?? "";
  } catch {
    return "";
  }
}

/** Remember a switch, where the page may. @param {Switch} name @param {boolean} on */
function remember(name, on) {
  try {
    window.localStorage.setItem(KEY + name, on ? "on" : "off");
  } catch {
    // a saved file or a sandboxed frame keeps nothing: it holds until the page is left
  }
}

/** Whether this is a phone that can vibrate. @param {App} app */
export function canVibrate(app) {
  return app.isPhone() && "vibrate" in navigator;
}

/**
 * Follow what other windows of this browser switch on or off; `act` is called after a change.
 * @param {App} app @param {() => void} act @returns a function that ends it
 */
export function followSwitches(app, act) {
  const hear = (/** @type {StorageEvent} */ { key }) => {
    if (key !== null && !SWITCHES.some((name) => key === KEY + name)) return; // null: everything was cleared
    readSwitches(app);
    act();
  };
  window.addEventListener("storage", hear);
  return () => window.removeEventListener("storage", hear);
}

/** Set the view's switches to what is kept. @param {App} app */
export function readSwitches(app) {
  SWITCHES.forEach((name) => { app.ui[name] = kept(name) === "on"; });
  app.ui.soundAsked = Boolean(kept("sound"));
}

/** Decide about sounds on this device; until then none is heard. @param {App} app @param {boolean} on */
export function decideSound(app, on) {
  Object.assign(app.ui, { sound: on, soundAsked: true });
  remember("sound", on);
}

/** Let both sounds be heard, whatever is decided. */
export function trySounds() {
  playSounds(["die", "drum"]);
}

/** Turn a switch, and give a sample of what was switched on. @param {App} app @param {Switch} name */
export function turnSwitch(app, name) {
  const on = app.ui[name] = !app.ui[name];
  remember(name, on);
  if (name === "sound") app.ui.soundAsked = true;
  if (on && name === "sound") playSounds(["die"]);
  if (on && name === "vibration") navigator.vibrate(BRIEFLY);
}

/** Sound and vibrate at a step, as far as it is switched on. @param {App} app @param {Step | null} step */
export function signal(app, step) {
  if (!step) return;
  if (app.ui.sound) playSounds(heardIn(step));
  if (app.ui.vibration && canVibrate(app) && isAsked(step)) navigator.vibrate(BRIEFLY);
}

// Two sounds, made here and played only if they are switched on: a die, and one low drum at a death.

/**
 * A part of a sound: a tone of this pitch in Hz (0: noise) that begins and ends after so many seconds.
 * @typedef {[pitch: number, from: number, to: number]} Part
 * @typedef {"die" | "drum"} Sound
 */

/** @type {Record<Sound, Part[]>} */
const SOUNDS = {
  die: [[0, 0, .03], [0, .07, .1], [0, .13, .15]],
  drum: [[0, 0, .05], [98, 0, .5], [65, 0, .9]],
};
/** Pitch of the noise of a sound in Hz: a die knocks, a drum thuds. */
const COLOUR = { die: 900, drum: 160 };
/** Volume of each part, and seconds by which several sounds follow one another. */
const VOLUME = 0.12, APART = 0.18;
/** Milliseconds after which a sound would come too late. */
const LATE = 300;

/** @type {AudioContext | null} */
let context = null;

/** Play some sounds one after another; nothing where the browser allows none yet. @param {Sound[]} sounds */
function playSounds(sounds) {
  if (!sounds.length || typeof AudioContext === "undefined") return;
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return; // not before the first press
  const own = context ??= new AudioContext();
  const asked = performance.now();
  own.resume().then(() => {
    if (performance.now() - asked < LATE) sounds.forEach((name, i) => sound(own, name, own.currentTime + i * APART));
  }, () => {});
}

/** @param {AudioContext} own @param {Sound} name @param {number} at seconds */
function sound(own, name, at) {
  for (const [pitch, from, to] of SOUNDS[name]) {
    const source = pitch ? tone(own, pitch) : noise(own, COLOUR[name]);
    const loudness = own.createGain();
    loudness.gain.setValueAtTime(VOLUME, at + from);
    loudness.gain.exponentialRampToValueAtTime(0.001, at + to);
    source.output.connect(loudness).connect(own.destination);
    source.input.start(at + from);
    source.input.stop(at + to);
  }
}

/** @param {AudioContext} own @param {number} pitch */
function tone(own, pitch) {
  const input = own.createOscillator();
  input.type = "triangle";
  input.frequency.value = pitch;
  return { input, output: input };
}

/** @param {AudioContext} own @param {number} colour */
function noise(own, colour) {
  const input = own.createBufferSource(), output = own.createBiquadFilter();
  input.buffer = own.createBuffer(1, own.sampleRate / 4, own.sampleRate);
  input.buffer.getChannelData(0).forEach((_, i, all) => { all[i] = Math.random() * 2 - 1; });
  output.type = "bandpass";
  output.frequency.value = colour;
  return { input: input, output: input.connect(output) };
}

/** Pixels a side that a picture is made smaller to, one after the other, how good it stays, and letters it may have. */
const SIDES = [480, 360, 240, 160];
const QUALITY = 0.8;
const LETTERS = 39_000;

/**
 * The text of an SVG file; of a picture of points a small one as an address that holds it, without what else its file says.
 * @param {File} file @returns {Promise<string>}
 */
export async function drawingOf(file) {
  if (/svg/.test(file.type) || /\.svg$/i.test(file.name)) return file.text();
  const whole = await createImageBitmap(file).catch(() => null);
  if (!whole) return "data:;base64,"; // nothing a browser can show: the program says what is expected
  const canvas = document.createElement("canvas");
  for (const side of SIDES) {
    const scale = Math.min(1, side / Math.max(whole.width, whole.height));
    [canvas.width, canvas.height] = [whole.width, whole.height].map((each) => Math.max(1, Math.round(each * scale)));
    canvas.getContext("2d")?.drawImage(whole, 0, 0, canvas.width, canvas.height);
    const small = ["image/png", "image/webp", "image/jpeg"].map((kind) => canvas.toDataURL(kind, QUALITY)).find((each) => each.length < LETTERS);
    if (small) return small;
  }
  return canvas.toDataURL("image/jpeg", QUALITY);
}
