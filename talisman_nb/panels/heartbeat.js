/** Nothing looks alive that isn't: every message wants a reply, and its absence is said. */

const SLOW = 300;
const PATIENCE = 2000;
const BETWEEN_PINGS = 20000;
const TROUBLE = ["restarting", "autorestarting", "dead", "terminating", "disconnected"];

/** What a notebook says of its kernel, where it says anything: a reason to ask at once. @returns a way to stop */
function hearKernel(model, ask) {
  const kernel = model.widget_manager?.kernel;
  const signals = [kernel?.statusChanged, kernel?.connectionStatusChanged].filter((signal) => signal?.connect);
  const hear = (_, status) => { if (TROUBLE.includes(status)) ask(); };
  signals.forEach((signal) => signal.connect(hear));
  return () => signals.forEach((signal) => signal.disconnect(hear));
}

/**
 * Watches replies. `show(state)` gets "well", "waiting", "slow" or "gone"; `said(kept, taken)` what became of a kept answer.
 * @param {{model: any, show: (state: string) => void, said: (kept: any, taken: boolean) => void, rev: () => number}} to
 */
export function watchReplies({ model, show, said, rev }) {
  const me = Math.random().toString(36).slice(2, 8);
  let count = 0;
  let kept = null; // the message that waits for its reply
  let gone = false;
  let timers = [];
  let pause = PATIENCE; // between pings to a program that is gone: longer and longer

  const later = (ms, act) => timers.push(setTimeout(act, ms));
  const forgetTimers = () => { timers.forEach(clearTimeout); timers = []; };
  const rest = () => { forgetTimers(); later(BETWEEN_PINGS, ping); };
  const wait = () => {
    forgetTimers();
    later(SLOW, () => kept && show("slow"));
    later(PATIENCE, lose);
  };
  function lose() {
    gone = true;
    show("gone");
    askAgain();
  }
  function askAgain() {
    forgetTimers();
    later(pause, ping);
    pause = Math.min(pause * 2, BETWEEN_PINGS);
  }
  function deliver(message) {
    const view = `${me}-${(count += 1)}`;
    try {
      model.send({ ...message, view });
    } catch {
      lose();
    }
    return view;
  }
  function ping() {
    if (document.hidden) return rest();
    deliver({ type: "ping", seq: model.get("screen")?.seq ?? 0 });
    return gone ? askAgain() : wait();
  }
  function settle(taken) {
    const [was, late] = [kept, gone];
    kept = null;
    gone = false;
    pause = PATIENCE;
    rest();
    show("well");
    if (late && was?.label) said(was, taken);
  }
  const number = (reply) => (reply?.startsWith(`${me}-`) ? Number(reply.split("-")[1]) : 0);
  const wake = () => { if (!document.hidden) ping(); };

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("online", wake);
  const unhear = hearKernel(model, () => later(0, ping));
  rest();
  return {
    /** Send a message that wants a reply; `label` is what was pressed, kept while no reply comes. */
    send(message, label) {
      const view = deliver(message);
      kept = { view, label, rev: rev() };
      if (!gone) { show("waiting"); wait(); }
    },
    busy: () => kept !== null,
    gone: () => gone,
    kept: () => kept,
    /** A screen came: it answers a press of ours, or is news from elsewhere. */
    replied(reply) {
      if (kept && number(reply) >= number(kept.view)) settle(true);
      else if (!kept && gone) settle(true);
    },
    /** A pong came: the program runs; what we kept and it never answered was lost on the way. */
    pong(reply) {
      if (!kept) settle(true);
      else if (number(reply) > number(kept.view)) settle(rev() !== kept.rev);
    },
    close() {
      forgetTimers();
      document.removeEventListener("visibilitychange", wake);
      window.removeEventListener("online", wake);
      unhear();
    },
  };
}
