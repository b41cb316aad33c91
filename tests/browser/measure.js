/* What is wrong with what is painted, one text for each fault: scrolling, letters, contrast, cut and overlapping text, targets. */
window.faultsOfLayout = ({ least, touch, room }) => {
  const root = document.querySelector(room);
  const faults = [];
  const told = (e) => {
    const parts = [];
    for (let at = e; at && at !== root && parts.length < 3; at = at.parentElement) {
      const name = typeof at.className === "string" ? at.className : at.className.baseVal;
      parts.unshift(name ? `.${name.trim().split(/\s+/).slice(0, 2).join(".")}` : at.localName);
    }
    return `${parts.join(" ")} "${(e.textContent || e.value || e.placeholder || "").trim().slice(0, 40)}"`;
  };
  const whole = (e) => e.closest("[title], .moment, .todo, .lasting, .end, .television .detail");
  const fault = (kind, e, by = "") => faults.push(`${kind}: ${told(e)} ${by}`);
  const shown = (e) => e.getClientRects().length && e.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const free = ".unseen, .peek, [hidden], .board svg, .map, .road";
  const page = document.documentElement;
  if (page.scrollWidth > innerWidth + 1) faults.push(`page: ${page.scrollWidth} wide`);
  if (page.scrollHeight > innerHeight + 1 && !root.querySelector(".setup:not([hidden]), .chronicle:not([hidden]), .drawer:not([hidden]), .places")) faults.push(`page: ${page.scrollHeight} high`);
  const opened = "textarea, .drawer, .journal, .places, .byhand, .setup, .chronicle, .hits, .long";
  for (const e of root.querySelectorAll("*")) {
    if (!(e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1) || !shown(e)) continue;
    const { overflowY, overflowX } = getComputedStyle(e);
    if (!e.clientHeight || e.closest(opened) || e.localName === "select" || e.localName === "input") continue;
    if (/auto|scroll/.test(overflowY) && e.scrollHeight > e.clientHeight + 1) fault("scrolls", e, `${e.scrollHeight} in ${e.clientHeight}`);
    if (/auto|scroll/.test(overflowX) && e.scrollWidth > e.clientWidth + 1) fault("scrolls", e, `${e.scrollWidth} in ${e.clientWidth} wide`);
  }
  // every piece of text: its lines, cut by whom
  const lines = [];
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const clips = new Map();
  const clipsOf = (e) => {
    if (!e || e === page) return [];
    if (clips.has(e)) return clips.get(e);
    const { overflowX, overflowY, position, textOverflow, webkitLineClamp } = getComputedStyle(e);
    const own = [];
    if (overflowX !== "visible" || overflowY !== "visible") {
      own.push({ e, box: e.getBoundingClientRect(), scrolls: /auto|scroll/.test(overflowX + overflowY), dots: textOverflow === "ellipsis" || webkitLineClamp !== "none" });
    }
    const found = position === "fixed" ? own : [...own, ...clipsOf(e.parentElement)];
    clips.set(e, found);
    return found;
  };
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !shown(e) || e.closest(free) || ["STYLE", "OPTION", "SCRIPT"].includes(e.tagName)) continue;
    const style = getComputedStyle(e), letters = Number.parseFloat(style.fontSize);
    if (letters < least - 0.1 && !e.closest("svg, .mark, .television .do")) fault("small", e, `${letters}px`);
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const r of range.getClientRects()) {
      if (r.width < 2 || r.height < 2) continue;
      // the letters themselves are lower than their line
      const trim = Math.max(0, (r.height - letters * 0.8) / 2);
      const box = { left: r.left, right: r.right, top: r.top + trim, bottom: r.bottom - trim };
      let seen = true;
      for (const { e: by, box: edge, scrolls, dots } of clipsOf(e)) {
        const out = box.bottom <= edge.top + 1 || box.top >= edge.bottom - 1 || box.left >= edge.right - 1 || box.right <= edge.left + 1;
        const over = Math.max(box.bottom - edge.bottom, edge.top - box.top), beside = Math.max(box.right - edge.right, edge.left - box.left);
        if (over > 1.5 || beside > 1.5) {
          if (out) seen = false;
          if (out && by.matches(".lasting")) break;
          if (by.matches(".todo")) break;
          if (!scrolls && !e.closest(opened) && !(dots && whole(e))) fault(dots || getComputedStyle(e).textOverflow === "ellipsis" ? "dots" : "cut", e, `by ${told(by).split(' "')[0]} ${Math.round(over)} ${Math.round(beside)}`);
          if (!out && scrolls && !e.closest(opened)) fault("cut", e, `where it scrolls ${Math.round(over)}`);
          Object.assign(box, { left: Math.max(box.left, edge.left), right: Math.min(box.right, edge.right), top: Math.max(box.top, edge.top), bottom: Math.min(box.bottom, edge.bottom) });
        }
      }
      if (!seen) continue;
      if (box.right > innerWidth + 1 || box.left < -1 || (box.bottom > innerHeight + 1 && page.scrollHeight <= innerHeight + 1)) fault("outside", e, `${Math.round(box.right)} ${Math.round(box.bottom)}`);
      else lines.push({ e, box });
    }
  }
  // text over text, where both are seen
  const above = (e, x, y) => { const top = document.elementFromPoint(x, y); return !top || top.contains(e) || e.contains(top) || getComputedStyle(e).pointerEvents === "none"; };
  lines.sort((a, b) => a.box.top - b.box.top);
  lines.forEach((a, i) => {
    for (let j = i + 1; j < lines.length && lines[j].box.top < a.box.bottom - 1.5; j += 1) {
      const b = lines[j];
      const left = Math.max(a.box.left, b.box.left), right = Math.min(a.box.right, b.box.right);
      const top = Math.max(a.box.top, b.box.top), bottom = Math.min(a.box.bottom, b.box.bottom);
      if (right - left < 2 || bottom - top < 2 || a.e === b.e) continue;
      if ((a.e.closest(".hint") || b.e.closest(".hint")) && (a.e.closest(".journal") || b.e.closest(".journal"))) continue;
      const x = (left + right) / 2, y = (top + bottom) / 2;
      if (above(a.e, x, y) && above(b.e, x, y)) fault("overlap", b.e, `over ${told(a.e)}`);
    }
    // text under something else that is no part of it and was not opened over it
    const x = (a.box.left + a.box.right) / 2, y = (a.box.top + a.box.bottom) / 2;
    const top = document.elementFromPoint(x, y);
    if (top && y < innerHeight && !top.contains(a.e) && !a.e.contains(top) && !top.closest(".drawer, .stage, .road, .journal") && !a.e.closest(".setup, .journal, .places")
      && getComputedStyle(a.e).pointerEvents !== "none" && !a.e.closest("label")?.contains(top)) fault("covered", a.e, `by ${told(top)}`);
  });
  if (touch) {
    for (const e of root.querySelectorAll("button, a[href], input, select, textarea, [role=tab]")) {
      if (!shown(e) || e.closest(".unseen, svg") || e.matches(".named-word")) continue;
      const box = (e.matches("[type=checkbox], [type=radio]") ? e.closest("label") ?? e : e).getBoundingClientRect();
      if (box.width < 43.5 || box.height < 43.5) fault("target", e, `${Math.round(box.width)} x ${Math.round(box.height)}`);
    }
  }
  for (const sheet of root.querySelectorAll(".sheets .sheet")) {
    if (!shown(sheet) || sheet.matches(".dead")) continue;
    const where = sheet.querySelector(".where");
    if (!where?.textContent.trim() && !where?.title) fault("place untold", sheet);
  }
  return [...new Set(faults)];
};

window.faultsOfColour = ({ room }) => {
  const root = document.querySelector(room), faults = new Set();
  const parse = (colour) => { const [r, g, b, a = 1] = (colour.match(/[\d.]+/g) ?? [0, 0, 0, 0]).map(Number); return colour.startsWith("color(") ? [r * 255, g * 255, b * 255, a] : [r, g, b, a]; };
  const over = (top, under) => top.slice(0, 3).map((part, i) => part * top[3] + under[i] * (1 - top[3]));
  const light = (rgb) => { const [r, g, b] = rgb.map((n) => n / 255).map((n) => n <= 0.03928 ? n / 12.92 : ((n + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
  const grounds = new Map();
  const groundOf = (e) => {
    if (!e) return [255, 255, 255];
    if (!grounds.has(e)) {
      const { backgroundColor, backgroundImage } = getComputedStyle(e);
      const own = parse(backgroundColor);
      const image = backgroundImage.startsWith("linear-gradient") ? backgroundImage.match(/rgba?\([^)]*\)/g)?.map(parse).find((each) => each[3] > 0.5) : null;
      grounds.set(e, image ? image.slice(0, 3) : own[3] === 1 ? own.slice(0, 3) : own[3] === 0 ? groundOf(e.parentElement) : over(own, groundOf(e.parentElement)));
    }
    return grounds.get(e);
  };
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const e = node.parentElement;
    if (!node.data.trim() || !e.getClientRects().length || !e.checkVisibility({ visibilityProperty: true, opacityProperty: true })
      || e.closest("svg, .post, .unseen, [hidden], option, style, :disabled, [aria-disabled=true]")) continue;
    const style = getComputedStyle(e), size = Number.parseFloat(style.fontSize);
    let opacity = 1;
    for (let at = e; at && at !== root; at = at.parentElement) opacity *= Number(getComputedStyle(at).opacity);
    const ground = groundOf(e), text = parse(style.color);
    const [a, b] = [light(ground), light(over([...text.slice(0, 3), text[3] * opacity], ground))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5) - 0.02) {
      const name = typeof e.className === "string" ? e.className : "";
      faults.add(`contrast: .${e.parentElement.className} > .${name} "${node.data.trim().slice(0, 30)}" ${ratio.toFixed(2)} ${style.color} on ${ground.map(Math.round)}`);
    }
  }
  return [...faults];
};

/* Shows a screen anew, presses keys ("[id]" a button), and has everything answered that the page asks for. */
const later = window.setTimeout;
window.setTimeout = (done, pause = 0, ...more) => later(done, pause <= 400 ? 0 : pause, ...more);
const frame = () => new Promise((done) => requestAnimationFrame(() => later(done)));
const words = {};
const quiet = async () => {
  for (let still = 0, heard = 0; still < 3;) {
    await frame();
    if (window.sent.length === heard) { still += 1; continue; }
    still = 0;
    for (const message of window.sent.slice(heard)) {
      heard += 1;
      const { reply, ...traits } = await window.handled(message);
      if (reply) window.tell("msg:custom", reply);
      else window.show(traits);
    }
  }
};
window.paint = async (state, key, labels, keys) => {
  if (labels) words[key] = labels;
  document.body.dataset.jpThemeLight = "true";
  window.again({ ...state, labels: words[key] });
  window.scrollTo(0, 0);
  await quiet();
  for (const each of keys) {
    const [, id] = each.match(/^\[(.*)\]$/) ?? [];
    if (id) [...document.querySelectorAll(`[data-id="${id}"]`)].find((e) => e.checkVisibility())?.click();
    else for (const kind of ["keydown", "keyup"]) document.activeElement.dispatchEvent(new KeyboardEvent(kind, { key: each, bubbles: true, cancelable: true }));
    await quiet();
    await quiet();
  }
};
window.bars = async (touch) => {
  const found = window.faultsOfLayout({ least: 14, touch, room: ".tlm" });
  found.push(...window.faultsOfColour({ room: ".tlm" }).map((each) => `light ${each}`));
  document.body.dataset.jpThemeLight = "false";
  found.push(...window.faultsOfColour({ room: ".tlm" }).map((each) => `dark ${each}`));
  return found;
};
