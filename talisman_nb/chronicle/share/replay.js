"use strict";
/** Plays a game back: each step has the pictures of spaces and the sheets that it changes. */
(() => {
  const { steps, pictures, sheets, people, words, figures, counters } = JSON.parse(document.getElementById("game").textContent);
  const find = (selector) => document.querySelector(selector);
  const SECONDS = [4, 2.5, 1.5, 0.8, 0.4];
  let at = 0;
  let pace = 2;
  let timer = 0;

  const make = (tag, props = {}, ...kids) => {
    const node = document.createElement(tag);
    for (const [name, value] of Object.entries(props)) if (value !== null) node.setAttribute(name, value);
    node.append(...kids);
    return node;
  };
  const filled = (text, values) => text.replace(/\{(\w+)[^}]*\}/g, (whole, name) => values[name] ?? whole);
  const colour = (node, seat) => {
    if (seat >= 0) node.style.setProperty("--seat", `var(--seat-${seat % 6})`);
    else node.style.removeProperty("--seat");
    return node;
  };

  // The layer over the board, in units of the board
  const board = find(".board svg");
  const over = board.cloneNode(false);
  over.classList.add("over");
  over.setAttribute("aria-hidden", "true");
  find(".board").append(over);

  /** Return the lying cards of the board and the sheets after a step. */
  const stateAt = (last) => {
    const lying = {};
    const held = {};
    for (const { b = {}, p = {} } of steps.slice(0, last + 1)) {
      Object.assign(lying, b);
      Object.assign(held, p);
    }
    return { lying, held };
  };

  const sheetOf = (name, seat, index, before, turn) => {
    const [character, space, state, values, things] = sheets[index];
    const old = before === undefined ? values : sheets[before][3];
    const shown = values.flatMap((value, i) => (value === null ? [] : [figure(i, value, value !== old[i])]));
    return colour(make("article", { class: seat === turn ? "sheet active" : "sheet" },
      make("h2", {}, character && character !== name ? `${name} · ${character}` : name),
      make("p", { class: "muted" }, [space, state].filter(Boolean).join(" · ")),
      make("p", { class: "figures" }, ...shown), make("p", { class: "held" }, things.join(", "))), seat);
  };
  const figure = (i, value, changed) => {
    const kind = ["strength", "craft", "life", "fate", "gold"][i];
    const node = make("span", { title: figures[i], class: changed ? "changed" : null });
    node.innerHTML = `<svg viewBox="-12 -12 24 24" role="img"><path fill-rule="evenodd" d="${counters[kind]}"/></svg>`;
    node.firstChild.setAttribute("aria-label", figures[i]);
    node.append(String(value));
    return node;
  };

  // The list of all lines, under their rounds and turns
  const list = find(".lines");
  list.setAttribute("aria-label", words.lines);
  const buttons = steps.map(({ n, t, r = 0, s = -1, w = "" }, i) => {
    const before = steps[i - 1] ?? {};
    const round = r && r !== before.r;
    const item = colour(make("li"), s);
    if (round) item.append(make("h2", {}, filled(words.round, { n: r })));
    if (w && (round || s !== before.s || w !== before.w)) item.append(make("h3", {}, w));
    const press = make("button", { type: "button", "data-line": n }, t);
    press.addEventListener("click", () => { pause(); show(i); });
    item.append(press);
    list.append(item);
    return press;
  });

  const slider = find(".slider");
  slider.max = String(steps.length - 1);
  slider.setAttribute("aria-label", words.lines);
  slider.addEventListener("input", () => { pause(); show(Number(slider.value)); });

  const show = (to) => {
    at = Math.min(Math.max(to, 0), steps.length - 1);
    const { n, t, r = 0, s = -1, w = "" } = steps[at];
    const { lying, held } = stateAt(at);
    const before = at ? stateAt(at - 1).held : held;
    const place = filled(words["line-of"], { n, all: steps.at(-1).n });
    find(".where").textContent = [r ? filled(words.round, { n: r }) : "", w, place].filter(Boolean).join(" · ");
    find("h1").textContent = t;
    colour(find(".now"), s);
    over.innerHTML = Object.values(lying).filter((index) => index >= 0).map((index) => pictures[index]).join("");
    find(".sheets").replaceChildren(...people.flatMap((name, seat) =>
      (held[seat] === undefined ? [] : [sheetOf(name, seat, held[seat], before[seat], s)])));
    list.querySelector("[aria-current]")?.removeAttribute("aria-current");
    buttons[at].setAttribute("aria-current", "step");
    const [room, line] = [list.getBoundingClientRect(), buttons[at].getBoundingClientRect()];
    list.scrollTop += line.top + line.height / 2 - room.top - room.height / 2;
    slider.value = String(at);
    slider.setAttribute("aria-valuetext", t);
    if (location.protocol !== "about:") history.replaceState(null, "", `#${n}`); // a page shown in another has no address
  };

  const pause = () => {
    clearInterval(timer);
    timer = 0;
    tell();
  };
  const play = () => {
    if (timer) return pause();
    if (at === steps.length - 1) show(0);
    timer = setInterval(() => (at < steps.length - 1 ? show(at + 1) : pause()), 1000 * SECONDS[pace]);
    return tell();
  };
  const faster = (by) => {
    pace = Math.min(Math.max(pace + by, 0), SECONDS.length - 1);
    if (timer) { pause(); play(); }
  };
  const go = (to) => () => { pause(); show(to()); };

  const ACTS = {
    first: ["«", "Home", go(() => 0)], back: ["‹", "ArrowLeft", go(() => at - 1)], play: ["", " ", play],
    on: ["›", "ArrowRight", go(() => at + 1)], last: ["»", "End", go(() => steps.length - 1)],
    slower: ["−", "-", () => faster(-1)], faster: ["+", "+", () => faster(1)],
  };
  const controls = find(".controls");
  for (const [act, [sign, , run]] of Object.entries(ACTS)) {
    const press = make("button", { type: "button", "data-act": act, "aria-label": words[act], title: words[act] }, sign);
    press.addEventListener("click", run);
    controls.append(press);
  }
  const tell = () => {
    const press = controls.querySelector('[data-act="play"]');
    press.textContent = timer ? words.pause : words.play;
    press.removeAttribute("aria-label");
    find("h1").setAttribute("aria-live", timer ? "off" : "polite"); // lines in quick succession are not read out
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target === slider) return;
    if (event.key === " " && event.target instanceof HTMLButtonElement) return;
    const found = Object.values(ACTS).find(([, key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found[2]();
  });

  tell();
  const begin = () => show(Math.max(steps.findLastIndex(({ n }) => n <= Number(location.hash.slice(1))), 0));
  addEventListener("hashchange", begin);
  begin();
})();
