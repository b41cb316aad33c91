// @ts-check
/** Where a card lies openly, on a sheet, among trophies or on a space; and where else it may really be. */

import { findCards } from "../base/text.js";
import { placed } from "./correction_person.js";
import { plainKey } from "./sheets.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Screen } from "../base/screen.js"
 * @typedef {{seat?: number, space?: string, card: string}} CardPlace `card` is its id in the correction by hand
 */

/** Name in place of a deck where a card is one of an open stock. */
export const STOCK = "stock";
/** Letters from which on a name that a deck does not have is looked for in the others. */
const TELLING = 3;

/**
 * The places of the copies of a card, one a place.
 * @param {Pick<Screen, "sheets" | "lies">} screen @param {string} key of its page @returns {CardPlace[]}
 */
export function cardPlaces({ sheets = [], lies = {} }, key) {
  const held = sheets.flatMap(({ who: { seat }, goods_keys: goods = [], trophies_keys: trophies = [] }) => [
    ...first(goods, key, `seat:${seat}`, { seat }), ...first(trophies, key, `trophies:${seat}`, { seat })]);
  const lying = Object.entries(lies).flatMap(([space, keys]) => first(keys, key, `space:${space}`, { space }));
  return [...held, ...lying];
}

/**
 * @param {string[]} keys @param {string} key @param {string} origin @param {{seat?: number, space?: string}} at
 * @returns {CardPlace[]}
 */
function first(keys, key, origin, at) {
  const i = keys.findIndex((each) => plainKey(each) === key);
  return i < 0 ? [] : [{ ...at, card: `${origin}:${i}` }];
}

/** Return the name of a place. @param {App} app @param {CardPlace} place */
export function placeOfCard(app, { seat, space = "" }) {
  return app.sheets().find((sheet) => sheet.who.seat === seat)?.who.name ?? app.placeName(space);
}

/**
 * The name of a card and its deck, `STOCK` for one of an open stock; undefined for what is no card.
 * @param {App} app @param {string} key of its page
 */
export function cardNamed(app, key) {
  const { cards, stock = {} } = app.labels;
  const found = Object.entries({ ...cards, [STOCK]: stock }).find(([, names]) => key in names);
  return found && { deck: found[0], name: found[1][key] };
}

/**
 * The card of an open stock that a page is about: that of its key, else the one of the same name; "" for none.
 * @param {App} app @param {string} key
 */
export function stockCard(app, key) {
  const { stock = {} } = app.labels;
  const name = cardNamed(app, key)?.name;
  return key in stock ? key : Object.keys(stock).find((each) => stock[each] === name) ?? "";
}

/**
 * The places where a card of a deck may really be, by name: with people, on the discards, in the deck, on spaces; one of
 * a stock, from where it is taken, with people and on spaces.
 * @param {App} app @param {string} deck @returns {{to: string, name: string}[]}
 */
export function endsOfCard(app, deck) {
  const people = app.sheets().filter((sheet) => sheet.at).map(({ who: { seat, name } }) => ({ to: `seat:${seat}`, name }));
  const piles = [{ to: "discards", name: app.word("card-on-discards") }, { to: `deck:${deck}`, name: app.word("card-in-deck") }];
  return [...people, ...(deck === STOCK ? [] : piles),
    ...app.places().map(({ space }) => ({ to: `space:${space}`, name: placed({ app }, space) }))];
}

/**
 * Return the text on a typed name that a deck does not have: that another deck has it, and where it lies openly.
 * @param {App} app @param {string} typed @param {string} deck
 */
export function notOfDeck(app, typed, deck) {
  const { cards, stock = {} } = app.labels;
  const others = Object.entries({ ...cards, [STOCK]: stock }).flatMap(([of, names]) => of === deck ? [] : Object.entries(names));
  const [found] = typed.length < TELLING ? [] : findCards(Object.fromEntries(others), typed, 1);
  if (!found) return app.word("name-not-found");
  const places = cardPlaces(app.screen, found.key).map((at) => placeOfCard(app, at));
  return places.length ? app.word("other-deck-at", { card: found.name, place: places.join(", ") })
    : app.word("other-deck", { card: found.name });
}
