// @ts-check
/** Entry point of a television's page: board, whose turn, what just happened, sheets; nothing to press, no secret. */

import { App } from "../base/app.js";
import { make, setAttribute, span } from "../base/elements.js";
import { seatColour, seatMark } from "../base/icons.js";
import { isLong, withKeys } from "../base/letters.js";
import { prepareMotion } from "../base/motion.js";
import { nextStep } from "../base/step.js";
import { paintBoard } from "../board/board.js";
import { fightOdds, fightSums } from "../question/fight.js";
import { paintMoment } from "../question/moment.js";
import { wayList } from "../question/options.js";
import { marksOf, summary } from "../sheets/sheets.js";
import { watchReplies } from "./heartbeat.js";
import { connectModel } from "./socket_model.js";

/**
 * @import { Model } from "../base/app.js"
 * @import { Choice, JournalLine, Sheet } from "../base/screen.js"
 * @import { Frame } from "./frame.js"
 */

/**
 * A seat as those who want to enter see it: with its code and QR code while nobody has it.
 * @typedef {{seat: number, name: string, letter: string, code?: string, qr?: string}} Door
 * @typedef {{addresses: string[], seats: Door[]}} Entry
 */

/** Lines of the journal shown while nothing else has happened. */
const LINES = 4;

/** @param {Model} model @param {HTMLElement} el */
function television(model, el) {
  const band = make("section", { class: "band", role: "alert", hidden: true });
  const parts = {
    board: make("section", { class: "board" }),
    headline: make("header", { class: "turn", "aria-live": "polite" }),
    happened: make("section", { class: "happened" }),
    moment: make("section", { class: "moment" }),
    entry: make("section", { class: "entry" }),
    people: make("section", { class: "people" }),
  };
  const { moment: _, ...regions } = parts;
  const root = make("main", { class: "tlm television" }, band, ...Object.values(regions));
  const frame = /** @type {Frame} */ (/** @type {unknown} */ ({ id: "television", root, hosts: parts }));
  const alive = watchReplies({ model, rev: () => 0, said: () => {}, show: (state) => {
    setAttribute(root, "data-alive", state);
    band.hidden = state !== "gone";
    band.replaceChildren(make("p", {}, app.word("gone")));
  } });
  const app = new App({ model, frame, alive });
  app.ui.tab = "board";
  const paint = () => paintTelevision(app, parts, model.get("entry"));
  model.on("change:screen", () => {
    alive.replied("");
    queueMicrotask(paint);
  });
  model.on("msg:custom", (said) => { if (said.type === "pong") alive.pong(said.reply); });
  new ResizeObserver(() => { app.wide = root.clientWidth; paint(); }).observe(root);
  el.append(root);
}

/**
 * @param {App} app @param {Record<"board" | "headline" | "happened" | "moment" | "entry" | "people", HTMLElement>} parts
 * @param {Entry | null} entry
 */
function paintTelevision(app, parts, entry) {
  const startMotion = prepareMotion(app, nextStep(app));
  setAttribute(app.root, "lang", app.screen.lang ?? "");
  paintBoard(app, parts.board);
  const who = app.question()?.who;
  parts.headline.dataset.seat = who ? String(seatColour(who.seat)) : "";
  parts.headline.replaceChildren(who ? seatMark(who, 96) : "", make("div", {},
    make("h1", {}, app.question()?.headline ?? app.screen.table),
    make("p", {}, [app.word("round", { n: app.screen.round }), app.screen.table, app.labels.variant].filter(Boolean).join(" · ")),
    app.screen.held ? make("p", { class: "held" }, app.screen.note) : ""));
  paintHappened(app, parts.happened, parts.moment);
  const open = (entry?.seats ?? []).filter((door) => door.code);
  parts.entry.hidden = !open.length;
  parts.entry.replaceChildren(...open.length && entry ? doors(app, entry) : []);
  app.root.dataset.entering = String(Boolean(open.length));
  parts.people.replaceChildren(...app.sheets().map((sheet) => person(app, sheet)));
  still(parts.people);
  startMotion();
}

/**
 * The ways to choose from, or the fight that is on; else what just happened, with the sums of the fight it came of; once something else was
 * answered the last lines of the journal, the newest one below. Under it what hands must do.
 * @param {App} app @param {HTMLElement} host @param {HTMLElement} moment its part of the result
 */
function paintHappened(app, host, moment) {
  const { hands_before: before = [], hands: now = [], journal = [], moment: came } = app.screen;
  const last = came?.quiet ? null : came;
  const fight = app.question()?.fight;
  const hands = now.length || fight ? now : before;
  const result = fight ? null : last?.fight;
  const options = app.question()?.options ?? [];
  const told = options.length > 1 && !isLong(options) && options.every((/** @type {Choice} */ option) => option.space);
  const ways = told && !fight ? wayList(app, withKeys(options)) : null;
  const lines = journal.filter((/** @type {JournalLine} */ line) => !line.folded).slice(-LINES);
  if (last) paintMoment(app, moment);
  host.dataset.shows = ways ? "ways" : fight ? "fight" : ["middle", "death", "crown"].includes(last?.level ?? "") ? "stage" : last ? "moment" : "lines";
  host.toggleAttribute("data-result", Boolean(result));
  host.replaceChildren(last && !ways ? moment : "", ways ?? "",
    fight ? make("div", { class: "fight" }, fightSums(app, fight), fightOdds(app, fight)) : "",
    result ? make("div", { class: "fight" }, fightSums(app, result)) : "",
    ...lines.map((/** @type {JournalLine} */ line) => make("p", { class: "line" }, line.text)),
    hands.length ? make("p", { class: "do" }, hands.join(" ")) : "");
  still(host);
  fitHands(host);
}

/** How small what hands must do may be written, as a part of its usual size. */
const SMALLEST = 0.6;

/**
 * Show what hands must do to its end: older lines of the journal give way, then it is written smaller; what is too long
 * for that too keeps the number of its lines.
 * @param {HTMLElement} host
 */
function fitHands(host) {
  const told = /** @type {HTMLElement | null} */ (host.querySelector(".do"));
  if (!told || !host.clientHeight) return;
  const cut = (/** @type {Element} */ each) => each.scrollHeight > each.clientHeight + 1;
  const full = () => cut(host) || [...host.querySelectorAll(":scope > .moment, :scope > .fight")].some(cut);
  for (const line of host.querySelectorAll(".line")) if (full()) /** @type {HTMLElement} */ (line).hidden = true;
  const usual = Number.parseFloat(getComputedStyle(told).fontSize);
  for (let size = usual; size >= SMALLEST * usual && full(); size -= 1) told.style.fontSize = `${size}px`;
  told.classList.toggle("short", full());
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
  return make("article", { class: ["sheet", ...marksOf(app, sheet)].join(" "), "data-seat": seatColour(sheet.who.seat) },
    summary(app, sheet));
}

const here = /** @type {HTMLElement} */ (document.getElementById("screen"));
connectModel(here.dataset.socket ?? "").then((model) => television(model, here));
