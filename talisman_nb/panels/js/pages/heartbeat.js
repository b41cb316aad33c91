// @ts-check
/**
 * Heartbeat: matches replies to messages, pings the program, reports "slow", "thinking" or "gone" without a reply. Silence
 * alone is no sign of an end: on a busy machine a program is slow. "Gone" is what the kernel or the connection says, or
 * what nobody could take for slow any more.
 */

/**
 * @import { Model } from "../base/app.js"
 * @typedef {ReturnType<typeof watchReplies>} Heartbeat
 */

/** Milliseconds without a reply after which the state is "slow". */
const SLOW = 300;
/** Milliseconds without a reply after which the state is "thinking", or "gone" where an end is known. */
const PATIENCE = 2000;
/** Milliseconds without a sound after which the state is "gone", though nothing says that the program has ended. */
const LONG = 30000;
/** Milliseconds between a reply and the next ping, and for its pong: an end that is known is noticed in 2 s. */
const [BETWEEN_PINGS, PONG] = [900, 1100];
/** Milliseconds between two pings of a page in the background, which only tell that it is there. */
const HIDDEN = 30000;
/** Milliseconds for which a program that says that it takes longer is waited for. */
const THINKS = 15000;
/** Upper bound in milliseconds of the backoff without a reply. */
const LONGEST_PAUSE = 20000;
/** Milliseconds for a lost connection to be renewed before the program counts as gone. */
const RENEWED = 1000;
/** Milliseconds for which a kernel's connection that is being renewed is waited for: a busy server takes seconds. */
const RENEWING = 8000;
/** Kernel and connection statuses of an end: they trigger a ping at once, and no reply to it means that it is gone. */
const TROUBLE = ["restarting", "autorestarting", "dead", "terminating", "disconnected"];
/** The connection status of one that is being renewed: no end yet. */
const CONNECTING = "connecting";

/** The number of the model's screen. @param {Model} model @returns {number} */
export function screenNumber(model) {
  return model.get("screen")?.seq ?? 0;
}

/**
 * Call `ask` when a notebook reports a kernel status in `TROUBLE`.
 * @param {Model} model @param {() => void} ask @returns a function that unsubscribes
 */
function hearKernel(model, ask) {
  const kernel = model.widget_manager?.kernel;
  const signals = [kernel?.statusChanged, kernel?.connectionStatusChanged].filter((signal) => signal?.connect);
  const hear = (/** @type {unknown} */ _, /** @type {string} */ status) => { if (TROUBLE.includes(status)) ask(); };
  signals.forEach((signal) => signal.connect(hear));
  return () => signals.forEach((signal) => signal.disconnect(hear));
}

/** Whether a notebook's kernel or its connection says now that it has ended. @param {Model} model */
function isEnded(model) {
  const kernel = model.widget_manager?.kernel;
  return TROUBLE.includes(kernel?.status) || TROUBLE.includes(kernel?.connectionStatus);
}

/** Whether a notebook's connection to its kernel is being renewed now. @param {Model} model */
function isRenewing(model) {
  return model.widget_manager?.kernel?.connectionStatus === CONNECTING;
}

/** Whether a notebook's kernel says that it computes: then it may be as long as it likes. @param {Model} model */
function isThinking(model) {
  const kernel = model.widget_manager?.kernel;
  return kernel?.status === "busy" && kernel.connectionStatus === "connected";
}

/**
 * Start the heartbeat. `show(state)` gets "well", "slow", "thinking" or "gone"; `said(label, taken)` is called when a
 * pending message is settled after "gone": whether it was taken; after "thinking" if it was not. `rev()` returns the revision of the current screen.
 * @param {{model: Model, rev: () => number, show: (state: string) => void,
 *   said: (label: string, taken: boolean) => void}} to
 */
export function watchReplies({ model, show, said, rev }) {
  const me = Math.random().toString(36).slice(2, 8);
  let count = 0;
  let kept = /** @type {{view: string, label: string, rev: number} | null} */ (null); // the pending message
  let gone = false;
  let thinking = false;
  let ended = false; // the kernel or the connection has said so since the last reply
  let given = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined); // timer of the longest silence
  let renewing = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined); // timer of a lost connection
  let left = false; // the page was closed, or is kept for a way back to it
  let timers = /** @type {ReturnType<typeof setTimeout>[]} */ ([]);
  let pause = PATIENCE; // exponential backoff between pings without a reply

  const later = (/** @type {number} */ ms, /** @type {() => void} */ act) => timers.push(setTimeout(act, ms));
  const forgetTimers = () => { timers.forEach((each) => clearTimeout(each)); timers = []; };
  const heard = () => { given = void clearTimeout(given); };
  const unheard = () => { given ??= setTimeout(() => { ended = true; lose(); }, LONG); };
  const renew = () => { renewing ??= setTimeout(lapse, RENEWING); };
  const rest = () => { forgetTimers(); later(BETWEEN_PINGS, ping); };
  const wait = () => {
    forgetTimers();
    later(SLOW, () => { if (kept) show("slow"); });
    later(kept ? PATIENCE : PONG, lose);
  };
  function lapse() {
    renewing = undefined;
    if (!isRenewing(model)) return;
    ended = true;
    lose();
  }
  function lose() {
    forgetTimers();
    const computes = isThinking(model);
    ended ||= isEnded(model);
    if (computes) ended = false;
    if (isRenewing(model)) renew();
    if (computes) heard(); // a sound of it
    gone = ended;
    thinking = !gone;
    show(gone ? "gone" : "thinking");
    if (computes) later(BETWEEN_PINGS, lose); // what was sent is answered when the kernel is done
    else askAgain();
  }
  function askAgain() {
    forgetTimers();
    later(pause, ping);
    pause = Math.min(pause * 2, LONGEST_PAUSE);
  }
  function deliver(/** @type {object} */ message) {
    const view = `${me}-${(count += 1)}`;
    try {
      model.send({ ...message, view });
    } catch {
      ended = true;
      lose();
    }
    return view;
  }
  function ping() {
    if (document.hidden) return inBackground();
    deliver({ type: "ping", seq: screenNumber(model) });
    unheard();
    if (isRenewing(model)) renew();
    if (gone) return askAgain();
    return thinking && !ended ? askAgain() : wait();
  }
  function inBackground() {
    forgetTimers();
    heard(); // nobody looks: what is silent then says nothing
    later(HIDDEN, tellHidden);
  }
  function tell(/** @type {"hidden" | "closed"} */ what) {
    try {
      model.send({ type: "ping", seq: screenNumber(model), [what]: true, view: `${me}-${(count += 1)}` });
    } catch { /* it is told when the page is looked at again */ }
  }
  function tellHidden() {
    tell("hidden");
    inBackground();
  }
  const tellClosed = () => { // its visibility changes afterwards
    left = true;
    tell("closed");
  };
  function settle(/** @type {boolean} */ taken) {
    const [was, tells] = [kept, gone || (thinking && !taken)]; // who was slow says only what was lost
    kept = null;
    gone = thinking = ended = false;
    heard();
    renewing = void clearTimeout(renewing);
    pause = PATIENCE;
    rest();
    show("well");
    if (tells && was?.label) said(was.label, taken);
  }
  const number = (reply = "") => (reply.startsWith(`${me}-`) ? Number(reply.split("-")[1]) : 0);
  const wake = () => (left ? undefined : document.hidden ? tellHidden() : ping());
  const comeBack = () => {
    left = false;
    wake();
  };

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  window.addEventListener("pagehide", tellClosed);
  window.addEventListener("pageshow", comeBack);
  const unhear = hearKernel(model, () => { ended = true; later(0, ping); });
  const connection = (/** @type {string} */ state) => {
    ended = state !== "back";
    if (!ended) return ping();
    forgetTimers();
    return later(RENEWED, lose);
  };
  model.on?.("connection", connection);
  rest();
  return {
    /** Send a message, though replies stay out; it is pending until its reply. `label` names what was pressed. */
    send(/** @type {object} */ message, /** @type {string} */ label) {
      const view = deliver(message);
      kept = { view, label, rev: rev() };
      unheard();
      thinking = false;
      if (!gone) return wait();
      show("gone");
      pause = PATIENCE;
      return askAgain();
    },
    /** Send a message that waits behind no other one, and for which none waits; return the id that its reply has. */
    ask: (/** @type {object} */ message) => (gone ? "" : deliver(message)),
    busy: () => kept !== null,
    gone: () => gone,
    thinking: () => thinking,
    pending: () => kept,
    /** Handle a screen's `reply`: it settles the pending message if it answers this one or a later one. */
    replied(/** @type {string | undefined} */ reply) {
      if (kept && number(reply) >= number(kept.view)) settle(true);
      else if (!kept && gone) settle(true);
    },
    /** The program says that what was pressed takes longer. */
    thinks() {
      if (!kept) return;
      forgetTimers();
      heard();
      [thinking, ended] = [true, false];
      show("thinking");
      later(THINKS, lose);
    },
    /** Handle a pong: a message sent before the ping and still pending was lost, unless the screen has changed. */
    pong(/** @type {string} */ reply) {
      if (!kept) settle(true);
      else if (number(reply) > number(kept.view)) settle(rev() !== kept.rev);
    },
    close() {
      forgetTimers();
      heard();
      clearTimeout(renewing);
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      window.removeEventListener("pagehide", tellClosed);
      window.removeEventListener("pageshow", comeBack);
      model.off?.("connection", connection);
      unhear();
    },
  };
}
