// @ts-check
/** Phones and televisions of a hosted table: who has which seat, sending one out, new codes. */

import { make, span } from "./elements.js";
import { say } from "./messages.js";
import { sure } from "./sure.js";

/**
 * @import { App } from "./app.js"
 * @import { Device } from "./screen.js"
 */

/** On the laptop the codes and everybody's devices, on a phone those of its seat. @param {App} app */
export function devices(app) {
  const { hosted, devices: all = [] } = app.screen;
  const phone = app.isPhone();
  if (!hosted || (phone && !all.length)) return [];
  return [
    make("h3", {}, phone ? app.word("devices-yours") : app.word("devices")),
    phone ? null : codesLink(app),
    all.length ? make("ul", { class: "devices" }, all.map((device) => deviceRow(app, device)))
      : make("p", { class: "none" }, app.word("devices-none")),
    phone || !all.length ? null : sure(app, "new-codes", app.word("new-codes"), app.word("new-codes-sure"),
      () => say(app, { type: "new-codes" })),
  ];
}

/** Opens the page of all codes beside this one. @param {App} app */
export function codesLink(app) {
  return make("a", { class: "offer codes", "data-id": "seat-codes", href: "/codes", target: "_blank", rel: "noopener" },
    app.word("seat-codes"));
}

/** @param {App} app @param {Device} device */
function deviceRow(app, device) {
  const whose = app.sheets().find((sheet) => sheet.who.seat === device.seat)?.who.name ?? app.word("television");
  const name = device.model || app.word("device");
  const since = new Date(device.since * 1000).toLocaleString(app.screen.lang,
    { weekday: "short", hour: "2-digit", minute: "2-digit" });
  const about = [device.own ? app.word("device-own") : device.on ? app.word("device-on") : "",
    app.word("device-since", { time: since })].filter(Boolean).join(" · ");
  const label = app.isPhone() ? name : `${whose} · ${name}`;
  return make("li", {}, span("text", span("label", label), span("note", about)),
    device.own ? null : sure(app, `send-out:${device.id}`, app.word("send-out"),
      app.word("send-out-sure", { device: label }), () => say(app, { type: "send-out", key: device.id }), label));
}
