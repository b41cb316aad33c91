/** The table as seen by a view: access to the synced traits, and the messages to the kernel. */

import { fill } from "./shared.js";
import { keepEqual } from "./keep_equal.js";
import { recorded } from "./reads.js";
import { keep, openTable } from "./session.js";

/** Types of messages that lead to another question; they are stored, to report after a reload if they were taken. */
const ONWARD = ["answer", "roll", "hand", "aside", "correct"];

/** Base class of the app; subclasses add `ui` state, `alive` (the heartbeat), `sink` and `refuse` (feedback). */
export class Table {
  /** @param {any} model the widget's model */
  constructor(model) {
    Object.assign(this, { model, sent: {}, kept: {}, reads: null, state: {} });
  }

  // Data; access is recorded for the painters (`reads.js`)
  get screen() { return this.reading(this.nowScreen); }
  get labels() { return this.reading(this.nowWhole).labels; }
  get setup() { return this.reading(this.nowWhole).setup; }
  get ui() { return this.reading(this.nowUi); }
  nowScreen = () => this.shared("screen");
  nowWhole = () => ({ labels: this.model.get("labels") ?? {}, setup: this.model.get("setup") });
  nowUi = () => this.state;
  /** A trait's value, with equal parts of its last value kept (`keepEqual`). */
  shared(trait) {
    const sent = this.model.get(trait) ?? {};
    if (this.sent[trait] !== sent) [this.sent[trait], this.kept[trait]] = [sent, keepEqual(this.kept[trait], sent)];
    return this.kept[trait];
  }
  /** Run `act` and return its reads of screen, labels, form and view state. */
  recordReads(act) {
    const before = this.reads;
    const reads = this.reads = [];
    try { act(); } finally { this.reads = before; }
    return reads;
  }
  reading(source) { return this.reads ? recorded(source, this.reads) : source(); }
  word(key, values) { return fill(this.labels.words?.[key] ?? key, values); }
  question() { return this.screen.question ?? null; }
  sheets() { return this.screen.sheets ?? []; }
  places() { return this.labels.places ?? []; }
  placeName(space) { return this.places().find((each) => each.space === space)?.name ?? space; }
  asides(key) { return (this.screen.asides ?? []).filter((aside) => (aside.hint || "S") === key); }
  activeSeat() { return (this.sheets().find((sheet) => sheet.active) ?? this.sheets()[0])?.who.seat ?? 0; }
  older() { return this.ui.older.filter((line) => line.n < (this.screen.journal?.[0]?.n ?? Infinity)); }

  // Messages
  /** Send a message unless one is pending; `label` names what was pressed. */
  say(message, label = "") {
    if (this.alive.busy() || this.alive.gone()) return;
    Object.assign(this.ui, { remark: "", sent: message.type });
    if (label && ONWARD.includes(message.type)) keep({ label, ply: message.ply, table: this.screen.table });
    this.alive.send(message, label);
  }
  /** Send a message that changes the game, with the ply of the question that was seen. */
  press(message, label = "") { this.say({ ply: this.question()?.ply ?? -1, ...message }, label); }
  answer(choice) {
    if (choice.closed) return this.refuse(`${this.word("closed")} ${choice.closed}`);
    this.sink(`option:${choice.key}`, `offer:${choice.key}`);
    return this.press({ type: "answer", key: choice.key }, choice.label);
  }
  /** Answer with drawn cards; `here`: also those believed elsewhere. */
  answerCards(keys, label, here = false) {
    const said = { ...(keys.length === 1 ? { key: keys[0] } : { keys }), ...(here ? { here } : {}) };
    this.press({ type: "answer", ...said }, label);
  }
  aside(choice) {
    if (choice.closed) return this.refuse(`${this.word("closed")} ${choice.closed}`);
    return this.press({ type: "aside", key: choice.key }, choice.label);
  }
  roll() {
    if (!this.question()?.roll) return;
    this.sink("roll");
    this.press({ type: "roll" }, this.word("roll-for-me"));
  }
  undo() { if (this.screen.can_undo) this.press({ type: "undo" }, this.word("undo")); }
  redo() { if (this.screen.can_redo) this.press({ type: "redo" }, this.word("redo")); }
  leave() { openTable(this.open = ""); this.say({ type: "leave" }); }
  amend(n) { this.say({ type: "amend", n }); }
  /** Request the journal lines before line `before`, at least down to line `n`. */
  askOlder(before, n = 0) { this.say({ type: "journal", before, seat: this.ui.only, n }); }
}
