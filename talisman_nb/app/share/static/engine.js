// @ts-check
// The worker in which the program runs: Python for browsers, its packages, saved tables in this browser's own storage.
//
// Python doesn't begin there from nothing: `memory.bin` is the memory of one that has begun, loaded the program and
// shown a page of each kind. Node makes it when the site is written (`picture`), with the same Python.

/** @typedef {{ [name: string]: any }} Any */
/** @typedef {{ base: number, size: number, table: number, end: number, got: Any }} Library */

const SAVED = "/saved";
/** The folder of the packages, and of what was worked out of them. */
const HOME = "/home/pyodide";
const COMPILED = "msgspec/_core.cpython-314-wasm32-emscripten.so";
const MB = 1e6;
/** The time at which every file was written, so that what was worked out of the files is found again. */
const THEN = new Date("2026-01-01T00:00:00Z");
const PAGE = 65536, BLOCK = 65536;
/** Bytes at the beginning of what `packed` makes, how long its head is; what follows lies at a multiple of `STEP`. */
const FRONT = 4, STEP = 16;

/** Join values that JSON can say and bytes.
 * @param {Any} head @param {Uint8Array[]} parts */
export function packed(head, parts) {
  const text = JSON.stringify(head);
  const said = new TextEncoder().encode(text + " ".repeat(STEP - ((text.length + FRONT) % STEP)));
  const found = new Uint8Array(parts.reduce((all, part) => all + part.length, FRONT + said.length));
  new DataView(found.buffer).setUint32(0, said.length, true);
  [said, ...parts].reduce((at, part) => (found.set(part, at), at + part.length), FRONT);
  return found;
}

/** Take what `packed` has joined apart.
 * @param {Uint8Array} data @returns {[Any, Uint8Array]} */
function unpacked(data) {
  const end = FRONT + new DataView(data.buffer, data.byteOffset).getUint32(0, true);
  return [JSON.parse(new TextDecoder().decode(data.subarray(FRONT, end))), data.subarray(end)];
}

/** Put files into Python's file system.
 * @param {Any} FS @param {[string, number][]} files path and size of each @param {Uint8Array} data */
function lay(FS, files, data) {
  let [at, last] = [0, ""];
  for (const [path, size] of files) {
    const folder = `${HOME}/${path.slice(0, path.lastIndexOf("/"))}`;
    if (folder !== last) FS.mkdirTree(folder);
    last = folder;
    const contents = data.subarray(at, at + size);
    Object.assign(FS.create(`${HOME}/${path}`), { contents, usedBytes: size, atime: THEN, mtime: THEN, ctime: THEN });
    at += size;
  }
}

/** Begin Python with the program's files in it.
 * @param {Uint8Array} program what `python.bin` has
 * @param {Uint8Array | null} memory what `memory.bin` has; null: begin from nothing */
export async function start(program, memory) {
  const [head, behind] = memory ? unpacked(memory) : [null, null];
  const { loadPyodide } = await import(/** @type {string} */ ("./pyodide/pyodide.mjs"));
  const [{ files }, contents] = unpacked(program);
  const heap = head && behind?.subarray(0, head.heap);
  const unwatch = watch(heap?.length ?? 0);
  const py = await loadPyodide({ env: { HOME, TALISMAN_NB_HOME: SAVED }, _makeSnapshot: !memory, _loadSnapshot: heap });
  unwatch();
  lay(py.FS, files, contents);
  if (head) {
    lay(py.FS, head.files, /** @type {Uint8Array} */ (behind).subarray(head.heap));
    tie(py, head.linked);
  }
  py.FS.mkdirTree(SAVED);
  return py;
}

/** Let the memory that the next module is given be as large as a picture of it; return what ends that.
 * @param {number} size bytes */
function watch(size) {
  const names = /** @type {const} */ (["instantiate", "instantiateStreaming"]);
  const own = names.map((name) => WebAssembly[name]);
  names.forEach((name, n) => {
    /** @type {Any} */ (WebAssembly)[name] = async (/** @type {any[]} */ ...given) => {
      const made = await /** @type {any} */ (own[n]).apply(WebAssembly, given);
      const memory = made.instance?.exports.memory;
      if (memory) memory.grow(Math.max(0, Math.ceil((size - memory.buffer.byteLength) / PAGE)));
      return made;
    };
  });
  return () => names.forEach((name, n) => { /** @type {Any} */ (WebAssembly)[name] = own[n]; });
}

/** All that the compiled package may be given of Python, by name. @param {Any} py */
const symbols = (py) => py._module.LDSO.loadedLibsByName.__main__.exports;

/** Where Python has the number of a function that browsers may have and Node may not, the last before the package's.
 * @param {Any} known @param {Int32Array} memory @returns {number} */
const trampoline = (known, memory) =>
  (known._PyRuntime.value + memory[known._PyEM_EMSCRIPTEN_TRAMPOLINE_OFFSET.value / 4]) / 4;

/** Load the compiled package to where the picture of the memory has it, and leave the memory as it was.
 * @param {Any} py @param {Library} library */
function tie(py, library) {
  const { HEAP8, HEAP32 } = py._module;
  const known = symbols(py), table = known.__indirect_function_table;
  const all = table.length;
  if (all > library.table) throw new Error(`${all} functions, not ${library.table}`);
  HEAP32[trampoline(known, HEAP32)] = all === library.table ? all - 1 : 0;
  table.grow(library.end - all);
  const places = /** @type {Any} */ ({ __memory_base: library.base, __table_base: library.table });
  const given = /** @type {Any} */ ({});
  const module = new WebAssembly.Module(py.FS.readFile(`${HOME}/${COMPILED}`));
  for (const { module: from, name } of WebAssembly.Module.imports(module)) {
    given[from] ??= {};
    given[from][name] = from.startsWith("GOT")
      ? new WebAssembly.Global({ value: "i32", mutable: true }, library.got[`${from} ${name}`])
      : places[name] ?? known[name];
  }
  const before = HEAP8.slice(library.base, library.base + library.size);
  new WebAssembly.Instance(module, given);
  HEAP8.set(before, library.base);
}

/** Load the compiled package; return where it lies, and what it was given.
 * @param {Any} py @returns {Library} */
function lie(py) {
  const table = symbols(py).__indirect_function_table;
  const { HEAP32 } = py._module;
  if (!HEAP32[trampoline(symbols(py), HEAP32)]) table.grow(1);
  const { Instance } = WebAssembly;
  const got = /** @type {Any} */ ({});
  const globals = /** @type {[string, WebAssembly.Global][]} */ ([]);
  /** @type {Any} */ (WebAssembly).Instance = function (/** @type {WebAssembly.Module} */ module, /** @type {Any} */ given) {
    const asked = WebAssembly.Module.imports(module).filter((each) => each.module.startsWith("GOT"));
    globals.push(...asked.map(({ module: from, name }) => /** @type {[string, WebAssembly.Global]} */ ([`${from} ${name}`, given[from][name]])));
    return new Instance(module, given);
  };
  py.runPython("import msgspec");
  WebAssembly.Instance = Instance;
  for (const [name, global] of globals) got[name] = global.value;
  const handles = Object.keys(py._module.LDSO.loadedLibsByHandle).map(Number).filter((handle) => handle);
  if (handles.length !== 1) throw new Error(`${handles.length} compiled packages, not one`);
  const [base, size, first, n] = [12, 16, 20, 24].map((at) => py._module.HEAPU32[(handles[0] + at) / 4]);
  const foreign = Object.keys(got).filter((name) => name.startsWith("GOT.func") && got[name] >= first + n);
  if (foreign.length) throw new Error(`functions that only this start has: ${foreign}`);
  return { base, size, table: first, end: table.length, got };
}

/** Make what `memory.bin` has: a program that has shown a page of each kind.
 * @param {Uint8Array} program what `python.bin` has */
async function picture(program) {
  const py = await start(program, null);
  const linked = lie(py);
  const kernel = py.pyimport("talisman_nb.app.page_kernel");
  const kept = kernel.rehearse(py.pyimport("talisman_nb.companion")).toJs();
  kernel.destroy();
  await new Promise((done) => setTimeout(done, 1000)); // the widgets that it has closed end what they had begun
  py.runPython("import gc; gc.collect(); gc.freeze()");
  const contents = kept.map((/** @type {string} */ path) => py.FS.readFile(path));
  const files = kept.map((/** @type {string} */ path, /** @type {number} */ n) =>
    [path.slice(HOME.length + 1), contents[n].length]);
  wipe(py);
  const heap = py.makeMemorySnapshot();
  return packed({ linked, files, heap: heap.length }, [heap, ...contents]);
}

/** Write zeros over memory that is free, so that a picture of it can be squeezed. @param {Any} py */
function wipe(py) {
  const { malloc, free, sbrk } = symbols(py);
  const [end, taken] = [sbrk(0), /** @type {number[]} */ ([])];
  for (const size of [BLOCK, BLOCK >> 4, BLOCK >> 8]) for (;;) {
    const block = malloc(size);
    taken.push(block);
    if (block + size > end) break;
    py._module.HEAPU8.fill(0, block, block + size);
  }
  taken.forEach((block) => free(block));
}

/** Fetch a file of this folder and unpack it; tell each time how many bytes more are there.
 * @param {string} path @param {(n: number) => void} more */
async function bring(path, more) {
  const answer = await fetch(path);
  if (!answer.ok || !answer.body) throw new Error(`${path}: ${answer.status}`);
  const counted = new TransformStream({ transform: (chunk, out) => { more(chunk.length); out.enqueue(chunk); } });
  const plain = answer.body.pipeThrough(counted).pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(plain).arrayBuffer());
}

/** Bring what was saved from the browser's storage into the program; return what carries changes back.
 *
 * No other page writes that storage, so what lies in it is known from then on: where nothing was written nothing is
 * asked of it, and else only files that have changed go there.
 * @param {Any} py @returns {Promise<() => Promise<void>>} */
async function storage(py) {
  const { IDBFS } = py.FS.filesystems;
  const { mount } = py.FS.mount(IDBFS, {}, SAVED);
  /** @type {(way: string, ...given: any[]) => Promise<Any>} */
  const ask = (way, ...given) => new Promise((done, failed) =>
    IDBFS[way](...given, (/** @type {unknown} */ wrong, /** @type {Any} */ found) => (wrong ? failed(wrong) : done(found))));
  let there = await ask("getRemoteSet", mount);
  await ask("reconcile", there, await ask("getLocalSet", mount));
  return async () => {
    const here = await ask("getLocalSet", mount);
    await ask("reconcile", here, there).catch(async () => {
      IDBFS.quit(); // a browser may end the connection, or throw the storage away: begin it anew
      there = await ask("getRemoteSet", mount);
      await ask("reconcile", here, there);
    });
    there.entries = here.entries;
  };
}

/** @type {(word: string, places?: Any, part?: number | null) => void} */
const say = (word, places = {}, part = null) => postMessage({ kind: "say", word, places, part });

/** Begin the program, and from then on pass messages between its widgets and the page; return what takes one.
 * @param {string} query the query of the page's address @returns {Promise<(message: Any) => void>} */
async function begin(query) {
  const { sizes } = await (await fetch("site.json")).json();
  const names = ["python.bin", "memory.bin"];
  const all = names.reduce((sum, name) => sum + sizes[name], 0);
  let n = 0;
  const more = (/** @type {number} */ bytes) => {
    n += bytes;
    say("fetching", { n: n / MB, all: all / MB }, n / all);
  };
  const [program, memory] = await Promise.all(names.map((name) => bring(name, more)));
  say("starting");
  const py = await start(program, memory);
  const keep = await storage(py);
  /** @type {Any[]} */
  let out = [];
  const post = (/** @type {string} */ kind, /** @type {string} */ id, /** @type {string} */ data) => { out.push({ kind, id, data }); };
  const shown = py.pyimport("talisman_nb.app.page_kernel").show_in_page(py.pyimport("talisman_nb.companion"), query, post);
  const [id, hear] = shown.toJs({ depth: 1 });
  const deliver = () => { out.forEach((each) => postMessage(each)); out = []; };
  deliver();
  postMessage({ kind: "show", id });
  let [turn, kept] = [Promise.resolve(), true];
  // An answer is in the storage before the page shows what came of it; the page says where that couldn't be.
  const settle = async () => {
    const before = kept;
    kept = await keep().then(() => true, (wrong) => { console.error(wrong); return false; });
    if (before && !kept) postMessage({ kind: "remark", word: "unkept" });
    deliver();
  };
  setInterval(() => { if (out.length) turn = turn.then(settle); }, 250); // what the program tells by itself
  return (message) => {
    turn = turn.then(() => {
      try { hear(message.id, message.data); } catch (wrong) { console.error(wrong); }
      return settle();
    });
  };
}

if ("WorkerGlobalScope" in globalThis) {
  const waiting = /** @type {Any[]} */ ([]);
  let take = (/** @type {Any} */ message) => { waiting.push(message); };
  onmessage = ({ data }) => {
    if (!("begin" in data)) return take(data);
    begin(data.begin).then((ready) => { take = ready; waiting.splice(0).forEach(take); }, (wrong) => {
      console.error(wrong);
      say("broken", { problem: String(wrong.message ?? wrong).trim().split("\n").at(-1) });
    });
  };
} else {
  const { readFile, writeFile } = await import(/** @type {string} */ ("node:fs/promises"));
  const [from, into] = /** @type {Any} */ (globalThis).process.argv.slice(2);
  await writeFile(into, await picture(new Uint8Array(await readFile(from))));
  /** @type {Any} */ (globalThis).process.exit();
}
