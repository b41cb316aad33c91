// @ts-check
/** The players' sheets: a summary of each. */

import { isNarrow, toggleDrawer } from "../base/drawers_and_tabs.js";
import { button, make, span } from "../base/elements.js";
import { backToQuestion } from "../base/focus.js";
import { botIcon, counter, motif, oddsBar, phoneIcon, seatColour, seatMark, sign } from "../base/icons.js";
import { renew } from "../base/memo.js";
import { paintAll } from "../base/painting.js";
import { lookUp } from "../looking_up/look_up.js";
import { touchable } from "../looking_up/touchable.js";
import { asShown, heldSpells, isCovered, isNumber } from "./covered.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Sheet } from "../base/screen.js"
 */

/** @typedef {"strength" | "craft" | "life" | "fate" | "gold"} Counted */

/** Fields shown as counters, in order. @type {Counted[]} */
const FIGURES_SHOWN = ["strength", "craft", "life", "fate", "gold"];

/**
 * Those of some fields that a sheet has: an edition may be without fate.
 * @param {Sheet} sheet @param {Counted[]} figures
 */
export function had(sheet, figures) {
  return figures.filter((what) => (sheet[what] ?? null) !== null);
}

/**
 * The counters that a sheet shows: none before a character is there, or after it was killed.
 * @param {Sheet} sheet
 */
export function countersShown(sheet) {
  return sheet.at ? had(sheet, FIGURES_SHOWN) : [];
}

/** A limit from which there is none. */
const MANY = 99;
/** Outlines of Spells that a summary shows at most. */
const MOST_BACKS = 4;
/** The figures that trophies are counted by. @type {("strength" | "craft")[]} */
const STATS = ["strength", "craft"];

/** @param {App} app @param {HTMLElement} host */
export function paintSheets(app, host) {
  const { labels, screen: { viewer, moment } } = app;
  const lifted = Boolean(moment?.changes?.length) && !moment?.quiet;
  renew(host, 0, [labels], () => make("h2", { class: "unseen" }, app.word("sheets")));
  app.sheets().forEach((sheet, i) =>
    renew(host, i + 1, [sheet, viewer, labels, isOpen(app, sheet), isCovered(app), moment?.changes, lifted, sheet.dead && moment?.staged,
      whoPlays(app, sheet)?.className, isAskedNow(app, sheet)], () => chip(app, sheet)));
  const own = app.isPhone() && app.sheets().find((sheet) => sheet.who.seat === viewer && sheet.spells?.length);
  if (own) renew(host, app.sheets().length + 1, [own.spells, labels, app.screen.castable], () => heldSpells(app));
  while (host.children.length > app.sheets().length + (own ? 2 : 1)) host.lastChild?.remove();
}

/** @param {App} app @param {Sheet} sheet */
const isOpen = (app, sheet) => app.ui.drawer === "sheet" && app.ui.seat === sheet.who.seat;

/** @param {App} app @param {Sheet} sheet */
function chip(app, sheet) {
  return button(`sheet:${sheet.who.seat}`, () => toggleDrawer(app, "sheet", sheet.who.seat), {
    class: ["sheet", ...marksOf(app, sheet), isOwn(app, sheet) ? "own" : "", sheet.state ? "changed" : ""].filter(Boolean).join(" "),
    "data-seat": seatColour(sheet.who.seat), "aria-current": isAskedNow(app, sheet) ? "true" : false,
    "aria-expanded": String(isOpen(app, sheet)),
  }, summary(app, sheet), !app.isPhone() && asShown(app, sheet).spells?.length
    ? span("spell-names", app.word("labelled", { label: app.word("spells"), text: sheet.spells?.join(" · ") ?? "" })) : null);
}

/** Whether the question is for this seat. @param {App} app @param {Sheet} sheet */
function isAskedNow(app, sheet) {
  return sheet.who.seat === app.askedSeat();
}

/** The classes of whose turn it is and who is asked. @param {App} app @param {Sheet} sheet */
export function marksOf(app, sheet) {
  return [sheet.active ? "active" : "", isAskedNow(app, sheet) ? "asked" : "", sheet.dead || sheet.lifeless ? "dead" : ""].filter(Boolean);
}

/** Make the summary of a sheet that everybody may see at a glance. @param {App} app @param {Sheet} sheet */
export function summary(app, sheet) {
  const { who } = sheet;
  const character = who.character === who.name ? "" : who.character; // in a situation people are called by it
  const { staged } = app.screen.moment ?? {};
  const face = sheet.picture || (sheet.dead && staged?.who?.seat === who.seat ? staged.portrait : ""); // whoever has just died
  return [span("likeness", face ? motif(app, face) : null, seatMark(who, 26, sheet.lifeless),
    sheet.at ? span("side", sheet.alignment) : null),
  span("name", make("b", {}, who.name),
    make("span", { class: "where", title: joined(character, sheet.state, sheet.space) },
      joined(character, sheet.state || sheet.space)),
    whoPlays(app, sheet),
    sheet.talisman ? motif(app, "talisman") : null),
  span("figures", countersShown(sheet).map((what) => figure(app, sheet, what))),
  sheet.at ? span("held", held(app, sheet), trophies(app, sheet), hand(app, sheet)) : null];
}

/** @param {...(string | undefined)} parts */
function joined(...parts) {
  return parts.filter(Boolean).join(" · ");
}

/** The mark of a seat that the program plays, or of one with a phone; a phone does not show who else has one. @param {App} app @param {Sheet} sheet */
function whoPlays(app, { who: { seat } }) {
  const [bot, phone] = [String(seat) in (app.screen.bots ?? {}), !app.isPhone() && (app.screen.inside ?? []).includes(seat)];
  const word = bot ? app.word("the-program") : app.word("phone-in");
  return bot || phone ? make("span", { class: bot ? "has-bot" : "has-phone", title: word }, bot ? botIcon() : phoneIcon(), span("unseen", word)) : null;
}

/** Objects against their limit, then Followers, as pictures. @param {App} app @param {Sheet} sheet */
function held(app, sheet) {
  const { goods = [], goods_keys: keys = [], followers = [], most_objects: most = 0 } = sheet;
  const count = keys.length - followers.length;
  const shown = keys.map((key, i) => {
    const said = joined(goods[i], ...keywordsOf(app, key).map((word) => keywordName(app, word)));
    return make("span", { class: followers.includes(key) ? "thing round" : "thing", title: said, "data-card": plainKey(key) }, motif(app, plainKey(key)),
      keywordMarks(app, key), span("unseen", `${said} `));
  });
  const row = span("things", shown, span("more-things", ""), most < MANY ? make("span", { class: "limit",
    title: app.word("labelled", { label: app.word("objects-carried"), text: `${count}/${most}` }) }, span("unseen", `${app.word("objects-carried")} `), `${count}/${most}`) : null);
  if (shown.length) new ResizeObserver(() => fitThings(row)).observe(row);
  return row;
}

/** Those keywords of a card that have a mark. @param {App} app @param {string} key */
export function keywordsOf(app, key) {
  return app.labels.marked?.[plainKey(key)] ?? [];
}

/** Return the name of a keyword with a mark. @param {App} app @param {string} word */
export function keywordName(app, word) {
  return app.labels.keywords?.[word]?.[0] ?? word;
}

/** The marks of the keywords of a card, null for none; their names stand in its title. @param {App} app @param {string} key */
export function keywordMarks(app, key) {
  const words = keywordsOf(app, key);
  return words.length ? span("keyword-marks", words.map((word) => motif(app, `keyword.${word}`))) : null;
}

/** Show the things that a row has room for, and how many there are besides; all are read aloud. @param {HTMLElement} row */
function fitThings(row) {
  const things = /** @type {HTMLElement[]} */ ([...row.querySelectorAll(".thing")]);
  const more = /** @type {HTMLElement} */ (row.querySelector(".more-things"));
  const keep = (/** @type {number} */ n) => {
    const left = things.slice(n);
    things.forEach((thing, i) => thing.classList.toggle("unseen", i >= n));
    more.textContent = left.length ? `+${left.length}` : "";
    more.title = left.map((thing) => thing.title).join(", ");
  };
  let n = things.length;
  for (keep(n); n > 0 && row.scrollWidth > row.clientWidth; keep(n)) n--;
}

/**
 * The trophies of each figure as pips up to the price of a point, or as what they buy.
 * @param {App} app @param {Sheet} sheet
 */
function trophies(app, sheet) {
  const points = sheet.trophy_points ?? [0, 0];
  return STATS.map((stat, i) => {
    const [n, price] = [points[i], (app.screen.trophy_price ?? [0, 0])[i]];
    if (!n || !price) return null;
    const bought = Math.floor(n / price);
    const buys = bought ? ` → +${bought} ${figureName(app, stat)}` : "";
    const told = `${app.word("trophies")} ${figureName(app, stat)} ${n}/${price}${buys}`;
    const said = span("unseen", `${told} `);
    const pips = Array.from({ length: price }, (_, at) => span(at < n ? "pip full" : "pip"));
    return make("span", { class: bought ? "pips bought" : "pips", title: told }, said, counter(stat), bought ? make("span", { "aria-hidden": "true" }, `${n}/${price} → +${bought}`) : pips);
  });
}

/** Spells face down, and outlines of those there is room for. @param {App} app @param {Sheet} sheet */
function hand(app, sheet) {
  const n = (sheet.spells ?? []).length + (sheet.unseen ?? 0);
  const most = Math.min(sheet.most_spells ?? 0, MOST_BACKS);
  if (!n && !most) return null;
  const told = `${app.word("spells")} ${n}/${sheet.most_spells ?? 0}`;
  const said = span("unseen", `${told} `);
  return make("span", { class: "backs", title: told }, said, Array.from({ length: Math.max(n, most) }, (_, at) => span(at < n ? "back" : "back empty")));
}

/** The key of a card's definition: without its counters and its role; of a covered Spell what stands for it. @param {string} key */
export function plainKey(key) {
  return isNumber(key) ? key : key.split("@")[0].split(":")[0];
}

/**
 * Whether a phone shows this sheet: the viewer's own, on a shared screen that of who is asked.
 * @param {App} app @param {Sheet} sheet
 */
function isOwn(app, sheet) {
  const viewer = app.screen.viewer ?? -1;
  return viewer < 0 ? isAskedNow(app, sheet) : sheet.who.seat === viewer;
}

/**
 * The total of a field of a sheet, whose pairs are printed value and total; 0 of one it does not have.
 * @param {Sheet} sheet @param {Counted} what
 */
export function total(sheet, what) {
  const found = sheet[what] ?? 0;
  return typeof found === "number" ? found : found[1];
}

/** The word for a field of a sheet. @param {App} app @param {Counted | "miss"} what */
export function figureName(app, what) {
  return { life: app.word("life"), fate: app.word("fate"), gold: app.word("gold"), strength: app.word("strength"),
    craft: app.word("craft"), miss: app.word("miss-turns") }[what];
}

/** A figure of a sheet: its counter and its total. @param {App} app @param {Sheet} sheet @param {Counted} what */
export function figure(app, sheet, what) {
  const { moment } = app.screen;
  const changed = moment?.changes?.find((each) => each.seat === sheet.who.seat && each.what === what);
  const rises = Boolean(changed && changed.after > changed.before);
  const lifted = moment?.quiet ? "" : rises ? " lifted more" : " lifted less";
  return make("span", { class: changed ? `figure changed${lifted}` : "figure", title: figureName(app, what),
    "data-card": `figure:${sheet.who.seat}:${what}:${app.screen.rev}` }, counter(what),
    span("unseen", figureName(app, what)), span("n", String(total(sheet, what))), changed && lifted ? sign(rises ? "good" : "bad") : null);
}

// A hint: a sentence about what the group meets for the first time, over the board or between the regions of a phone,
// until it is put away.

/** Pixels between a hint and what is around it, its width at most, and of the narrowest journal that it stands in. */
const [HINT_GAP, HINT_WIDE, HINT_NARROW] = [6, 340, 170];

/** @param {App} app @param {HTMLElement} host */
export function paintHint(app, host) {
  const hint = app.hint();
  const shown = hint && app.ui.read !== hint.key && !app.ui.drawer && !app.ui.past && !app.ui.large;
  host.hidden = !shown;
  if (!hint || !shown) return host.replaceChildren();
  const who = app.sheets().find((sheet) => sheet.who.seat === hint.seat)?.who;
  const { rule = "" } = hint;
  const read = () => {
    app.ui.read = hint.key;
    app.alive.ask({ type: "hint", key: hint.key });
    paintAll(app);
    backToQuestion(app);
  };
  return host.replaceChildren(make("p", {}, who ? seatMark(who, 20) : null, touchable(app, hint.text)),
    ...[hint.figures ? legend(app, hint.seat) : hint.ways ? signsOfEnds(app) : null].filter((each) => each !== null),
    make("div", { class: "chips" }, button("hint-read", read, { class: "chip" }, app.word("hint-read")),
      rule ? button("hint-why", () => lookUp(app, rule), { class: "chip", "aria-label": app.word("why") }, "?") : null));
}

/** The seven figures of a sheet by name, each with its sign; those that the edition has. @param {App} app @param {number} seat */
function legend(app, seat) {
  const sheet = app.sheets().find((each) => each.who.seat === seat);
  if (!sheet) return null;
  const counters = countersShown(sheet).map((what) => [counter(what), figureName(app, what)]);
  const others = [[span("of-trophies", "▮"), app.word("trophies")], [span("of-spells", "▯"), app.word("spells")]];
  return make("ul", { class: "legend" }, [...counters, ...others].map((each) => make("li", {}, each)));
}

/** The signs beside a die to move, each with what it says. @param {App} app */
export function signsOfEnds(app) {
  const bar = make("span", { class: "odds-bar" }, oddsBar({ won: 3, standoff: 2, lost: 3 }));
  const rows = [[span("end-mark", sign("good"), app.word("percent", { n: 50 })), app.word("ends-chance")], [bar, app.word("ends-bar")],
    [sign("level"), app.word("ends-level")], [sign("bad"), app.word("ends-bad")], [span("more", "+1"), app.word("ends-more", { n: 1 })]];
  return make("ul", { class: "signs" }, rows.map(([shown, said]) => make("li", {}, span("shown-sign", shown), said)));
}

/** Put the hint over the board at the sheet or card it is about; a phone has a place for it in its column. @param {App} app */
export function fitHint(app) {
  const { hint: host, board, ask } = app.hosts;
  app.root.querySelector(".hinted")?.classList.remove("hinted");
  const hint = app.hint();
  if (host.hidden || !hint || (isNarrow(app) && !host.checkVisibility())) return; // it waits for room
  const sheet = app.root.querySelector(`[data-id="sheet:${hint.seat}"]`);
  const about = hint.ways ? app.root.querySelector(".ask .leads > .faces") : hint.card ? app.root.querySelector(".ask .card-beside") : sheet;
  about?.classList.add("hinted");
  if (isNarrow(app)) {
    host.removeAttribute("style");
    Object.assign(host.dataset, { beside: "false", narrow: "false" });
    return;
  }
  const [grid, over, asked, beside] = [app.frame.grid, board, ask, app.hosts.journal].map((each) => each.getBoundingClientRect());
  const at = about?.getClientRects().length ? about.getBoundingClientRect() : asked;
  const column = !hint.card && beside.left >= over.right && beside.width > HINT_NARROW;
  host.dataset.beside = String(column);
  const apart = over.height > host.offsetHeight && over.width > HINT_WIDE && over.right < grid.right - HINT_WIDE / 2;
  const wide = column ? beside.width : grid.width - 2 * HINT_GAP;
  host.dataset.narrow = String(wide < HINT_WIDE);
  host.style.width = `${Math.min(HINT_WIDE, wide)}px`;
  const { top: before, bottom: after } = app.hosts.moment.getBoundingClientRect();
  const left = column ? beside.left : !apart ? grid.left + HINT_GAP : hint.card ? over.right - host.offsetWidth - HINT_GAP
    : Math.max(Math.min(at.left, over.right - host.offsetWidth - HINT_GAP), over.left + HINT_GAP);
  const under = sheet?.getClientRects().length ? sheet.getBoundingClientRect().bottom + HINT_GAP : 0;
  const above = under && under + host.offsetHeight < asked.top ? under : app.screen.moment ? after : before;
  const top = column ? beside.bottom - host.offsetHeight : !apart ? Math.min(above, asked.top - host.offsetHeight - HINT_GAP)
    : hint.card ? Math.min(at.top, over.bottom - host.offsetHeight) : over.bottom - host.offsetHeight - HINT_GAP;
  host.style.left = `${left - grid.left}px`;
  host.style.top = `${Math.max(top - grid.top, HINT_GAP)}px`;
}
