// @ts-check
/** Exports of a game: the drawer that offers them, and saving one as a file. */

import { button, make, span } from "./elements.js";
import { say } from "./messages.js";

/**
 * @import { App } from "./app.js"
 * @typedef {{name: string, kind: string, text: string}} Exported
 */

/** The contents of the drawer; what holds secrets is for the shared screen alone. @param {App} app */
export function exportsOf(app) {
  const one = (/** @type {string} */ value, /** @type {string} */ label) =>
    button(`keep:${value}`, () => say(app, { type: "export", value }), { class: "option" }, span("label", label));
  const read = [make("p", {}, app.word("keep-what")), one("markdown", app.word("keep-markdown")),
    one("page", app.word("keep-page"))];
  if (app.isPhone()) return read;
  return [...read, one("file", app.word("keep-file")), one("file-without-names", app.word("keep-file-unnamed")),
    make("p", { class: "none" }, app.word("keep-secrets"))];
}

/**
 * Ask for the page that plays the game back, to open it at a line. A hosted table's page may run no other script, so that
 * it can't be opened from there.
 * @param {App} app @param {number} n
 */
export function replayFrom(app, n) {
  if (app.alive.busy()) return;
  app.ui.replay = n;
  say(app, { type: "export", value: "page" });
}

/**
 * Take what was exported: open the page that was asked for at a line, save all else.
 * @param {App} app @param {Exported} exported
 */
export function takeExport(app, exported) {
  const n = app.ui.replay;
  app.ui.replay = -1;
  if (n < 0) return download(exported);
  const opened = window.open(`${addressOf(exported)}#${n}`, "_blank");
  return opened ? undefined : download(exported); // the browser opens no window: the file plays it back too
}

/** An address of the page's own for a minute: some browsers read it late. @param {Exported} exported */
function addressOf({ kind, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
  return address;
}

/** Save what was exported as a file of the browser's. @param {Exported} exported */
export function download(exported) {
  const link = make("a", { href: addressOf(exported), download: exported.name });
  document.body.append(link); // Firefox follows no link outside of the document
  link.click();
  link.remove();
}
