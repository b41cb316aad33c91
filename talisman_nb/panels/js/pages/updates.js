// @ts-check
/** Messages from the kernel: a new screen, replies to this view alone, and its silence. */

import { focused, setAttribute } from "../base/elements.js";
import { entry, focusOn } from "../base/focus.js";
import { shake } from "../base/messages.js";
import { measure, paint, paintAll, paintChanged } from "../base/painting.js";
import { openTable } from "../base/session.js";
import { takePacking } from "../drawers/menu.js";
import { showGoal, takeChronicle, takeEvenings } from "../looking_back/chronicle.js";
import { takeExport } from "../looking_back/exports.js";
import { askOlder, forgetOlder, keepOlder, openChronicle } from "../looking_back/journal.js";
import { takeEarlier, takeTold } from "../looking_back/journal_told.js";
import { takeLessons, takePage } from "../looking_up/look_up.js";
import { takeCard } from "../looking_up/touchable.js";
import { takeAmending } from "../question/amending.js";
import { askEnds, takeEnds } from "../question/dice.js";
import { askAhead, letPlay, takeAdvice, takeAhead, takeBet, takeBot } from "../question/waiting.js";
import { askGroup, takeGroup } from "../setup/last_time.js";
import { takePiece } from "../setup/setup_form.js";
import { awayAgain, takePeek } from "../sheets/covered.js";
import { pressKey } from "./keys.js";

/**
 * @import { App } from "../base/app.js"
 * @import { AllEvenings, Chronicle, FaceEnd, Group, Hint, JournalLine, PeekedSpell, Waiting } from "../base/screen.js"
 * @import { ListPage } from "../drawers/menu.js"
 * @import { Exported } from "../looking_back/exports.js"
 * @import { LineText, ToldLine } from "../looking_back/journal_told.js"
 * @import { Lessons, LookedUp } from "../looking_up/look_up.js"
 * @import { ShortCard } from "../looking_up/touchable.js"
 * @import { Amending } from "../question/amending.js"
 * @import { Advice, EndAhead } from "../question/waiting.js"
 */

/**
 * A reply to this view alone.
 * @typedef {{reply: string} & ({type: "pong" | "thinking"} | {type: "lines", lines: JournalLine[], seat: number, value?: string} |
 *   {type: "chronicle", chronicle: Chronicle} | {type: "evenings", evenings: AllEvenings} | {type: "group", group: Group} | {type: "lessons"} & Lessons | {type: "export"} & Exported |
 *   {type: "ends", faces: Record<string, FaceEnd[]>, own?: EndAhead[]} | {type: "bet", waiting: Waiting} | {type: "bot"} | {type: "advise"} & Advice | {type: "peek", spells: PeekedSpell[]} | {type: "packing", pages: ListPage[]} | {type: "page"} & LookedUp | {type: "box", n: number} | {type: "broke", what: string} |
 *   {type: "earlier", lines: JournalLine[]} | {type: "told"} & ToldLine | {type: "card"} & ShortCard | {type: "hint", key: string, next?: Hint} | {type: "situation"} & LineText | {type: "line"} & Amending)} Reply
 */

/** Show the new screen at the end of this task, once for all traits that changed. @param {App} app */
export function takeSoon(app) {
  if (app.due) return;
  app.due = true;
  queueMicrotask(() => { app.due = false; take(app); });
}

/**
 * Apply the synced screen: reset what belongs to the old question, paint, and move the focus to the new question.
 * A reply with a note but no change is a refusal.
 * @param {App} app
 */
export function take(app) {
  const { rev, question, announce, note, reply = "", journal = [], lang, table, castable = "" } = app.screen;
  const before = app.shown;
  const asked = `${question?.ply} ${question?.kind} ${question?.headline}`;
  const fresh = rev !== before.rev || asked !== before.asked;
  const refused = Boolean(note) && !fresh && reply !== before.reply;
  app.ui.waiting = null; // the screen has it now
  if (fresh) turnOver(app, asked !== before.asked);
  if (fresh || refused) app.ui.refused = refused;
  if (refused) app.ui.reach = 0; // a refused request is not repeated
  const moves = fresh && app.ui.inside && !app.setup;
  const resumed = before.asked.split(" ")[1] === "over" && question?.kind !== "over"; // the end was taken back
  if (table !== before.table) forgetOlder(app);
  if (table !== before.table || resumed) Object.assign(app.ui, { past: "", chronicle: null, looked: [] });
  keepOlder(app, lang === before.lang && table === before.table ? before.journal : [], journal);
  app.shown = { rev, asked, reply, journal, lang, table, castable };
  app.root.dataset.ply = String(question?.ply ?? "");
  const opens = !app.setup && app.open !== table;
  if (opens) openTable(app.open = table);
  if (moves) moveOn(app);
  else paintAll(app);
  if (opens && app.root.getBoundingClientRect().top < 0) app.root.scrollIntoView(); // the form was longer
  if (fresh) app.hosts.voice.textContent = [announce, sentence(question?.headline), castable === before.castable ? "" : castable].filter(Boolean).join(" ");
  if (refused) shake(app);
  goOn(app);
  const ended = question?.kind === "over" && asked !== before.asked;
  if (!app.setup && (ended || (app.ui.past && lang !== before.lang))) openChronicle(app);
}

/**
 * Paint a new question and focus it: a search field at once (for letters typed ahead), others at the next frame.
 * @param {App} app
 */
function moveOn(app) {
  const toIt = () => { if (focused(app.root) === app.root) focusOn(app, entry(app)); };
  app.root.focus({ preventScroll: true }); // keeps key events here, and avoids a forced layout
  paintChanged(app);
  if (entry(app) === "search") toIt();
  measure(app);
  requestAnimationFrame(toIt);
}

/**
 * Reset the view state of the last screen; drawers other than journal and sheet close with their question.
 * @param {App} app @param {boolean} otherQuestion
 */
function turnOver(app, otherQuestion) {
  if (app.ui.drawer === "amend") app.ui.drawer = app.ui.amending?.back ?? "";
  const line = app.ui.sent ? "" : app.ui.line; // a screen that no press here caused leaves the open line
  Object.assign(app.ui, { typed: "", otherCard: "", believed: null, amending: null, lineText: null, told: null, edit: null, hint: null, left: "", line, ends: null, asksEnds: "", advice: null });
  const people = app.ui.drawer === "people" && app.question()?.kind !== "character";
  const stays = ["journal", "sheet"].includes(app.ui.drawer) || people || !otherQuestion;
  if (app.ui.sent === "hold-on") app.ui.drawer = "spell";
  else if (!stays || (["correct", "language"].includes(app.ui.sent) && !people)) app.ui.drawer = "";
  app.ui.sent = "";
}

/** After a reply: send deferred messages, and handle the key queued while an answer was pending. @param {App} app */
function goOn(app) {
  awayAgain(app);
  askEnds(app);
  askGroup(app);
  askAhead(app);
  letPlay(app);
  if (app.ui.reach && !app.setup) askOlder(app, app.screen.journal?.[0]?.n ?? 0, app.ui.reach);
  const key = app.ui.queued;
  app.ui.queued = "";
  if (key) pressKey(app, key);
}

/** Handle a reply to this view alone. @param {App} app @param {Reply} message */
export function heard(app, message) {
  if (message.type === "pong") return app.alive.pong(message.reply);
  if (message.type === "thinking") return app.alive.thinks();
  if (message.type === "group") return takeGroup(app, message.group);
  if (message.type === "lessons") return takeLessons(app, message);
  if (message.type === "hint") return takeHint(app, message.next);
  if (message.type === "card") return takeCard(app, message);
  if (message.type === "told") return takeTold(app, message);
  if (message.type === "earlier") return takeEarlier(app, message.reply, message.lines);
  if (message.type === "ends") {
    if (message.own && message.reply === app.ui.asksEnds) takeAhead(app, message.own);
    return takeEnds(app, message.reply, message.faces);
  }
  if (message.type === "bet") return takeBet(app, message.waiting);
  if (message.type === "bot") return takeBot(app);
  if (message.type === "advise") return takeAdvice(app, message);
  if (message.type === "peek") return takePeek(app, message.spells);
  app.alive.replied(message.reply);
  if (!app.alive.busy()) app.ui.sent = "";
  if (message.type === "lines" && message.seat === app.ui.only && (message.value ?? "") === app.ui.searched) {
    Object.assign(app.ui, { older: [...message.lines, ...app.older()], reach: 0 });
  }
  if (message.type === "situation") app.ui.lineText = message;
  if (message.type === "export") takeExport(app, message);
  if (message.type === "box") return takePiece(app, message);
  if (message.type === "packing") takePacking(app, message.pages);
  if (message.type === "page") takePage(app, message);
  if (message.type === "chronicle") takeChronicle(app, message.chronicle);
  if (message.type === "evenings") takeEvenings(app, message.evenings);
  if (message.type === "broke") Object.assign(app.ui, { remark: app.word("broke", { what: message.what }), reach: 0 });
  paintAll(app);
  if (message.type === "situation") focusOn(app, "line-text");
  if (message.type === "lines") showGoal(app);
  if (message.type === "chronicle" && app.ui.past === "chronicle") focusOn(app, "past-head");
  if (message.type === "line") takeAmending(app, message);
  return goOn(app);
}

/** Show the hint after the one that was put away as it was pressed. @param {App} app @param {Hint} [next] */
function takeHint(app, next) {
  if (!next) return;
  app.ui.hint = next;
  paint(app, "hint");
  measure(app);
}

/** Show the state of the connection. @param {App} app @param {string} state */
export function showState(app, state) {
  setAttribute(app.root, "data-alive", state);
  if (["gone", "thinking"].includes(state) || !app.hosts.band.hidden) paint(app, "band");
}

/**
 * Tell in the foot line whether an answer was taken of which nothing was heard.
 * @param {App} app @param {string} label @param {boolean} taken
 */
export function tellKept(app, label, taken) {
  app.ui.refused = !taken;
  app.ui.remark = taken ? app.word("kept-taken", { answer: label }) : app.word("kept-lost", { answer: label });
  takeSoon(app);
}

/** A headline with a full stop, for a screen reader's pause. @param {string} [headline] */
function sentence(headline = "") {
  return headline && !/[?.!]$/.test(headline) ? `${headline}.` : headline;
}
