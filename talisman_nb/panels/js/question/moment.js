// @ts-check
/** The last happening, as a band above the question or a stage over the board, and its part for hands at the table. */

import { toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, isShown, make, span } from "../base/elements.js";
import { counter, crown, face, motif, seatColour, seatMark, sign } from "../base/icons.js";
import { hold, reuse } from "../base/memo.js";
import { paint } from "../base/painting.js";
import { counted } from "../base/text.js";
import { named } from "../looking_up/look_up.js";
import { touchable } from "../looking_up/touchable.js";
import { figureName } from "../sheets/sheets.js";
import { fightSums } from "./fight.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { CounterChange, Glimpse, Moment, Staged } from "../base/screen.js"
 * @import { Counted } from "../sheets/sheets.js"
 */

/** @param {App} app @param {HTMLElement} host */
export function paintMoment(app, host) {
  const { moment, journal = [] } = app.screen;
  describe(host, moment);
  const quiet = journal.some(({ turn = -1 }) => turn >= 0) ? "" : app.word("nothing-has-happened");
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

/** Levels that are staged, where the place for it is free. @type {Moment["level"][]} */
const STAGED = ["medium", "death", "crown"];

/**
 * Stage the last moment until the next answer: over the board, or behind the whole page. A question that points at the
 * board keeps it, but for a sheet that finds a side without any of its ends (`fitStage`).
 * @param {App} app @param {HTMLElement} host @param {Moment["level"][]} levels those that are staged here
 */
export function paintStage(app, host, levels = STAGED) {
  const { moment, question } = app.screen, { drawer, list } = app.ui;
  const staged = moment?.quiet || app.setup ? null : moment?.staged;
  const pointing = (question?.options ?? []).some((option) => option.space && !option.closed);
  const level = staged && levels.includes(moment?.level) && (moment?.level === "medium" || !pointing) ? moment?.level ?? "" : "";
  app.frame.grid.dataset.staged = level;
  host.hidden = !level || Boolean(drawer) || list || app.ui.unstaged === app.screen.rev;
  Object.assign(host.dataset, { level, seat: staged?.who ? String(seatColour(staged.who.seat)) : "" });
  const shown = !host.hidden && staged && moment ? STAGES[/** @type {keyof typeof STAGES} */ (level)](app, staged, moment) : [];
  const away = shown.length && levels === STAGED && level !== "crown" ? awayMark(app) : null;
  host.replaceChildren(...[...shown, away].filter(isShown));
}

/** The mark by which what is staged goes away before the next answer takes it; Esc does the same. @param {App} app */
function awayMark(app) {
  return button("unstage", () => unstage(app), { class: "tool unstage", tabindex: "-1", title: app.word("close") }, "×");
}

/** Let what is staged go away; return whether there was something. @param {App} app */
export function unstage(app) {
  const { stage } = app.hosts;
  if (stage.hidden || stage.dataset.away === "true" || !stage.querySelector(".unstage")) return false;
  app.ui.unstaged = app.screen.rev;
  paint(app, "stage");
  return true;
}

const STAGES = { medium: sheetRisen, death: night, crown: crowned };

/** The person's own sheet: face, what it has become, what paid for it, the card it came of. @param {App} app @param {Staged} staged @param {Moment} moment @returns {Child[]} */
function sheetRisen(app, staged, moment) {
  const { who, portrait = "", title, said = "", hit = [], met, change } = staged;
  const others = who ? (moment.changes ?? []).filter((each) => each.seat === who.seat && each.what !== change?.what) : [];
  return [
    portrait ? make("div", { class: "visage" }, motif(app, portrait), who ? seatMark(who, 26) : null) : null,
    make("div", { class: "told" }, make("p", { class: "title" }, title), hit.length ? rows(app, staged) : figure(app, staged),
      said ? make("p", { class: "said" }, said) : null),
    met || others.length ? make("div", { class: "met" }, met ? glimpse(app, met) : null,
      span("besides", others.map((each) => span("chip", counter(/** @type {Counted} */ (each.what)), `${each.before} → ${each.after}`)))) : null,
  ];
}

/** The thing it is about, as large as anything: old and new number, both scores, or pictures. @param {App} app @param {Staged} staged */
function figure(app, { change, scores = [], things = [] }) {
  if (change) {
    const rises = change.after > change.before;
    return make("p", { class: rises ? "figures rises" : "figures falls" }, counter(/** @type {Counted} */ (change.what)),
      span("old", String(change.before)), span("to", "→"), make("b", { class: "new" }, String(change.after)));
  }
  if (scores.length) return make("p", { class: "figures rises" }, make("b", { class: "new" }, String(scores[0])), span("to", ":"),
    span("old", String(scores[1])));
  return make("p", { class: "figures" }, things.flatMap((key, i) => [i ? span("to", "→") : null, glyph(app, key)]));
}

/** Everybody whom one card or space hit, a row each. @param {App} app @param {Staged} staged */
function rows(app, { hit = [], things = [] }) {
  return make("div", { class: "rows-hit" }, things.length ? glyph(app, things[0]) : null,
    make("ul", {}, hit.map(({ seat, what, before, after }) => {
      const sheet = app.sheets().find((each) => each.who.seat === seat);
      const shown = what === "miss" ? [`${figureName(app, "miss")} `, make("b", {}, String(after))]
        : [counter(/** @type {Counted} */ (what)), `${before} → `, make("b", {}, String(after))];
      return make("li", { "data-seat": seatColour(seat) }, sheet ? seatMark(sheet.who, 26) : null,
        span("name", sheet?.who.name ?? ""), span("figure-hit", ...shown));
    })));
}

/** A picture on the colour of its kind. @param {App} app @param {string} key */
function glyph(app, key) {
  return span("glyph tinted", motif(app, key));
}

/** A card in a line. @param {App} app @param {Glimpse} shown */
function glimpse(app, { picture: key, text, note = "" }) {
  return span("glimpse", key === "gold" ? counter("gold") : key ? glyph(app, key) : null, make("b", {}, text), note ? span("note", note) : null);
}

/** Night over the board: who has died, of what, with empty drops for the lives, what stays, and who begins anew. @param {App} app @param {Staged} staged @returns {Child[]} */
function night(app, { portrait = "", title, said = "", lives = 0, left = [], left_on = "", anew = "" }) {
  return [
    make("div", { class: "visage" }, portrait ? motif(app, portrait) : null),
    make("p", { class: "title" }, title), said ? make("p", { class: "said" }, said) : null,
    lives ? make("p", { class: "drops" }, Array.from({ length: lives }, () => counter("life", true))) : null,
    left.length ? make("div", { class: "left" }, span("left-on", left_on), left.map((each) => glimpse(app, each))) : null,
    anew ? make("p", { class: "anew" }, anew) : null,
  ];
}

/** The Crown, or a victory: the only gold there is. @param {App} app @param {Staged} staged @returns {Child[]} */
function crowned(app, { portrait = "", title, said = "" }) {
  return [make("div", { class: "visage" }, crown(), portrait ? motif(app, portrait) : null),
    make("p", { class: "title" }, title), said ? make("p", { class: "said" }, said) : null];
}

/** The road to the Crown, in place of the journal as long as nobody looks for a line of it. @param {App} app @param {HTMLElement} host */
export function paintRoad(app, host) {
  const { moment } = app.screen;
  const steps = moment?.level === "crown" && !moment.quiet && !app.setup ? moment.staged?.road ?? [] : [];
  host.hidden = !steps.length;
  host.replaceChildren(...(steps.length ? [make("h2", {}, app.word("the-road")), make("ol", {}, steps.flatMap((step, i) => [
    step.note === steps[i - 1]?.note ? null : make("li", { class: "of-round" }, step.note),
    make("li", { "data-tone": step.tone ?? "level" }, step.picture ? glyph(app, step.picture) : null, span("said", step.text), sign(step.tone || "level"))])
    .filter(isShown))] : []));
}

/** Sides of the board that a risen sheet may take, those above its person's own sheet first. */
const SIDES = ["end", "start", "top-end", "top-start", "mid-end", "mid-start"];

/** The part of the board's side by which the middle of a space must be away from it, for its letter to be seen. */
const NEAR = .06;

/**
 * Let a risen sheet stand on the side of the board where the question has none of its ends, with its tip on the sheet
 * below; where every side has some it is smaller, and where they must still be seen to be chosen it gives way.
 * @param {App} app
 */
export function fitStage(app) {
  const { stage } = app.hosts;
  if (stage.hidden || stage.dataset.level !== "medium" || !app.picture) return;
  const chosen = (app.question()?.options ?? []).flatMap(({ space, closed }) => space && !closed ? [space] : []);
  const led = Object.values(app.ui.ends ?? {}).flat().map(({ space }) => space);
  const near = app.sheets().find(({ who }) => who.seat === app.askedSeat())?.at;
  const ends = (chosen.length ? chosen : led.length ? led : near ? [near] : []).flatMap((space) => middleOf(app, space));
  let least = 0;
  for (const small of ["false", "true"]) {
    stage.dataset.small = small;
    least = putAside(app, ends);
    if (!least) break;
  }
  stage.dataset.away = String(Boolean(chosen.length) && least > 0);
  pointAtSheet(app, stage);
}

/**
 * Put a risen sheet on the side of the board where it covers the fewest ends, where it is if that is one.
 * @param {App} app @param {{x: number, y: number}[]} ends @returns how many it covers there
 */
function putAside({ hosts: { stage, board } }, ends) {
  const whole = board.getBoundingClientRect(), own = stage.getBoundingClientRect();
  const part = { wide: Math.min(own.width / whole.width, 1), high: Math.min(own.height / whole.height, 1) };
  const covered = (/** @type {string} */ side) => ends.filter(({ x, y }) => {
    const across = side.endsWith("end") ? 1 - x : x;
    const down = side.startsWith("mid") ? Math.abs(y - .5) + part.high / 2 : side.startsWith("top") ? y : 1 - y;
    return across < part.wide + NEAR && down < part.high + NEAR;
  }).length;
  const counts = SIDES.map(covered), least = Math.min(...counts);
  if (counts[SIDES.indexOf(stage.dataset.side ?? "")] !== least) stage.dataset.side = SIDES[counts.indexOf(least)];
  return least;
}

/** The middle of a space as parts of the board's width and height. @param {App} app @param {string} space */
function middleOf(app, space) {
  const place = app.picture?.board.querySelector(`[data-space="${CSS.escape(space)}"]`);
  if (!(place instanceof SVGGraphicsElement) || !app.picture) return [];
  const { x, y, width, height } = place.getBBox(), box = app.picture.board.viewBox.baseVal;
  return [{ x: (x + width / 2 - box.x) / box.width, y: (y + height / 2 - box.y) / box.height }];
}

/** Put the tip of a risen sheet over the sheet of its person, if that lies below it. @param {App} app @param {HTMLElement} stage */
function pointAtSheet(app, stage) {
  const at = app.sheets().findIndex(({ who }) => who.seat === app.screen.moment?.staged?.who?.seat);
  const sheet = app.hosts.sheets.querySelectorAll(".sheet")[at]?.getBoundingClientRect();
  const own = stage.getBoundingClientRect();
  const middle = sheet ? Math.max(sheet.left + 30, own.left + 30) : 0;
  const points = Boolean(sheet?.width && sheet.top >= own.bottom - 2 && sheet.top < own.bottom + 40 && middle < Math.min(sheet.right, own.right) - 24);
  stage.dataset.points = String(points);
  if (points) stage.style.setProperty("--tip", `${middle - own.left}px`);
}

/** @param {HTMLElement} host @param {Moment | null | undefined} moment */
function describe(host, moment) {
  host.dataset.tone = moment?.tone || "level";
  host.dataset.fresh = String(Boolean(moment && !moment.quiet));
  host.dataset.level = moment?.level ?? "";
}

/** @param {App} app @param {Moment} moment */
function picture(app, moment) {
  return span("picture", moment.picture ? motif(app, moment.picture) : null);
}

/** The counters that changed, by seat. @param {App} app @param {Moment} moment */
export function changes(app, moment) {
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

/** Where one sentence ends and another begins: each is shown whole or left out. */
const SENTENCES = /(?<=\.) (?=\p{Lu})/u;

/** The moves in their order, the new ones last and in sight. @param {App} app @param {HTMLElement} host */
export function paintHands(app, host) {
  const { hands = [], hands_before: before = [] } = app.screen;
  const sentences = (/** @type {string[]} */ told, /** @type {string} */ of) => told.flatMap((text) => text.split(SENTENCES).map((each) => ({ text: each, of })));
  const moves = [...sentences(before, "earlier"), ...sentences(hands, "now")];
  host.dataset.long = String(moves.reduce((sum, { text }) => sum + text.length, 0) > LONG);
  const todo = make("p", { class: "todo" },
    moves.length ? make("b", {}, app.word("on-the-table"), " ") : null,
    moves.map(({ text, of }, at) => make("span", { class: of }, touchable(app, text), at < moves.length - 1 ? " " : "")));
  host.replaceChildren(todo, make("ul", { class: "lasting" }, effects(app, true)),
    button("drawer:hands", () => toggleDrawer(app, "hands"), { class: "tool more-hands", "aria-label": app.word("hands-whole"),
      title: app.word("hands-whole") }, "…"));
}

/** The lasting effects as items, `brief` without the pieces that the board shows. @param {App} app */
function effects(app, brief = false) {
  const shown = (app.screen.lasting ?? []).filter(({ change }) => !brief || !((change?.card ?? "") in (app.labels.pieces ?? {})));
  return shown.map((each) => make("li", {}, touchable(app, each.text), make("b", {}, ` ${each.left}`)));
}

/** Leave out the first moves, each whole, that the line has no room for, and offer the drawer that has all. @param {HTMLElement} host */
export function fitHands(host) {
  const parts = [...host.querySelectorAll(".todo, .lasting")];
  const cut = () => parts.some((part) => part.scrollHeight > part.clientHeight + 4);
  const moves = /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll(".todo > span"));
  for (const move of moves) move.hidden = false;
  const whole = !cut();
  for (const move of [...moves].slice(0, -1)) {
    if (parts[0] && parts[0].scrollHeight <= parts[0].clientHeight + 4) break;
    move.hidden = true;
  }
  host.dataset.cut = String(!whole);
}

/** All that hands do, a line each, with the lasting effects: what the line has no room for. @param {App} app */
export function allHands(app) {
  const { hands = [], hands_before: before = [] } = app.screen;
  return [make("ul", { class: "hands-whole" },
    before.map((move) => make("li", { class: "earlier" }, touchable(app, move))),
    hands.map((move) => make("li", {}, touchable(app, move)))),
  make("ul", { class: "lasting" }, effects(app))];
}
