// @ts-check
/**
 * One view of the panel: its elements, its own state, and access to the synced data. Other modules are functions of it.
 */

import { keepEqual, recorded } from "./memo.js";
import { fill } from "./text.js";

/**
 * @import { Picture } from "../board/board.js"
 * @import { ListPage } from "../drawers/menu.js"
 * @import { LineText, ToldLine } from "../looking_back/journal_told.js"
 * @import { Lessons, LookedUp } from "../looking_up/look_up.js"
 * @import { Frame, Region } from "../pages/frame.js"
 * @import { Heartbeat } from "../pages/heartbeat.js"
 * @import { Amending } from "../question/amending.js"
 * @import { Believed } from "../question/cards.js"
 * @import { Advice, Ahead } from "../question/waiting.js"
 * @import { Form } from "../setup/setup_form.js"
 * @import { Edit } from "../sheets/correction.js"
 * @import { Reads } from "./memo.js"
 * @import { AllEvenings, Choice, Chronicle, FaceEnd, Group, Hint, JournalLine, Labels, Screen, Setup, Sheet, Waiting } from "./screen.js"
 */

/**
 * The widget's model, as anywidget passes it.
 * @typedef {{get: (trait: string) => any, send: (message: object) => void,
 *   on: (event: string, hear: (...said: any[]) => void) => void,
 *   off: (event: string, hear: (...said: any[]) => void) => void, widget_manager?: any}} Model
 */

/** Initial state of a view; lost on a reload. */
const AT_REST = {
  drawer: "", seat: -1, tab: "play", only: -1, line: "", large: false, list: false, keysOff: false, inside: false,
  typed: "", otherCard: "", believed: /** @type {Believed | null} */ (null), remark: "", queued: "", reach: 0, refused: false, sent: "",
  looking: false, seen: false, away: false, covered: false, replay: -1, draws: false, house: false, removes: "", pieces: /** @type {string[]} */ ([]), pieceOf: "", sound: false, soundAsked: true, vibration: false, advises: false,
  looked: /** @type {LookedUp[]} */ ([]), lookBack: "", asking: "", seeking: "", knownOf: "", lessons: /** @type {Lessons | null} */ (null),
  packing: /** @type {ListPage[] | null} */ (null), again: false,
  person: -1, behind: -1, sure: "", named: /** @type {Record<string, string>} */ ({}), searched: "",
  past: /** @type {"" | "chronicle" | "keep" | "evenings"} */ (""),
  group: /** @type {Group | null} */ (null), groupOf: "", listed: false,
  evenings: /** @type {AllEvenings | null} */ (null), chronicle: /** @type {Chronicle | null} */ (null), goal: -1,
  edit: /** @type {Edit | null} */ (null), amending: /** @type {Amending | null} */ (null), lineText: /** @type {LineText | null} */ (null),
  told: /** @type {ToldLine | null} */ (null), pinned: false, left: "", unstaged: -1, finding: false, filling: "", read: "", hint: /** @type {Hint | null} */ (null),
  ends: /** @type {Record<string, FaceEnd[]> | null} */ (null), asksEnds: "", advice: /** @type {Advice | null} */ (null),
  ahead: /** @type {Ahead | null} */ (null), allEnds: false, waiting: /** @type {Waiting | null} */ (null),
  form: /** @type {Form | null} */ (null), older: /** @type {JournalLine[]} */ ([]),
};

/** Kinds of players of the program, each looking further than those before. */
export const PLAYERS = ["random", "greedy", "planner", "search"];

export class App {
  state = { ...AT_REST };
  /** Marks of the last screen, to tell what is new in the next one. */
  shown = { rev: -1, asked: "", reply: "", journal: /** @type {JournalLine[]} */ ([]), lang: "", table: "", castable: "" };
  /** Name of the table in the page's address. */
  open = "";
  due = false; // a new screen is to be shown at the end of this task
  sizing = false; // sizes are to be read at the next frame
  greeted = false; // the view has had a size
  /** Width in pixels at the last resize: reading it while painting would force a layout. */
  wide = 0;
  /** Height in pixels of a phone's strip of the board, as high as the window lets it (`frame.js`). */
  strip = 112;
  /** The reads of each region's last painting. @type {Partial<Record<Region, Reads>>} */
  painted = {};
  /** @type {Picture | null} */
  picture = null;
  held = false; // a pointer is down: what it presses is to hear the click
  /** Calls that wait for its release. @type {(() => void)[]} */
  #waiting = [];
  /** Timer of a peek. */
  glancing = 0;
  /** Timer that shows the pressed button (`sink`). @type {ReturnType<typeof setTimeout> | undefined} */
  sinking = undefined;
  /** Timer of a search in the journal. @type {ReturnType<typeof setTimeout> | undefined} */
  searching = undefined;
  /** Reads of the painter that runs. @type {Reads | null} */
  #reads = null;
  /** Values of the traits, as received and with equal parts kept. @type {Record<string, {sent: any, kept: any}>} */
  #traits = {};

  /** @param {{model: Model, frame: Frame, alive: Heartbeat}} parts */
  constructor({ model, frame, alive }) {
    this.model = model;
    this.alive = alive;
    this.frame = frame;
    /** Prefix of the ids in this view, unique in the page. */
    this.id = frame.id;
    this.root = frame.root;
    this.hosts = frame.hosts;
  }

  // Data; access is recorded for the painters (`memo.js`)
  get screen() { return this.#reading(this.#screen); }
  get labels() { return this.#reading(this.#whole).labels; }
  get setup() { return this.#reading(this.#whole).setup; }
  get ui() { return this.#reading(this.#ui); }
  /** @returns {Screen & {reply?: string, seq?: number}} */
  #screen = () => this.#shared("screen");
  /** @returns {{labels: Labels, setup: Setup | null}} */
  #whole = () => ({ labels: this.#shared("labels"), setup: this.#shared("setup") });
  #ui = () => this.state;

  /** A trait's value, with equal parts of its last value kept (`keepEqual`). @param {string} trait */
  #shared(trait) {
    const sent = this.model.get(trait) ?? null; // a part has no form
    const before = this.#traits[trait];
    if (before?.sent !== sent) this.#traits[trait] = { sent, kept: keepEqual(before?.kept, sent) };
    return this.#traits[trait].kept;
  }
  /** Run `act` and return its reads of screen, labels, form and view state. @param {() => void} act */
  recordReads(act) {
    const before = this.#reads;
    const reads = this.#reads = /** @type {Reads} */ ([]);
    try { act(); } finally { this.#reads = before; }
    return reads;
  }
  /** @template {object} Value @param {() => Value} source */
  #reading(source) { return this.#reads ? recorded(source, this.#reads) : source(); }

  /** Call `act` now, or once the pointer that is down is released. @param {() => void} act */
  whenReleased(act) {
    if (this.held) this.#waiting.push(act); else act();
  }
  /** The pointer is released. */
  release() {
    this.held = false;
    for (const act of this.#waiting.splice(0)) act();
  }

  /**
   * A fixed word of the panel with its places filled.
   * @param {string} key @param {Record<string, string | number>} [values]
   */
  word(key, values) { return fill(this.labels.words[key] ?? key, values); }
  /** The sentence of a rule that is cited. @param {string} id its id, or a sentence of its own */
  rule(id) { return this.labels.rules?.[id] ?? id; }
  question() { return this.screen.question ?? null; }
  /** Whether this view is that of one seat; the others are shared by the people at the table. */
  isPhone() { return (this.screen.viewer ?? -1) >= 0; }
  sheets() { return this.screen.sheets ?? []; }
  places() { return this.labels.places; }
  /** @param {string} space */
  placeName(space) { return this.places().find((each) => each.space === space)?.name ?? space; }
  /** The name of the door of uses, by what it holds now. */
  useWord() {
    const [own, all] = [this.asides("X").filter(({ key }) => !key.startsWith("/")), this.asides("X")];
    if (!all.length || own.some(({ key }) => !key.includes("/drop:"))) return this.word("use");
    return own.length ? this.word("use-ditch") : this.word("use-more");
  }
  /** Asides behind a key: "S" spells, "X" uses. @param {"S" | "X"} key */
  asides(key) {
    const { asides = [], drops } = this.screen;
    const found = asides.filter((aside) => (aside.hint || "S") === key);
    const say = (/** @type {string} */ card) => this.word("put-down", { card });
    return key === "X" ? withDrops(found, { drops, sheets: this.sheets(), say }) : found;
  }
  /** The hint that waits to be read: that of the screen, or the one after it once that is put away. */
  hint() { return this.ui.hint ?? this.screen.hint ?? null; }
  activeSeat() { return (this.sheets().find((sheet) => sheet.active) ?? this.sheets()[0])?.who.seat ?? 0; }
  /** The seat that is asked; while everybody or nobody is, that of the turn, -1 without one. */
  askedSeat() { return this.screen.question?.who?.seat ?? this.sheets().find((sheet) => sheet.active)?.who.seat ?? -1; }
  /** Journal lines loaded besides those of the screen. */
  older() { return this.ui.older.filter((line) => line.n < (this.screen.journal?.[0]?.n ?? Infinity)); }
  width() { return this.wide || this.root.clientWidth; }
}

// What people may put down at any time: told by the keys of their goods, made into choices like other asides.

/** @typedef {{drops?: Record<string, string[]>, sheets: Sheet[], say: (card: string) => string}} Goods */

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
