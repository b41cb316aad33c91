/** The journal: lines with their rules, a filter by seat, older lines, hold on, amend and trial. */

import { make, button, cap, face, findCards } from "./shared.js";
import { hold, renew, same } from "./memo.js";
import { keepPlace, readable, reveal, showEnd } from "./scroll_anchor.js";

/** @param {any} app @param {HTMLElement} host */
export function paintJournal(app, host) {
  renew(host, 0, [app.labels], () => make("h2", {}, app.word("journal")));
  journalIn(app, host, 1);
}

/** Paint the filter and the lines as the children of `host` from index `at`. */
export function journalIn(app, host, at = 0) {
  renew(host, at, [app.labels, app.ui.only, names(app)], () => filters(app));
  renew(host, at + 1, [], () => readable(make("ol", { class: "lines" })));
  const list = host.children[at + 1];
  keepPlace(list, Boolean(app.ui.line), app.ui.reach > 0, () => { host.kept = fillLines(app, list, host.kept); });
}

/** Scroll all lists of lines to their end, unless a line is open. */
export function showNewest(app) {
  if (app.ui.line) return;
  app.root.querySelectorAll(".lines").forEach(showEnd);
}

/**
 * Update the loaded older lines when the screen's lines change from `before` to `now`: those that left the screen join
 * them. Without a common line the past may have been changed, so the older lines are dropped and requested again.
 */
export function keepOlder(app, before, now) {
  const { older } = app.ui;
  if (!older.length) return;
  const goesOn = before.some((line) => line.n > 0 && now.some((each) => each.id === line.id));
  const known = [...older, ...before.filter((line) => line.n > older.at(-1).n)];
  if (goesOn) app.ui.older = known.filter((line) => line.n < now[0].n);
  else forgetOlder(app, Math.max(older[0].n, 1));
}

/** Drop the loaded older lines; `reach` is the number of the first line to request again, 0 for none. */
export function forgetOlder(app, reach = 0) {
  Object.assign(app.ui, { older: [], reach });
}

/**
 * Update the list of lines, reusing elements of unchanged lines.
 * @param {Map<any, HTMLElement>} [before] elements by line of the last call @returns the new map
 */
function fillLines(app, list, before = new Map()) {
  const lines = [...app.older(), ...(app.screen.journal ?? [])];
  const wanted = lines.filter((line) => app.ui.only < 0 || line.seat === app.ui.only);
  const now = new Map();
  wanted.forEach((line, i) => {
    const id = `${line.n}:${wanted.slice(0, i).filter((each) => each.n === line.n).length}`;
    const reads = [id, app.labels, app.ui.line === id && app.ui.amending, app.ui.line === id];
    const node = same(before.get(line)?.read, reads) ? before.get(line) : lineItem(app, line, id);
    node.read = reads;
    now.set(line, node);
  });
  hold(list, [...earlier(app, lines), ...now.values()]);
  return now;
}

/** The first item of the list: a button for older lines, or a note that there are no lines. */
function earlier(app, lines) {
  if (!lines.length) return [make("li", { class: "none" }, app.word("nothing-has-happened"))];
  const more = () => button("older", () => app.askOlder(lines[0].n), { class: "quiet" }, app.word("older"));
  return lines[0].n > 0 ? [make("li", {}, more())] : [];
}

function names(app) {
  return app.sheets().map((sheet) => sheet.who.name).join();
}

/** Paint the last lines, newest first, where the journal has no region; CSS cuts off what does not fit. */
export function paintLast(app, host) {
  const last = (app.screen.journal ?? []).filter((line) => !line.folded).reverse();
  host.replaceChildren(button("drawer:journal-last", () => app.toggle("journal"), { class: "last" },
    last.length ? last.map((line) => make("span", {}, line.text)) : make("span", {}, app.word("nothing-has-happened"))));
}

function filters(app) {
  const only = (seat) => { app.ui.only = seat; forgetOlder(app); app.paintAll(); };
  return make("div", { class: "chips filters" },
    button("only:-1", () => only(-1), { class: "chip", "aria-pressed": String(app.ui.only < 0) }, app.word("everybody")),
    app.sheets().map((sheet) => button(`only:${sheet.who.seat}`, () => only(sheet.who.seat),
      { class: "chip", "aria-pressed": String(app.ui.only === sheet.who.seat) }, sheet.who.name)));
}

function lineItem(app, line, id) {
  const chosen = app.ui.line === id;
  const choose = () => { app.ui.line = chosen ? "" : id; app.ui.amending = null; app.paintAll(); };
  return make("li", { class: line.folded ? "folded" : "" },
    button(`line:${id}`, choose, { class: "line", "aria-expanded": String(chosen), "data-seat": line.seat >= 0 ? line.seat % 6 : "" },
      line.n > 0 ? make("span", { class: "nr" }, `${line.n} `) : null, line.text,
      line.by ? make("span", { class: "by" }, ` (${line.by})`) : null),
    chosen ? make("div", { class: "about" }, (line.why ?? []).map((why) => make("p", {}, why)),
      line.n < 1 ? null : make("div", { class: "chips" },
        button("amend", () => app.amend(line.n), { class: "chip" }, app.word("change")),
        button("hold-on", () => app.press({ type: "hold-on", n: line.n }, line.text), { class: "chip" }, app.word("hold-on"))),
      app.ui.amending?.n === line.n ? amendment(app) : null) : null);
}

/** The question of a line to amend: a press on an option requests a trial, a second button confirms it. */
function amendment(app) {
  const { n, question, trial } = app.ui.amending;
  const anew = (key, label, ...inside) => button(`anew:${key}`, () => tryAmend(app, n, key), {
    class: inside[0] === label ? "chip" : "chip small-die", "aria-label": label, "aria-pressed": String(trial?.key === key),
  }, ...inside);
  const options = (question.options ?? []).filter((option) => !option.closed)
    .map((option) => anew(option.key, option.label, option.face ? face(option.face) : option.label));
  return make("div", { class: "amend" }, make("p", {}, question.headline),
    question.cards ? anotherCard(app, question.cards, anew) : null, make("div", { class: "chips" }, options),
    trial ? whatWouldCome(app, trial) : null);
}

/** The result of a trial, with buttons to confirm or leave it. */
function whatWouldCome(app, { label, told, hands = [] }) {
  return make("div", { class: "trial", role: "status" }, make("h3", {}, label), told.map((line) => make("p", {}, line)),
    hands.length ? make("p", {}, make("b", {}, app.word("on-the-table"), " "), hands.join(" ")) : null,
    make("div", { class: "chips" },
      button("change-it", () => amendNow(app), { class: "option first" }, cap("⏎"), make("span", { class: "label" }, app.word("change-it"))),
      button("leave-it", () => leaveIt(app), { class: "option" }, cap("Esc"), make("span", { class: "label" }, app.word("leave-it")))));
}

/** Scroll to the question being amended, or to its trial. */
export function showAmending(app) {
  const opened = [...app.root.querySelectorAll(".amend")].find((each) => each.getClientRects().length);
  if (opened) reveal(opened.closest(".lines"), opened.querySelector(".trial") ?? opened);
}

/** Request the trial of another answer to line `n`. */
export function tryAmend(app, n, key) {
  app.say({ type: "amend", n, key, trial: true });
}

/** Amend the line with the answer of the trial. */
export function amendNow(app) {
  const { n, trial } = app.ui.amending;
  app.press({ type: "amend", n, key: trial.key }, trial.label);
}

/** Close the amendment without a change. */
export function leaveIt(app) {
  app.ui.amending = null;
  app.paintAll();
  app.focus(`line:${app.ui.line}`);
}

/** A search field for another card, because a draw's question has no options. */
function anotherCard(app, deck, anew) {
  const hits = make("div", { class: "chips" });
  const show = (event) => hits.replaceChildren(...findCards(app.labels.cards?.[deck] ?? {}, event.target.value)
    .map((hit) => anew(hit.key, hit.name, hit.name)));
  const enter = (event) => { if (event.key === "Enter") { event.preventDefault(); hits.firstChild?.click(); } };
  return make("div", { class: "about" }, make("input", { type: "text", "data-id": "anew-card", autocomplete: "off",
    placeholder: app.word("type-a-card"), "aria-label": app.word("type-a-card"), oninput: show, onkeydown: enter }), hits);
}
