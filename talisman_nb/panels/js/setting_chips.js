// @ts-check
/** The settings of a new table as chips, each with what a press changes it to. */

import { button, make, span } from "./elements.js";
import { houseChip } from "./house_rules.js";
import { sayWithPlayers } from "./setup_form.js";

/**
 * @import { App } from "./app.js"
 * @import { Form } from "./setup_form.js"
 */

/**
 * The settings as a sentence whose parts are buttons; each says what a press changes it to: its next choice.
 * @param {App} app @param {Form} form
 */
export function settingChips(app, form) {
  return make("p", { class: "sentence" }, form.from.parts.map((part) => {
    if (part.choices.length < 2) return span("chip fixed", part.choices[0]?.label ?? part.value);
    const at = part.choices.findIndex((choice) => choice.key === part.value);
    const [now, next] = [part.choices[at]?.label ?? part.value, part.choices[(at + 1) % part.choices.length]];
    const choose = () => sayWithPlayers(app, form, { type: "part", key: part.key, value: next.key });
    const told = app.word("labelled", { label: part.name, text: app.word("becomes", { now, then: next.label }) });
    return button(`part:${part.key}`, choose, { class: "chip", "aria-label": told, title: told },
      span("now", now), span("then", `→ ${next.label}`));
  }), form.from.switches.length ? houseChip(app, form.from) : "");
}
