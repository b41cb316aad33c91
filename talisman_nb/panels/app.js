/** The app object passed to every painter: table data, the view's own state, handling of screens and messages. */

import { Painter } from "./painter.js";
import { watchReplies } from "./heartbeat.js";
import { makeFrame } from "./frame.js";
import { glowSpace } from "./board.js";
import { showKeys } from "./bar.js";
import { pressKey } from "./keys.js";
import { openTable } from "./session.js";
import { greet } from "./lifecycle.js";
import { forgetOlder, keepOlder, showAmending } from "./journal.js";
import { awayAgain } from "./peek.js";

/** Width in pixels from which the journal is a region of its own. */
const WIDE = 1500;
/** Width in pixels below which the panel has tabs. */
const NARROW = 780;

/** Initial state of a view; lost on a reload. */
const AT_REST = { drawer: "", seat: -1, tab: "play", only: -1, line: "", large: false, list: false, keysOff: false,
  inside: false, typed: "", otherCard: "", remark: "", queued: "", edit: null, amending: null, form: null, older: [], reach: 0,
  refused: false, sent: "", looking: false, away: false };

export class App extends Painter {
  /** @param {any} model the widget's model */
  constructor(model) {
    super(model);
    Object.assign(this, makeFrame(), { state: { ...AT_REST }, due: false, sizing: false, shown: {}, greeted: false });
    this.alive = watchReplies({ model, rev: () => this.screen.rev ?? 0,
      show: (state) => this.showState(state), said: (kept, taken) => this.tellKept(kept.label, taken) });
  }

  // Drawers and tabs
  /** Open or close a drawer; in a wide panel the journal is always open, in a narrow one it is a tab. */
  toggle(name, seat = -1) {
    const shut = this.ui.drawer === name && this.ui.seat === seat;
    if (name === "journal" && this.width() < NARROW) return this.choose(this.ui.tab === "log" ? "play" : "log");
    if (name === "journal" && this.width() >= WIDE && !this.ui.large) return this.focus("only:-1");
    Object.assign(this.ui, { drawer: shut ? "" : name, seat, edit: null, amending: null, line: "" });
    this.paintAll();
    return this.focus(this.ui.drawer ? "drawer-head" : "headline");
  }
  flip(what) {
    this.ui[what] = !this.ui[what];
    if (what === "list" && this.ui.list) this.ui.drawer = ""; // the list replaces the board, which a drawer would cover
    if (what === "list" && this.ui.list && this.width() < NARROW) this.ui.tab = "board";
    this.paintAll();
    if (what === "list" && this.ui.list) this.hosts.board.querySelector("button")?.focus();
  }
  choose(tab) {
    Object.assign(this.ui, { tab, drawer: "" });
    this.paintAll();
  }
  flipKeys() { this.ui.keysOff = this.ui.inside && !this.ui.keysOff; showKeys(this); }
  otherCard(name) {
    this.ui.otherCard = name;
    this.paint("ask");
    this.focus(name ? "other-name" : "search");
  }
  glow(space) { glowSpace(this, space); }

  showState(state) {
    this.root.dataset.alive = state;
    if (this.hosts.band.hidden !== (state !== "gone")) this.paint("band");
  }
  tellKept(label, taken) {
    this.ui.refused = !taken;
    this.ui.remark = taken ? this.word("kept-taken", { answer: label }) : this.word("kept-lost", { answer: label });
    this.paintSoon();
  }

  resized() {
    this.wide = this.root.clientWidth;
    if (!this.greeted && this.width()) greet(this);
    if (this.setup) return;
    this.paint("board");
  }
  paintSoon() {
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => { this.due = false; this.take(); });
  }
  /**
   * Apply the synced screen: reset what belongs to the old question, paint, and move the focus to the new question.
   * A reply with a note but no change is a refusal.
   */
  take() {
    const { rev, question, announce, note, reply, journal = [], lang, table } = this.screen;
    const asked = `${question?.ply} ${question?.kind} ${question?.headline}`;
    const fresh = `${rev} ${asked}` !== `${this.shown.rev} ${this.shown.asked}`;
    const refused = Boolean(note) && !fresh && reply !== this.shown.reply;
    if (fresh) this.turnOver(asked !== this.shown.asked);
    if (fresh || refused) this.ui.refused = refused;
    if (refused) this.ui.reach = 0; // a refused request is not repeated
    const moves = fresh && this.ui.inside && !this.setup;
    if (table !== this.shown.table) forgetOlder(this);
    keepOlder(this, lang === this.shown.lang ? this.shown.journal : [], journal);
    this.shown = { rev, asked, reply, journal, lang, table };
    this.root.dataset.ply = question?.ply ?? "";
    const opens = !this.setup && this.open !== this.screen.table;
    if (opens) openTable(this.open = this.screen.table);
    if (moves) this.moveOn();
    else this.paintAll();
    if (opens && this.root.getBoundingClientRect().top < 0) this.root.scrollIntoView(); // the form was longer
    if (fresh) this.hosts.voice.textContent = announce ?? "";
    if (refused) this.shake();
    this.goOn();
  }
  /** Paint a new question and focus it: a search field at once (for letters typed ahead), others at the next frame. */
  moveOn() {
    const toIt = () => { if (this.root.getRootNode().activeElement === this.root) this.focus(this.entry()); };
    this.root.focus({ preventScroll: true }); // keeps key events here, and avoids a forced layout
    this.paintChanged();
    if (this.entry() === "search") toIt();
    this.measure();
    requestAnimationFrame(toIt);
  }
  /** Reset the view state of the last screen; drawers other than journal and sheet close with their question. */
  turnOver(otherQuestion) {
    const line = this.ui.sent ? "" : this.ui.line; // a screen that no press here caused leaves the open line
    Object.assign(this.ui, { typed: "", otherCard: "", amending: null, edit: null, line });
    const stays = ["journal", "sheet"].includes(this.ui.drawer) || !otherQuestion;
    if (this.ui.sent === "hold-on") this.ui.drawer = "spell";
    else if (!stays || ["correct", "language"].includes(this.ui.sent)) this.ui.drawer = "";
    this.ui.sent = "";
  }
  /** After a reply: send deferred messages, and handle the key queued while an answer was pending. */
  goOn() {
    awayAgain(this);
    if (this.ui.reach && !this.setup) this.askOlder(this.screen.journal[0].n, this.ui.reach);
    const key = this.ui.queued;
    this.ui.queued = "";
    if (key) pressKey(this, key);
  }
  heard(message) {
    if (message.type === "pong") return this.alive.pong(message.reply);
    this.alive.replied(message.reply);
    this.ui.sent = "";
    if (message.type === "lines") this.takeOlder(message);
    if (message.type === "line") this.ui.amending = message;
    if (message.type === "broke") Object.assign(this.ui, { remark: this.word("broke", { what: message.what }), reach: 0 });
    this.paintAll();
    if (message.type === "line") showAmending(this);
    if (message.trial) this.focus("change-it");
    return this.goOn();
  }
  /** Add older journal lines, unless the filter has changed since they were requested. */
  takeOlder({ lines, seat }) {
    if (seat === this.ui.only) Object.assign(this.ui, { older: [...lines, ...this.older()], reach: 0 });
  }
}
