// @ts-check
/** A fight as two sums, a block a point, and its chances as one bar. */

import { make, span } from "../base/elements.js";
import { face, motif, oddsBar, seatColour, seatMark, sign } from "../base/icons.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Block, Chances, FightSums, Side } from "../base/screen.js"
 */

/** More points of one source than this are one bar with its number. */
const MOST_BLOCKS = 12;
/** Units that a sign, a gap or the place of a die takes beside the blocks. */
const JOINT = 1.2;
const DIE = 1.6;
/** Size of the picture of a creature, in pixels. */
const FOE = 28;

/** Both sums; the unit of a block is as wide on both sides. @param {App} app @param {FightSums} fight */
export function fightSums(app, fight) {
  const widest = Math.max(...fight.sides.map(unitsOf));
  return make("div", { class: "sums", style: `--units:${widest.toFixed(1)}` },
    fight.sides.map((side) => sideOf(app, side)));
}

/** Width of a side in blocks. @param {Side} side */
function unitsOf({ blocks, dice = [] }) {
  const points = blocks.reduce((sum, block) => sum + Math.min(Math.abs(block.n), MOST_BLOCKS), 0);
  return points + Math.max(blocks.length - 1, 0) * JOINT + dice.length * (DIE + JOINT);
}

/** @param {App} app @param {Side} side */
function sideOf(app, side) {
  const { who, blocks, dice = [], total } = side;
  const { known, open } = toAdd(side);
  const mark = who ? seatMark(who, 22) : side.picture ? motif(app, side.picture, FOE) : null;
  let gear = 0;
  const parts = blocks.map((block) => sourceOf(block, block.own ? "own" : `gear-${gear++ % 3}`));
  return make("section", { class: who ? `side seat-${seatColour(who.seat)}` : "side creature" },
    make("p", { class: "fighter" }, mark, span("name", side.label),
      span("total", span("n", String(total - known)), dice.length ? span("and", open ? "+" : null) : null,
        Array.from({ length: open }, () => face(0)))),
    make("div", { class: "points" }, parts.flatMap((part, i) =>
      [i ? span("joint", blocks[i].n < 0 ? "−" : "+") : null, part]),
      dice.length ? [blocks.length ? span("joint", "+") : null, throwOf(side)] : null));
}

/** How many dice are still to be added; of dice of which the best count those, in place of those known. @param {Side} side */
function toAdd({ dice = [], best = 0 }) {
  const open = dice.filter((n) => !n).length;
  if (!best || !open) return { known: 0, open };
  return { known: [...dice].sort((a, b) => b - a).slice(0, best).reduce((sum, n) => sum + n, 0), open: best };
}

/** The points of one source over its name. @param {Block} block @param {string} pattern */
function sourceOf({ n, label }, pattern) {
  const size = Math.abs(n);
  const blocks = size > MOST_BLOCKS ? [make("i", { class: "block long" }, String(size))]
    : Array.from({ length: size }, () => make("i", { class: "block" }));
  return make("div", { class: `source ${pattern}${n < 0 ? " less" : ""}` },
    make("div", { class: "blocks", "aria-hidden": "true" }, blocks),
    make("p", { class: "label" }, `${label} `, make("b", {}, String(n))));
}

/** The dice of a side, dashed while they are to come. @param {Side} side */
function throwOf({ dice = [], throws = "", asked = false }) {
  const known = dice.filter(Boolean).join(" + ");
  return make("div", { class: asked ? "source throw asked" : "source throw" }, make("div", { class: "blocks" }, dice.map((n) => face(n))),
    make("p", { class: "label" }, throws, known ? span("unseen", ` ${known}`) : null));
}

/**
 * The chances as a bar with their words under it. After the dice they are those of a reroll.
 * @param {App} app @param {FightSums} fight
 */
export function fightOdds(app, fight) {
  const chances = fight.chances ?? fight.fate;
  if (!chances) return null;
  const fate = fight.chances ? fight.fate : null;
  const who = fight.sides[fight.whose ?? 0].label;
  return make("div", { class: "odds" },
    make("div", { class: "odds-bar", "aria-hidden": "true" }, oddsBar(chances), fate ? fateTick(fate) : null),
    make("p", { class: "words" }, fight.chances ? null : span("if-rerolled", app.word("if-rerolled")),
      oddsWords(app, chances, who), fate ? span("with-fate", app.word("with-fate", { n: fate.won })) : null));
}

/** Where the win would end with a fate. @param {Chances} fate */
function fateTick({ won }) {
  return make("i", { class: "tick", style: `left:${won}%` });
}

/** The chances that there are. @param {App} app @param {Chances} chances @param {string} who */
function oddsWords(app, { won, standoff, lost }, who) {
  return [
    won ? span("chance", sign("good"), app.word("chance-won", { who, n: won })) : null,
    standoff ? span("chance", sign("level"), app.word("chance-standoff", { n: standoff })) : null,
    lost ? span("chance", sign("bad"), app.word("chance-lost", { n: lost })) : null,
  ];
}
