// @ts-check
/** A line of the journal; opened it has its names, its rules, and what may be done from there. */

import { button, make, span } from "./elements.js";
import { replayHere } from "./exports.js";
import { askForText, textOfLine } from "./line_text.js";
import { seatColour } from "./icons.js";
import { press, say } from "./messages.js";
import { paintAll } from "./painting.js";
import { namesIn, ruleLine } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { JournalLine } from "./screen.js"
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
      waits || line.by ? span("by", ` (${waits ? app.word("line-waits") : line.by})`) : null),
    chosen ? make("div", { class: "about" }, namesIn(app, line.text), (line.why ?? []).map((why) => ruleLine(app, why)),
      n < 1 ? null : make("div", { class: "chips" },
        app.isPhone() ? null : button("amend", () => say(app, { type: "amend", n }), { class: "chip" }, app.word("change")),
        app.isPhone() ? null : button("hold-on", () => press(app, { type: "hold-on", n }, line.text), { class: "chip" },
          app.word("hold-on")),
        replayHere(app, n), askForText(app, n)),
      app.ui.lineText?.n === n ? textOfLine(app, app.ui.lineText) : null) : null);
}
