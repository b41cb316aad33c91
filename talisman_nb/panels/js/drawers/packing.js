// @ts-check
/** Packing away: what lies where, to put the game away by and to set it up again by, each line with a box to tick. */

import { button, make, span } from "../base/elements.js";
import { say } from "../base/messages.js";
import { paint } from "../base/painting.js";

/**
 * @import { App } from "../base/app.js"
 * @typedef {{title: string, about: string[], sections: {title: string, lines: string[]}[]}} ListPage
 */

/** Open the drawer and ask for the lists. @param {App} app */
export function openPacking(app) {
  Object.assign(app.ui, { packing: null, again: false });
  say(app, { type: "packing" });
}

/** Keep the lists that came. @param {App} app @param {ListPage[]} pages */
export function takePacking(app, pages) {
  app.ui.packing = pages;
  paint(app, "drawer");
}

/** One of the two lists, and the same to print. @param {App} app */
export function packingLists(app) {
  const pages = app.ui.packing;
  if (!pages) return [];
  const shown = pages[app.ui.again ? 1 : 0];
  const turn = (/** @type {boolean} */ again, /** @type {string} */ word) =>
    button(`packing:${again ? "again" : "away"}`, () => { app.ui.again = again; paint(app, "drawer"); },
      { class: "chip", "aria-pressed": String(again === app.ui.again) }, word);
  return [
    make("div", { class: "chips" }, turn(false, app.word("pack-away")), turn(true, app.word("set-up-again")),
      button("packing:print", () => say(app, { type: "export", value: "packing" }), { class: "offer" },
        app.word("to-print"))),
    ...shown.about.map((line) => make("p", {}, line)),
    ...shown.sections.flatMap(({ title, lines }) => [make("h3", {}, title),
      make("ul", { class: "to-tick" }, lines.map((line) => make("li", {}, make("label", {},
        make("input", { type: "checkbox" }), span("label", line)))))]),
  ];
}
