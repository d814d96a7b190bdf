// Makes the site available offline. `cargo xtask site` fills in the next two lines. A change to
// any file changes the version, and with it this file, which is how browsers notice an update.
const VERSION = "";
const FILES = [];

const PREFIX = "wgs-site-";
const CACHE = PREFIX + VERSION;
const SCOPE = new URL("./", location.href);

// This file describes the host, so it is always requested from the host.
const HOST = "host.json";

// The cached files by address, without query and fragment. "index.html" is cached as "./": some
// hosts redirect one to the other, and browsers reject a redirected response to a navigation.
const CACHED = new Map(
  FILES.filter((file) => file !== HOST).map((file) => (file === "index.html" ? "./" : file)).map((file) => {
    const { href } = new URL(file, SCOPE);
    return [href, href];
  }),
);
CACHED.set(new URL("index.html", SCOPE).href, SCOPE.href);

addEventListener("install", (event) => {
  // "no-cache" checks with the host that the files the page has just loaded are current, without
  // loading them again. If one file fails, the installation fails: an incomplete site would be
  // worse than none.
  const requests = [...new Set(CACHED.values())].map((href) => new Request(href, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

// A new version waits until no page of the old one is open, because an open page may still
// start a worker, which must be of the same version.
addEventListener("activate", (event) => {
  event.waitUntil(
    (async () => {
      const old = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
      await Promise.all(old.map((name) => caches.delete(name)));
      await clients.claim();
    })(),
  );
});

addEventListener("message", ({ data }) => {
  if (data === "take over") {
    skipWaiting();
  }
});

// Other requests, such as those to /api/, go to the network as usual.
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  const cached = CACHED.get(address.href);
  if (request.method === "GET" && cached !== undefined) {
    event.respondWith(answer(request, cached));
  }
});

async function answer(request, cached) {
  // A reload of the only open page does not close it, but the user expects the new version.
  // Let it take over, and make the browser request the page again.
  if (request.mode === "navigate" && registration.waiting) {
    const pages = await clients.matchAll({ type: "window" });
    if (pages.length < 2) {
      registration.waiting.postMessage("take over");
      // The icon keeps browsers from requesting one from the host.
      return new Response('<!doctype html><link rel="icon" href="icon.svg">', {
        headers: { Refresh: "0", "Content-Type": "text/html" },
      });
    }
  }
  const cache = await caches.open(CACHE);
  const response = await cache.match(cached);
  // The browser may have removed the file to free space.
  return response ? isolated(response) : fetch(request);
}

// Adds the headers with which the page may share memory with its workers, for hosts that do not
// send them.
function isolated(response) {
  const { body, status, statusText } = response;
  const headers = new Headers(response.headers);
  headers.set("Cross-Origin-Opener-Policy", "same-origin");
  headers.set("Cross-Origin-Embedder-Policy", "require-corp");
  headers.set("Cross-Origin-Resource-Policy", "same-origin");
  return new Response(body, { status, statusText, headers });
}
