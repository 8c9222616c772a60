// Shows a page of its own while the board cannot be reached. It keeps nothing else: what the board says is always asked.
const KEPT = "pawnlight-{{ static_version }}-{{ language }}";
const PAGE = "{{ root() }}/offline";
const FILES = ["css/base.css", "css/light.css", "css/controls.css", "icon.svg"].map(
  (name) => `{{ root() }}/static/{{ static_version }}/${name}`,
);

addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll([PAGE, ...FILES])));
  skipWaiting();
});

addEventListener("activate", (event) => {
  const old = (name) => name.startsWith("pawnlight-") && name !== KEPT;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const { mode, url } = event.request;
  const kept = FILES.includes(new URL(url).pathname);
  if (mode !== "navigate" && !kept) return;
  event.respondWith(fetch(event.request).catch(() => caches.match(kept ? url : PAGE)));
});
