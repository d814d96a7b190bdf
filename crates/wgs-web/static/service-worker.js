// Keeps the site for visits without a network. `cargo xtask site` fills in the next two
// lines; a change of any file changes the version, and so this file, which is how browsers
// learn of it.
const VERSION = "";
const FILES = [];

const PREFIX = "wgs-site-";
const CACHE = PREFIX + VERSION;
const SCOPE = new URL("./", location.href);

// What the host says of itself is for the host to say, each time.
const HOST = "host.json";

// By address, without what follows the path. "index.html" is kept as "./": some hosts
// redirect the one to the other, and browsers refuse a redirected answer to a navigation.
const KEPT = new Map(
  FILES.filter((file) => file !== HOST).map((file) => (file === "index.html" ? "./" : file)).map((file) => {
    const { href } = new URL(file, SCOPE);
    return [href, href];
  }),
);
KEPT.set(new URL("index.html", SCOPE).href, SCOPE.href);

addEventListener("install", (event) => {
  // Asks the host whether what the page has just loaded is current, rather than loading
  // it again or trusting that it is. One file that fails fails the whole: half a site
  // would be worse than the network.
  const requests = [...new Set(KEPT.values())].map((href) => new Request(href, { cache: "no-cache" }));
  event.waitUntil(caches.open(CACHE).then((cache) => cache.addAll(requests)));
});

// A new version waits until no page of the old one is open, because such a page may yet
// start a worker, and that must be of its own version.
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

// What is not kept, as /api/ is not, is none of our business and goes the usual way.
addEventListener("fetch", (event) => {
  const { request } = event;
  const address = new URL(request.url);
  address.search = "";
  address.hash = "";
  const kept = KEPT.get(address.href);
  if (request.method === "GET" && kept !== undefined) {
    event.respondWith(answer(request, kept));
  }
});

async function answer(request, kept) {
  // Reloading the only page of a version is not closing it, yet a person who reloads
  // wants the new one: let it take over, and have the browser ask once more.
  if (request.mode === "navigate" && registration.waiting) {
    const pages = await clients.matchAll({ type: "window" });
    if (pages.length < 2) {
      registration.waiting.postMessage("take over");
      // With an icon, for want of which browsers would ask the host for one.
      return new Response('<!doctype html><link rel="icon" href="icon.svg">', {
        headers: { Refresh: "0", "Content-Type": "text/html" },
      });
    }
  }
  const cache = await caches.open(CACHE);
  // A browser short of space may have dropped the file.
  return (await cache.match(kept)) ?? fetch(request);
}
