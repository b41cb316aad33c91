// The page of the static site: widgets whose program runs in a worker. It has no rules, and no words but `words.json`.

const SUPPORTED = ["en", "it", "fr", "pl"];
const query = new URLSearchParams(location.search);
const wished = [query.get("lang"), ...navigator.languages.map((each) => each.slice(0, 2)), "en"];
const lang = wished.find((each) => SUPPORTED.includes(each));
const words = (await (await fetch("words.json")).json())[lang];
const [screen, progress] = ["screen", "progress"].map((id) => document.getElementById(id));
const models = new Map();
document.documentElement.lang = lang;

/** Say a phrase of `words.json`, its places filled; `part` of 1 is done, if that is known. */
function say(word, places = {}, part = null) {
  progress.hidden = false;
  progress.querySelector("p").textContent = words[word].replace(/\{(\w+)\}/g, (_, place) => places[place]);
  const bar = progress.querySelector("progress");
  bar.hidden = part === null;
  bar.value = part ?? 0;
}

/** The model of a widget: the traits it was opened with, and the methods that a widget's front end calls. */
function modelOf(id, state, worker) {
  const hearers = {};
  const tell = (event, ...said) => (hearers[event] ?? []).forEach((hear) => hear(...said));
  let changed = {};
  const referred = (value) => (typeof value === "string" && value.startsWith("IPY_MODEL_") ? models.get(value.slice(10)) : value);
  const post = (data) => worker.postMessage({ id, data: JSON.stringify(data) });
  return {
    get: (trait) => referred(state[trait]),
    set(trait, value) { state[trait] = changed[trait] = value; tell(`change:${trait}`); },
    save_changes() { post({ method: "update", state: changed, buffer_paths: [] }); changed = {}; },
    send: (content) => post({ method: "custom", content }),
    on: (event, hear) => { (hearers[event] ??= []).push(hear); },
    off: (event, hear) => { hearers[event] = (hearers[event] ?? []).filter((each) => each !== hear); },
    take(data) {
      if (data.method === "custom") tell("msg:custom", data.content, []);
      if (data.method !== "update") return;
      Object.assign(state, data.state);
      Object.keys(data.state).forEach((trait) => tell(`change:${trait}`));
    },
  };
}

/** Show a widget in place of the progress. */
async function show(id) {
  const model = models.get(id);
  const style = document.createElement("style");
  style.textContent = model.get("_css");
  document.head.append(style);
  const address = URL.createObjectURL(new Blob([model.get("_esm")], { type: "text/javascript" }));
  const { default: front } = await import(address);
  progress.hidden = true;
  progress.style.display = "none";
  front.initialize?.({ model });
  front.render({ model, el: screen });
}

function begin() {
  const worker = new Worker("engine.js", { type: "module" });
  worker.onerror = (event) => say("broken", { problem: event.message || "engine.js" });
  worker.onmessage = ({ data }) => {
    if (data.kind === "comm_open") models.set(data.id, modelOf(data.id, JSON.parse(data.data).state, worker));
    else if (data.kind === "comm_msg") models.get(data.id)?.take(JSON.parse(data.data));
    else if (data.kind === "show") show(data.id);
    else if (data.kind === "say") say(data.word, data.places, data.part);
  };
  query.set("lang", query.get("lang") ?? lang);
  worker.postMessage({ begin: query.toString() });
}

if ("serviceWorker" in navigator) navigator.serviceWorker.register("service.js");
// Two windows would write one storage: the second one says so.
if (navigator.locks) navigator.locks.request("talisman-nb", { ifAvailable: true }, (lock) => {
  if (!lock) return say("other");
  begin();
  return new Promise(() => {});
});
else begin();
