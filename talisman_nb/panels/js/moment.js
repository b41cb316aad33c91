// @ts-check
/** What just happened: a band above the question, and the stage over the board for what is large. */

import { isShown, make, span } from "./elements.js";
import { fightSums } from "./fight.js";
import { counter, face, seatMark, sign } from "./icons.js";
import { named } from "./look_up.js";
import { hold, reuse } from "./memo.js";
import { motif } from "./motif.js";
import { figureName } from "./sheets.js";
import { counted } from "./text.js";
import { touchable } from "./touchable.js";

/**
 * @import { App } from "./app.js"
 * @import { Child } from "./elements.js"
 * @import { CounterChange, Moment } from "./screen.js"
 * @import { Counted } from "./sheets.js"
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
