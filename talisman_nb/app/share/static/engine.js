// The worker in which the program runs: Python for browsers, its packages, saved tables in this browser's own storage.

const SAVED = "/saved";
const MB = 1e6;
/** Name under which the compiled modules are kept. */
const COMPILED = "compiled.zip";
/** Milliseconds after the first painting until they are: whoever presses at once waits for nothing. */
const SOON = 3000;
const say = (word, places = {}, part = null) => postMessage({ kind: "say", word, places, part });
const waiting = [];
let take = (message) => waiting.push(message);
onmessage = ({ data }) => take(data);

/** Fetch a file of this folder, and say how much of it is there. */
async function bring(path, word, size) {
  const answer = await fetch(path);
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  const parts = [];
  let n = 0;
  for (const reader = answer.body.getReader(); ;) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    n += value.length;
    say(word, { n: (n / MB).toFixed(1), all: (size / MB).toFixed(1) }, n / size);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

/** Carry what was saved from the browser's storage into the program (`true`), or from there into it. */
const carry = (py, inwards) => new Promise((done, failed) => py.FS.syncfs(inwards, (wrong) => (wrong ? failed(wrong) : done())));

/** Modules compiled by the first start of a version, which every later one takes; null where nothing can be kept. */
async function compiledOf(version) {
  if (!globalThis.caches) return null; // not over https, nor from this machine
  const name = `talisman-nb-compiled ${version}`;
  const old = (await caches.keys()).filter((each) => each.startsWith("talisman-nb-compiled ") && each !== name);
  await Promise.all(old.map((each) => caches.delete(each)));
  return caches.open(name);
}

async function begin(query) {
  const { sizes, version } = await (await fetch("site.json")).json();
  await bring("pyodide/pyodide.asm.wasm", "python", sizes["pyodide/pyodide.asm.wasm"]); // it lies in the cache from here on
  const packages = await bring("python.zip", "game", sizes["python.zip"]);
  say("starting");
  const { loadPyodide } = await import("./pyodide/pyodide.mjs");
  const py = await loadPyodide({ env: { HOME: "/home/pyodide", TALISMAN_NB_HOME: SAVED } });
  py.unpackArchive(packages, "zip");
  const compiled = await compiledOf(version);
  const found = await compiled?.match(COMPILED);
  if (found) py.unpackArchive(await found.arrayBuffer(), "zip");
  py.pyimport("sys").dont_write_bytecode = false;
  py.FS.mkdirTree(SAVED);
  py.FS.mount(py.FS.filesystems.IDBFS, {}, SAVED);
  await carry(py, true);
  let out = [];
  const post = (kind, id, data) => out.push({ kind, id, data });
  const [id, hear] = py.pyimport("talisman_nb.app.page_kernel").show_in_page(py.pyimport("talisman_nb.companion"), query, post).toJs({ depth: 1 });
  const deliver = () => { out.forEach((each) => postMessage(each)); out = []; };
  deliver();
  postMessage({ kind: "show", id });
  // An answer is in the storage before the page shows what came of it.
  let turn = Promise.resolve();
  take = (message) => {
    turn = turn.then(async () => {
      try { hear(message.id, message.data); } catch (wrong) { console.error(wrong); }
      if (JSON.parse(message.data).content?.type !== "ping") await carry(py, false);
      deliver();
    });
  };
  waiting.splice(0).forEach(take);
  setInterval(deliver, 250); // what the program tells by itself
  if (compiled && !found) setTimeout(async () => {
    const made = py.pyimport("talisman_nb.app.page_kernel").compiled_modules().toJs();
    await compiled.put(COMPILED, new Response(made));
  }, SOON);
}

take = (message) => {
  take = (other) => waiting.push(other);
  begin(message.begin).catch((wrong) => {
    console.error(wrong);
    say("broken", { problem: String(wrong.message ?? wrong).trim().split("\n").at(-1) });
  });
};
