/** Painting of a view: changed regions, focus, measuring, and feedback on presses. */

import { Table } from "./table.js";
import { nameRegions, paintRegion, regionsOf } from "./frame.js";
import { showKeys } from "./bar.js";
import { fitHeading } from "./ask.js";
import { showNewest } from "./journal.js";
import { forgetRead } from "./memo.js";

export class Painter extends Table {
  /** The panel's width in pixels, cached at the last resize: reading it while painting would force a layout. */
  width() { return this.wide || this.root.clientWidth; }

  // Feedback on presses
  sink(...ids) { ids.forEach((id) => this.find(id)?.classList.add("sunk")); }
  /** Show why a press does nothing, in the foot line. */
  refuse(why) {
    Object.assign(this.ui, { remark: why, refused: true });
    this.paint("ask");
    this.shake();
  }
  /** Flash the border of the ask as a refusal. */
  shake() {
    this.hosts.ask.classList.remove("refused");
    void this.hosts.ask.offsetWidth; // forces a reflow, which restarts the animation
    this.hosts.ask.classList.add("refused");
  }
  // Painting
  /** The visible element with this `data-id` (ids occur twice: the journal is a region and a drawer). */
  find(id) {
    return [...this.root.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)].find((each) => each.getClientRects().length);
  }
  /** The id of the element to focus when a question comes. */
  entry() {
    if (["spell", "use"].includes(this.ui.drawer)) return "drawer-head";
    return this.question()?.kind === "card" ? "search" : "headline";
  }
  /** Focus the element with this id, else the headline, else the panel. */
  focus(id) { (this.find(id) ?? this.find("headline") ?? this.root).focus({ preventScroll: true }); }
  /** Repaint one region unconditionally. */
  paint(name) {
    forgetRead(this.hosts[name]);
    this.keepingFocus(() => paintRegion(this, name));
    this.measure();
  }
  /** Paint what changed. */
  paintAll() {
    this.keepingFocus(() => this.paintChanged());
    showKeys(this);
    this.measure();
  }
  paintChanged() {
    const data = { tab: this.ui.tab, large: String(this.ui.large), setup: String(Boolean(this.setup)), drawer: this.ui.drawer };
    for (const [name, value] of Object.entries(data)) if (this.grid.dataset[name] !== value) this.grid.dataset[name] = value;
    nameRegions(this);
    regionsOf(this).forEach((name) => paintRegion(this, name));
    this.root.querySelectorAll(".sunk").forEach((each) => each.classList.remove("sunk"));
  }
  /** Schedule what reads sizes for the next frame, to avoid a second layout. */
  measure() {
    if (this.setup || this.sizing) return;
    this.sizing = true;
    requestAnimationFrame(() => {
      this.sizing = false;
      fitHeading(this.hosts.ask);
      showNewest(this);
    });
  }
  /** Run `act` and restore a focus lost in it: else key events would go to the notebook. */
  keepingFocus(act) {
    const before = this.root.getRootNode().activeElement;
    const id = before?.dataset?.id;
    const inside = before && this.root.contains(before);
    act();
    if (inside && !this.root.contains(this.root.getRootNode().activeElement)) this.focus(id ?? "headline");
  }
}
