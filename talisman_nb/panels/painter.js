/** Painting a view of the table: what changed, where the focus goes, what is seen of a press. */

import { Table } from "./table.js";
import { nameRegions, paintRegion, regionsOf } from "./frame.js";
import { showKeys } from "./bar.js";
import { fitHeading } from "./ask.js";
import { showNewest } from "./journal.js";
import { forgetRead } from "./memo.js";

export class Painter extends Table {
  /** Known from the last change of size: asking the page in the middle of painting would have it laid out at once. */
  width() { return this.wide || this.root.clientWidth; }

  // What is seen of a press
  sink(...ids) { ids.forEach((id) => this.find(id)?.classList.add("sunk")); }
  /** Say in one line why a press does nothing; the question stays. */
  refuse(why) {
    Object.assign(this.ui, { remark: why, refused: true });
    this.paint("ask");
    this.shake();
  }
  /** The border alone says no, for a moment. */
  shake() {
    this.hosts.ask.classList.remove("refused");
    void this.hosts.ask.offsetWidth; // starts the border's colour anew
    this.hosts.ask.classList.add("refused");
  }
  // Painting
  /** What of that name can be seen now (the journal is there twice: as a region and as a drawer). */
  find(id) {
    return [...this.root.querySelectorAll(`[data-id="${CSS.escape(id)}"]`)].find((each) => each.getClientRects().length);
  }
  /** Where the focus belongs when a question comes: a card's name is typed at once. */
  entry() {
    if (["spell", "use"].includes(this.ui.drawer)) return "drawer-head";
    return this.question()?.kind === "card" ? "search" : "headline";
  }
  /** To the place of that name, or to the headline. */
  focus(id) { (this.find(id) ?? this.find("headline") ?? this.root).focus({ preventScroll: true }); }
  /** Paint one region anew, whatever it read. */
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
  /** What needs the sizes of things waits for the frame: asked earlier, the browser would lay everything out twice. */
  measure() {
    if (this.setup || this.sizing) return;
    this.sizing = true;
    requestAnimationFrame(() => {
      this.sizing = false;
      fitHeading(this.hosts.ask);
      showNewest(this);
    });
  }
  /** A focus lost to the page would hand the keys to the notebook around it. */
  keepingFocus(act) {
    const before = this.root.getRootNode().activeElement;
    const id = before?.dataset?.id;
    const inside = before && this.root.contains(before);
    act();
    if (inside && !this.root.contains(this.root.getRootNode().activeElement)) this.focus(id ?? "headline");
  }
}
