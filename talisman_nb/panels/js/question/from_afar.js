// @ts-check
/** A question as it is read from the other end of a room: a fight, choices with what waits there, faces with their ends. */

import { make, span } from "../base/elements.js";
import { face, motif, oddsBar, sign } from "../base/icons.js";
import { withKeys } from "../base/letters.js";
import { chanceMark } from "./dice.js";
import { fightOdds, fightSums } from "./fight.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Pressable } from "../base/letters.js"
 * @import { Chances, FaceEnd, Question } from "../base/screen.js"
 */

/** Choices that are rows over the whole width. */
export const ROWS = 3;
/** Ends of a face that there is room for. */
const ENDS = 2;
/** Signs of the ways round a region, as the board is drawn. */
const TURNS = { clockwise: "↻", anticlockwise: "↺" };

/**
 * The large part of a question, nothing of it to be pressed; "" where it shows nothing.
 * @param {App} app @param {Question} question @param {string} shows "fight", "leads", "ways", "choices", "faces" or another
 */
export function fromAfar(app, question, shows) {
  const options = withKeys(question.options ?? []);
  if (shows === "fight" && question.fight) {
    return make("div", { class: "fight" }, fightSums(app, question.fight), fightOdds(app, question.fight));
  }
  if (shows === "leads") return leads(app);
  if (!["ways", "choices", "faces"].includes(shows)) return "";
  const crowd = options.length > ROWS;
  return make("ul", { class: `options ${shows}${crowd ? " crowd" : ""}` }, options.map((option) => choice(app, option)));
}

/** A way or another choice: its letter on the board, what waits there, how it may end. @param {App} app @param {Pressable} option */
function choice(app, { press, space, face: n = 0, label, picture, detail, note, tone, chances, closed }) {
  const of = closed ? "closed" : tone || "level";
  const said = closed || detail || (n ? "" : note);
  return make("li", { class: `way ${of}` },
    space && !closed ? make("kbd", { class: "post" }, press === "Enter" ? "" : press) : null,
    n ? face(n) : picture ? span("way-picture", motif(app, picture)) : null,
    span("text", n ? null : span("label", label), said ? span("detail", said) : null,
      chances && !closed ? make("span", { class: "odds-bar", "aria-hidden": "true" }, oddsBar(chances)) : null),
    closed ? null : chances ? span("how both", ends(app, chances)) : tone ? span("how", sign(tone)) : null);
}

/** How many in a hundred are won, and below how many are lost, those that there are. @param {App} app @param {Chances} chances */
function ends(app, { won, lost }) {
  return [won || !lost ? span("one", ...chanceMark(app, { won, standoff: 0, lost: 0 }, "good")) : null,
    lost ? span("one", ...chanceMark(app, { won: 0, standoff: 0, lost }, "bad")) : null];
}

/** The faces of the die to move, each with where it leads. @param {App} app */
function leads(app) {
  const faces = Object.entries(app.ui.ends ?? {});
  const columns = Math.min(ENDS, Math.max(...faces.map(([, ends]) => ends.length)));
  return make("ul", { class: "leads", style: `--ends:${columns}` }, faces.map(([n, ends]) => make("li", { class: "lead" }, face(Number(n)),
    ends.slice(0, ENDS).map((end) => endOf(app, end)), ends.length > ENDS ? span("more", `+${ends.length - ENDS}`) : null)));
}

/** @param {App} app @param {FaceEnd} end */
function endOf(app, { space, name, turn, tone, picture, detail, chances }) {
  return make("span", { class: `end ${tone || "level"}` }, span("way-picture", motif(app, picture || `space.${space}`)),
    span("text", span("end-name", name, make("i", { "aria-hidden": "true" }, ` ${TURNS[/** @type {keyof typeof TURNS} */ (turn)] ?? ""}`)),
      detail ? span("detail", detail) : null), span("how", chances ? chanceMark(app, chances, tone || "level") : sign(tone || "level")), chances ? span("odds-bar", ...oddsBar(chances)) : null);
}

// What has too little room is written smaller, or less of it.

/** Fit what stands in the middle into its room, once it is painted. @param {HTMLElement} host */
export function fitRoom(host) {
  fitText(host);
  fitLeads(host);
  fitWays(host);
  fitHands(host);
  fitRoad(host.querySelector(".road"));
}

/** Show the end of the road to the Crown, as much of it as there is room for. @param {HTMLElement | null} road */
function fitRoad(road) {
  const list = road?.querySelector("ol");
  while (road && list && list.children.length > 2 && road.scrollHeight > road.clientHeight + 1) {
    list.querySelector("li:not(.of-round)")?.remove();
    if (list.children[1]?.matches(".of-round")) list.children[0].remove();
  }
}

/** Write what happened smaller where it would end in points, down to the least letters of the page; what else came of it is whole or not there. @param {HTMLElement} host */
export function fitText(host) {
  for (const text of /** @type {NodeListOf<HTMLElement>} */ (host.querySelectorAll(":is(.moment, .came) .text"))) {
    const least = Number.parseFloat(getComputedStyle(host).fontSize);
    for (let size = Number.parseFloat(getComputedStyle(text).fontSize); size > least && text.scrollHeight > text.clientHeight + 4; size -= 2) {
      text.style.setProperty("font-size", `${Math.max(size - 2, least)}px`, "important");
    }
  }
  host.querySelectorAll(".moment .more").forEach((more) => more.classList.toggle("left-out", more.scrollHeight > more.clientHeight + 4));
}

/** Pixels by which letters may be higher than their lines. */
const SLACK = 4;

/** How an end with too much to say gives way, one after the other. */
const GIVING_WAY = ["full", "bare", "wide", "named"];

/**
 * Where rows are too low for two lines, or what waits is too long for one, it goes on beside its space, if need be in
 * place of its picture, then with more of the width than the other end; where that has no room either, the space stands
 * alone.
 * @param {HTMLElement} host
 */
function fitLeads(host) {
  const list = host.querySelector(".leads");
  const ends = [...list?.querySelectorAll(".end") ?? []];
  const fits = (/** @type {Element} */ each, slack = SLACK) => each.scrollHeight <= each.clientHeight + slack;
  for (const end of ends) end.classList.remove(...GIVING_WAY);
  const tight = ends.some((end) => !fits(end, 1));
  list?.classList.toggle("tight", tight);
  for (const end of ends) {
    if (!tight && ![...end.querySelectorAll(".end-name, .detail")].some((line) => line.scrollWidth > line.clientWidth + 1)) continue;
    const row = [...end.parentElement?.querySelectorAll(".end") ?? []];
    const whole = (/** @type {Element} */ each) => fits(each, 1) && [...each.querySelectorAll(".text, .end-name, .detail")].every((line) =>
      fits(line) && line.scrollWidth <= line.clientWidth + 1);
    for (const way of GIVING_WAY) {
      end.classList.add(way);
      if ((way === "wide" ? row : [end]).every(whole)) break;
    }
  }
}

/** A way with more to say than its row has room for says it smaller, its chance as a number alone. @param {HTMLElement} host */
function fitWays(host) {
  for (const way of host.querySelectorAll(".way")) {
    way.classList.toggle("tight", way.scrollHeight > way.clientHeight + 1);
  }
}

/** How small what hands must do may be written, as a part of its usual size. */
const SMALLEST = 0.6;

/**
 * Show what hands must do to its end, without what happened before it where both have no room, and smaller if need be;
 * what is too long for that too keeps the number of its lines.
 * @param {HTMLElement} host
 */
function fitHands(host) {
  const told = /** @type {HTMLElement | null} */ (host.querySelector(".do:not(.lately)") ?? host.querySelector(".do"));
  if (!told || !host.clientHeight) return;
  const cut = (/** @type {Element} */ each) => each.scrollHeight > each.clientHeight + 1;
  const full = () => cut(host) || [...host.querySelectorAll(":scope > :is(.moment, .fight, ul)")].some(cut);
  if (full()) host.querySelector(".do.lately:not(:last-child)")?.remove();
  const usual = Number.parseFloat(getComputedStyle(told).fontSize);
  for (let size = usual; size >= SMALLEST * usual && full(); size -= 1) told.style.fontSize = `${size}px`;
  told.classList.toggle("short", full());
}
