/** A look at one's own Spells on a screen that everybody sees: only while P is held, and no longer than a glance. */

const GLANCE = 8000;

/** Show the Spells of whoever is asked; false when that hand is empty or lies open anyway. */
export function glance(app) {
  const seat = app.question()?.who?.seat;
  const held = app.asides("S").some((aside) => aside.key === `${seat}/cast:spell?`);
  if (app.ui.looking || !held) return held;
  Object.assign(app.ui, { looking: true, drawer: "sheet", seat });
  app.glancing = setTimeout(() => lookAway(app), GLANCE);
  app.say({ type: "look", seat });
  return true;
}

/** Names leave the page at once, and the program hears it as soon as it listens. */
export function lookAway(app) {
  if (!app.ui.looking) return;
  clearTimeout(app.glancing);
  Object.assign(app.ui, { looking: false, drawer: "", away: true });
  app.paintAll();
  awayAgain(app);
}

/** Said after the reply that was still on its way. */
export function awayAgain(app) {
  if (!app.ui.away || app.alive.busy()) return;
  app.ui.away = false;
  app.say({ type: "look", seat: -1 });
}
