// @ts-check
/** The last happening, as a band above the question or a stage over the board, and its part for hands at the table. */

import { toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, isShown, make, span } from "../base/elements.js";
import { counter, face, motif, seatMark, sign } from "../base/icons.js";
import { hold, reuse } from "../base/memo.js";
import { counted } from "../base/text.js";
import { named } from "../looking_up/look_up.js";
import { touchable } from "../looking_up/touchable.js";
import { figureName } from "../sheets/sheets.js";
import { fightSums } from "./fight.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { CounterChange, Moment } from "../base/screen.js"
 * @import { Counted } from "../sheets/sheets.js"
 */

/** @param {App} app @param {HTMLElement} host */
export function paintMoment(app, host) {
  const { moment, journal = [] } = app.screen;
  describe(host, moment);
  const quiet = journal.length ? "" : app.word("nothing-has-happened");
  if (moment) host.replaceChildren(...momentTold(app, moment).filter(isShown));
  else hold(host, [reuse(host.firstElementChild, [quiet], () => make("p", { class: "quiet" }, quiet))]);
}

/** @param {App} app @param {Moment} moment @returns {Child[]} */
function momentTold(app, moment) {
  return [
    named(app, moment.picture, picture(app, moment), span("unseen", moment.text)),
    make("div", { class: "says" },
      make("b", { class: "text" }, touchable(app, counted(moment.text))),
      make("p", { class: "detail" }, changes(app, moment), moment.detail ? span("more", touchable(app, moment.detail)) : null)),
    moment.fight ? make("div", { class: "brief" }, fightSums(app, moment.fight)) : thrown(app, moment),
    sign(moment.tone || "level"),
  ];
}

/** The dice it was thrown with; those of a fight stand in its sums. @param {App} app @param {Moment} moment */
function thrown(app, moment) {
  const faces = moment.quiet ? [] : app.screen.press?.thrown ?? [];
  return faces.length ? make("span", { class: "thrown", role: "img", "aria-label": faces.join(" + ") }, faces.map((n) => face(n))) : null;
}

/**
 * Show a large moment over the board until the next answer; not while the question points at the board.
 * @param {App} app @param {HTMLElement} host
 */
export function paintStage(app, host) {
  const { moment, question } = app.screen;
  const pointing = (question?.options ?? []).some((option) => option.space && !option.closed);
  const shown = Boolean(moment?.large && !moment.quiet) && !pointing && !app.ui.drawer && !app.ui.list;
  host.hidden = !shown;
  app.frame.grid.dataset.staged = String(shown);
  describe(host, moment);
  host.replaceChildren(...(shown && moment ? staged(app, moment) : []).filter(isShown));
}

/** @param {App} app @param {Moment} moment @returns {Child[]} */
function staged(app, moment) {
  return [
    picture(app, moment), make("p", { class: "text" }, moment.text),
    moment.fight ? fightSums(app, moment.fight) : null,
    make("p", { class: "detail" }, changes(app, moment)),
  ];
}

/** @param {HTMLElement} host @param {Moment | null | undefined} moment */
function describe(host, moment) {
  host.dataset.tone = moment?.tone || "level";
  host.dataset.fresh = String(Boolean(moment && !moment.quiet));
}

/** @param {App} app @param {Moment} moment */
function picture(app, moment) {
  return span("picture", moment.picture ? motif(app, moment.picture) : null);
}

/** The counters that changed, by seat. @param {App} app @param {Moment} moment */
function changes(app, moment) {
  const all = moment.changes ?? [];
  return all.map((each, i) => change(app, each, each.seat !== all[i - 1]?.seat));
}

/** @param {App} app @param {CounterChange} each @param {boolean} first whether it is the first one of its seat */
function change(app, { seat, what, before, after }, first) {
  const who = app.sheets().find((sheet) => sheet.who.seat === seat)?.who;
  const figure = /** @type {Counted} */ (what);
  return span("change", first && who ? seatMark(who, 18) : null, counter(figure),
    span("unseen", `${who?.name ?? ""} ${figureName(app, figure)} `), `${before} → `, make("b", {}, String(after)));
}

// What hands do at the physical board, kept until the first answer of the next turn, and the lasting effects.

/** Length of the hand moves, in characters, above which a phone's layout gives them more room. */
const LONG = 160;

/** The moves in their order, the new ones last and in sight. @param {App} app @param {HTMLElement} host */
export function paintHands(app, host) {
  const { hands = [], hands_before: before = [] } = app.screen;
  const [moves, earlier] = [hands.join(" "), before.join(" ")];
  host.dataset.long = String(moves.length + earlier.length > LONG);
  const todo = make("p", { class: "todo" },
    moves || earlier ? make("b", {}, app.word("on-the-table"), " ") : null,
    earlier ? make("span", { class: "earlier" }, touchable(app, earlier), moves ? " " : "") : null,
    moves ? make("span", { class: "now" }, touchable(app, moves)) : null);
  host.replaceChildren(todo, make("ul", { class: "lasting" }, effects(app, true)),
    button("drawer:hands", () => toggleDrawer(app, "hands"), { class: "tool more-hands", "aria-label": app.word("hands-whole"),
      title: app.word("hands-whole") }, "…"));
}

/** The lasting effects as items, `brief` without the pieces that the board shows. @param {App} app */
function effects(app, brief = false) {
  const shown = (app.screen.lasting ?? []).filter(({ change }) => !brief || !((change?.card ?? "") in (app.labels.pieces ?? {})));
  return shown.map((each) => make("li", {}, touchable(app, each.text), make("b", {}, ` ${each.left}`)));
}

/** Scroll to the new moves, and offer the drawer where the line has not all of it. @param {HTMLElement} host */
export function fitHands(host) {
  const parts = [...host.querySelectorAll(".todo, .lasting")];
  host.dataset.cut = String(parts.some((part) => part.scrollHeight > part.clientHeight + 4));
  const begins = host.querySelector(".earlier") ? host.querySelector(".now") ?? parts[0] : parts[0]; // with the words before them
  parts[0]?.scrollBy(0, (begins?.getBoundingClientRect().top ?? 0) - parts[0].getBoundingClientRect().top);
}

/** All that hands do, a line each, with the lasting effects: what the line has no room for. @param {App} app */
export function allHands(app) {
  const { hands = [], hands_before: before = [] } = app.screen;
  return [make("ul", { class: "hands-whole" },
    before.map((move) => make("li", { class: "earlier" }, touchable(app, move))),
    hands.map((move) => make("li", {}, touchable(app, move)))),
  make("ul", { class: "lasting" }, effects(app))];
}
