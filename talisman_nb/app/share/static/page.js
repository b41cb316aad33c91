// @ts-check
// The page of the static site: widgets whose program runs in a worker. It has no rules, and no words but `words.json`.

/** @typedef {{ [name: string]: any }} Any */
/** @typedef {(...said: any[]) => void} Hearer */

const SUPPORTED = ["en", "it", "fr", "pl"];
const query = new URLSearchParams(location.search);
const wished = [query.get("lang") ?? "", ...navigator.languages.map((each) => each.slice(0, 2))];
const lang = wished.find((each) => SUPPORTED.includes(each)) ?? "en";
/** @type {Any} */
const words = (await (await fetch("words.json")).json())[lang];
const [main, progress, note] = ["screen", "progress", "note"].map((id) => /** @type {HTMLElement} */ (document.getElementById(id)));
/** @type {Map<string, ReturnType<typeof modelOf>>} */
const models = new Map();
document.documentElement.lang = lang;

const tenths = new Intl.NumberFormat(lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

/** A phrase of `words.json`, its places filled. @param {string} word @param {Any} places */
const phrase = (word, places = {}) =>
  words[word].replace(/\{(\w+)\}/g, (/** @type {string} */ _, /** @type {string} */ place) =>
    (typeof places[place] === "number" ? tenths.format(places[place]) : places[place]));

/** Say a phrase in place of the companion; `part` of 1 is done, if that is known.
 * @param {string} word @param {Any} [places] @param {number | null} [part] */
function say(word, places = {}, part = null) {
  if (progress.dataset.said === "broken") return; // what else was being fetched still comes
  progress.dataset.said = word;
  progress.hidden = false;
  const [told, bar] = [progress.querySelector("p"), progress.querySelector("progress")];
  if (!told || !bar) return;
  told.textContent = phrase(word, places);
  bar.hidden = part === null;
  bar.value = part ?? 0;
}

/** The model of a widget: the traits it was opened with, and the methods that a widget's front end calls.
 * @param {string} id @param {Any} state @param {Worker} worker */
function modelOf(id, state, worker) {
  /** @type {{ [event: string]: Hearer[] }} */
  const hearers = {};
  /** @type {(event: string, ...said: any[]) => void} */
  const tell = (event, ...said) => (hearers[event] ?? []).forEach((hear) => hear(...said));
  /** @type {Any} */
  let changed = {};
  const referred = (/** @type {any} */ value) =>
    (typeof value === "string" && value.startsWith("IPY_MODEL_") ? models.get(value.slice(10)) : value);
  const post = (/** @type {Any} */ data) => worker.postMessage({ id, data: JSON.stringify(data) });
  return {
    get: (/** @type {string} */ trait) => referred(state[trait]),
    set(/** @type {string} */ trait, /** @type {any} */ value) { state[trait] = changed[trait] = value; tell(`change:${trait}`); },
    save_changes() { post({ method: "update", state: changed, buffer_paths: [] }); changed = {}; },
    send: (/** @type {any} */ content) => post({ method: "custom", content }),
    on: (/** @type {string} */ event, /** @type {Hearer} */ hear) => { (hearers[event] ??= []).push(hear); },
    off: (/** @type {string} */ event, /** @type {Hearer} */ hear) => {
      hearers[event] = (hearers[event] ?? []).filter((each) => each !== hear);
    },
    take(/** @type {Any} */ data) {
      if (data.method === "custom") tell("msg:custom", data.content, []);
      if (data.method !== "update") return;
      Object.assign(state, data.state);
      Object.keys(data.state).forEach((trait) => tell(`change:${trait}`));
    },
  };
}

/** Show a widget in place of the progress. @param {string} id */
async function show(id) {
  const model = models.get(id);
  if (!model) return;
  const style = document.createElement("style");
  style.textContent = model.get("_css");
  document.head.append(style);
  const address = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
  const { default: front } = await import(address);
  progress.hidden = true;
  progress.style.display = "none";
  front.initialize?.({ model });
  front.render({ model, el: main });
  // Only now, so that what the first visit waits for doesn't share the network with it.
  if ("serviceWorker" in navigator) await navigator.serviceWorker.register("service.js");
  else remark("insecure");
}

/** Tell something at the foot of the page until it is read. @param {string} word */
function remark(word) {
  const [told, read] = [note.querySelector("p"), note.querySelector("button")];
  if (!told || !read) return;
  told.textContent = phrase(word);
  read.textContent = phrase("read");
  read.onclick = () => { note.hidden = true; };
  note.hidden = false;
}

function begin() {
  const worker = new Worker("engine.js", { type: "module" });
  worker.onerror = (event) => say("broken", { problem: event.message || "engine.js" });
  worker.onmessage = ({ data }) => {
    if (data.kind === "comm_open") models.set(data.id, modelOf(data.id, JSON.parse(data.data).state, worker));
    else if (data.kind === "comm_msg") models.get(data.id)?.take(JSON.parse(data.data));
    else if (data.kind === "show") show(data.id);
    else if (data.kind === "remark") remark(data.word);
    else if (data.kind === "say") say(data.word, data.places, data.part);
  };
  query.set("lang", query.get("lang") ?? lang);
  worker.postMessage({ begin: query.toString() });
}

// A door of the program opens in this window.
addEventListener("click", ({ target }) => {
  const door = target instanceof Element && target.closest("a");
  if (door && door.protocol === location.protocol && door.pathname === location.pathname) door.target = "";
}, true);

// Two windows would write one storage: a second one says so, and begins when the first is closed.
const GAME = "talisman-nb";
/** Milliseconds in which a window that has the game answers. */
const ANSWERS = 500;

if (navigator.locks) {
  const hold = () => { begin(); return new Promise(() => {}); };
  navigator.locks.request(GAME, { ifAvailable: true }, (lock) => {
    if (lock) return hold();
    say("other");
    navigator.locks.request(GAME, hold);
    return undefined;
  });
} else askOthers();

/** Begin if no other window has the game: a page that doesn't come over https has no locks, so that windows ask each other. */
function askOthers() {
  const [channel, me] = [new BroadcastChannel(GAME), Math.random()];
  let [mine, asking, taken] = [false, false, false];
  const ask = () => {
    [asking, taken] = [true, false];
    channel.postMessage({ ask: me });
    setTimeout(() => {
      [asking, mine] = [false, !taken];
      if (mine) begin();
      else say("other");
    }, ANSWERS);
  };
  channel.onmessage = ({ data }) => {
    if (data === "mine") taken = true;
    else if (data === "gone") ask();
    else if (mine || (asking && me < data.ask)) channel.postMessage("mine");
  };
  addEventListener("pagehide", () => { if (mine) channel.postMessage("gone"); });
  addEventListener("pageshow", ({ persisted }) => { if (persisted) location.reload(); });
  ask();
}

export {};
