// @ts-check
/**
 * Entry point of a television's page, a stage for everybody in the room: whose turn, what may be chosen and what waits
 * there, what just happened, the people; the board alone, large, while nothing happens. Nothing to press, no secret.
 */

import { App } from "../base/app.js";
import { make, setAttribute, span } from "../base/elements.js";
import { counter, face, motif, seatColour, seatMark } from "../base/icons.js";
import { prepareMotion } from "../base/motion.js";
import { nextStep } from "../base/step.js";
import { paintBoard } from "../board/board.js";
import { fightSums } from "../question/fight.js";
import { ROWS, fitRoom, fitText, fromAfar } from "../question/from_afar.js";
import { changes, paintMoment, paintRoad, paintStage } from "../question/moment.js";
import { clockBeside } from "../question/waiting.js";
import { countersShown, figure, marksOf, summary } from "../sheets/sheets.js";
import { watchReplies } from "./heartbeat.js";
import { connectModel } from "./socket_model.js";

/**
 * @import { Model } from "../base/app.js"
 * @import { Moment, Sheet } from "../base/screen.js"
 * @import { Counted } from "../sheets/sheets.js"
 * @import { Frame } from "./frame.js"
 */

/**
 * A seat as those who want to enter see it: with its code and QR code while nobody has it.
 * @typedef {{seat: number, name: string, letter: string, code?: string, qr?: string}} Door
 * @typedef {{addresses: string[], seats: Door[]}} Entry
 */

/** Milliseconds after an answer in which what it brought is shown large. */
const FRESH = 6000;
/** Milliseconds after an answer for which it is shown where the faces of a die to move lead. */
const LOOKED_AT = 45000;
/** Length of what hands must do, in characters, beside which little else has room. */
const LONG = 120;
/** Most choices that are shown. */
const MOST = 8;
/** Levels that lie over the board; others are large beside it. @type {Moment["level"][]} */
const OVER_BOARD = ["death", "crown"];

/**
 * The regions of the page.
 * @typedef {Record<"board" | "stage" | "headline" | "happened" | "moment" | "road" | "quiet" | "entry" | "people", HTMLElement>} Parts
 * The page with what it knows beside the screen: how long nothing was answered, and whether anything was since it was opened.
 * @typedef {{app: App, parts: Parts, rested: number, answered: boolean}} Stage
 */

/** @param {Model} model @param {HTMLElement} el */
function television(model, el) {
  const band = make("section", { class: "band", role: "alert", hidden: true });
  const parts = {
    board: make("section", { class: "board" }),
    stage: make("section", { class: "stage", hidden: true, "aria-hidden": "true" }),
    headline: make("header", { class: "turn", "aria-live": "polite" }),
    happened: make("section", { class: "happened" }),
    moment: make("section", { class: "moment" }),
    road: make("section", { class: "road", hidden: true }),
    quiet: make("section", { class: "at-rest" }),
    entry: make("section", { class: "entry" }),
    people: make("section", { class: "people" }),
  };
  const { moment: _, road: __, ...regions } = parts;
  const root = make("main", { class: "tlm television" }, band, ...Object.values(regions));
  const frame = /** @type {Frame} */ (/** @type {unknown} */ ({ id: "television", root, grid: root, hosts: parts }));
  const alive = watchReplies({ model, rev: () => 0, said: () => {}, show: (state) => {
    setAttribute(root, "data-alive", state);
    band.hidden = state !== "gone";
    band.replaceChildren(make("p", {}, app.word("gone")));
  } });
  const app = new App({ model, frame, alive });
  app.ui.tab = "board";
  const stage = /** @type {Stage} */ ({ app, parts, rested: 0, answered: false });
  const paint = () => paintTelevision(stage, model.get("entry"));
  let timers = /** @type {ReturnType<typeof setTimeout>[]} */ ([]);
  const wake = () => {
    timers.forEach(clearTimeout);
    stage.rested = 0;
    timers = [FRESH, LOOKED_AT].map((ms) => setTimeout(() => { stage.rested = ms; paint(); }, ms));
  };
  let ply = /** @type {number | undefined} */ (undefined);
  const news = () => {
    alive.replied("");
    const now = app.question()?.ply;
    if (now !== ply) {
      [stage.answered, ply] = [stage.answered || ply !== undefined, now];
      Object.assign(app.ui, { ends: null, asksEnds: "" });
      wake();
    }
    queueMicrotask(paint);
    if (app.question()?.leads && !app.ui.asksEnds) app.ui.asksEnds = alive.ask({ type: "ends", ply: now });
  };
  model.on("change:screen", news);
  model.on("msg:custom", (said) => {
    if (said.type === "pong") alive.pong(said.reply);
    if (said.type !== "ends") return;
    if (said.reply !== app.ui.asksEnds) return;
    app.ui.ends = said.faces;
    paint();
  });
  new ResizeObserver(() => { app.wide = root.clientWidth; paint(); }).observe(root);
  el.append(root);
  news();
}

/** @param {Stage} stage @param {Entry | null} entry */
function paintTelevision({ app, parts, rested, answered }, entry) {
  const startMotion = prepareMotion(app, nextStep(app));
  setAttribute(app.root, "lang", app.screen.lang ?? "");
  const shows = shownNow(app, rested);
  const open = (entry?.seats ?? []).filter((door) => door.code);
  const entering = Boolean(open.length) && !answered;
  setAttribute(app.root, "data-rests", String(shows === "" && !entering));
  app.root.dataset.entering = String(entering);
  paintBoard(app, parts.board);
  paintStage(app, parts.stage, OVER_BOARD);
  paintHeadline(app, parts.headline, shows);
  fitHeadline(parts.headline);
  parts.entry.hidden = !entering;
  parts.entry.replaceChildren(...entering && entry ? doors(app, entry) : []);
  parts.quiet.replaceChildren(...shows === "" ? atRest(app, open) : []);
  fitText(parts.quiet);
  parts.people.replaceChildren(...app.sheets().map((sheet) => person(app, sheet)));
  still(parts.people);
  paintHappened(app, parts, shows, rested < FRESH); // last: it has the room that the others leave
  startMotion();
}

/**
 * The kind of what the stage shows: a fight, what may be chosen, what just happened, where faces lead; "" for nothing.
 * @param {App} app @param {number} rested milliseconds without an answer
 */
function shownNow(app, rested) {
  const { question, moment, held } = app.screen;
  const options = question?.options ?? [];
  const few = options.length && options.length <= MOST;
  if (question?.fight) return "fight";
  if (few && options.some(({ space }) => space)) return "ways";
  const fresh = moment && !moment.quiet && rested < FRESH;
  const faces = options.every(({ face: n }) => n);
  const told = few && faces && options.some(({ detail }) => detail);
  if (moment?.level === "crown" && !moment.quiet) return told ? "faces" : "moment"; // and stays: nothing is greater
  if (fresh && isStaged(moment)) return moment.level === "medium" ? "stage" : "moment";
  if (told || (few && !faces)) return told ? "faces" : "choices";
  const leads = question?.leads && app.ui.ends && Object.values(app.ui.ends).some((ends) => ends.length);
  if (leads && rested < LOOKED_AT) return "leads";
  if (fresh) return "moment";
  return rested < FRESH || held ? "wait" : "";
}

/** Whether a moment is shown large. @param {Moment | null | undefined} moment */
function isStaged(moment) {
  return ["medium", "death", "crown"].includes(moment?.level ?? "");
}

/** Whose question it is: face, headline, and the dice that were just thrown. @param {App} app @param {HTMLElement} host @param {string} shows */
function paintHeadline(app, host, shows) {
  const who = app.question()?.who;
  const sheet = app.sheets().find((each) => each.who.seat === who?.seat);
  const thrown = ["ways", "choices"].includes(shows) ? app.screen.press?.thrown ?? [] : [];
  host.dataset.seat = who ? String(seatColour(who.seat)) : "";
  host.replaceChildren(who ? likeness(app, who, sheet) : "", make("div", { class: "says" },
    make("h1", {}, app.question()?.headline ?? app.screen.table),
    app.screen.held ? make("p", { class: "held" }, app.screen.note)
      : make("p", {}, [app.word("round", { n: app.screen.round }), app.screen.pace, app.screen.table, app.labels.variant].filter(Boolean).join(" · "))),
  thrown.length ? make("span", { class: "thrown-now", role: "img", "aria-label": thrown.join(" + ") }, thrown.map((n) => face(n))) : "", clockBeside(app) ?? "");
}

/** A person's face with the mark. @param {App} app @param {Sheet["who"]} who @param {Sheet | undefined} sheet */
function likeness(app, who, sheet) {
  return make("span", { class: "portrayed", "data-seat": seatColour(who.seat) },
    sheet?.picture ? motif(app, sheet.picture) : null, seatMark(who, sheet?.picture ? 34 : 90, sheet?.lifeless));
}

/** Smallest letters of a headline of one line, and those of one that has two, as a part of its usual ones. */
const [ONE_LINE, TWO_LINES] = [0.6, 0.75];

/** Write a headline as large as one line has room for it, a long one in two. @param {HTMLElement} host */
function fitHeadline(host) {
  const title = host.querySelector("h1");
  if (!title || !host.clientHeight) return;
  const usual = Number.parseFloat(getComputedStyle(title).fontSize);
  const lines = () => title.scrollHeight / Number.parseFloat(getComputedStyle(title).lineHeight);
  const write = (/** @type {number} */ size) => { title.style.fontSize = `${size}px`; };
  for (let size = usual; size >= ONE_LINE * usual && lines() > 1.5; size -= 2) write(size);
  if (lines() > 1.5) write(TWO_LINES * usual);
  for (let size = TWO_LINES * usual; size >= usual / 2 && lines() > 2.5; size -= 2) write(size);
}

/**
 * The middle of the stage, and under it what happened last, where that is not the middle, and what hands must do.
 * @param {App} app @param {Parts} parts @param {string} shows @param {boolean} soon whether it has only just happened
 */
function paintHappened(app, { happened: host, moment, road }, shows, soon) {
  const { hands_before: before = [], hands: now = [], moment: came } = app.screen;
  const question = app.question();
  const hands = now.length || question?.fight ? now : before;
  const fresh = came && !came.quiet && soon ? came : null;
  const beside = Boolean(fresh) && !isStaged(fresh) && ["leads", "choices"].includes(shows) && (question?.options ?? []).length <= ROWS
    && hands.join(" ").length < LONG;
  const few = shows === "ways" && (question?.options ?? []).length < ROWS;
  const told = came && (["moment", "stage", "wait"].includes(shows) || beside || few);
  const lately = told ? "" : came?.text ?? "";
  if (told) paintMoment(app, moment);
  const became = told && shows === "stage" ? came?.staged : null;
  if (became?.change) { // a figure is about itself, not about the card it came of
    moment.querySelector(".picture")?.replaceChildren(motif(app, became.portrait || came?.picture || ""));
    moment.querySelector(".says")?.prepend(make("p", { class: "became" }, counter(/** @type {Counted} */ (became.change.what)),
      span("old", `${became.change.before} → `), make("b", {}, String(became.change.after))));
  }
  paintRoad(app, road);
  host.dataset.shows = shows;
  host.toggleAttribute("data-result", Boolean(told && came?.fight && !beside && !few));
  moment.style.order = few ? "1" : "";
  host.replaceChildren(told ? moment : "", told && came?.fight && !beside && !few ? make("div", { class: "fight" }, fightSums(app, came.fight)) : "",
    shows === "moment" && !road.hidden ? road : "", question ? fromAfar(app, question, shows) : "",
    lately ? make("p", { class: "do lately" }, lately) : "", hands.length ? make("p", { class: "do" }, hands.join(" ")) : "");
  still(host);
  fitRoom(host);
}

// Nothing happens: the board is large, beside it whose turn it is, the last moment, and who is next.

/** @param {App} app @param {Door[]} open seats that nobody has */
function atRest(app, open) {
  const sheets = app.sheets();
  const at = Math.max(sheets.findIndex((sheet) => sheet.active), 0);
  const [now, next, ...others] = [...sheets.slice(at), ...sheets.slice(0, at)].filter((sheet, i) => !i || !sheet.paused);
  const { moment, round, pace } = app.screen;
  if (!now) return [make("h1", {}, app.screen.table)];
  const pictured = moment?.picture ? span("way-picture", motif(app, moment.picture)) : null;
  return [
    make("header", { "data-seat": seatColour(now.who.seat) }, likeness(app, now.who, now), make("div", { class: "says" },
      make("p", {}, [app.word("round", { n: round }), pace].filter(Boolean).join(" · ")), make("h1", {}, now.who.name), make("p", {}, whereIs(now)))),
    make("p", { class: "figures" }, countersShown(now).map((what) => figure(app, now, what))),
    moment ? make("section", { class: "last" }, make("h2", {}, app.word("just-happened")), make("div", { class: "came" }, pictured,
      make("div", {}, make("p", { class: "text" }, moment.text), make("p", { class: "detail" }, changes(app, moment))))) : null,
    next ? make("section", { class: "next" }, make("h2", {}, app.word("next-up")), make("ul", {}, [next, ...others].map((sheet) =>
      make("li", {}, likeness(app, sheet.who, sheet), span("says", make("b", {}, sheet.who.name), span("where", sheet.state || whereIs(sheet))))))) : null,
    open.length ? make("section", { class: "free" }, open.map((door) => make("p", {}, make("b", {}, door.name), make("kbd", {}, door.code ?? "")))) : null,
  ].filter((each) => each !== null);
}

/** @param {Sheet} sheet */
function whereIs({ who, space }) {
  return [who.character === who.name ? "" : who.character, space].filter(Boolean).join(" · ");
}

/** Replace all buttons by what they show: nothing is pressed on a television. @param {HTMLElement} host */
function still(host) {
  for (const each of host.querySelectorAll("button")) {
    each.replaceWith(make("span", { class: each.className }, ...each.childNodes));
  }
}

/** Where to go, and the codes of the seats that nobody has. @param {App} app @param {Entry} entry */
function doors(app, entry) {
  const codes = entry.seats.map((door) => {
    const place = make("li", { "data-seat": seatColour(door.seat), class: door.code ? "free" : "in" },
      make("b", {}, seatMark({ ...door, character: "" }, 44), span("who", door.name)),
      door.code ? make("div", { class: "qr" }) : span("is-in", app.word("is-in")),
      door.code ? make("kbd", {}, door.code) : "");
    const square = place.querySelector(".qr");
    if (square) square.innerHTML = door.qr ?? "";
    return place;
  });
  return [make("h2", {}, app.word("enter-here", { address: entry.addresses.join(", ") })), make("ul", {}, codes)];
}

/** A sheet to be read from afar. @param {App} app @param {Sheet} sheet */
function person(app, sheet) {
  const marks = [...marksOf(app, sheet), ...sheet.state ? ["changed"] : []];
  const shown = make("article", { class: ["sheet", ...marks].join(" "), "data-seat": seatColour(sheet.who.seat) }, summary(app, sheet));
  shown.querySelector(".where")?.replaceChildren(sheet.state ?? ""); // where somebody stands the board shows
  return shown;
}

const here = /** @type {HTMLElement} */ (document.getElementById("screen"));
connectModel(here.dataset.socket ?? "").then((model) => television(model, here));
