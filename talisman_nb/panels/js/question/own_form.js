// @ts-check
/** The fields of a card that is in no list: what is entered as it is drawn, and what can be added at leisure. */

import { make, span, svg } from "../base/elements.js";

/**
 * @import { App } from "../base/app.js"
 * @import { OwnCard } from "../base/screen.js"
 * @typedef {NonNullable<OwnCard["after"]>} Action
 * @typedef {NonNullable<OwnCard["have_only"]>[number]} Alignment
 * @typedef {NonNullable<OwnCard["at"]>[number]} Moment
 */

/** The type of a character card, and what its question asks for. */
export const CHARACTER = "character";

/**
 * The fields of a form for a card in no list, and what they say; without a type they ask for it and say nothing.
 * @param {App} app @param {string} id what the ids of the fields begin with
 * @param {Partial<OwnCard>} card @param {string} deck that it is drawn from
 * @param {boolean} open whether its action word and its words are in sight: where nobody has typed the cards of the deck
 * @param {boolean} bought whether it comes from a stock: it has a price, and is mostly an Object
 * @returns {{name: HTMLInputElement, rows: HTMLElement[], more: (...kids: HTMLElement[]) => HTMLElement,
 *   entered: () => OwnCard | undefined}} `more` is the fold of what can be added at leisure, with more in it
 */
export function fieldsOf(app, id, card, deck, open = false, bought = false) {
  const form = { app, id, card: bought ? { type: /** @type {OwnCard["type"]} */ ("object"), ...card } : card };
  if (deck === CHARACTER) return characterFields(form);
  const name = make("input", { type: "text", "data-id": `${id}-name`, value: card.name ?? "", autocomplete: "off" });
  const words = make("input", { type: "text", "data-id": `${id}-words`, value: card.words ?? "", autocomplete: "off",
    placeholder: app.word("card-words-hint") });
  const inHand = deck === app.labels.hand_deck;
  const only = inHand ? "spell" : (app.labels.cover_decks ?? []).includes(deck) ? "terrain" : "";
  const types = only ? [] : typesOfCards(app).map(([key, label]) =>
    radio(form, "type", key, key === form.card.type, markOf(app, key), span("", label)));
  const price = bought ? number(form, "price") : null;
  const figures = { number: number(form, "number"), strength: number(form, "strength"), craft: number(form, "craft") };
  const told = make("p", { class: "none", role: "status" });
  const actions = only ? null : actionsOf(form, types);
  const more = only ? lessFields(form, inHand) : moreFields(form);
  const entered = () => {
    const type = only || /** @type {OwnCard["type"] | ""} */ (chosen(types));
    if (!type) whichType(types, told, app.word("which-type"));
    return type ? { name: name.value.trim(), type, number: read(figures.number), strength: read(figures.strength),
      craft: read(figures.craft), ...said({ words: words.value.trim(), after: actions?.said() ?? "" }), ...more.said(),
      ...said({ price: price ? read(price) : card.price ?? 0 }), ...(card.listed && card.listed !== name.value.trim() ? { listed: card.listed } : {}) } : undefined;
  };
  const row = (/** @type {string} */ label, /** @type {HTMLElement[]} */ chips, /** @type {(Node | null)[]} */ ...rest) =>
    make("div", { class: "types", role: "radiogroup", "aria-label": label }, chips, rest);
  const printed = [...(actions ? [row(app.word("card-action"), actions.chips)] : []),
    make("label", { class: "words" }, span("", app.word("card-words")), words)];
  const filled = Object.keys(more.said()).length > 0 || (!open && Boolean(card.words || card.after));
  return { name, entered, rows: [field(app.word("card-name"), name), price ? field(app.word("card-price"), price) : field(app.word("card-number"), figures.number),
    ...(only ? [] : [field(app.word("strength"), figures.strength), field(app.word("craft"), figures.craft),
      row(app.word("card-type"), types, told)]), ...(open ? printed : [])],
  more: (...kids) => make("details", { class: "more", open: filled }, make("summary", {}, app.word("card-more")),
    make("div", { class: "leisure" }, open ? [] : printed, more.fields, kids)) };
}

/** @typedef {{app: App, id: string, card: Partial<OwnCard>}} Form */

/** Make the fields of a character card that is in no list: figures, alignment and start are asked for, its words are not. @param {Form} form @returns {ReturnType<typeof fieldsOf>} */
function characterFields(form) {
  const { app, id, card } = form;
  const name = make("input", { type: "text", "data-id": `${id}-name`, value: card.name ?? "", autocomplete: "off" });
  const words = make("input", { type: "text", "data-id": `${id}-words`, value: card.words ?? "", autocomplete: "off",
    placeholder: app.word("card-words-hint") });
  const figures = { strength: number(form, "strength"), craft: number(form, "craft"), life: number(form, "life", 1), gold: number(form, "gold") };
  const side = select(form, "alignment", Object.entries(app.labels.alignments ?? {}), card.alignment || "neutral");
  const start = select(form, "start", app.places().map(({ space, name: label }) => [space, label]), card.start);
  const entered = () => ({ name: name.value.trim(), type: /** @type {OwnCard["type"]} */ (CHARACTER), strength: read(figures.strength),
    craft: read(figures.craft), life: Math.max(read(figures.life), 1), gold: read(figures.gold), start: start.value,
    alignment: /** @type {Alignment} */ (side.value), ...said({ words: words.value.trim() }) });
  return { name, entered, rows: [field(app.word("card-name"), name), field(app.word("strength"), figures.strength),
    field(app.word("craft"), figures.craft), field(app.word("life"), figures.life), field(app.word("gold"), figures.gold),
    field(app.word("alignment"), side), field(app.word("start-space"), start)],
  more: (...kids) => make("details", { class: "more", open: Boolean(card.words) }, make("summary", {}, app.word("card-more")),
    make("div", { class: "leisure" }, make("label", { class: "words" }, span("", app.word("card-words")), words), kids)) };
}

/**
 * Types a card may have, with their words.
 * @param {App} app @returns {[OwnCard["type"], string][]}
 */
function typesOfCards(app) {
  return [
    ["event", app.word("type-event")], ["animal", app.word("type-animal")], ["monster", app.word("type-monster")],
    ["dragon", app.word("type-dragon")], ["spirit", app.word("type-spirit")], ["stranger", app.word("type-stranger")],
    ["follower", app.word("type-follower")], ["object", app.word("type-object")],
    ["magic object", app.word("type-magic-object")], ["place", app.word("type-place")],
  ];
}

/**
 * The words that say what becomes of the card; one that is pressed again is taken back. A word chooses its usual type,
 * and a type that a word does not go with takes it back.
 * @param {Form} form @param {HTMLElement[]} types
 */
function actionsOf(form, types) {
  const { app, card } = form;
  const words = /** @type {[Action, string][]} */ ([["attack", app.word("action-attack")], ["keep", app.word("action-keep")],
    ["leave", app.word("action-leave")], ["discard", app.word("action-discard")]]);
  const chips = words.map(([key, label]) => radio(form, "after", key, key === card.after, span("", label)));
  const goesWith = () => app.labels.actions?.[chosen(chips)] ?? [];
  let last = chosen(chips);
  for (const chip of chips) {
    const box = inputOf(chip);
    box.addEventListener("click", () => {
      if (last === box.value) box.checked = false;
      last = chosen(chips);
      if (last && !goesWith().includes(chosen(types))) choose(types, goesWith()[0]);
    });
  }
  for (const type of types) {
    inputOf(type).addEventListener("change", () => {
      if (last && !goesWith().includes(chosen(types))) choose(chips, "");
      last = chosen(chips);
    });
  }
  return { chips, said: () => /** @type {Action} */ (chosen(chips)) };
}

/** Make the fields that are seldom asked of a card: how it is carried, by whom, and how often it is there. @param {Form} form */
function moreFields(form) {
  const { app, card } = form;
  const weapon = make("input", { type: "checkbox", "data-id": `${form.id}-weapon`, checked: card.weapon });
  const save = number(form, "save", 0, 6);
  const carries = number(form, "carries");
  const copies = number(form, "copies", 1);
  const only = alignment(form, "only", card.have_only);
  const never = alignment(form, "never", card.have_not);
  const alignments = (/** @type {HTMLSelectElement} */ box) => /** @type {Alignment[]} */ (box.value ? [box.value] : []);
  return {
    fields: [make("label", { class: "keep" }, weapon, span("", app.word("card-weapon"))),
      field(app.word("card-save"), save), field(app.word("card-carries"), carries), field(app.word("card-copies"), copies),
      field(app.word("card-only"), only), field(app.word("card-never"), never)],
    said: () => said({ weapon: weapon.checked, save: read(save), carries: read(carries), have_only: alignments(only),
      have_not: alignments(never), copies: Math.max(read(copies), 1) }),
  };
}

/** Before the dice of a fight, by whoever looks on too and by those who fight. @type {Moment[]} */
const BEFORE_DICE = ["before_fight", "fight"];

/**
 * How often a card is there that is a Spell or covers a space; when a Spell may be cast.
 * @param {Form} form @param {boolean} cast whether it is a Spell
 */
function lessFields(form, cast) {
  const { app, card } = form;
  const moments = [["", app.word("at-any")], ["own_turn", app.word("at-own-turn")], ["turn_start", app.word("at-turn-start")],
    ["fight", app.word("at-fight")], ["reply.spell", app.word("at-spell")], ["reply.life_loss", app.word("at-life-loss")],
    ["reply.kill", app.word("at-kill")]];
  const at = select(form, "at", moments, card.at?.includes("fight") ? "fight" : card.at?.[0]);
  const meant = () => at.value === "fight" ? BEFORE_DICE : at.value ? [/** @type {Moment} */ (at.value)] : [];
  const copies = number(form, "copies", 1);
  return {
    fields: [...(cast ? [field(app.word("card-at"), at)] : []), field(app.word("card-copies"), copies)],
    said: () => said({ at: cast ? meant() : [], copies: Math.max(read(copies), 1) }),
  };
}

/** Those facts that say something: what is usual is left out. @param {Partial<OwnCard>} facts @returns {Partial<OwnCard>} */
function said(facts) {
  return Object.fromEntries(Object.entries(facts).filter(([key, value]) =>
    Array.isArray(value) ? value.length : key === "copies" ? value !== 1 : value));
}

/** @param {Form} form @param {string} what @param {readonly string[]} [now] */
function alignment(form, what, now = []) {
  return select(form, what, [["", "–"], ...Object.entries(form.app.labels.alignments ?? {})], now[0]);
}

/** @param {Form} form @param {string} what @param {string[][]} options @param {string} [now] */
function select({ id }, what, options, now = "") {
  return make("select", { "data-id": `${id}-${what}` },
    options.map(([value, label]) => make("option", { value, selected: value === now }, label)));
}

/**
 * @param {Form} form @param {"number" | "strength" | "craft" | "life" | "gold" | "save" | "price" | "carries" | "copies"} what
 * @param {number} [min] @param {number} [max]
 */
function number({ id, card }, what, min = 0, max = 12) {
  return make("input", { type: "number", min: String(min), max: String(max), value: String(card[what] ?? min),
    "data-id": `${id}-${what === "save" ? "armour" : what}` });
}

/** @param {string} label @param {HTMLElement} box */
function field(label, box) {
  return make("label", {}, span("", label), box);
}

/**
 * A choice of a row of chips.
 * @param {Form} form @param {string} what @param {string} value @param {boolean} checked @param {...Node} kids
 */
function radio({ app, id }, what, value, checked, ...kids) {
  return make("label", { class: "chip" },
    make("input", { type: "radio", name: `${app.id}-${id}-${what}`, value, checked, "data-id": `${id}-${what}:${value}` }), kids);
}

/** The mark of a type, as it is drawn of cards that lie on the board. @param {App} app @param {OwnCard["type"]} type */
function markOf(app, type) {
  const mark = svg("svg", "type-mark");
  mark.setAttribute("viewBox", "0 0 60 60");
  mark.setAttribute("aria-hidden", "true");
  mark.innerHTML = `<path d="${app.labels.marks?.[type.replace(" ", "-")] ?? ""}"/>`;
  return mark;
}

/** @param {HTMLElement} chip @returns {HTMLInputElement} */
function inputOf(chip) {
  return /** @type {HTMLInputElement} */ (chip.querySelector("input"));
}

/** The value that is chosen of some chips, "" for none. @param {HTMLElement[]} chips */
function chosen(chips) {
  return chips.map(inputOf).find((each) => each.checked)?.value ?? "";
}

/** @param {HTMLElement[]} chips @param {string} value */
function choose(chips, value) {
  for (const box of chips.map(inputOf)) box.checked = box.value === value;
}

/**
 * Ask for the type, which no Enter chooses: a slip of letters with two Enters makes no card.
 * @param {HTMLElement[]} types @param {HTMLElement} told @param {string} asks
 */
function whichType(types, told, asks) {
  told.textContent = asks;
  types[0].querySelector("input")?.focus();
}

/** @param {HTMLInputElement} box */
function read(box) {
  return Number(box.value) || 0;
}
