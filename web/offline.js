// Keeps the page for when there is no network. The build writes the list of its files and a name for it.
const FILES = 'FILES';
const NAME = 'NAME';
/** Large parts that only some need: kept last, when nobody waits, or when they are first asked for. */
const LATER = /\.(?:wasm|ttf|png)$/;
/** Pages of single fights and their pictures are for those who follow a link to one. */
const kept = FILES.filter((file) => !file.startsWith('fights/'));

self.addEventListener('install', (event) => {
  const needed = kept.filter((file) => !LATER.test(file));
  event.waitUntil(
    caches
      .open(NAME)
      .then((cache) => cache.addAll([...needed, './']))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const old = (names) => names.filter((name) => name.startsWith('grognard-') && name !== NAME);
  event.waitUntil(
    caches
      .keys()
      .then((names) => Promise.all(old(names).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener('message', (event) => {
  // Who counts their data gets them when asked for.
  if (self.navigator.connection?.saveData) return;
  event.waitUntil(keepLarge());
});

async function keepLarge() {
  const cache = await caches.open(NAME);
  for (const file of kept.filter((f) => LATER.test(f))) {
    // Without a network there is nothing to add, and nothing to say.
    if (!(await cache.match(file))) await cache.add(file).catch(() => {});
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(NAME);
  const found = await cache.match(request, { ignoreSearch: true });
  if (found) return found;
  const fresh = await fetch(request);
  if (fresh.ok && LATER.test(new URL(request.url).pathname)) await cache.put(request, fresh.clone());
  return fresh;
}
