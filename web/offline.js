// Keeps the page for when there is no network. The build writes the list of its files and a name for it.
const FILES = 'FILES';
const NAME = 'NAME';
/** Large parts that only some need come when they are first asked for. */
const LATER = /\.(?:wasm|ttf|png)$/;

self.addEventListener('install', (event) => {
  const needed = FILES.filter((file) => !LATER.test(file) && !file.startsWith('fights/'));
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

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (request.method !== 'GET' || new URL(request.url).origin !== self.location.origin) return;
  event.respondWith(answer(request));
});

async function answer(request) {
  const cache = await caches.open(NAME);
  const kept = await cache.match(request, { ignoreSearch: true });
  if (kept) return kept;
  const fresh = await fetch(request);
  if (fresh.ok && LATER.test(new URL(request.url).pathname)) await cache.put(request, fresh.clone());
  return fresh;
}
