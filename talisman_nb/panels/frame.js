/** The frame of the panel: its regions in reading order, their elements, landmarks and painters. */

import { make } from "./shared.js";
import { paintBar, paintTabs } from "./bar.js";
import { paintAsk } from "./ask.js";
import { paintSheets } from "./sheets.js";
import { paintBoard } from "./board.js";
import { paintJournal, paintLast } from "./journal.js";
import { paintDrawer } from "./drawer.js";
import { paintSetup } from "./setup.js";
import { unchanged } from "./reads.js";

/** Maps regions to their painters. */
const REGIONS = {
  bar: paintBar,
  band: paintBand,
  ask: paintAsk,
  hands: paintHands,
  sheets: paintSheets,
  board: paintBoard,
  last: paintLast,
  journal: paintJournal,
  drawer: paintDrawer,
  tabs: paintTabs,
  setup: paintSetup,
};

/** Paint a region if a value its painter read has changed. @param {any} app @param {string} name */
export function paintRegion(app, name) {
  const host = app.hosts[name];
  if (!unchanged(host.read)) host.read = app.recordReads(() => REGIONS[name](app, host));
}

/** The visible regions: all, or bar, band and form while a table is set up. */
export function regionsOf(app) {
  return app.setup ? ["bar", "band", "setup"] : Object.keys(REGIONS);
}

/** Create the empty panel. @returns its `root`, its `grid`, and `hosts`, the element of each region */
export function makeFrame() {
  const hosts = {
    bar: make("div", { class: "bar", role: "toolbar" }),
    band: make("div", { class: "band", role: "alert" }),
    ask: make("section", { class: "ask", "data-region": "ask" }),
    hands: make("section", { class: "hands" }),
    sheets: make("section", { class: "sheets" }),
    board: make("section", { class: "board" }),
    last: make("section", { class: "lastlines" }),
    journal: make("section", { class: "journal" }),
    drawer: make("section", { class: "drawer", hidden: true }),
    tabs: make("div", { class: "tabs", role: "tablist" }),
    setup: make("section", { class: "setup", hidden: true }),
    voice: make("p", { class: "unseen", "aria-live": "polite" }),
  };
  const grid = make("div", { class: "grid" }, ...Object.values(hosts));
  const root = make("div", { class: "tlm", tabindex: "0", role: "region", "data-lm-suppress-shortcuts": "true" }, grid);
  return { root, grid, hosts };
}

/** Set the labels of the landmarks in the current language. */
export function nameRegions(app) {
  const name = (host, word) => app.hosts[host].setAttribute("aria-label", word);
  app.root.setAttribute("aria-label", app.screen.table || app.word("new-table"));
  app.root.lang = app.screen.lang ?? "";
  name("ask", app.word("waits-for"));
  name("sheets", app.word("sheets"));
  name("board", app.word("board"));
  name("journal", app.word("journal"));
  name("hands", app.word("on-the-table"));
}

/** Length of the hand moves, in characters, above which a phone's layout gives them more room. */
const LONG = 160;

/** Paint the hand moves and the lasting effects. */
function paintHands(app, host) {
  const { hands = [], lasting = [] } = app.screen;
  host.dataset.long = String(hands.join(" ").length > LONG);
  host.replaceChildren(
    make("p", { class: "todo" }, hands.length ? make("b", {}, app.word("on-the-table"), " ") : null, hands.join(" ")),
    make("ul", { class: "lasting" }, lasting.map((each) => make("li", {}, each.text, make("b", {}, ` ${each.left}`)))));
}

/** Paint the banner shown while the kernel does not reply. */
function paintBand(app, host) {
  const gone = app.alive.gone();
  const kept = app.alive.kept();
  host.hidden = !gone;
  if (!gone) return host.replaceChildren();
  const again = make("button", { type: "button", class: "option", "data-id": "open-again", onclick: () => location.reload() },
    app.word("open-again"));
  return host.replaceChildren(
    make("p", {}, make("b", {}, kept?.label ? app.word("gone-kept", { answer: kept.label }) : app.word("gone"))),
    inNotebook(app.root) ? make("p", {}, app.word("gone-in-notebook")) : again);
}

/** Whether the panel is a notebook's output, else the full page (Voilà's Lab shell has no `.jp-NotebookPanel`). */
export function inNotebook(root) {
  return Boolean(root.closest(".jp-NotebookPanel"));
}
