/** Are cards found by what people type, and are the places of a phrase filled? */

import assert from "node:assert/strict";
import { test } from "node:test";

import { counted, fill, findCards, hasWords, plain, wholePercents } from "../../talisman_nb/panels/js/base/text.js";

const CARDS = {
  wolf: "Wolf", "wild-boar": "Wild Boar", werewolf: "Werewolf", "holy-lance": "Sacra Lancia", shrine: "Żywe Źródło",
};
const found = (typed, ...more) => findCards(CARDS, typed, ...more).map((card) => card.key);

test("a name that begins so comes before a word, a word before the middle of one", () => {
  assert.deepEqual(found("w"), ["wolf", "werewolf", "wild-boar", "shrine"]);
  assert.deepEqual(found("bo"), ["wild-boar"]);
  assert.deepEqual(found("wolf"), ["wolf", "werewolf"]);
});

test("accents, strokes and capitals don't matter", () => {
  assert.equal(plain("Żywe ŹRÓDŁO, œuf, l’épée"), "zywe zrodlo, oeuf, l'epee");
  assert.deepEqual(found("ZRODLO"), ["shrine"]);
});

test("the English key finds a card in another language, after the names that fit as well", () => {
  assert.deepEqual(found("holy l"), ["holy-lance"]);
  assert.deepEqual(findCards({ lance: "Spada", sword: "Lancia" }, "lanc").map((card) => card.key), ["sword", "lance"]);
});

test("cards believed elsewhere come last, and no more are returned than wanted", () => {
  assert.deepEqual(found("w", 5, { wolf: [0, 1] }), ["werewolf", "wild-boar", "shrine", "wolf"]);
  assert.deepEqual(found("w", 1), ["wolf"]);
});

test("a letter too few, too many, swapped or wrong is forgiven, and a space", () => {
  const cards = { ...CARDS, dragon: "Dragon", "market-day": "Market Day", "fountain-of-wisdom": "Fontana della Saggezza",
    "cursed-by-a-hag": "Klątwa Wiedźmy", idol: "L'Idole d'or", hag: "Hag" };
  const top = (typed) => findCards(cards, typed, 1)[0]?.key;
  for (const typed of ["marketd", "maket day", "market  day", "marrket d", "amrket"]) assert.equal(top(typed), "market-day", typed);
  for (const typed of ["wlof", "wollf", "woolf", "wo lf"]) assert.equal(top(typed), "wolf", typed);
  for (const typed of ["dragn", "drgaon", "dragom", "dargon", "draggon"]) assert.equal(top(typed), "dragon", typed);
  for (const typed of ["fontana dela sagezza", "sagezza", "saggeza"]) assert.equal(top(typed), "fountain-of-wisdom", typed);
  for (const typed of ["klatwaw", "wiedmzy", "klontwa wiedzmy"]) assert.equal(top(typed), "cursed-by-a-hag", typed);
  for (const typed of ["lidole", "idloe", "idole dor"]) assert.equal(top(typed), "idol", typed);
});

test("what is short or far off is not guessed, and what fits stands before what nearly does", () => {
  assert.deepEqual([found("wlo"), found("reaper"), found("wolverine")], [[], [], []]);
  assert.deepEqual(findCards({ a: "Wolf", b: "Wold" }, "wold").map((card) => card.key), ["b"]);
});

test("a name that begins another one comes behind it until it is typed whole", () => {
  const cards = { market: "Market", "market-day": "Market Day", mark: "Marksman" };
  const all = (typed) => findCards(cards, typed).map((card) => card.key);
  assert.deepEqual([all("mark"), all("market"), all("market ")],
    [["mark", "market-day", "market"], ["market", "market-day"], ["market", "market-day"]]);
});

test("a name typed whole comes first, also if the card is believed elsewhere", () => {
  assert.deepEqual(found("wolf", 5, { wolf: [0, 1] }), ["wolf", "werewolf"]);
});

test("nothing typed, or something unknown, finds nothing", () => {
  assert.deepEqual([found(""), found("  "), found("kraken")], [[], [], []]);
});

test("places are filled; one without a value stays as it is", () => {
  assert.equal(fill("{place}, since line {n}", { place: "the City", n: 0 }), "the City, since line 0");
  assert.equal(fill("Round {n}", {}), "Round {n}");
});

test("no line breaks beside a number", () => {
  assert.equal(counted("Ada lost to the Bear (strength 3), 7 to 9"), "Ada lost to the Bear (strength\u00a03), 7\u00a0to\u00a09");
});

test("a name in a search of the journal means that person, whoever's turn it was", () => {
  const people = [{ name: "ada", seat: 0 }, { name: "bruno", seat: 1 }];
  const line = { text: "Bruno rolled 4 for the Wolf. Ada lost 1 life.", whose: "Ada · Dwarf", seat: 1 };
  assert.ok(!hasWords(line, "Ada rolled 4", people));
  assert.ok(hasWords(line, "BRUNO rolled 4", people));
  assert.ok(hasWords(line, "ada lost life", people));
  assert.ok(hasWords(line, "rolled wolf dwarf", people));
  assert.ok(hasWords({ text: "Stand-off: Ada and the Wolf.", seat: 0 }, "ada", people));
  assert.ok(!hasWords({ text: "Adamant: Bruno took it.", seat: 1 }, "ada", people));
});

test("percents of a whole add up to 100, as the odds of Python do", () => {
  assert.deepEqual(wholePercents([500 / 12, 100 / 6, 500 / 12]), [42, 16, 42]);
  assert.deepEqual(wholePercents([100 / 6, 100 / 6, 400 / 6]), [17, 16, 67]);
  assert.deepEqual(wholePercents([500 / 6, 50 / 6, 50 / 6]), [83, 9, 8]);
  assert.deepEqual(wholePercents([0, 50, 50]), [0, 50, 50]);
  assert.deepEqual(wholePercents([100 / 6, 0, 500 / 6]), [17, 0, 83]);
});
