import { readdirSync, readFileSync } from 'node:fs';
import { exampleEntries } from '../../scripts/bake.ts';
import { launch, plainHost, upToDateSite, workerFile } from '../../test/web/browser.ts';

/**
 * What a change costs in the page: processor time of the engine's own thread, read off the system's counters (Linux), for
 * every built-in scenario that is one fight. `npm run bench:page`.
 */
const CHANGES = 9;

/** Processor time so far of all worker threads of Chromium, in ms. */
function workerCpuMs(): number {
  let ns = 0;
  for (const pid of readdirSync('/proc').filter((p) => /^\d+$/.test(p))) {
    for (const task of threadsOf(pid)) ns += Number(readFileSync(`${task}/schedstat`, 'utf8').split(' ')[0]);
  }
  return ns / 1e6;
}

function threadsOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((tid) => `/proc/${pid}/task/${tid}`)
      .filter((task) => readFileSync(`${task}/comm`, 'utf8').startsWith('DedicatedWorker'));
  } catch {
    // It ended while we were looking.
    return [];
  }
}

await upToDateSite();
const host = await plainHost();
const browser = await launch();
const page = await browser.newPage();
await page.goto(`${host.address}icon.svg`);
await page.evaluate((file) => {
  const worker = new Worker(new URL(file, location.href), { type: 'module' });
  let answered: (value: unknown) => void = () => {};
  worker.onmessage = ({ data }) => {
    if (!('soFar' in data) && !('progress' in data)) answered(null);
  };
  let id = 0;
  (globalThis as unknown as { ask: unknown }).ask = (kind: string, ask: unknown) =>
    new Promise((resolve) => {
      answered = resolve;
      worker.postMessage({ id: ++id, kind, ask });
    });
}, workerFile());
const ask = (kind: string, asked: unknown) =>
  page.evaluate(([k, a]) => (globalThis as unknown as { ask: (k: unknown, a: unknown) => Promise<null> }).ask(k, a), [
    kind,
    asked,
  ] as const);

const rows: { name: string; median: number; most: number }[] = [];
for (const { name, scenario, encounter } of exampleEntries()) {
  if (encounter === 'engagement') continue;
  const { vary: _axes, ...fight } = scenario;
  const costs: number[] = [];
  for (let i = 0; i < CHANGES; i++) {
    const before = workerCpuMs();
    await ask('play', { play: { kind: 'run', scenario: { ...fight, title: `change ${i}` }, command: '' } });
    costs.push(workerCpuMs() - before);
  }
  // The first one also loads the book and warms the code up.
  const warm = costs.slice(2).sort((a, b) => a - b);
  rows.push({ name, median: warm[Math.floor(warm.length / 2)], most: warm[warm.length - 1] });
}
rows.sort((a, b) => b.median - a.median);
for (const { name, median, most } of rows) {
  process.stdout.write(
    `${name.padEnd(28)} ${median.toFixed(1).padStart(7)} ms ${most.toFixed(1).padStart(7)} ms at most\n`,
  );
}
const middle = rows[Math.floor(rows.length / 2)].median;
process.stdout.write(
  `\nmedian of all fights ${middle.toFixed(1)} ms (to be under 20), highest ${rows[0].median.toFixed(1)} ms (50 at most)\n`,
);
await browser.close();
host.server.close();
