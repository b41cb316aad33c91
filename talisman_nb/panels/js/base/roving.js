// @ts-check
/** Roving tabindex: a group of buttons is one stop of the Tab key, and arrow keys move inside of it (WAI-ARIA APG). */

import { focused } from "./elements.js";

/**
 * Maps a key to the index it leads to from index `at` of `n`.
 * @type {Record<string, (at: number, n: number) => number>}
 */
const MOVES = {
  ArrowRight: (at, n) => (at + 1) % n,
  ArrowDown: (at, n) => (at + 1) % n,
  ArrowLeft: (at, n) => (at - 1 + n) % n,
  ArrowUp: (at, n) => (at - 1 + n) % n,
  Home: () => 0,
  End: (_, n) => n - 1,
};
/** Selector of things to press: buttons, and the names inside sentences. */
const PRESSED = /** @type {"button"} */ ('button, [role="button"]');
/** Keys that a horizontal group leaves to the page. */
const VERTICAL = ["ArrowUp", "ArrowDown"];

/**
 * The index a key leads to, -1 for a key that moves nothing.
 * @param {string} key @param {number} at @param {number} n
 */
export function moved(key, at, n) {
  return n > 0 && key in MOVES ? MOVES[key](at, n) : -1;
}

/**
 * Move the focus among buttons by the key of an event.
 * @param {KeyboardEvent} event @param {HTMLElement[]} all @returns the button that has it now, null if it did not move
 */
export function moveFocus(event, all) {
  const at = all.findIndex((each) => each === focused(each));
  const next = at < 0 ? -1 : moved(event.key, at, all.length);
  if (next < 0) return null;
  event.preventDefault();
  all[next].focus();
  return all[next];
}

/**
 * Make the buttons of a horizontal group one stop of the Tab key; `arrived` is called with the button an arrow led to.
 * @param {HTMLElement} host @param {(to: HTMLElement) => void} [arrived]
 */
export function roving(host, arrived) {
  host.addEventListener("keydown", (event) => {
    const to = VERTICAL.includes(event.key) ? null : moveFocus(event, shownIn(host));
    if (to) arrived?.(to);
  });
  host.addEventListener("focusin", (event) => {
    host.dataset.current = event.target instanceof HTMLElement ? event.target.dataset.id : "";
    setStop(host);
  });
  return host;
}

/**
 * Set the tab stop of a group: its selected tab, else the button focused last, else the first.
 * @param {HTMLElement} host
 */
export function setStop(host) {
  const all = shownIn(host);
  const stop = all.find((each) => each.getAttribute("aria-selected") === "true")
    ?? all.find((each) => each.dataset.id === host.dataset.current) ?? all[0];
  for (const each of host.querySelectorAll(PRESSED)) {
    const index = each === stop ? 0 : -1;
    if (each.getAttribute("tabindex") !== String(index)) each.tabIndex = index; // a change costs a layout
  }
}

/**
 * Make what `which` selects one stop of the Tab key, with arrows in both directions; the stop is what was focused last,
 * else the first, or the last if `newest`.
 * @param {HTMLElement} host
 */
export function rovingList(host, which = "button", newest = false) {
  host.addEventListener("keydown", (event) => moveFocus(event, chosenIn(host, which)));
  host.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(which)) return;
    host.dataset.current = target.dataset.id;
    setListStop(host, which, newest);
  });
  setListStop(host, which, newest);
  return host;
}

/**
 * Set the tab stop of a list after its items have changed; reads no layout.
 * @param {HTMLElement} host @param {string} which
 */
export function setListStop(host, which, newest = false) {
  const all = chosenIn(host, which);
  const stop = all.find((each) => each.dataset.id === host.dataset.current) ?? all.at(newest ? -1 : 0);
  for (const each of all) {
    const index = each === stop ? 0 : -1;
    if (each.getAttribute("tabindex") !== String(index)) each.tabIndex = index;
  }
}

/** @param {HTMLElement} host @param {string} which @returns {HTMLElement[]} */
function chosenIn(host, which) {
  return [...host.querySelectorAll(/** @type {"button"} */ (which))];
}

/** @param {HTMLElement} host */
function shownIn(host) {
  return [...host.querySelectorAll(PRESSED)].filter((each) => each.getClientRects().length);
}
