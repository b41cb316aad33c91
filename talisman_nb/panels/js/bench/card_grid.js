// @ts-check
/** Many cards at once: a grid of cells to type and paste into; on a narrow place a list of cards with the same fields. */

import { button, focused, make, span } from "../base/elements.js";
import { find } from "../base/focus.js";
import { download } from "../looking_back/exports.js";

/**
 * @import { App } from "../base/app.js"
 * @import { CardGridColumn, CardGridRow, CardGridScreen } from "../base/screen.js"
 * @typedef {(type: string, more?: {row?: number, column?: string, value?: string}) => void} Tell
 * @typedef {{shown: CardGridScreen, tell: Tell, narrow: boolean, shape: string, file: number, focus: string}} Grid
 */

/** Width in pixels below which the grid is a list: its columns have room for their words. */
const NARROW = 1080;
/** Cards of nearly one name that are asked about at once. */
const MOST_NEAR = 3;
/** Columns whose cells have room for sentences. */
const LONG = ["words"];

/** Maps hosts to what each shows: cells are kept, so that nothing that is being typed is lost. @type {WeakMap<HTMLElement, Grid>} */
const GRIDS = new WeakMap();

/**
 * Paint the grid; cells that are there stay, and take what was read of them.
 * @param {App} app @param {HTMLElement} host @param {CardGridScreen} shown @param {Tell} tell
 */
export function paintGrid(app, host, shown, tell) {
  const narrow = (host.clientWidth || app.wide) < NARROW;
  const shape = JSON.stringify([narrow, shown.lang, shown.choices, shown.columns, shown.rows.map(({ id }) => id)]);
  const kept = GRIDS.get(host);
  const grid = { file: 0, focus: "", ...kept, shown, tell, narrow, shape };
  GRIDS.set(host, grid);
  if (kept?.shape === shape) refresh(host, grid);
  else rebuild(app, host, grid);
  told(app, host, grid);
  if (shown.file && grid.file !== shown.n) download(app, shown.file);
  grid.file = shown.n;
}

/** @param {App} app @param {HTMLElement} host @param {Grid} grid */
function rebuild(app, host, grid) {
  const before = grid.focus || focused(host)?.dataset.id || "";
  const open = [...host.querySelectorAll("details[open][data-row]")].map((each) => /** @type {HTMLElement} */ (each).dataset.row);
  const pasted = /** @type {HTMLTextAreaElement | null} */ (host.querySelector("[data-id='grid:paste']"))?.value ?? "";
  const title = /** @type {HTMLInputElement | null} */ (host.querySelector("[data-id='grid:title']"))?.value ?? "";
  host.classList.add("card-grid");
  host.replaceChildren(pasteField(app, grid, pasted), make("ul", { class: "grid-told", role: "status" }), lists(app, grid.shown),
    grid.narrow ? asList(app, grid, open) : asTable(app, grid), presses(app, grid, title));
  refresh(host, grid);
  grid.focus = "";
  if (before) find(app, before)?.focus({ preventScroll: false });
}

/** The field for a table or a character that is pasted. @param {App} app @param {Grid} grid @param {string} pasted */
function pasteField(app, grid, pasted) {
  const field = make("textarea", { rows: "2", "data-id": "grid:paste", class: "search", "aria-label": app.word("grid-paste"),
    placeholder: app.word("grid-paste"), spellcheck: "false" });
  field.value = pasted;
  const read = () => {
    if (!field.value.trim()) return field.focus();
    grid.tell("paste", { value: field.value });
    field.value = "";
    return undefined;
  };
  return make("div", { class: "grid-paste" }, field, button("grid:read", read, { class: "option" }, span("label", app.word("grid-read"))));
}

/** The words that may be chosen in a column, for its fields. @param {App} app @param {CardGridScreen} shown */
function lists(app, shown) {
  return make("div", { hidden: true }, Object.entries(shown.choices).map(([column, words]) =>
    make("datalist", { id: `${app.id}-grid-${column}` }, words.map((word) => make("option", { value: word })))));
}

/** @param {App} app @param {Grid} grid */
function asTable(app, grid) {
  const { columns, rows } = grid.shown;
  const head = make("tr", { role: "row" }, columns.map(({ key, label }) =>
    make("th", { role: "columnheader", scope: "col", "data-column": key }, label)),
  make("th", { role: "columnheader", scope: "col" }, span("unseen", app.word("grid-remove"))));
  const body = make("tbody", { role: "rowgroup" }, rows.map((row) => make("tr", { role: "row", "data-row": row.id },
    columns.map((column) => make("td", { role: "gridcell", "data-column": column.key }, ...cell(app, row, column, true))),
    make("td", { role: "gridcell" }, remove(app, row)))));
  body.addEventListener("keydown", (event) => walk(app, event));
  return rows.length ? make("div", { class: "grid-scroll" }, make("table", { role: "grid", "aria-label": app.word("grid") },
    make("thead", { role: "rowgroup" }, head), body)) : make("p", { class: "none" }, app.word("grid-none"));
}

/** @param {App} app @param {Grid} grid @param {(string | undefined)[]} open rows that are open */
function asList(app, grid, open) {
  const { columns, rows } = grid.shown;
  return make("ul", { class: "grid-list", "aria-label": app.word("grid") }, rows.map((row) => make("li", {},
    make("details", { "data-row": row.id, open: open.includes(String(row.id)) || !row.cells[0] },
      make("summary", {}, span("name"), span("of-card"), span("wrong-mark")),
      make("div", { class: "grid-fields" }, columns.map((column) => make("div", { class: "grid-field", "data-column": column.key },
        make("label", { for: inputId(app, row, column.key) }, column.label), ...cell(app, row, column))),
      remove(app, row, app.word("grid-remove")))))), rows.length ? "" : make("li", { class: "none" }, app.word("grid-none")));
}

/** @param {App} app @param {CardGridRow} row @param {string} column */
function inputId(app, row, column) {
  return `${app.id}-cell-${row.id}-${column}`;
}

/** A field, and the place for what is wrong in it; a name `wraps` in a table. @param {App} app @param {CardGridRow} row @param {CardGridColumn} column @param {boolean} [wraps] */
function cell(app, row, { key, label, kind }, wraps = false) {
  const id = inputId(app, row, key);
  const field = LONG.includes(key) || (wraps && key === "name") ? make("textarea", { rows: "1" }) : make("input", { type: "text",
    inputmode: kind === "figure" ? "numeric" : false, list: kind === "choice" ? `${app.id}-grid-${key}` : false });
  for (const [name, value] of Object.entries({ id, "data-id": `cell:${row.id}:${key}`, "aria-label": label, autocomplete: "off" })) {
    field.setAttribute(name, value);
  }
  const told = make("span", { class: "wrong", id: `${id}-wrong` });
  field.addEventListener("change", () => gridOf(field).tell("cell", { row: row.id, column: key, value: field.value }));
  field.addEventListener("paste", (event) => pasteInto(gridOf(field), /** @type {ClipboardEvent} */ (event), row.id, key));
  return [field, told];
}

/** The grid that an element is in, as it is now. @param {HTMLElement} within @returns {Grid} */
function gridOf(within) {
  const host = /** @type {HTMLElement} */ (within.closest(".card-grid"));
  return /** @type {Grid} */ (GRIDS.get(host));
}

/** Paste several cells at once; a single text is pasted as anywhere. @param {Grid} grid @param {ClipboardEvent} event @param {number} row @param {string} column */
function pasteInto(grid, event, row, column) {
  const value = event.clipboardData?.getData("text") ?? "";
  const several = /\t/.test(value) || (/\n./.test(value.trim()) && !LONG.includes(column));
  if (!several) return;
  event.preventDefault();
  grid.tell("paste", { row, column, value });
}

/** Walk by keys: up, down and Enter between rows; left and right at the ends of a text. @param {App} app @param {KeyboardEvent} event */
function walk(app, event) {
  const field = event.target;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  const [, id, column] = (field.dataset.id ?? "").split(":");
  const { columns, rows } = gridOf(field).shown;
  const at = rows.findIndex((row) => row.id === Number(id));
  const across = columns.findIndex(({ key }) => key === column);
  const bare = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
  const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
  /** @type {Record<string, () => [number, number] | null>} */
  const ways = {
    ArrowUp: () => [at - 1, across], ArrowDown: () => [at + 1, across],
    ArrowLeft: () => start === 0 && end === 0 ? [at, across - 1] : null,
    ArrowRight: () => start === field.value.length ? [at, across + 1] : null,
    Enter: () => [at + 1, across],
  };
  const to = bare ? ways[event.key]?.() : null;
  if (!to) return;
  const next = rows[to[0]] && columns[to[1]] ? find(app, `cell:${rows[to[0]].id}:${columns[to[1]].key}`) : null;
  event.preventDefault();
  if (next instanceof HTMLInputElement || next instanceof HTMLTextAreaElement) {
    next.focus();
    next.select();
  } else if (event.key === "Enter") {
    field.blur(); // what was typed is read, and a row more begins
    gridOf(field).tell("add");
  }
}

/** @param {App} app @param {CardGridRow} row @param {string} [said] */
function remove(app, row, said = "") {
  return button(`grid:remove:${row.id}`, (event) => gridOf(event.currentTarget).tell("remove", { row: row.id }),
    { class: "chip remove", title: app.word("grid-remove"), "aria-label": `${app.word("grid-remove")}: ${row.cells[0]}` }, said ? `× ${said}` : "×");
}

/** The presses below the grid. @param {App} app @param {Grid} grid @param {string} title */
function presses(app, grid, title) {
  const name = make("input", { type: "text", "data-id": "grid:title", maxlength: "100", placeholder: app.word("grid-title"),
    "aria-label": app.word("grid-title"), autocomplete: "off" });
  name.value = title;
  const press = (/** @type {string} */ id, /** @type {string} */ word, /** @type {() => void} */ act, kind = "offer") =>
    button(`grid:${id}`, act, { class: kind }, span("label", word));
  const box = () => (name.value.trim() ? grid.tell("box", { value: name.value }) : name.focus());
  const add = () => { grid.focus = "new"; grid.tell("add"); };
  return make("div", { class: "grid-presses" },
    press("add", app.word("grid-add"), add), press("undo", app.word("undo"), () => grid.tell("undo")),
    grid.shown.draft ? press("draft", app.word("grid-draft"), () => grid.tell("draft"), "option first") : "",
    press("keep", app.word("grid-keep"), () => grid.tell("keep"), grid.shown.draft ? "option" : "option first"),
    make("span", { class: "grid-box" }, name, press("box", app.word("grid-box"), box)),
    press("csv", app.word("keep-csv"), () => grid.tell("export", { value: "csv" })));
}

/** Show in the cells what was read of them, what is wrong, and which presses do something. @param {HTMLElement} host @param {Grid} grid */
function refresh(host, grid) {
  const now = focused(host);
  const { columns, rows, undo, unsaved } = grid.shown;
  for (const row of rows) {
    const box = /** @type {HTMLElement} */ (host.querySelector(`[data-row="${row.id}"]`));
    box.dataset.state = row.state ?? "";
    box.dataset.character = row.character ? "yes" : "no";
    columns.forEach(({ key }, n) => {
      const field = /** @type {HTMLInputElement} */ (box.querySelector(`[data-id="cell:${row.id}:${key}"]`));
      if (field !== now || field.value.trim() === "") field.value = row.cells[n];
      const wrong = row.wrong?.[key] ?? "";
      field.title = wrong;
      field.setAttribute("aria-invalid", String(Boolean(wrong)));
      if (wrong) field.setAttribute("aria-describedby", `${field.id}-wrong`);
      else field.removeAttribute("aria-describedby");
      const told = /** @type {HTMLElement} */ (field.nextElementSibling);
      if (told.textContent !== wrong) told.textContent = wrong;
    });
    const n = Object.keys(row.wrong ?? {}).length;
    const say = (/** @type {string} */ part, /** @type {string} */ text) => {
      const found = box.querySelector(`summary .${part}`);
      if (found) found.textContent = text;
    };
    say("name", row.cells[0] || "…");
    say("of-card", row.about ?? "");
    say("wrong-mark", n ? `⚠ ${n}` : "");
  }
  const open = { "grid:undo": undo, "grid:keep": unsaved };
  for (const [id, is] of Object.entries(open)) host.querySelector(`[data-id="${id}"]`)?.setAttribute("aria-disabled", String(!is));
}

/** Show what came of the last press, and cards that may be one in two spellings. @param {App} app @param {HTMLElement} host @param {Grid} grid */
function told(app, host, grid) {
  const lines = (grid.shown.told ?? []).map((line) => make("li", {}, line));
  const near = grid.shown.rows.filter((row) => row.near).slice(0, MOST_NEAR).map((row) => make("li", {},
    button(`grid:merge:${row.id}`, () => grid.tell("merge", { row: row.id }), { class: "chip" },
      app.word("grid-merge", { card: row.cells[0], other: row.near ?? "" }))));
  host.querySelector(".grid-told")?.replaceChildren(...lines, ...near);
}
