// @ts-check
/** Questions to the bench in words, their answers or refusals, and what is kept of them: house rules, a ruling of one's own. */

import { button, make, span } from "../base/elements.js";
import { touchable } from "../looking_up/touchable.js";

/**
 * @import { App } from "../base/app.js"
 * @import { AnalysisScreen, Answered, Grid, GridCell } from "../base/screen.js"
 * @import { Tell } from "./analysis_part.js"
 */

/** Milliseconds after the last letter before names are proposed. */
const PROPOSING = 250;
/** The last word of a change. */
const LAST_WORD = /[^\s,+|]+$/u;
/** Text in the field for a question, which a repaint must not lose. @type {WeakMap<App, string>} */
const ASKED = new WeakMap();

/** A change was applied: its field is empty again. @param {App} app */
export function emptyChange(app) {
  app.ui.typed = "";
}

/**
 * Make the answer to a message of this type. @param {App} app @param {string} type @param {AnalysisScreen} shown @param {Tell} tell
 */
export function resultOf(app, type, shown, tell) {
  return shown.compared_type !== type ? [] : shown.compared.map((each) =>
    make("section", { class: "result", "data-of": type }, make("h3", {}, each.title), answerCard(app, each, shown, tell)));
}

/**
 * A change of the situation by hand, or as a question (*what if*), with names proposed for the word that is typed.
 * @param {App} app @param {AnalysisScreen} shown @param {Tell} tell
 */
export function changeField(app, shown, tell) {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": "change",
    placeholder: app.word("change-example"), "aria-label": app.word("what-if") });
  field.value = app.ui.typed;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  const propose = () => {
    app.ui.typed = field.value;
    clearTimeout(timer);
    const word = LAST_WORD.exec(field.value)?.[0] ?? "";
    if (word) timer = setTimeout(() => tell("propose", { value: word }), PROPOSING);
  };
  const ask = (/** @type {"what-if" | "change"} */ type) => { clearTimeout(timer); tell(type, { value: field.value }); };
  field.addEventListener("input", propose);
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") ask("what-if");
  });
  const take = (/** @type {string} */ key) => {
    app.ui.typed = field.value = field.value.replace(LAST_WORD, key);
    field.focus();
  };
  const refused = ["change", "what-if"].includes(shown.refused_type);
  const proposed = app.ui.typed ? shown.proposals : [];
  return make("section", { class: "change" }, make("h3", {}, app.word("what-if")), field,
    refused ? refusalToInsistOn(app, shown, tell) : "",
    proposed.length ? make("div", { class: "chips" }, proposed.map(({ key, label }) =>
      button(`propose:${key}`, () => take(key), { class: "chip" }, label))) : "",
    make("div", { class: "moves" }, button("what-if", () => ask("what-if"), { class: "offer" }, app.word("what-if")),
      button("apply-change", () => ask("change"), { class: "offer" }, app.word("change"))),
    ...resultOf(app, "what-if", shown, tell));
}

/** A ruling; a press lays its situation out. @param {{id: string, asks: string, decides: string}} each @param {Tell} tell */
function rulingFound({ id, asks, decides }, tell) {
  return button(`ruling:${id}`, () => tell("ruling", { value: id }), { class: "option" },
    span("text", span("label", asks), span("detail", decides)));
}

/** The disputes that an empty bench begins with, or the ruling whose situation is laid out. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function disputes(app, { asked_most: asked = [], ruling }, tell) {
  if (ruling) return make("section", { class: "result", "data-of": "ruling" }, make("h3", {}, ruling.title),
    ruling.lines.map((line) => make("p", {}, touchable(app, line))));
  return asked.length ? make("section", { class: "asked-most" }, make("h3", {}, app.word("asked-most")),
    asked.map(({ id, asks }) => button(`ruling:${id}`, () => tell("ruling", { value: id }), { class: "option" }, span("label", asks)))) : "";
}

/** A field for a question without a situation, and what was found. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function askField(app, shown, tell) {
  const refused = shown.refused_type === "ask";
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": "ask",
    placeholder: app.word("ask-example"), "aria-label": app.word("ask-rules") });
  field.value = ASKED.get(app) ?? (refused ? shown.typed : "");
  field.addEventListener("input", () => ASKED.set(app, field.value));
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key !== "Enter" || !field.value.trim()) return;
    ASKED.delete(app);
    const draft = DRAFTS.get(app);
    if (!draft?.decision) DRAFTS.set(app, { question: field.value.trim(), decision: "" }); // what nothing answers is decided there
    tell("ask", { value: field.value });
  });
  return make("section", { class: "change" }, make("h3", {}, app.word("ask-rules")), field, refused ? refusal(shown) : "",
    ...resultOf(app, "ask", shown, tell),
    shown.rulings.length ? make("section", { class: "result", "data-of": "ask" }, make("h3", {}, app.word("rulings-found")),
      shown.rulings.map((each) => rulingFound(each, tell))) : "");
}

// What was asked on the bench: its lines; of an answer card also its sums, a paragraph to copy, what a table may keep.

/** The name under which house rules are kept, which a repaint must not lose. @type {WeakMap<App, string>} */
const NAMES = new WeakMap();
/** Titles of the answers whose sums are unfolded, which a repaint must not fold. @type {WeakMap<App, Set<string>>} */
const UNFOLDED = new WeakMap();

/** @param {App} app @param {Answered} each @param {AnalysisScreen} shown @param {Tell} tell */
function answerCard(app, each, shown, tell) {
  const { title, grid, lines, numbers = [], copy = "", keep = [] } = each;
  return [
    lines.length ? make("div", { class: "as-is", tabindex: 0 }, lines.map((line) => make("p", {}, line))) : "",
    ...grid ? gridTable(app, grid, title) : [],
    numbers.length ? sumsOf(app, title, numbers, tell) : "",
    copy ? make("div", { class: "moves" }, button("copy-paragraph", () => navigator.clipboard?.writeText(copy),
      { class: "offer" }, app.word("copy-paragraph"))) : "",
    keep.length ? choicesToKeep(app, keep, shown, tell) : "",
  ];
}

/**
 * The sums of the answers; a press lays the situation of one out. @param {App} app @param {string} title
 * @param {{line: string, text: string}[]} numbers @param {Tell} tell
 */
function sumsOf(app, title, numbers, tell) {
  const unfolded = UNFOLDED.get(app) ?? new Set();
  UNFOLDED.set(app, unfolded);
  const list = make("details", { class: "numbers" }, make("summary", {}, app.word("with-numbers")),
    numbers.map(({ line, text }) => button(`sum:${text}`, () => tell("text", { value: text }), { class: "option" }, line)));
  list.open = unfolded.has(title);
  list.addEventListener("toggle", () => { if (list.open) unfolded.add(title); else unfolded.delete(title); });
  return list;
}

/**
 * A name, and a button for each other way to play. @param {App} app @param {{label: string}[]} keep
 * @param {AnalysisScreen} shown @param {Tell} tell
 */
function choicesToKeep(app, keep, shown, tell) {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": "house-name" });
  field.value = NAMES.get(app) ?? app.word("our-table");
  field.addEventListener("input", () => NAMES.set(app, field.value));
  field.addEventListener("keydown", (event) => event.stopPropagation());
  return make("div", { class: "keep" }, make("h4", {}, app.word("keep-for-table")),
    make("label", { class: "field" }, span("of", app.word("house-name")), field),
    keep.map(({ label }, n) => button(`keep:${n}`, () => tell("keep", { n, value: field.value }), { class: "option" }, label)),
    shown.refused_type === "keep" ? refusal(shown) : "",
    shown.kept ? make("p", { role: "status" }, shown.kept) : "");
}

// A table of the bench: runs side by side, or what each edition says; what differs is marked by a sign as well.

/** Signs before an answer. */
const MARKED = { yes: "✓", no: "✗", open: "?", "": "" };

/** @param {App} app @param {Grid} grid @param {string} title */
function gridTable(app, { head, rows, notes }, title) {
  return [make("div", { class: "grid-box", role: "group", tabindex: 0, "aria-label": title },
    make("table", {}, make("caption", { class: "unseen" }, title),
      make("thead", {}, make("tr", {}, make("td"), head.map((name) => make("th", { scope: "col" }, name)))),
      make("tbody", {}, rows.flatMap((row) => [
        row.note ? make("tr", { class: "noted" }, make("td"), make("td", { colspan: row.cells.length }, `◆ ${row.note}`)) : null,
        make("tr", {}, make("th", { scope: "row" }, row.label), row.cells.map((cell) => gridCell(app, cell)))])))),
  notes.length ? make("div", { class: "grid-notes" }, notes.map((note) => make("p", {}, touchable(app, note)))) : ""];
}

/** @param {App} app @param {GridCell} cell */
function gridCell(app, { lines, mark, differs }) {
  return make("td", { class: `${differs ? "differs" : ""}${mark ? ` is-${mark}` : ""}` },
    lines.map((line, i) => make("p", {}, i === 0 && mark ? span("sign-of", MARKED[mark]) : null,
      i === 0 && differs ? span("sign-of", "≠") : null, touchable(app, line))));
}

// What was played on the bench as a ruling of the reader's own: its question, its decision, its file.

/** @typedef {{question: string, decision: string}} Draft */

/** Draft of a ruling, which a repaint must not lose. @type {WeakMap<App, Draft>} */
const DRAFTS = new WeakMap();

/** Fields for the question and the decision, and the file they make. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function freezeFields(app, shown, tell) {
  const draft = DRAFTS.get(app) ?? { question: "", decision: "" };
  DRAFTS.set(app, draft);
  const refused = shown.refused_type === "freeze";
  const freeze = (/** @type {boolean} */ keep) =>
    tell("freeze", { value: draft.question, decision: draft.decision, keep });
  const { frozen } = shown;
  return make("details", { class: "keep-ruling", open: refused || Boolean(frozen) || Boolean(draft.decision) },
    make("summary", {}, app.word("keep-as-ruling")),
    draftField("question", app.word("ruling-question"), draft, () => freeze(false)),
    draftField("decision", app.word("ruling-decision"), draft, () => freeze(false)),
    refused ? refusal(shown) : "",
    make("div", { class: "moves" },
      button("show-ruling", () => freeze(false), { class: "offer" }, app.word("show-ruling")),
      button("save-ruling", () => freeze(true), { class: "offer" }, app.word("save-ruling"))),
    frozen?.path ? make("p", { role: "status" }, app.word("ruling-saved", { path: frozen.path })) : "",
    frozen ? make("pre", { class: "file", tabindex: 0, "aria-label": app.word("show-ruling") }, frozen.file) : "");
}

/** A position as a question to a class: a page of a lesson of one's own. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function classFields(app, shown, tell) {
  const draft = CLASS_DRAFTS.get(app) ?? { question: "", decision: "" };
  CLASS_DRAFTS.set(app, draft);
  const ask = () => tell("class", { value: draft.question, decision: draft.decision });
  const refused = shown.refused_type === "class";
  const { asked_class: made } = shown;
  return make("details", { class: "ask-class", open: refused || Boolean(made) || Boolean(draft.question) },
    make("summary", {}, app.word("ask-class")),
    draftField("question", app.word("class-question"), draft, ask, "class"),
    draftField("decision", app.word("class-lesson"), draft, ask, "class"),
    refused ? refusal(shown) : "",
    make("div", { class: "moves" }, button("ask-class", ask, { class: "offer" }, app.word("ask-class"))),
    made ? make("p", { role: "status" }, app.word("class-added", { n: made.page, name: made.lesson, path: made.path })) : "",
    made && "bench" in document.body.dataset ? make("a", { class: "offer", target: "_blank", rel: "noopener", "data-id": "open-lesson",
      href: `?${new URLSearchParams({ make: made.lesson, lang: shown.lang })}` }, app.word("open-lesson")) : "");
}

/** Draft of a page for a class, which a repaint must not lose. @type {WeakMap<App, Draft>} */
const CLASS_DRAFTS = new WeakMap();

/** @param {"question" | "decision"} name @param {string} label @param {Draft} draft @param {() => void} done */
function draftField(name, label, draft, done, of = "ruling") {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": `${of}:${name}` });
  field.value = draft[name];
  field.addEventListener("input", () => { draft[name] = field.value; });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") done();
  });
  return make("label", { class: "field" }, span("of", label), field);
}

/** @param {AnalysisScreen} shown */
export function refusal(shown) {
  return make("p", { class: "refusal", role: "alert" }, make("span", { "aria-hidden": "true" }, "✗ "), shown.refused);
}

/** The reason, and a press that says the same again and insists. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function refusalToInsistOn(app, shown, tell) {
  const { refused_type: type, typed: value } = shown;
  return make("div", { class: "moves" }, refusal(shown),
    button("insist", () => tell(type, { value, insist: true }), { class: "offer" }, app.word("insist")));
}
