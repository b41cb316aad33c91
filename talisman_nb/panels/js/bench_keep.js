// @ts-check
/** What was played on the bench as a ruling of the reader's own: its question, its decision, its file. */

import { refusal } from "./bench_refusal.js";
import { button, make, span } from "./elements.js";

/**
 * @import { App } from "./app.js"
 * @import { Tell } from "./analysis_part.js"
 * @import { AnalysisScreen } from "./screen.js"
 * @typedef {{question: string, decision: string}} Draft
 */

/** What was typed, which a repaint must not lose. @type {WeakMap<App, Draft>} */
const DRAFTS = new WeakMap();

/** Fields for the question and the decision, and the file they make. @param {App} app @param {AnalysisScreen} shown @param {Tell} tell */
export function freezeFields(app, shown, tell) {
  const draft = DRAFTS.get(app) ?? { question: "", decision: "" };
  DRAFTS.set(app, draft);
  const refused = shown.refused_type === "freeze";
  const freeze = (/** @type {boolean} */ keep) =>
    tell("freeze", { value: draft.question, decision: draft.decision, keep });
  const { frozen } = shown;
  return make("details", { class: "keep-ruling", open: refused || Boolean(frozen) || Boolean(draft.question) },
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

/** @param {"question" | "decision"} name @param {string} label @param {Draft} draft @param {() => void} done */
function draftField(name, label, draft, done) {
  const field = make("input", { type: "text", class: "search", autocomplete: "off", "data-id": `ruling:${name}` });
  field.value = draft[name];
  field.addEventListener("input", () => { draft[name] = field.value; });
  field.addEventListener("keydown", (event) => {
    event.stopPropagation();
    if (event.key === "Enter") done();
  });
  return make("label", { class: "field" }, span("of", label), field);
}
