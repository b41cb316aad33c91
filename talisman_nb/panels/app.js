/** The one object every region is given: the table, what is open in this view, and what comes in. */

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

const WIDE = 1500;
const NARROW = 780;

/** What this view alone knows: never needed to go on after a reload. */
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

  // What is opened and shut
  /** Open a drawer, or shut it; the journal of a wide panel is always open, a phone has a tab for it. */
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
    if (what === "list" && this.ui.list) this.ui.drawer = ""; // it opens where the board is
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
  /** Show what came; after an answer the focus goes to the new question. A reply that changes nothing is a refusal. */
  take() {
    const { rev, question, announce, note, reply, journal = [], lang, table } = this.screen;
    const asked = `${question?.ply} ${question?.kind} ${question?.headline}`;
    const fresh = `${rev} ${asked}` !== `${this.shown.rev} ${this.shown.asked}`;
    const refused = Boolean(note) && !fresh && reply !== this.shown.reply;
    if (fresh) this.turnOver(asked !== this.shown.asked);
    if (fresh || refused) this.ui.refused = refused;
    if (refused) this.ui.reach = 0; // whatever was asked for is not asked again by itself
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
  /** Paint a new question and take the focus there, letters for a card at once, all else before the frame is drawn. */
  moveOn() {
    const toIt = () => { if (this.root.getRootNode().activeElement === this.root) this.focus(this.entry()); };
    this.root.focus({ preventScroll: true }); // keys stay ours; and removing what has the focus would lay everything out
    this.paintChanged();
    if (this.entry() === "search") toIt();
    this.measure();
    requestAnimationFrame(toIt);
  }
  /** What was begun at the last screen is over; what was opened shuts with its question, but the journal and a sheet. */
  turnOver(otherQuestion) {
    const line = this.ui.sent ? "" : this.ui.line; // news of another window leaves open what is read here
    Object.assign(this.ui, { typed: "", otherCard: "", amending: null, edit: null, line });
    const stays = ["journal", "sheet"].includes(this.ui.drawer) || !otherQuestion;
    if (this.ui.sent === "hold-on") this.ui.drawer = "spell";
    else if (!stays || ["correct", "language"].includes(this.ui.sent)) this.ui.drawer = "";
    this.ui.sent = "";
  }
  /** The one key that was pressed while an answer was on its way. */
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
  /** Lines of another filter than the one that was pressed since are not all that belong there. */
  takeOlder({ lines, seat }) {
    if (seat === this.ui.only) Object.assign(this.ui, { older: [...lines, ...this.older()], reach: 0 });
  }
}
