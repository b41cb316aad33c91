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

/** Save what was exported as a file of the browser's. @param {Exported} exported */
export function download({ name, kind, text }) {
  const address = URL.createObjectURL(new Blob([text], { type: kind }));
  const link = make("a", { href: address, download: name });
  document.body.append(link); // Firefox follows no link outside of the document
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // some browsers read it after the click
}
