// @ts-check
/** The workshop: a card by its form, what it does as a tree of told steps, its picture, its telling and its mistakes beside it. */

import { drawingOf } from "../base/device.js";
import { button, focused, make, span } from "../base/elements.js";
import { find } from "../base/focus.js";

/**
 * @import { App } from "../base/app.js"
 * @import { Child } from "../base/elements.js"
 * @import { FormChoice, FormField, WorkshopScreen } from "../base/screen.js"
 * @typedef {{type: string, at?: string, key?: string, value?: any, n?: number}} Press
 * @typedef {{app: App, shown: WorkshopScreen, tell: (press: Press) => void, open: Set<string>, more: boolean, besides: boolean, inside: string,
 *   unmount: (() => void) | null, timer: number, spoken: string, kind: string}} Bench
 * @typedef {"bench" | "grid" | "wall"} Inside a trait with what is tried or pasted
 * @typedef {(el: HTMLElement, part: "analysis" | "grid" | "lesson", trait: Inside) => () => void} Mount
 */

/** Milliseconds after the last letter before what is typed is sent. */
const TYPED = 350;
/** Choices up to which each has a box to tick; of more a list is chosen from. */
const TICKED = 12;
/** The choice under every list of operations that leads to what none of them says. */
const NOT_HERE = "?";

/** The part that shows a trait. */
const PART_OF = /** @type {const} */ ({ bench: "analysis", grid: "grid", wall: "lesson" });

/** State of each view that a repaint must not lose. @type {WeakMap<HTMLElement, Bench>} */
const BENCHES = new WeakMap();

/**
 * Paint the workshop, or what is tried or pasted in its place.
 * @param {App} app @param {HTMLElement} host @param {{get: (trait: string) => any, send: (message: object) => void}} model @param {Mount} mount
 */
export function paintWorkshop(app, host, model, mount) {
  const inside = /** @type {Inside[]} */ (["bench", "grid", "wall"]).find((trait) => Object.keys(model.get(trait) ?? {}).length) ?? "";
  const kept = BENCHES.get(host);
  const shown = /** @type {WorkshopScreen} */ (model.get("content"));
  const bench = { open: new Set(["0"]), more: false, besides: false, inside: "", unmount: null, timer: 0, spoken: shown.lang, kind: "", ...kept, app, shown,
    tell: (/** @type {Press} */ press) => model.send(press) };
  BENCHES.set(host, bench);
  if (inside && inside === bench.inside) return;
  bench.unmount?.();
  Object.assign(bench, { inside, unmount: null });
  if (inside) {
    const place = make("div", {});
    host.replaceChildren(make("div", { class: "moves" }, button("edit", () => bench.tell({ type: "edit" }), { class: "offer" }, shown.words.edit)), place);
    bench.unmount = mount(place, PART_OF[inside], inside);
    find(app, "edit")?.focus();
    return;
  }
  keepingTyped(app, host, () => host.replaceChildren(heading(bench), make("div", { class: "workbench" },
    make("div", { class: "card-form" }, shown.open ? form(bench) : make("p", { class: "none" }, shown.words.none)),
    shown.open ? beside(bench) : "")));
}

/** Repaint; the field that is typed in stays the element it is. @param {App} app @param {HTMLElement} host @param {() => void} act */
function keepingTyped(app, host, act) {
  const before = focused(host);
  const id = before?.dataset.id ?? "";
  const [from, to] = before instanceof HTMLInputElement && before.type === "text" ? [before.selectionStart, before.selectionEnd] : [null, null];
  act();
  const now = id ? find(app, id) : null;
  if (!now || !before) return;
  if (before instanceof HTMLInputElement && before.value !== /** @type {HTMLInputElement} */ (now).value && document.hasFocus()) {
    /** @type {HTMLInputElement} */ (now).value = before.value;
  }
  now.focus({ preventScroll: true });
  if (from !== null && now instanceof HTMLInputElement) now.setSelectionRange(from, to);
}

/** The name of the box, what is in it, and a new one. @param {Bench} bench */
function heading(bench) {
  const { shown, tell } = bench;
  const { words } = shown;
  const title = make("input", { type: "text", class: "search", "data-id": "title", value: shown.title, maxlength: "100",
    "aria-label": words["box-name"], placeholder: words["box-name"],
    onchange: (/** @type {any} */ event) => tell({ type: "call", value: event.target.value }) });
  const kind = make("select", { "data-id": "kind", "aria-label": words.kind,
    onchange: () => { bench.kind = kind.value; which(); } },
  shown.kinds.map(({ key, label }) => make("option", { value: key, selected: key === bench.kind }, label)));
  const name = make("input", { type: "text", class: "search", "data-id": "name", maxlength: shown.kinds?.length ? "40" : null, placeholder: words.name, "aria-label": words.name });
  const space = make("select", { "data-id": "space", "aria-label": words["which-space"] }, options(shown.spaces, ""));
  const model = make("select", { "data-id": "model", "aria-label": words["which-model"] }, options(shown.models, ""));
  const which = () => {
    name.hidden = kind.value === "space";
    space.hidden = !["space", "new-space"].includes(kind.value);
    space.setAttribute("aria-label", words[name.hidden ? "which-space" : "beside"]);
    model.hidden = !["copy", "like"].includes(kind.value);
  };
  const begin = (/** @type {Event} */ event) => {
    event.preventDefault();
    bench.open = new Set(["0"]);
    tell({ type: "new", key: kind.value, value: name.hidden ? space.value : name.value, at: model.hidden ? space.value : model.value });
    name.value = "";
  };
  which();
  return make("header", { class: "box-head" },
    make("h2", { class: "headline" }, words.title), title,
    make("div", { class: "chips", role: "group", "aria-label": words.made }, shown.entries.map((each) =>
      button(`entry:${each.key}`, () => tell({ type: "open", key: each.key }), { class: "chip", "aria-pressed": String(each.key === shown.open) },
        each.name, each.wrong ? span("badge", ` ! ${each.wrong}`) : ""))),
    make("form", { class: "new-one", "aria-label": words.new, onsubmit: begin }, shown.kinds?.length ? kind : "", name, space, model,
      make("button", { type: "submit", class: "option", "data-id": "make" }, span("label", words.make))),
    make("div", { class: "moves" },
      words.many ? button("many", () => tell({ type: "many" }), { class: "offer" }, words.many) : "",
      new URLSearchParams(location.search).has("workshop") ? make("a", { class: "offer", href: "?table=", "data-id": "table" }, words["new-table"]) : "",
      words.bench && new URLSearchParams(location.search).has("make") ? make("a", { class: "offer", href: "?situation=", "data-id": "bench" }, words.bench) : "",
      shown.can_undo ? button("undo", () => tell({ type: "undo" }), { class: "offer" }, words.undo) : ""),
    make("p", { class: shown.note ? "foot refusal" : "foot", role: "status" }, shown.note));
}

/** The form; those that nothing is said of stand behind "more". @param {Bench} bench */
function form(bench) {
  const { form: all, words } = bench.shown;
  const said = (/** @type {FormField} */ each) => (Array.isArray(each.value) ? each.value.length : each.value) || each.kids?.length || each.wrong || !each.free;
  const rest = all.filter((each) => !said(each));
  const more = make("details", { hidden: !rest.length, open: bench.more, ontoggle: () => { bench.more = more.open; } },
    make("summary", { "data-id": "more" }, words.more), rest.map((each) => field(bench, each)));
  return [...all.filter(said).map((each) => field(bench, each)), missing(bench, more), more];
}

/** List what no operation says yet, and the way to say it in words. @param {Bench} bench @param {HTMLElement} more */
function missing(bench, more) {
  const { missing: texts, words, form: all, lang } = bench.shown;
  if (!words.missing) return "";
  const inWords = all.find(({ at }) => at === "words");
  const write = () => { bench.more = true; more.toggleAttribute("open", true); find(bench.app, `at:words:${lang}`)?.focus(); };
  return make("details", { class: "missing" }, make("summary", { "data-id": "missing" }, words.missing),
    make("p", {}, words["missing-operations"]), make("ul", {}, texts.map((text) => make("li", {}, text))),
    inWords ? button("in-words", write, { class: "offer" }, words["in-words"]) : "");
}

/** @param {Bench} bench @param {FormField} one @returns {HTMLElement} */
function field(bench, one) {
  const { words } = bench.shown;
  const wrong = one.wrong ? make("p", { class: "wrong", id: `wrong:${one.at}` }, one.wrong) : "";
  const kids = (one.kids ?? []).map((each) => field(bench, each));
  const labelled = (/** @type {Child[]} */ ...inside) => make("label", { class: "field" }, span("label", one.label ?? ""), ...inside, wrong);
  if (one.kind === "step") return step(bench, one, kids, wrong);
  if (one.kind === "list" || one.kind === "parts") {
    return make("section", { class: one.kind, "aria-label": one.label || one.told }, one.label ? make("h3", {}, one.label) : "",
      one.told ? make("p", { class: "told" }, one.told) : "",
      one.kind === "list" ? make("ol", {}, kids.map((kid) => make("li", {}, kid))) : kids.map((kid, n) => make("div", { class: "row" }, kid,
        removeButton(bench, (one.kids ?? [])[n]))), adding(bench, one), wrong);
  }
  if (one.kind === "table") return make("fieldset", {}, make("legend", {}, one.label), kids, one.free && one.label ? removeButton(bench, one) : "", wrong);
  if (one.kind === "several") return make("fieldset", { class: "several" }, make("legend", {}, one.label), several(bench, one), wrong);
  if (one.kind === "languages") return make("fieldset", { class: "languages" }, make("legend", {}, one.label), languages(bench, one), wrong);
  if (one.kind === "fixed") return make("p", {}, `${one.label}: ${one.value}`);
  if (one.kind === "either") return make("div", { class: "either" }, labelled(choose(bench, one, (key) => bench.tell(key ? { type: "either", at: one.at, key } : { type: "set", at: one.at, value: null }), one.value ?? "")), kids);
  if (one.kind === "choice") return labelled(choose(bench, one, (key) => set(bench, one, key || null), one.value ?? ""));
  if (one.kind === "yes-no") {
    const value = one.value === true ? "yes" : one.value === false ? "no" : "";
    return labelled(select(one, [{ key: "yes", label: words.yes }, { key: "no", label: words.no }], words.usual, value,
      (key) => set(bench, one, key === "yes" ? true : key === "no" ? false : null)));
  }
  return labelled(typed(bench, one, `at:${one.at}`, one.value ?? "", (text) =>
    set(bench, one, text === "" ? null : one.kind === "number" ? Number(text) : text)));
}

/** A field that is typed in. @param {Bench} bench @param {FormField} one @param {string} id @param {any} value @param {(text: string) => void} send */
function typed(bench, one, id, value, send) {
  const number = one.kind === "number";
  const input = make("input", { type: number ? "number" : "text", class: "search", "data-id": id, value: String(value), autocomplete: "off",
    min: number ? one.least : null, max: number ? one.most : null, maxlength: number ? null : one.most ?? 1000,
    "aria-label": one.label || null, "aria-invalid": one.wrong ? "true" : null, "aria-describedby": one.wrong ? `wrong:${one.at}` : null,
    oninput: () => {
      clearTimeout(bench.timer);
      bench.timer = window.setTimeout(() => send(input.value), TYPED);
    },
    onkeydown: (event) => event.stopPropagation() });
  return input;
}

/** A text in each language. @param {Bench} bench @param {FormField} one */
function languages(bench, one) {
  const { told, lang } = bench.shown;
  const said = typeof one.value === "string" ? { [lang]: one.value } : one.value ?? {};
  return told.map(({ lang: code, language }) => make("label", { class: "field" }, span("label", language),
    typed(bench, { ...one, label: "" }, `at:${one.at}:${code}`, said[code] ?? "", (text) => {
      const now = { ...said, [code]: text };
      if (!text) delete now[code];
      set(bench, one, Object.keys(now).length ? now : null);
    })));
}

/** Several of some choices, ticked, or chosen one after the other. @param {Bench} bench @param {FormField} one */
function several(bench, one) {
  const choices = bench.shown.lists[one.choices ?? ""] ?? [];
  const now = /** @type {any[]} */ (one.value ?? []).map(String);
  const send = (/** @type {string[]} */ keys) => set(bench, one, keys.length ? keys.map((key) => (one.most === 6 ? Number(key) : key)) : null);
  const chip = (/** @type {FormChoice} */ { key, label }) => button(`tick:${one.at}:${key}`,
    () => send(now.includes(key) ? now.filter((each) => each !== key) : [...now, key]), { class: "chip", "aria-pressed": String(now.includes(key)) }, label);
  if (choices.length <= TICKED) return make("div", { class: "chips" }, choices.map(chip));
  return [make("div", { class: "chips" }, choices.filter(({ key }) => now.includes(key)).map(chip)),
    select({ ...one, at: `${one.at}:more` }, choices.filter(({ key }) => !now.includes(key)), bench.shown.words.add, "", (key) => send([...now, key]))];
}

/** One step of what a card does: its sentence, its form, and its place among the others. @param {Bench} bench @param {FormField} one @param {HTMLElement[]} kids @param {Child} wrong */
function step(bench, one, kids, wrong) {
  const { words } = bench.shown;
  const what = one.told || one.value || "";
  const move = (/** @type {string} */ id, /** @type {string} */ sign, /** @type {number} */ n, /** @type {string} */ label) =>
    button(`${id}:${one.at}`, () => bench.tell({ type: "move", at: one.at, n }), { class: "chip", "aria-label": label.replace("{what}", what) }, sign);
  const moves = make("div", { class: "moves" }, move("up", "↑", -1, words.up), move("down", "↓", 1, words.down), removeButton(bench, one));
  if (/^(?:\d+|[A-D])$/.test(one.value)) return make("fieldset", { class: "item" }, make("legend", {}, one.value), kids, moves, wrong); // a row, an option
  const box = make("details", { class: "step", open: bench.open.has(one.at), ontoggle: () => { bench.open[box.open ? "add" : "delete"](one.at); } },
    make("summary", { "data-id": `step:${one.at}` }, what),
    make("div", { class: "inside" }, kids, moves));
  return make("div", {}, box, wrong);
}

/** @param {Bench} bench @param {FormField | undefined} one */
function removeButton(bench, one) {
  const label = bench.shown.words.remove.replace("{what}", one?.told || one?.label || String(one?.value ?? ""));
  return one ? button(`remove:${one.at}`, () => bench.tell({ type: "remove", at: one.at }), { class: "chip", "aria-label": label, title: label }, "×") : null;
}

/** The list of what may be added. @param {Bench} bench @param {FormField} one */
function adding(bench, one) {
  const choices = bench.shown.lists[one.choices ?? ""] ?? [];
  const add = (/** @type {string} */ key) => {
    if (key === NOT_HERE) return toMissing(bench, one);
    bench.open.add(`${one.at}.${(one.kids ?? []).length}`).add(`${one.at}.${(one.kids ?? []).length + 1}`);
    bench.tell({ type: "add", at: one.at, key });
  };
  if (choices.length === 1 && !choices[0].key) return button(`add:${one.at}`, () => add(""), { class: "chip" }, `+ ${choices[0].label}`);
  const every = one.kind === "list" && bench.shown.words["not-here"] ? [...choices, { key: NOT_HERE, label: bench.shown.words["not-here"] }] : choices;
  return choices.length ? select({ ...one, at: `${one.at}:add`, label: `${one.label || one.told || ""} ${bench.shown.words.add}`.trim() }, every, bench.shown.words.add, "", add) : "";
}

/** Go to what no operation says yet: nothing is added. @param {Bench} bench @param {FormField} one */
function toMissing({ app }, one) {
  /** @type {HTMLSelectElement} */ (find(app, `at:${one.at}:add`)).value = "";
  const summary = find(app, "missing");
  summary?.parentElement?.toggleAttribute("open", true);
  summary?.focus();
  summary?.scrollIntoView({ block: "nearest" });
}

/** @param {Bench} bench @param {FormField} one @param {(key: string) => void} send @param {string} value */
function choose(bench, one, send, value) {
  return select(one, bench.shown.lists[one.choices ?? ""] ?? [], one.free || !value ? bench.shown.words.usual : null, value, send);
}

/** @param {FormField} one @param {FormChoice[]} choices @param {string | null} none @param {string} value @param {(key: string) => void} send */
function select(one, choices, none, value, send) {
  const list = make("select", { "data-id": `at:${one.at}`, "aria-label": one.label || null, "aria-invalid": one.wrong ? "true" : null,
    "aria-describedby": one.wrong ? `wrong:${one.at}` : null, onchange: () => send(list.value), onkeydown: (event) => event.stopPropagation() },
  none === null ? "" : make("option", { value: "" }, none), options(choices, value),
  value && !choices.some(({ key }) => key === value) ? make("option", { value, selected: true }, value) : "");
  return list;
}

/** @param {FormChoice[]} choices @param {string} value */
function options(choices, value) {
  return choices.map(({ key, label }) => make("option", { value: key, selected: key === value }, label));
}

/** @param {Bench} bench @param {FormField} one @param {any} value */
function set(bench, one, value) {
  bench.tell({ type: "set", at: one.at, value });
}

/** Picture, telling, mistakes, and what can be done with it. @param {Bench} bench */
function beside(bench) {
  const { shown, tell } = bench;
  const { words } = shown;
  const picture = make("div", { class: "card-picture", role: "img", "aria-label": words.picture });
  picture.innerHTML = shown.picture; // drawn by the program; of an own drawing only plain shapes are in it
  const spoken = shown.told.find((each) => each.lang === bench.spoken) ?? shown.told[0];
  const speak = (/** @type {string} */ lang) => { bench.spoken = lang; tell({ type: "language", key: shown.lang }); };
  const read = async (/** @type {any} */ event) => event.target.files[0] && tell({ type: "draw", value: await drawingOf(event.target.files[0]) });
  const mistakes = [...new Set([...shown.wrong, ...everyWrong(shown.form)])];
  const besides = make("details", { open: bench.besides, ontoggle: () => { bench.besides = besides.open; } },
    make("summary", { "data-id": "besides" }, words.besides),
    !words["own-drawing"] ? "" : make("label", { class: "field" }, span("label", words["own-drawing"]), make("input", { type: "file", accept: ".svg,image/svg+xml,image/png,image/jpeg,image/webp,image/gif", "data-id": "drawing", onchange: read })),
    shown.drawing ? button("no-drawing", () => tell({ type: "draw", value: "" }), { class: "chip" }, words["no-drawing"]) : "",
    make("h3", {}, words.file), make("pre", {}, shown.file),
    button("leave-out", () => tell({ type: "leave-out" }), { class: "chip" }, words["leave-out"]));
  return make("aside", {}, shown.picture ? picture : "",
    !shown.told.length ? "" : make("section", { "aria-label": words.says }, make("div", { class: "chips", role: "group", "aria-label": words.says }, shown.told.map((each) =>
      button(`spoken:${each.lang}`, () => speak(each.lang), { class: "chip", "aria-pressed": String(each === spoken) }, each.language))),
    spoken ? make("article", { class: "page", lang: spoken.lang }, make("b", {}, spoken.name), make("p", { class: "quiet" }, spoken.type),
      spoken.lines.map((line) => make("p", { style: `padding-inline-start:${(line.length - line.trimStart().length) / 2}em` }, line.trim()))) : ""),
    make("section", { class: "mistakes", role: "status", "aria-label": words.mistakes }, mistakes.length
      ? [make("h3", {}, words.mistakes), make("ul", {}, mistakes.map((text) => make("li", {}, text)))] : make("p", {}, words["no-mistakes"])),
    make("div", { class: "moves" },
      button("try", () => tell({ type: "try" }), { class: "option first", "aria-disabled": String(!shown.can_try) }, span("label", words.try)),
      button("save", () => tell({ type: "save" }), { class: "option", "aria-disabled": String(Boolean(mistakes.length && shown.kinds?.length)) }, span("label", words.save))), besides);
}

/** @param {FormField[]} form @returns {string[]} */
function everyWrong(form) {
  return form.flatMap((each) => [...(each.wrong ?? "").split("\n").filter(Boolean), ...everyWrong(each.kids ?? [])]);
}
