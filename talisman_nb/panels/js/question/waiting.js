// @ts-check
/**
 * A phone while somebody else is asked: when the own turn comes, where its throw may lead, bets; the clock; seats that the
 * program plays, and what it would answer in somebody's place.
 */

import { button, make, span } from "../base/elements.js";
import { face, motif, seatMark, sign } from "../base/icons.js";
import { measure, paint } from "../base/painting.js";
import { chanceMark } from "./dice.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Clock, FaceEnd, Question, Waiting } from "../base/screen.js"
 * @typedef {{ply: number, text?: string}} Advice asked for at a question; without a text it is being thought of
 * @typedef {{face: number, end: FaceEnd}} EndAhead
 * @typedef {{at: string, ends: EndAhead[]}} Ahead where the own next throw leads, and the space from which it does
 */

/** The news for whoever waits here, null on a screen that is asked itself. @param {App} app @returns {Waiting | null} */
function toldOf(app) {
  return app.screen.waiting ? app.ui.waiting ?? app.screen.waiting : null;
}

/** The part between headline and offers of a phone that waits. @param {App} app */
export function offTurn(app) {
  const waiting = toldOf(app);
  return make("div", { class: "offturn" }, waiting ? [betsOn(app, waiting), ownTurn(app, waiting)] : []);
}

// Bets: a tap on a face of somebody else's die, while it is asked for.

/** @param {App} app @param {Waiting} waiting */
function betsOn(app, { heading = "", faces = [], face: own = 0, others = [], points = "", told = "" }) {
  const score = points ? span("points", points) : null;
  if (!faces.length) return told || points ? make("p", { class: "bet-told", role: "status" }, span("told", told), score) : null;
  const place = (/** @type {number} */ n) => app.alive.ask({ type: "bet", ply: app.question()?.ply, n });
  return make("section", { class: "bets", "aria-label": heading }, make("h3", {}, span("heading", heading), score),
    make("div", { class: "bet-faces", role: "group", "aria-label": heading }, faces.map((n) =>
      button(`bet:${n}`, () => place(n), { class: "bet", "aria-pressed": String(n === own), "aria-label": String(n) }, face(n)))),
    make("p", { class: "bet-about" }, span("own-bet", own ? ownBet(app, own) : ""),
      others.map(([who, n]) => span("other-bet", seatMark(who, 22), span("unseen", `${who.name} `), String(n)))));
}

/** The own bet, with where the face leads whoever throws it. @param {App} app @param {number} n */
function ownBet(app, n) {
  const [end] = app.ui.ends?.[String(n)] ?? [];
  const bet = app.word("your-bet", { n });
  return end ? app.word("labelled", { label: bet, text: end.detail ? `${end.name} · ${end.detail}` : end.name }) : bet;
}

/** Take what became of a bet of this phone. @param {App} app @param {Waiting} waiting */
export function takeBet(app, waiting) {
  app.ui.waiting = waiting;
  paint(app, "ask");
}

// The own next turn.

/** Ends of the own next throw that stand in front; the others are folded. */
const IN_FRONT = 3;

/** @param {App} app @param {Waiting} waiting */
function ownTurn(app, { coming = "", missed = "" }) {
  if (!coming) return null;
  const ends = app.ui.ahead?.at === ownSpace(app) ? app.ui.ahead.ends : [];
  const shown = app.ui.allEnds ? ends : ends.slice(0, IN_FRONT);
  const fold = () => { app.ui.allEnds = !app.ui.allEnds; paint(app, "ask"); };
  return make("section", { class: "coming" }, make("h3", {}, coming), missed ? make("p", { class: "none" }, missed) : null,
    shown.length ? make("ul", { class: "ahead", "aria-label": app.word("next-from-here") }, shown.map((each) => endAhead(app, each))) : null,
    ends.length > IN_FRONT ? button("all-ends", fold, { class: "fold", "aria-expanded": String(app.ui.allEnds) },
      app.word("all-ends", { n: ends.length }), make("span", { "aria-hidden": "true" }, app.ui.allEnds ? "▴" : "▾")) : null);
}

/** Where a phone's seat stands. @param {App} app */
function ownSpace(app) {
  return app.sheets().find(({ who }) => who.seat === app.screen.viewer)?.at ?? "";
}

/** @param {App} app @param {EndAhead} ahead */
function endAhead(app, { face: n, end: { space, name, tone, picture, detail, chances } }) {
  const of = tone || "level";
  const mark = chances ? span("chance", ...chanceMark(app, chances, of)) : sign(of);
  const said = !chances ? "" : of === "bad" ? app.word("roll-bad", { n: chances.lost }) : app.word("roll-good", { n: chances.won });
  return make("li", { class: `end-ahead ${of}` }, face(n), span("unseen", `${n} `), span("end-picture", motif(app, picture || `space.${space}`)),
    span("text", make("b", {}, name), detail ? span("detail", detail) : null), make("span", { "aria-hidden": "true" }, mark), span("unseen", said));
}

/** Milliseconds for which a question stands until a phone that waits asks where throws lead: no press waits for that. */
const STANDS = 900;
/** Timers by view. @type {WeakMap<App, ReturnType<typeof setTimeout>>} */
const ASKING = new WeakMap();

/** Ask where the own next throw leads, and that of whoever is asked, once a question has stood for a while. @param {App} app */
export function askAhead(app) {
  clearTimeout(ASKING.get(app));
  const lacks = () => Boolean(!app.setup && app.screen.waiting?.coming && !app.ui.asksEnds);
  const ask = () => { if (lacks()) app.ui.asksEnds = app.alive.ask({ type: "ends", ply: app.question()?.ply }); };
  if (lacks()) ASKING.set(app, setTimeout(ask, STANDS));
}

/** Take where the own next throw leads. @param {App} app @param {EndAhead[]} ends */
export function takeAhead(app, ends) {
  app.ui.ahead = { at: ownSpace(app), ends };
}

// The clock, where a group wants one: how long this turn takes, and all turns of this person so far.

/** Seconds as they stand on a clock. @param {number} seconds */
function clockTime(seconds) {
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, Math.floor(seconds % 60)];
  const two = (/** @type {number} */ n) => String(n).padStart(2, "0");
  return hours ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** When the view was first told how long it is: painted again, a clock goes on. @type {WeakMap<Clock, number>} */
const TOLD_AT = new WeakMap();

/** The clock beside a headline, null where there is none; it goes on by itself, and says nothing. @param {App} app */
export function clockBeside(app) {
  const { clock } = app.screen;
  if (!clock) return null;
  const { name, turn, person } = clock;
  const began = TOLD_AT.get(clock) ?? performance.now();
  TOLD_AT.set(clock, began);
  const parts = [span("clock-turn"), span("clock-name", `${name} `), span("clock-time")];
  const node = make("span", { class: "clock", role: "timer", "aria-live": "off" }, parts[0], span("clock-person", parts[1], parts[2]));
  const show = () => {
    const since = (performance.now() - began) / 1000;
    const [now, all] = [clockTime(turn + since), clockTime(person + since)];
    [parts[0].textContent, parts[2].textContent] = [now, all];
    node.title = [app.word("clock-turn", { time: now }), app.word("clock-person", { who: name, time: all })].join("\n");
  };
  show();
  const timer = setInterval(() => { if (node.isConnected) show(); else clearInterval(timer); }, 1000);
  return node;
}

// Seats that the program plays: a shared view lets them go on at their pace, and asks again until an answer came.

/** Milliseconds after which a view looks whether the program has thought, and after which what it asked counts as lost. */
const [THINKS, LOST] = [150, 5000];
/** The screen for which each view waits, and its timer. @type {WeakMap<App, {of: string, timer?: ReturnType<typeof setTimeout>}>} */
const BOTS = new WeakMap();

/** Let the program go on once it is due. @param {App} app */
export function letPlay(app) {
  const { bot = -1, rev, table } = app.screen;
  const of = app.setup || bot < 0 ? "" : `${table} ${rev} ${app.question()?.ply} ${bot}`;
  const before = BOTS.get(app);
  if (before?.of === of) return;
  clearTimeout(before?.timer);
  BOTS.set(app, { of });
  if (of) goOnIn(app, bot);
}

/** @param {App} app @param {number} ms */
function goOnIn(app, ms) {
  const now = BOTS.get(app);
  if (!now?.of) return;
  clearTimeout(now.timer);
  now.timer = setTimeout(() => {
    if (app.root.isConnected) app.alive.ask({ type: "bot", ply: app.question()?.ply });
    goOnIn(app, LOST);
  }, ms);
}

/** The program still thinks: look again soon. @param {App} app */
export function takeBot(app) {
  goOnIn(app, THINKS);
}

/** Whether a question is a choice between several answers, about which somebody may be asked. @param {Question} question */
function isChoice({ kind, who, options = [], offers = [], roll }) {
  const open = [...options, ...offers].filter(({ closed, face: n, key }) => !closed && !n && !key.startsWith("bot:"));
  return Boolean(who) && !roll && !["wait", "over", "hands", "sheets", "card", "character"].includes(kind) && open.length > 1;
}

/** Beside a question, where this device wants it: a button, and what the program would answer. @param {App} app @param {Question | null} question */
export function advice(app, question) {
  if (!app.ui.advises || !question || !isChoice(question)) return null;
  const asked = app.ui.advice?.ply === question.ply ? app.ui.advice : null;
  const ask = () => {
    app.ui.advice = { ply: question.ply };
    app.alive.ask({ type: "advise", ply: question.ply });
    paint(app, "ask");
  };
  return asked ? make("p", { class: "advice", role: "status" }, asked.text ?? "…")
    : button("advise", ask, { class: "offer" }, app.word("what-would-you-do"));
}

/** Show what the program would answer, or look again soon while it thinks. @param {App} app @param {Advice} told */
export function takeAdvice(app, told) {
  if (app.ui.advice?.ply !== told.ply) return;
  if (told.text === undefined) {
    setTimeout(() => { if (app.ui.advice?.ply === told.ply) app.alive.ask({ type: "advise", ply: told.ply }); }, THINKS);
    return;
  }
  app.ui.advice = told;
  paint(app, "ask");
  measure(app);
}
