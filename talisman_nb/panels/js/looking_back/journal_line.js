// @ts-check
/** The journal at a glance: headings of turns, and rows of a picture, at most five words and a sign. */

import { button, make, span } from "../base/elements.js";
import { find, focusOn } from "../base/focus.js";
import { face, motif, seatColour, seatMark, sign } from "../base/icons.js";
import { closeBeside, comesBack, isBeside, isWaiting, openButton, openRow, toldOf } from "./journal_told.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Glance, JournalLine, Who } from "../base/screen.js"
 * @import { Turn } from "./journal_told.js"
 */

/** The person whose turn a line belongs to. @param {App} app @param {JournalLine} line @returns {Who | undefined} */
function whoseTurn(app, { turn = -1 }) {
  return app.sheets().find((sheet) => sheet.who.seat === turn)?.who;
}

/** The parts of the heading of a turn, as values to compare. @param {App} app @param {Turn} turn */
export function headingOf(app, { lines, steps, newRound, unplayed }) {
  const [first] = lines;
  return { newRound, unplayed: unplayed.join(), round: first.round ?? 0, seat: first.turn ?? -1, name: (first.whose ?? "").split(" · ")[0],
    who: whoseTurn(app, first), faces: lines.find((line) => line.thrown?.length)?.thrown?.join(",") ?? "",
    at: lines.findLast((line) => line.at)?.at ?? "", steps: steps.length };
}

/**
 * The heading of a turn: mark, name, die and space; pressed, its steps. Nothing for a line of no turn without steps.
 * @param {App} app @param {Turn} turn @param {boolean} inline
 */
export function turnItem(app, turn, inline) {
  const { newRound, round, seat, name, who, faces, at, steps } = headingOf(app, turn);
  const ofRound = (/** @type {string} */ text) => make("h3", { class: "of-round" }, text);
  const id = `steps:${turn.id}`;
  const inside = [who ? seatMark(who, 18) : null, span("said", span("name", name || app.word("before-first-turn")), " ",
    faces ? span("thrown-small", faces.split(",").map((n) => face(Number(n)))) : null, at ? [" ", span("at", at)] : null),
    steps ? span("more-steps", span("unseen", app.word("steps-folded", { n: steps })),
      make("span", { "aria-hidden": "true" }, `+${steps}`)) : null];
  const props = { class: "of-turn line", "data-seat": seat >= 0 ? seatColour(seat) : "" };
  return make("li", { class: "turn" }, turn.unplayed.map((n) => ofRound(app.word("round-unplayed", { n }))),
    newRound ? ofRound(app.word("round", { n: round })) : null,
    make("h4", {}, steps ? button(id, (event) => choose(app, id, event), { ...props, tabindex: -1, "aria-expanded": "false" }, inside)
      : make("span", { ...props, class: "of-turn" }, inside)),
    inline && app.ui.line && openButton(app) === id ? toldOf(app, app.ui.line) : null);
}

/** The rows of a line: one for each result, else its text; none while it is folded. @param {JournalLine} line @param {boolean} searched */
export function rowsOf(line, searched) {
  if (line.step && !searched) return [];
  return line.glances?.length ? line.glances : [null];
}

/**
 * A row: picture, five words and sign; whose it is, where the heading does not say so. Read aloud it is the sentence.
 * @param {App} app @param {JournalLine} line @param {Glance | null} glance @param {number} i @param {boolean} inline
 */
export function rowItem(app, line, glance, i, inline) {
  const { n, turn = -1, text } = line;
  const seat = turn >= 0 ? turn : line.seat ?? -1;
  const id = `${n}:${i}`;
  const waits = isWaiting(app, line);
  const { seats = [], tone = "level", picture = "" } = glance ?? {};
  const marks = seats.every((each) => each === turn) ? [] : seats;
  const marked = app.sheets().filter(({ who }) => marks.includes(who.seat)).map(({ who }) => seatMark(who, 18));
  return make("li", { class: waits ? "row folded" : "row" },
    button(`line:${id}`, (event) => choose(app, id, event), { class: "line", tabindex: -1, "aria-expanded": "false",
      "data-seat": seat >= 0 ? seatColour(seat) : "" },
    glance ? span("of-glance", span("picture", picture ? motif(app, picture, 24) : null),
      make("span", { class: "five", "aria-hidden": "true" }, marked, glance.text), sign(tone || "level"),
      span("unseen", i ? glance.text : text)) : text,
    waits ? span("by", ` (${app.word("line-waits")})`) : line.by ? span(glance || line.folded ? "unseen" : "by", ` (${line.by})`) : null),
    inline && app.ui.line === id ? toldOf(app, id) : null);
}

// What is told of a row or heading: shown while it is pointed at or has the focus, pinned by a press.

/** Press a row: pin what is told of it, or close it; by a key the focus goes there. @param {App} app @param {string} id @param {UIEvent} event */
function choose(app, id, event) {
  const shut = app.ui.line === id && (app.ui.pinned || !isBeside(app));
  openRow(app, shut ? "" : id, !shut);
  if (shut) return;
  if (!isBeside(app)) showBelow(app);
  else if (event.detail === 0) focusOn(app, "told");
}

/** Pixels of the told that are to be seen below its row at least. */
const SEEN = 40;

/** Scroll the told below the last row into sight, as far as its row stays there. @param {App} app */
function showBelow(app) {
  const told = find(app, "told");
  const [list, row] = [told?.closest("ol.lines"), told?.closest("li")].map((each) => each?.getBoundingClientRect());
  const box = told?.getBoundingClientRect();
  if (!told || !box || !list || !row || box.top < list.bottom - SEEN) return;
  told.closest("ol.lines")?.scrollBy(0, Math.min(box.bottom - list.bottom, row.top - list.top));
}

/** Whether a row that is told stays when nothing points there. @param {App} app */
const isPinned = (app) => Boolean(app.ui.line && app.ui.pinned);

/** Milliseconds a pointer rests on a row until it is told, and for which it may be elsewhere. */
const [REST, LEFT] = [120, 250];
/** Timers of the pointer, by journal. @type {WeakMap<HTMLElement, ReturnType<typeof setTimeout>>} */
const RESTING = new WeakMap();

/** Tell a row while a pointer rests on it or the keyboard's focus is there, until the pointer or the focus leaves. @param {App} app @param {HTMLElement} host */
export function tellWhilePointed(app, host) {
  if (RESTING.has(host)) return;
  const later = (/** @type {number} */ ms, /** @type {() => void} */ act) => {
    clearTimeout(RESTING.get(host));
    RESTING.set(host, setTimeout(act, ms));
  };
  const idOf = (/** @type {EventTarget | null} */ target) => {
    const line = target instanceof Element ? target.closest("button.line") : null;
    return line instanceof HTMLElement ? (line.dataset.id ?? "").replace(/^line:/, "") : "";
  };
  let [over, at] = ["", ""]; // the row below the pointer, and where this was: a list that moves below it tells nothing
  later(0, () => undefined);
  host.addEventListener("pointermove", (event) => {
    const [id, now] = [idOf(event.target), `${event.clientX},${event.clientY}`];
    if (event.pointerType !== "mouse" || !isBeside(app) || now === at || id === over) return void (at = now);
    [over, at] = [id, now];
    later(REST, () => { if (id && id !== app.ui.line && !isPinned(app)) openRow(app, id, false); });
  });
  host.addEventListener("pointerleave", () => {
    over = "";
    later(LEFT, () => { if (!isPinned(app)) closeBeside(app); });
  });
  host.addEventListener("focusin", ({ target }) => {
    if (!(target instanceof Element) || !isBeside(app) || target.closest(".beside")) return;
    const id = idOf(target);
    if (!id && !isPinned(app)) closeBeside(app);
    if (id && id !== app.ui.line && !comesBack(app) && target.matches(":focus-visible")) openRow(app, id, false);
  });
  app.root.addEventListener("pointerdown", ({ target }) => {
    if (target instanceof Node && !host.contains(target)) closeBeside(app);
  });
  app.root.addEventListener("focusin", ({ target }) => {
    if (target instanceof Node && !host.contains(target) && !isPinned(app)) closeBeside(app);
  });
}

