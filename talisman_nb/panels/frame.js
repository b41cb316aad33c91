/** The regions of the panel, in the order they are read, and what paints each of them. */

import { make } from "./shared.js";
import { paintBar, paintTabs } from "./bar.js";
import { paintAsk } from "./ask.js";
import { paintSheets } from "./sheets.js";
import { paintBoard } from "./board.js";
import { paintJournal, paintLast } from "./journal.js";
import { paintDrawer } from "./drawer.js";
import { paintSetup } from "./setup.js";
import { unchanged } from "./reads.js";

/** The painter of each region. */
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

/** Paint a region where something its painter read has changed. @param {any} app @param {string} name */
export function paintRegion(app, name) {
  const host = app.hosts[name];
  if (!unchanged(host.read)) host.read = app.recordReads(() => REGIONS[name](app, host));
}

/** The regions to be seen: while a table is set up only its form. */
export function regionsOf(app) {
  return app.setup ? ["bar", "band", "setup"] : Object.keys(REGIONS);
}

/** The empty panel: `root` to be shown, `hosts` by region. */
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

/** Names of the landmarks, in the language in force. */
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

/** Characters from which on a phone's question leaves room for what hands must do. */
const LONG = 160;

/** What hands must do at the physical board, and what goes on. */
function paintHands(app, host) {
  const { hands = [], lasting = [] } = app.screen;
  host.dataset.long = String(hands.join(" ").length > LONG);
  host.replaceChildren(
    make("p", { class: "todo" }, hands.length ? make("b", {}, app.word("on-the-table"), " ") : null, hands.join(" ")),
    make("ul", { class: "lasting" }, lasting.map((each) => make("li", {}, each.text, make("b", {}, ` ${each.left}`)))));
}

/** The band over everything else when the program doesn't answer. */
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

/** Whether the panel is an output in somebody's notebook; else it is the page (Voilà has a Lab shell, but no such panel). */
export function inNotebook(root) {
  return Boolean(root.closest(".jp-NotebookPanel"));
}
