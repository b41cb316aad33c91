// @ts-check
// The service worker of the static site: all of its files are kept, so that it opens without a network.

const KEPT = "talisman-nb {version}";
const worker = /** @type {any} */ (globalThis);

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil((async () => {
  const cache = await caches.open(KEPT);
  const { sizes } = await (await fetch("site.json", { cache: "no-cache" })).json();
  await cache.addAll(["./", "site.json", ...Object.keys(sizes).filter((name) => name !== "service.js")]);
  await worker.skipWaiting();
})()));

worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil((async () => {
  const old = (await caches.keys()).filter((name) => name.startsWith("talisman-nb ") && name !== KEPT);
  await Promise.all(old.map((name) => caches.delete(name)));
  await worker.clients.claim();
})()));

worker.addEventListener("fetch", (/** @type {any} */ event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== location.origin) return;
  event.respondWith((async () => {
    const kept = await (await caches.open(KEPT)).match(event.request, { ignoreSearch: true });
    return kept ?? fetch(event.request);
  })());
});
