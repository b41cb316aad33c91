// @ts-check
/** What is asked of the bench in words: a change of the situation, what if, a question without a situation. */

import { answerCard } from "./answer_card.js";
import { refusal, refusalToInsistOn } from "./bench_refusal.js";
import { button, make, span } from "./elements.js";

/**
 * @import { Tell } from "./analysis_part.js"
 * @import { App } from "./app.js"
 * @import { AnalysisScreen } from "./screen.js"
 */

/** Milliseconds after the last letter before names are proposed. */
const PROPOSING = 250;
/** The last word of a change. */
const LAST_WORD = /[^\s,+|]+$/u;
/** What is typed into the field for a question, which a repaint must not lose. @type {WeakMap<App, string>} */
const ASKED = new WeakMap();

/** A change was applied: its field is empty again. @param {App} app */
export function emptyChange(app) {
  app.ui.typed = "";
}

/**
 * What was answered to a message of this type. @param {App} app @param {string} type @param {AnalysisScreen} shown @param {Tell} tell
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

/** A ruling; a press lays its situation out. @param {{asks: string, decides: string, text: string}} each @param {Tell} tell */
function rulingFound({ asks, decides, text }, tell) {
  return button(`ruling:${text}`, () => tell("text", { value: text }), { class: "option" },
    span("text", span("label", asks), span("detail", decides)));
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
    tell("ask", { value: field.value });
  });
  return make("section", { class: "change" }, make("h3", {}, app.word("ask-rules")), field, refused ? refusal(shown) : "",
    ...resultOf(app, "ask", shown, tell),
    shown.rulings.length ? make("section", { class: "result", "data-of": "ask" }, make("h3", {}, app.word("rulings-found")),
      shown.rulings.map((each) => rulingFound(each, tell))) : "");
}
