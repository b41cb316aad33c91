// @ts-check
/** What just happened: a band above the question, and the stage over the board for what is large. */

import { make, span } from "./elements.js";
import { counter, seatMark } from "./icons.js";
import { named } from "./look_up.js";
import { motif } from "./motif.js";

/**
 * @import { App } from "./app.js"
 * @import { CounterChange, Moment } from "./screen.js"
 * @import { Counted } from "./sheets.js"
 */

/** The signs of the tones, as SVG paths. */
const ARROWS = { good: "M10 3 17 11H13V17H7V11H3Z", bad: "M10 17 3 9H7V3H13V9H17Z", level: "M3 8.500H17V11.500H3Z" };

/** @param {App} app @param {HTMLElement} host */
export function paintMoment(app, host) {
  const moment = app.screen.moment;
  describe(host, moment);
  host.replaceChildren(...moment ? [
    named(app, moment.picture, picture(app, moment), span("unseen", moment.text)),
    make("div", { class: "says" },
      make("b", { class: "text" }, moment.text),
      make("p", { class: "detail" }, changes(moment), moment.detail ? span("more", moment.detail) : null)),
    toneMark(moment.tone)] : [make("p", { class: "quiet" }, app.word("nothing-has-happened"))]);
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
  describe(host, moment);
  host.replaceChildren(...shown && moment ? [
    picture(app, moment), make("p", { class: "text" }, moment.text),
    make("p", { class: "detail" }, changes(moment))] : []);
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

/** The sign of a tone, told apart by its direction. @param {keyof typeof ARROWS | ""} [tone] */
export function toneMark(tone) {
  const made = span(`tone ${tone || "level"}`);
  made.setAttribute("aria-hidden", "true");
  made.innerHTML = `<svg viewBox="0 0 20 20"><path d="${ARROWS[tone || "level"]}"/></svg>`;
  return made;
}

/** The counters that changed, by seat. @param {Moment} moment */
function changes(moment) {
  const all = moment.changes ?? [];
  return all.map((each, i) => change(each, each.who.seat !== all[i - 1]?.who.seat));
}

/** @param {CounterChange} each @param {boolean} first whether it is the first one of its seat */
function change({ who, what, before, after }, first) {
  return span("change", first ? seatMark(who, 18) : null, counter(/** @type {Counted} */ (what)),
    span("unseen", `${who.name} ${what} `), `${before} → `, make("b", {}, String(after)));
}
