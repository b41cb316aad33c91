// @ts-check
/** The model of a hosted table's screen: the synced data over a WebSocket, with the methods of a widget's model. */

/** @import { Model } from "../base/app.js" */

/** Milliseconds before the first attempt to connect again, and upper bound of the later ones. */
const [SOON, LATEST] = [250, 2000];
/** Milliseconds in the background after which a connection is not trusted: phones cut it without a word. */
const ASLEEP = 3000;
/** Close code of a connection whose cookie opens nothing. */
const ENDED = 4403;

/**
 * A message of the server: the screen and what belongs to it, the labels only when they are others; or another.
 * @typedef {{type: "state", screen: any, setup: any, labels?: any, entry?: any} | {type: "custom", content: any}} Sent
 */

/**
 * Connect to a hosted table; the connection is renewed whenever it is lost.
 * @param {string} address path of the WebSocket
 * @param {{make?: (url: string) => WebSocket, ended?: () => void}} [to] `ended` is called when the cookie opens
 *   nothing any more
 * @returns {Promise<Model>} the model, once it has data
 */
export function connectModel(address, { make = (url) => new WebSocket(url), ended = () => location.assign("/") } = {}) {
  const values = /** @type {Record<string, any>} */ ({ screen: {}, labels: null, setup: null, entry: null });
  const hearers = /** @type {Record<string, ((...said: any[]) => void)[]>} */ ({});
  const tell = (/** @type {string} */ event, /** @type {any[]} */ ...said) =>
    (hearers[event] ?? []).forEach((hear) => hear(...said));
  let socket = /** @type {WebSocket | null} */ (null);
  let pause = SOON;
  let timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
  let lost = false;
  let newest = 0; // the number of the last screen that this connection brought
  let left = 0; // when the page went into the background
  let begun = (/** @type {Model} */ _) => {};

  const model = /** @type {Model} */ ({
    get: (trait) => values[trait],
    send(message) {
      if (socket?.readyState !== 1) throw new Error("not connected");
      socket.send(JSON.stringify(message));
    },
    on: (event, hear) => { (hearers[event] ??= []).push(hear); },
    off: (event, hear) => { hearers[event] = (hearers[event] ?? []).filter((each) => each !== hear); },
  });

  function open() {
    clearTimeout(timer);
    newest = 0;
    const own = socket = make(`${location.origin.replace(/^http/, "ws")}${address}`);
    own.onmessage = ({ data }) => { if (own === socket) take(JSON.parse(data)); };
    own.onclose = ({ code }) => {
      if (own !== socket) return;
      if (code === ENDED) return ended();
      if (!lost) tell("connection", "lost");
      lost = true;
      timer = setTimeout(open, pause);
      pause = Math.min(pause * 2, LATEST);
    };
  }
  function renew() {
    const old = socket;
    pause = SOON;
    open();
    old?.close();
  }
  function take(/** @type {Sent} */ sent) {
    if (sent.type === "custom") {
      tell("msg:custom", sent.content);
      return;
    }
    if (sent.screen.seq <= newest) return; // it comes late or twice
    newest = sent.screen.seq;
    pause = SOON;
    const { type: _, ...data } = sent;
    Object.assign(values, data);
    begun(model);
    if (lost) tell("connection", "back");
    lost = false;
    Object.keys(data).forEach((trait) => tell(`change:${trait}`));
  }
  function wake() {
    if (document.hidden) { left = Date.now(); return; }
    if (socket?.readyState !== 1 || (left && Date.now() - left > ASLEEP)) renew();
    left = 0;
  }

  document.addEventListener("visibilitychange", wake);
  window.addEventListener("pageshow", wake);
  window.addEventListener("online", renew);
  open();
  return new Promise((done) => { begun = (ready) => { begun = () => {}; done(ready); }; });
}
