// @ts-check
/** A line of the journal; opened it has its names, its rules, and what may be done from there: its situation on the bench. */

import { button, make, span } from "../base/elements.js";
import { seatColour } from "../base/icons.js";
import { press, say } from "../base/messages.js";
import { paintAll } from "../base/painting.js";
import { namesIn, ruleLine } from "../looking_up/touchable.js";
import { replayHere } from "./exports.js";

/**
 * @import { App } from "../base/app.js"
 * @import { JournalLine } from "../base/screen.js"
 */

/** Whether a line's answer is to be given again after what is put in before it. @param {App} app @param {{n: number}} line */
export function isWaiting(app, { n }) {
  return Boolean(app.screen.waits && n >= app.screen.waits);
}

/**
 * @param {App} app @param {JournalLine} line @param {string} id
 * @param {boolean} newRound @param {boolean} newTurn it has a heading
 */
export function lineItem(app, line, id, newRound, newTurn) {
  const { n, turn = -1, round = 0 } = line;
  const seat = turn >= 0 ? turn : line.seat ?? -1;
  const chosen = app.ui.line === id;
  const waits = isWaiting(app, line);
  const choose = () => { app.ui.line = chosen ? "" : id; Object.assign(app.ui, { amending: null, lineText: null }); paintAll(app); };
  return make("li", { class: line.folded || waits ? "folded" : "" },
    newRound ? make("h3", { class: "of-round" }, app.word("round", { n: round })) : null,
    newTurn ? make("h4", { class: "of-turn", "data-seat": seatColour(seat) }, line.whose ?? "") : null,
    button(`line:${id}`, choose,
      { class: "line", tabindex: -1, "aria-expanded": String(chosen), "data-seat": seat >= 0 ? seatColour(seat) : "" },
      n > 0 ? span("nr", `${n} `) : null, line.text,
      waits || line.by ? span(waits || !line.folded ? "by" : "unseen", ` (${waits ? app.word("line-waits") : line.by})`) : null),
    chosen ? make("div", { class: "about" }, namesIn(app, line.text), (line.why ?? []).map((why) => ruleLine(app, why)),
      n < 1 ? null : make("div", { class: "chips" },
        app.isPhone() ? null : button("amend", () => say(app, { type: "amend", n }), { class: "chip" }, app.word("change")),
        app.isPhone() ? null : button("hold-on", () => press(app, { type: "hold-on", n }, line.text), { class: "chip" },
          app.word("hold-on")),
        replayHere(app, n), askForText(app, n)),
      app.ui.lineText?.n === n ? textOfLine(app, app.ui.lineText) : null) : null);
}

// A line of the journal as a situation: its text to copy, and the bench that looks into it.

/** @typedef {{n: number, text: string, link: string, sorry: string}} LineText a line's text, or why no text says it */

/** The chip that asks for the text of line `n`. @param {App} app @param {number} n */
function askForText(app, n) {
  return button("as-situation", () => say(app, { type: "situation", n }), { class: "chip" }, app.word("as-situation"));
}

/**
 * The text to copy, or why there is none. The full page alone has an address for the bench.
 * @param {App} app @param {LineText} line
 */
function textOfLine(app, { text, link, sorry }) {
  if (sorry) return make("p", { class: "refusal", role: "alert", tabindex: -1, "data-id": "line-text" }, sorry);
  const field = make("textarea", { class: "search", rows: 2, readonly: true, spellcheck: "false",
    "aria-label": app.word("situation"), "data-id": "line-text" });
  field.value = text;
  field.addEventListener("focus", () => field.select());
  const copy = (/** @type {string} */ what) => () => navigator.clipboard?.writeText(what);
  const address = "bench" in document.body.dataset ? new URL(link, location.href).href : "";
  return make("div", { class: "line-text" }, field, make("div", { class: "chips" },
    button("copy-text", copy(text), { class: "chip" }, app.word("copy-text")),
    address ? button("copy-link", copy(address), { class: "chip" }, app.word("copy-link")) : null,
    address ? make("a", { href: address, target: "_blank", rel: "noopener", class: "chip", "data-id": "open-bench" },
      app.word("open-bench")) : null));
}
