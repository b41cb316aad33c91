// @ts-check
/** Entry point of the parts of the companion that are widgets by themselves. A part knows no rule and has no wording. */

import { App } from "../base/app.js";
import { bringLetters, button, make, span } from "../base/elements.js";
import { keepingFocus } from "../base/focus.js";
import { face, seatColour, motif } from "../base/icons.js";
import { keepInAddress } from "../base/session.js";
import { paintAnalysis, paintRulings, hearBenchKeys } from "../bench/analysis_part.js";
import { aimAtSpace, layingOut } from "../bench/bench_lay_out.js";
import { paintGrid } from "../bench/card_grid.js";
import { paintWorkshop } from "../bench/workshop.js";
import { glowSpace, paintBoard } from "../board/board.js";
import { paintNotes, paintWall } from "../lesson/lesson_wall.js";
import { cardBeside, touchable } from "../looking_up/touchable.js";
import { fightOdds, fightSums } from "../question/fight.js";
import { fullSheet } from "../sheets/full_sheet.js";
import { connectModel } from "./socket_model.js";

/**
 * @import { Model } from "../base/app.js"
 * @import { AnalysisScreen, CardView, FightSums, JournalLine } from "../base/screen.js"
 * @import { Frame } from "./frame.js"
 * @import { Heartbeat } from "./heartbeat.js"
 * @typedef {Model & {set: (trait: string, value: any) => void, save_changes: () => void}} PartModel
 */

/** Size of the motif of a card that was drawn, in pixels. */
const DRAWN_MOTIF = 30;

/** Maps parts to their painters. @type {Record<string, (app: App, host: HTMLElement, model: PartModel) => void>} */
const PART_PAINTERS = {
  board: paintBoardPart,
  sheet: (app, host, model) => {
    app.ui.seat = model.get("seat");
    host.replaceChildren(make("div", {}, fullSheet(app)));
    asNumbers(host);
  },
  journal: paintLines,
  card: (app, host, model) => {
    const card = /** @type {CardView} */ (model.get("content"));
    host.replaceChildren(card.key ? cardBeside(app, card) : "");
  },
  dice: (app, host, model) => host.replaceChildren(
    make("div", { class: "slots", role: "img", "aria-label": model.get("dice").join(" + ") },
      model.get("dice").map((/** @type {number} */ n) => face(n))),
    button("roll", () => model.send({ type: "roll" }), { class: "offer" }, app.word("roll-for-me"))),
  deck: paintDeck,
  analysis: paintBench,
  lesson: paintWall,
  notes: paintNotes,
  grid: (app, host, model) => paintGrid(app, host, model.get("content"), (type, more = {}) => model.send({ type, ...more })),
  rulings: paintRulings,
  workshop: (app, host, model) => paintWorkshop(app, host, model, (el, part, trait) => render({ model: inner(model, part, trait), el })),
  fight: (app, host, model) => {
    const fight = /** @type {FightSums} */ (model.get("content"));
    host.replaceChildren(make("div", { class: "fight" }, fightSums(app, fight), fightOdds(app, fight)));
  },
};

/** Parts with the board beside something else. */
const WITH_BOARD = ["analysis", "lesson"];
/** Traits that a part reads besides its own. */
const PART_TRAITS = ["content", "labels", "height"];

/** @param {{model: PartModel, el: HTMLElement}} view @returns a function that unmounts the view */
function render({ model, el }) {
  bringLetters(model);
  const part = /** @type {"board" | "sheet" | "journal" | "lesson" | "grid" | "workshop"} */ (model.get("part"));
  const host = make("section", { class: part === "sheet" ? "full drawer" : part });
  const variant = make("p", { class: "variant" });
  const root = make("div", { class: "tlm part", role: "group", tabindex: "-1", "data-part": part }, host, variant);
  const app = new App({ model: shown(model), frame: frameOf(root, host, part), alive: passingOn(model) });
  Object.assign(app.ui, { tab: "board" });
  let sized = "";
  const paint = () => {
    const height = model.get("height") || ""; // a lesson fills it; without one it has that of its page
    if (height !== sized) root.style.setProperty("--companion-height", height);
    sized = height;
    root.setAttribute("lang", app.screen.lang ?? app.labels.lang);
    const names = { board: app.word("board"), sheet: app.word("sheets"), journal: app.word("journal"), lesson: "", grid: app.word("grid"),
      workshop: model.get("content").words?.title ?? "" };
    root.setAttribute("aria-label", names[part] ?? "");
    PART_PAINTERS[part](app, host, model);
    variant.textContent = part === "lesson" ? "" : app.labels.variant ?? ""; // a lesson says it in its own head
  };
  const soon = () => queueMicrotask(paint);
  const traits = [...PART_TRAITS, ...(part === "board" ? ["space"] : []), ...(part === "workshop" ? ["bench", "grid", "wall"] : [])];
  traits.forEach((trait) => model.on(`change:${trait}`, soon));
  const sizes = new ResizeObserver(() => {
    app.wide = root.clientWidth;
    if (["lesson", "grid"].includes(part)) soon();
  });
  sizes.observe(root);
  el.style.minWidth = "min(240px, 100%)"; // in a row that is no box of ipywidgets, as marimo's, each gives way to the others
  el.append(root);
  paint();
  return () => {
    traits.forEach((trait) => model.off(`change:${trait}`, soon));
    sizes.disconnect();
  };
}

/** The model of a part inside another one, whose content is a trait of that. @param {PartModel} model @param {string} part @param {string} trait */
function inner(model, part, trait) {
  const names = /** @type {Record<string, string>} */ ({ content: trait, "change:content": `change:${trait}` });
  if (part !== "grid") Object.assign(names, { labels: `${trait}_labels`, "change:labels": `change:${trait}_labels` });
  const named = (/** @type {string} */ name) => names[name] ?? name;
  let last = model.get(trait); // it is emptied as the part is left, and painted once more before it is gone
  const content = () => { last = Object.keys(model.get(trait) ?? {}).length ? model.get(trait) : last; return last; };
  const read = (/** @type {string} */ name) => (name === "part" ? part : name === "content" ? content() : model.get(named(name)));
  return /** @type {PartModel} */ (/** @type {unknown} */ ({ get: read,
    send: (/** @type {object} */ message) => model.send({ type: trait, message }), set: () => {}, save_changes: () => {},
    on: (/** @type {string} */ event, /** @type {() => void} */ hear) => model.on(named(event), hear),
    off: (/** @type {string} */ event, /** @type {() => void} */ hear) => model.off(named(event), hear) }));
}

/** The model as painters read it: the content of a part that follows a table is a screen. @param {PartModel} model */
function shown(model) {
  const read = (/** @type {string} */ trait) => (trait === "screen" ? model.get("content") : model.get(trait));
  return /** @type {Model} */ ({ get: read, send: () => {}, on: () => {}, off: () => {} });
}

/** @param {HTMLElement} root @param {HTMLElement} host @param {string} part */
function frameOf(root, host, part) {
  const id = `tlm-part-${Math.random().toString(36).slice(2, 8)}`;
  const nothing = () => {};
  return /** @type {Frame} */ (/** @type {unknown} */ ({ id, root, grid: root, hosts: { board: WITH_BOARD.includes(part) ? make("section", { class: "board" }) : host }, painters: {},
    visible: () => [], name: nothing, measured: nothing }));
}

/** Return a handler: a touched thing becomes the trait `chosen`, other presses go to the kernel. @param {PartModel} model */
function passingOn(model) {
  const send = (/** @type {any} */ message) => {
    if (message.type !== "look-up") return model.send(message);
    model.set("chosen", message.key ?? message.value);
    return model.save_changes();
  };
  return /** @type {Heartbeat} */ (/** @type {unknown} */ ({ send, busy: () => false, gone: () => false }));
}

/** The board; a press chooses a space. @param {App} app @param {HTMLElement} host @param {PartModel} model */
function paintBoardPart(app, host, model) {
  paintBoard(app, host);
  glowSpace(app, model.get("space"));
  host.onclick = (event) => {
    const place = event.target instanceof Element ? event.target.closest("[data-space]") : null;
    const space = place?.getAttribute("data-space");
    if (!space) return;
    model.set("space", space);
    model.set("chosen", `space.${space}`);
    model.save_changes();
  };
}

/** The board beside what is said of a situation. @param {App} app @param {HTMLElement} host @param {PartModel} model */
function paintBench(app, host, model) {
  const tell = (/** @type {string} */ type, more = {}) => model.send({ type, ...more });
  if (!host.firstChild) {
    host.append(app.hosts.board, make("div", { class: "looked-into" }));
    hearBenchKeys(app, app.root, () => model.get("content"), tell);
  }
  paintBoard(app, app.hosts.board);
  app.hosts.board.onclick = (event) => {
    const place = event.target instanceof Element ? event.target.closest("[data-space]") : null;
    const space = place?.getAttribute("data-space");
    const found = (app.question()?.options ?? []).filter((option) => space && option.space === space && !option.closed);
    if (found.length === 1 && !layingOut(app)) tell("answer", { value: found[0].key });
    else if (space) aimAtSpace(app, space, tell);
  };
  const { link, lang } = /** @type {AnalysisScreen} */ (model.get("content"));
  keepInAddress(link, lang);
  keepingFocus(app, () => paintAnalysis(app, /** @type {HTMLElement} */ (host.lastChild), model.get("content"), tell));
  glowSpace(app, /** @type {AnalysisScreen} */ (model.get("content")).hand.aim.replace(/^space\./u, ""));
}

/** Figures of a sheet as numbers: they are set right in the companion. @param {HTMLElement} host */
function asNumbers(host) {
  for (const each of host.querySelectorAll(".row button")) each.replaceWith(...each.childNodes);
}

/** @param {App} app @param {HTMLElement} host */
function paintLines(app, host) {
  const lines = /** @type {JournalLine[]} */ (app.screen.journal ?? []).filter((line) => !line.folded);
  host.replaceChildren(make("ol", { class: "lines" }, lines.map((line, i) => make("li", {},
    line.whose && line.turn !== lines[i - 1]?.turn
      ? make("h4", { class: "of-turn", "data-seat": seatColour(line.turn ?? 0) }, line.whose) : null,
    make("p", { class: "line" }, touchable(app, line.text))))));
}

/** @param {App} app @param {HTMLElement} host @param {PartModel} model */
function paintDeck(app, host, model) {
  const { drawn = [], left = 0 } = /** @type {any} */ (app.screen);
  const draw = () => model.send({ type: "draw" });
  host.replaceChildren(
    make("ol", { class: "drawn" }, drawn.map((/** @type {{key: string, name: string}} */ { key, name }) =>
      make("li", {}, motif(app, key, DRAWN_MOTIF), span("name", name)))),
    button("draw", draw, { class: "offer", "aria-disabled": left ? "false" : "true" }, app.word("draw-for-me"),
      span("note", String(left))));
}

/** The wall of a class has a page of its own, without a kernel: its part is connected to what is hosted. */
const page = /** @type {HTMLElement | null} */ (document.querySelector("#screen[data-socket]"));
if (page) {
  connectModel(page.dataset.socket ?? "").then((model) => {
    const gone = make("p", { class: "refusal", role: "alert", hidden: true });
    const send = (/** @type {object} */ message) => { try { model.send(message); } catch { gone.hidden = false; } };
    model.on("connection", (/** @type {string} */ now) => {
      gone.textContent = model.get("labels").words.gone;
      gone.hidden = now !== "lost";
    });
    page.append(gone);
    render({ model: /** @type {PartModel} */ ({ ...model, send, set: () => {}, save_changes: () => {} }), el: page });
  });
}

export default { render };
