// @ts-check
/**
 * Motion with a meaning: dice tumble, figures walk, a card turns up, counters change. What is painted is painted at
 * once: motion only plays over it, takes no press, and ends with the next painting.
 */

import { cardIsNew, fightDice, gains, newDice } from "./step.js";

/**
 * @import { App } from "./app.js"
 * @import { Step, Gain } from "./step.js"
 * @typedef {{x: number, y: number, space: string}} Stand
 */

/** Duration of every motion, in milliseconds; more than 300 would be felt as waiting. */
const DURATION = 280;
/** Milliseconds in which a counter is lifted, a sheet rises, and night falls: each motion means one thing. */
const LIFTS = 160, RISES = 240, FALLS = 300;
/** Animations that play in a view. @type {WeakMap<App, Animation[]>} */
const PLAYING = new WeakMap();

/**
 * End what plays and prepare the motion of a step, before it is painted.
 * @param {App} app @param {Step | null} step
 * @returns a function that starts it with the next frame, to be called after the painting
 */
export function prepareMotion(app, step) {
  PLAYING.get(app)?.forEach((each) => each.cancel());
  PLAYING.delete(app);
  if (!step || isStill()) return () => {};
  const stood = standingNow(app);
  return () => requestAnimationFrame(() => {
    if (app.screen !== step.now || PLAYING.has(app)) return; // painted again since
    PLAYING.set(app, [...tumbling(app, step), ...walking(app, step, stood), ...turning(app, step),
      ...counting(app, step), ...arriving(app, step)]);
  });
}

/** Whether the system asks for no motion. */
function isStill() {
  return window.matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** @param {Element} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} [more] */
function play(node, frames, more) {
  return node.animate(frames, { duration: DURATION, easing: "ease-out", ...more });
}

/** The dice thrown now tumble to their face. @param {App} app @param {Step} step */
function tumbling(app, { before, now }) {
  if (!now.press?.thrown?.length) return [];
  const { ask, moment, stage, happened } = /** @type {Record<string, HTMLElement | undefined>} */ (app.hosts);
  const fought = fightDice(before.question);
  const [asked, result] = [fightDice(now.question), fightDice(now.moment)];
  const slots = now.question?.dice ?? [];
  return [
    ...tumbled(ask, ".throw .face", newDice(fought, asked)),
    ...tumbled(ask, ".slots .face", slots.length ? newDice(before.question?.dice ?? [], slots) : now.press.thrown.map(Boolean)),
    ...[moment, stage, happened].flatMap((host) => tumbled(host, ".throw .face", newDice(fought, result))),
    ...[moment, happened].flatMap((host) => tumbled(host, ".thrown .face", now.press?.thrown?.map(Boolean) ?? [])),
  ];
}

/** @param {HTMLElement | undefined} host @param {string} dice a selector @param {boolean[]} which of them */
function tumbled(host, dice, which) {
  const from = "perspective(360px) translate(-18px, -26px) rotate3d(1, 1, .4, -540deg) scale(.7)";
  const to = "perspective(360px) translate(0, 0) rotate3d(1, 1, .4, 0deg) scale(1)";
  return [...host?.querySelectorAll(dice) ?? []].filter((_, i) => which[i])
    .map((die) => play(die, [{ transform: from }, { transform: to }]));
}

/** Where the figures of the board stand, by seat. @param {App} app */
function standingNow(app) {
  const found = /** @type {Map<string, Stand>} */ (new Map());
  for (const [space, { node }] of Object.entries(app.picture?.laid.parts ?? {})) {
    for (const pawn of node.querySelectorAll("[data-pawn]")) found.set(seatOf(pawn), { ...positionOf(pawn), space });
  }
  return found;
}

/** @param {Element} pawn */
function seatOf(pawn) {
  return pawn.getAttribute("data-pawn") ?? "";
}

/** The position of a figure in units of the board, from its `transform`. @param {Element} pawn */
function positionOf(pawn) {
  const [x, y] = pawn.getAttribute("transform")?.match(/-?[\d.]+/g) ?? [];
  return { x: Number(x), y: Number(y) };
}

/**
 * Figures walk to where they stand, along the way that was chosen.
 * @param {App} app @param {Step} step @param {Map<string, Stand>} stood
 */
function walking(app, { now }, stood) {
  const laid = app.picture?.laid.parts;
  if (!laid || !app.hosts.board.getClientRects().length) return [];
  return [...standingNow(app)].flatMap(([seat, stand]) => {
    const from = stood.get(seat);
    const pawn = laid[stand.space].node.querySelector(`[data-pawn="${seat}"]`);
    if (!from || !pawn || from.space === stand.space) return [];
    const over = now.press?.way?.at(-1) === stand.space ? now.press.way.slice(0, -1) : [];
    const way = [from, ...over.flatMap((space) => middleOf(app, space) ?? []), stand];
    return [play(pawn, way.map(({ x, y }) => ({ translate: `${x - stand.x}px ${y - stand.y}px` })), { easing: "ease-in-out" })];
  });
}

/** The middle of a space in units of the board. @param {App} app @param {string} space */
function middleOf(app, space) {
  const place = app.picture?.board.querySelector(`[data-space="${CSS.escape(space)}"]`);
  if (!(place instanceof SVGGraphicsElement)) return null;
  const { x, y, width, height } = place.getBBox();
  return { x: x + width / 2, y: y + height / 2 };
}

/** A new card beside the question turns up. @param {App} app @param {Step} step */
function turning(app, step) {
  const card = app.hosts.ask?.querySelector(".card-beside");
  if (!card || !cardIsNew(step)) return [];
  return [play(card, [{ transform: "perspective(900px) rotateY(-92deg)" }, { transform: "perspective(900px) rotateY(0deg)" }])];
}

/** Counters that changed are lifted up or down, with the difference over their icon, and so are tokens beside the figures. @param {App} app @param {Step} step */
function counting(app, step) {
  const host = /** @type {Record<string, HTMLElement | undefined>} */ (app.hosts);
  const tokens = [...host.board?.querySelectorAll(".gain") ?? []].map((each) => play(each, [{ translate: "0 20px", opacity: 0 }, { translate: "0 0", opacity: 1 }], { duration: LIFTS }));
  const sheets = [...(host.sheets ?? host.people)?.querySelectorAll(".sheet") ?? []];
  return [...tokens, ...gains(step).flatMap((gain) => {
    const sheet = sheets[step.now.sheets?.findIndex(({ who }) => who.seat === gain.seat) ?? -1];
    const figure = sheet?.querySelector(`.figures .counter.${gain.what}`)?.parentElement;
    return figure ? rolled(figure, gain) : [];
  })];
}

/** @param {Element} figure @param {Gain} gain */
function rolled(figure, { by }) {
  const number = figure.querySelector(".n");
  const sign = document.createElement("span");
  sign.className = by > 0 ? "delta more" : "delta less";
  sign.setAttribute("aria-hidden", "true");
  sign.textContent = `${by > 0 ? "+" : "−"}${Math.abs(by)}`;
  figure.append(sign);
  const far = by > 0 ? "60%" : "-60%";
  const shown = play(sign, [{ translate: `0 ${far}` }, { translate: "0 0" }], { duration: LIFTS });
  shown.onfinish = shown.oncancel = () => sign.remove();
  return [shown, ...number ? [play(number, [{ translate: `0 ${far}`, opacity: 0 }, { translate: "0 0", opacity: 1 }], { duration: LIFTS })] : []];
}

/** Move the last happening in; what it is staged as comes in a way of its own, and the Crown at once. @param {App} app @param {Step} step */
function arriving(app, { now }) {
  if (!now.moment || now.moment.quiet) return [];
  const { moment, stage } = app.hosts;
  const come = [...moment.children].map((each) => play(each, [{ translate: "0 -12px", opacity: 0 }, { translate: "0 0", opacity: 1 }], { duration: LIFTS }));
  const level = !stage || stage.hidden ? "" : now.moment.level;
  if (level === "medium") come.push(play(stage, [{ translate: "0 60%", opacity: 0 }, { translate: "0 0", opacity: 1 }], { duration: RISES }));
  if (level === "death") come.push(play(stage, [{ opacity: 0 }, { opacity: 1 }], { duration: FALLS, easing: "linear" }));
  return come;
}
