// @ts-check
/** Exports of a game: the drawer that offers them, and saving one as a file, or showing it where a page may save none. */

import { button, make, span } from "../base/elements.js";
import { say } from "../base/messages.js";

/**
 * @import { App } from "../base/app.js"
 * Of what is `packed` the text is Base64.
 * @typedef {{name: string, kind: string, text: string, packed?: boolean}} Exported
 */

/** The contents of the drawer; what holds secrets is for the shared screen alone. @param {App} app */
export function exportsOf(app) {
  const one = (/** @type {string} */ value, /** @type {string} */ label) =>
    button(`keep:${value}`, () => say(app, { type: "export", value }), { class: "option" }, span("label", label));
  const drawn = (/** @type {string} */ value, /** @type {string} */ label) =>
    button(`keep:${value}:png`, () => { app.ui.draws = true; say(app, { type: "export", value }); }, { class: "option" }, span("label", label));
  const read = [make("p", {}, app.word("keep-what")), one("markdown", app.word("keep-markdown")),
    one("page", app.word("keep-page")), drawn("picture", app.word("keep-recap")),
    one("picture", app.word("keep-recap-drawn")), drawn("picture-without-names", app.word("keep-recap-unnamed"))];
  if (app.isPhone()) return read;
  return [...read, one("file", app.word("keep-file")), one("file-without-names", app.word("keep-file-unnamed")),
    make("p", { class: "none" }, app.word("keep-secrets"))];
}

/**
 * Make the link to the page that plays the game back at a line. A hosted table has an address for it, because its own pages may
 * run no other script.
 * @param {App} app @param {number} n
 */
export function replayHere(app, n) {
  const said = app.word("replay-here");
  if (!app.screen.hosted) return button("replay-here", () => replayFrom(app, n), { class: "chip" }, said);
  const kind = app.isPhone() ? "seat" : "laptop";
  return make("a", { href: `/replay/${kind}?lang=${app.screen.lang}#${n}`, target: "_blank", rel: "noopener", class: "chip",
    "data-id": "replay-here" }, said);
}

/** Ask for the page that plays the game back, to open it at a line. @param {App} app @param {number} n */
function replayFrom(app, n) {
  if (app.alive.busy()) return;
  app.ui.replay = n;
  say(app, { type: "export", value: "page" });
}

/**
 * Take what was exported: open the page that was asked for at a line, save all else.
 * @param {App} app
 * @param {Exported} exported
 */
export function takeExport(app, exported) {
  const n = app.ui.replay;
  app.ui.replay = -1;
  if (app.ui.draws) {
    app.ui.draws = false;
    return draw(app, exported);
  }
  if (n < 0) return download(app, exported);
  return openPage(app, exported, `#${n}`);
}

/** VS Code shows a notebook in such a page: it opens no window, and an address of the page's own leads nowhere. */
const SHUT = "vscode-webview:";

/** An address of the page's own for a minute: some browsers read it late; "" where there is none. @param {Exported} exported */
function addressOf({ kind, text, packed }) {
  const content = packed ? Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0)) : text;
  return location.protocol === SHUT ? "" : addressFor(new Blob([content], { type: kind }));
}

/** @param {Blob} content @returns an address of the page's own, "" where a page may have none */
function addressFor(content) {
  try {
    const address = URL.createObjectURL(content);
    setTimeout(() => URL.revokeObjectURL(address), 60_000);
    return address;
  } catch {
    return "";
  }
}

/** Width and height of a picture that the browser draws, in pixels. */
const DRAWN = 1080;

/** Save a drawing as the picture that the browser makes of it; as the drawing itself where it makes none. @param {App} app @param {Exported} drawing */
function draw(app, drawing) {
  const picture = new Image(DRAWN, DRAWN);
  const keep = () => download(app, drawing);
  picture.addEventListener("error", keep);
  picture.addEventListener("load", () => {
    const canvas = make("canvas", { width: DRAWN, height: DRAWN });
    canvas.getContext("2d")?.drawImage(picture, 0, 0, DRAWN, DRAWN);
    canvas.toBlob((made) => {
      const address = made && location.protocol !== SHUT ? addressFor(made) : "";
      return address ? save(address, drawing.name.replace(/\.svg$/, ".png")) : keep();
    }, "image/png");
  });
  picture.src = `data:${drawing.kind};charset=utf-8,${encodeURIComponent(drawing.text)}`; // what a hosted page may load
}

/** Open a page that was written, in a window of its own, at a place of it. @param {App} app @param {Exported} page @param {string} at */
export function openPage(app, page, at = "") {
  const address = addressOf(page);
  const opened = address && window.open(`${address}${at}`, "_blank");
  if (!opened) show(app, page, at);
}

/** Save what was exported as a file of the browser's; where that is shut, show it. @param {App} app @param {Exported} exported */
export function download(app, exported) {
  const address = addressOf(exported);
  if (address) save(address, exported.name);
  else show(app, exported);
}

/** @param {string} address @param {string} name */
function save(address, name) {
  const link = make("a", { href: address, download: name });
  document.body.append(link); // Firefox follows no link outside of the document
  link.click();
  link.remove();
}

/**
 * Show a file over the panel, to be read, copied, or saved by a link that has all of it in itself.
 * @param {App} app @param {Exported} exported @param {string} at a place of a page
 */
function show(app, { name, kind, text, packed }, at = "") {
  const whole = packed ? `data:${kind};base64,${text}` : `data:${kind};charset=utf-8,${encodeURIComponent(text)}`;
  const shown = packed ? "" : kind === "text/html" ? make("iframe", { title: name, srcdoc: text })
    : make("textarea", { class: "search", readonly: true, rows: 8, "aria-label": name });
  if (shown instanceof HTMLTextAreaElement) shown.value = text;
  if (shown instanceof HTMLIFrameElement && at) {
    shown.addEventListener("load", () => { if (shown.contentWindow) shown.contentWindow.location.hash = at; }, { once: true });
  }
  const dialog = make("dialog", { class: "shown-file", "aria-label": name }, make("p", {}, app.word("not-saved")),
    make("a", { href: whole, download: name, "data-id": "shown-file:link" }, name), shown,
    make("div", { class: "moves" },
      packed ? "" : button("shown-file:copy", () => navigator.clipboard?.writeText(text), { class: "offer" }, app.word("copy-text")),
      button("shown-file:close", () => dialog.close(), { class: "offer" }, app.word("close"))));
  dialog.addEventListener("keydown", (event) => event.stopPropagation()); // the keys of the table are not meant
  dialog.addEventListener("close", () => dialog.remove());
  app.root.append(dialog);
  dialog.showModal();
  if (shown instanceof HTMLTextAreaElement) shown.select();
}
