// @ts-check
/** What is switched on on this device, whatever the table: sound, and a phone that vibrates. Kept by the browser. */

import { playSounds } from "./sound.js";
import { heardIn, isAsked } from "./step.js";

/**
 * @import { App } from "./app.js"
 * @import { Step } from "./step.js"
 * @typedef {"sound" | "vibration"} Switch
 */

/** Prefix of the keys in the localStorage. */
const KEY = "talisman-nb ";
/** All of them. @type {Switch[]} */
const SWITCHES = ["sound", "vibration"];
/** Milliseconds that a phone vibrates when its seat is asked. */
const BRIEFLY = 80;

/** Whether it was switched on; off in a page that may keep nothing. @param {Switch} name */
function wasOn(name) {
  try {
    return window.localStorage.getItem(KEY + name) === "on";
  } catch {
    return false;
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
  SWITCHES.forEach((name) => { app.ui[name] = wasOn(name); });
}

/** Turn a switch, and give a sample of what was switched on. @param {App} app @param {Switch} name */
export function turnSwitch(app, name) {
  const on = app.ui[name] = !app.ui[name];
  remember(name, on);
  if (on && name === "sound") playSounds(["die"]);
  if (on && name === "vibration") navigator.vibrate(BRIEFLY);
}

/** Sound and vibrate at a step, as far as it is switched on. @param {App} app @param {Step | null} step */
export function signal(app, step) {
  if (!step) return;
  if (app.ui.sound) playSounds(heardIn(step));
  if (app.ui.vibration && canVibrate(app) && isAsked(step)) navigator.vibrate(BRIEFLY);
}
