// @ts-check
/** What may be set of a space (who stands there, gold, cards) and of the table (round, what lasts). */

import { button, make, span } from "./elements.js";
import { counter, seatMark } from "./icons.js";
import { cardsAt, cardsAway, cardTo, stepper } from "./correction_parts.js";
import { rovingList } from "./roving.js";
import { placed, putOn } from "./correction_person.js";

/** @import { Part } from "./correction.js" */

/** @param {Part} part */
export function spaceFields(part) {
  const { app, edit: { space } } = part;
  const of = placed(part, space);
  const names = app.screen.here?.[space] ?? [];
  const keys = app.screen.lies?.[space] ?? [];
  return [make("h3", {}, of), standing(part),
    make("div", { class: "steppers" }, stepper(part, { id: "lying-gold", key: `${space} gold`, name: app.word("gold"),
      of, now: app.screen.lies_gold?.[space] ?? 0, icon: counter("gold"),
      change: (n) => ({ what: "lying-gold", to: space, n }) })),
    cardsAway(part, cardsAt(`space:${space}`, names.slice(0, keys.length), keys)), cardTo(part, `space:${space}`)];
}

/** Who stands on the space; a press puts somebody there. @param {Part} part */
function standing(part) {
  const { app, edit, again } = part;
  const people = app.sheets().filter((sheet) => sheet.at).map((sheet) => {
    const at = edit.values[`${sheet.who.seat} space`]?.to ?? sheet.at;
    const put = () => { putOn(part, sheet, at === edit.space ? sheet.at ?? "" : edit.space); again(); };
    return button(`stands:${sheet.who.seat}`, put, { class: "chip", "aria-pressed": String(at === edit.space) },
      seatMark(sheet.who, 24), sheet.who.name);
  });
  return rovingList(make("div", { class: "row chips" }, span("what", app.word("stands-here")), people));
}

/** @param {Part} part */
export function tableFields(part) {
  const { app } = part;
  const lasting = (app.screen.lasting ?? []).map(({ text, left, change, n = 0 }, i) => {
    if (!change) return null;
    if (!n) return ending(part, i, text, change);
    return stepper(part, { id: `lasts:${i}`, key: `lasts ${i}`, name: `${text} · ${left}`, of: app.word("the-table"),
      now: n, change: (to) => ({ ...change, n: to }) });
  });
  return [make("div", { class: "steppers wide" }, stepper(part, { id: "round", key: "round",
    name: app.word("rounds"), of: app.word("the-table"), now: app.screen.round,
    change: (n) => ({ what: "round", n }) }), lasting)];
}

/**
 * A press that ends an effect without turns or rounds to count.
 * @param {Part} part @param {number} i @param {string} text @param {import("./screen.js").Change} change
 */
function ending({ app, edit, again }, i, text, change) {
  const key = `lasts ${i}`;
  const toggle = () => {
    if (edit.values[key]) delete edit.values[key];
    else edit.values[key] = { label: app.word("it-is-over", { effect: text }), change: { ...change, n: 0 }, to: "over" };
    again();
  };
  return button(`ends:${i}`, toggle, { class: "chip", "aria-pressed": String(key in edit.values) },
    app.word("it-is-over", { effect: text }));
}
