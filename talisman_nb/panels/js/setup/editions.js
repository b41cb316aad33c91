// @ts-check
/** The editions side by side in the form of a new table, the box they are played from, and a group's own layers. */

import { button, make, span, svg } from "../base/elements.js";
import { focusOn } from "../base/focus.js";
import { say } from "../base/messages.js";
import { paint } from "../base/painting.js";
import { DOUBTS, sectionsOf } from "../looking_up/look_up.js";
import { sayWithPlayers } from "./setup_form.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { EditionEntry, LayerEntry, ViewMessage } from "../base/screen.js"
 * @import { Form } from "./setup_form.js"
 */

/** @param {App} app @param {Form} form */
export function editionFields(app, form) {
  const { editions, edition, layers } = form.from;
  if (!editions?.length) return "";
  const chosen = editions.find((each) => each.key === edition);
  const cards = editions.map((each) => pressed(app, form, "radio", "edition", each.key, each.key === edition,
    { type: "part", key: "edition", value: each.key }, [picture(each), ...told(each.name, each.about)]));
  const ways = (chosen?.variants ?? []).map((way) => pressed(app, form, "radio", "variant", way.key,
    way.key === (chosen?.variant ?? ""), { type: "part", key: "variant", value: way.key }, told(way.label, way.note ?? "")));
  return make("div", { class: "editions", "data-id": "editions" },
    group("cards", app.word("choose-edition"), cards), group("ways", chosen?.expands ? app.word("choose-expansion") : app.word("choose-box"), ways),
    group("layers", app.word("choose-layers"), (layers ?? []).map((layer) => tick(app, form, layer))), notKnown(app, form));
}

/** Make a fold that tells what is not known of all that is chosen, and asks how its box fills it. @param {App} app @param {Form} form */
function notKnown(app, form) {
  const found = app.ui.looked.at(-1);
  const page = found?.key === DOUBTS && app.ui.knownOf === form.from.spec ? found.page : null;
  const ask = () => {
    Object.assign(app.ui, { looked: [], knownOf: page ? "" : form.from.spec });
    if (page) paint(app, "setup");
    else say(app, { type: "look-up", key: DOUBTS });
    focusOn(app, "not-known");
  };
  return [button("not-known", ask, { class: "chip", "aria-expanded": Boolean(page) }, span("now", app.word("not-known")),
    make("span", { class: "then", "aria-hidden": "true" }, page ? "▴" : "▾")),
  page ? make("article", { class: "page", "aria-label": page.title }, make("b", { class: "page-title" }, page.title),
    page.about.map((line) => make("p", { class: "quiet" }, line)), sectionsOf(page, (text) => [text])) : ""];
}

/** Fields under a heading; nothing without any. @param {string} name @param {string} heading @param {HTMLElement[]} fields */
function group(name, heading, fields) {
  return fields.length ? make("fieldset", { class: name }, make("legend", {}, heading), fields) : "";
}

/** A layer with its tick; one that can't be laid over the edition is closed and says why. @param {App} app @param {Form} form @param {LayerEntry} layer */
function tick(app, form, { key, name, about = "", on = false, wrong = "" }) {
  const words = [...told(name, about), wrong ? make("span", { class: "wrong" }, wrong) : ""];
  return pressed(app, form, "checkbox", "layer", key, on, { type: "layer", key, value: String(!on) }, words, Boolean(wrong));
}

/**
 * A native radio button or checkbox in a card that may be pressed anywhere.
 * @param {App} app @param {Form} form @param {"radio" | "checkbox"} type @param {string} name @param {string} key
 * @param {boolean} checked @param {ViewMessage} message @param {Child[]} words @param {boolean} [disabled]
 */
function pressed(app, form, type, name, key, checked, message, words, disabled = false) {
  return make("label", { class: disabled ? "box closed" : "box" },
    make("input", { type, name, "data-id": `${name}:${key}`, checked, disabled, onchange: () => sayWithPlayers(app, form, message) }),
    make("span", { class: "words" }, ...words));
}

/** @param {string} name @param {string} about */
const told = (name, about) => [make("b", {}, name), about ? make("span", { class: "differs" }, about) : ""];

/** The spaces of an edition's board as they lie, by region; its goal stands out. @param {EditionEntry} edition */
function picture({ board }) {
  const [rows, columns] = [0, 1].map((at) => Math.max(...board.map((space) => space[at])) + 1);
  const cells = board.map(([row, column, region]) => {
    const cell = svg("rect", region < 0 ? "goal" : `region-${Math.min(region, LAST_REGION)}`);
    Object.entries({ x: column, y: row, width: 0.9, height: 0.9, rx: 0.15 })
      .forEach(([name, value]) => cell.setAttribute(name, String(value)));
    return cell;
  });
  const found = svg("svg", "map", ...cells);
  found.setAttribute("viewBox", `0 0 ${columns} ${rows}`);
  found.setAttribute("aria-hidden", "true");
  return found;
}

/** Regions beyond the third have its colour. */
const LAST_REGION = 2;
