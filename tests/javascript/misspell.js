/**
 * Reads card names from the standard input, `{key: name}`, and types each in every way with one letter missing, doubled,
 * changed or swapped with the next, or with a space too many. Prints how many were typed, how many of them did not put
 * the card on top, and those that did not find it.
 */

import { text } from "node:stream/consumers";

import { findCards, plain } from "../../talisman_nb/panels/js/base/text.js";

/** Names of fewer letters are left out: with one wrong they are too little to go by. */
const SHORT = 5;

const names = JSON.parse(await text(process.stdin));
const [missed, counts] = [[], { typed: 0, notOnTop: 0 }];
for (const name of new Set(Object.values(names))) {
  const right = plain(name);
  if (right.length < SHORT) continue;
  for (let i = 0; i < right.length; i++) {
    const [before, letter, next, after] = [right.slice(0, i), right[i], right[i + 1] ?? "", right.slice(i + 2)];
    const wrong = [before + next + after, before + letter + letter + next + after, `${before}x${next}${after}`,
      before + next + letter + after, `${before} ${letter}${next}${after}`];
    for (const typed of wrong) {
      const found = findCards(names, typed).map((card) => card.name);
      counts.typed += 1;
      if (found[0] !== name) counts.notOnTop += 1;
      if (!found.includes(name)) missed.push([typed, name, found[0]]);
    }
  }
}
console.log(JSON.stringify({ ...counts, missed }));
