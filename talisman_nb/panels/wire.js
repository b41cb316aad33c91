/** The next screen from what changed: whatever stayed is the same object, so that a region knows what to leave alone. */

/** What `old` becomes by a change as `wire.py` makes it. @param {any} old @param {any} change */
export function changed(old, change) {
  if ("is" in change) return change.is;
  if ("of" in change) return change.of.map((each, i) => (typeof each === "number" ? old[each] : changed(old[i], each)));
  const made = { ...old };
  for (const [key, part] of Object.entries(change.in)) {
    made[key] = changed(old[key], part);
    if (made[key] === null) delete made[key];
  }
  return made;
}

/** Hear news for all views of a model at once; whoever missed some asks for the whole screen. */
export function hearNews(model) {
  model.on("msg:custom", (message) => {
    if (message.type !== "news") return;
    const screen = model.get("screen");
    if (screen?.seq !== message.seq - 1) askWhole(model);
    else for (const trait of ["setup", "screen"]) tell(model, trait, message[trait]);
  });
}

function tell(model, trait, change) {
  if (change) model.set(trait, changed(model.get(trait), change));
}

/** The screen comes whole to a view that has another one than the program. */
export function askWhole(model) {
  model.send({ type: "ping", seq: model.get("screen")?.seq ?? 0, view: "" });
}
