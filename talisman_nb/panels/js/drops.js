// @ts-check
/** What people may put down at any time: told by the keys of their goods, made into choices like other asides. */

/**
 * @import { Choice, Sheet } from "./screen.js"
 * @typedef {{drops?: Record<string, string[]>, sheets: Sheet[], say: (card: string) => string}} Goods
 */

/** After the seats: what belongs to the table. */
const NO_SEAT = Number.MAX_SAFE_INTEGER;

/** Asides with what may be put down, after what else the same seat may do. @param {Choice[]} choices @param {Goods} goods */
export function withDrops(choices, { drops = {}, sheets, say }) {
  const made = Object.entries(drops).flatMap(([seat, cards]) => {
    const sheet = sheets.find((each) => String(each.who.seat) === seat);
    return sheet ? cards.map((card) => dropOf(sheet, card, say)) : [];
  });
  return [...choices, ...made].sort((a, b) => seatOfAside(a) - seatOfAside(b));
}

/** @param {Sheet} sheet @param {string} card @param {Goods["say"]} say @returns {Choice} */
function dropOf({ who, goods = [], goods_keys: keys = [] }, card, say) {
  const name = goods[keys.indexOf(card)] ?? card;
  return { key: `${who.seat}/drop:${card}`, label: say(name), hint: "X", group: who.name, thing: card.split(/[@:]/)[0] };
}

/** @param {Choice} choice whose key is "SEAT/…", or "/…" for one of the table */
function seatOfAside({ key }) {
  return key.startsWith("/") ? NO_SEAT : Number.parseInt(key, 10);
}
