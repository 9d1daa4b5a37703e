import { readdirSync, readFileSync } from 'node:fs';

/** Processor time so far of the engine threads of browsers that this process started, in ms (Linux). */
export const workerCpuMs = (): number => cpuMs((name) => name.startsWith('DedicatedWorker'));

/** The same with the page's own thread. */
export const pageCpuMs = (): number =>
  cpuMs((name) => name.startsWith('DedicatedWorker') || name.startsWith('CrRendererMain') || name === 'chromium');

function cpuMs(isCounted: (thread: string) => boolean): number {
  let ns = 0;
  for (const pid of renderers()) for (const task of threadsOf(pid, isCounted)) ns += nanoseconds(task);
  return ns / 1e6;
}

/** Processes that show pages. */
const renderers = (): string[] =>
  descendants().filter((pid) => text(`/proc/${pid}/cmdline`).includes('--type=renderer'));

/** Processes below this one; other people's browsers on the machine are none of our business. */
function descendants(): string[] {
  const parents = new Map<string, string>();
  for (const pid of readdirSync('/proc').filter((p) => /^\d+$/.test(p))) {
    const stat = text(`/proc/${pid}/stat`);
    // The name stands in brackets and may hold anything; the parent is the second word after it.
    parents.set(pid, stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1] ?? '');
  }
  const isOurs = (pid: string): boolean => {
    const parent = parents.get(pid);
    return parent !== undefined && (parent === String(process.pid) || isOurs(parent));
  };
  return [...parents.keys()].filter(isOurs);
}

function threadsOf(pid: string, isCounted: (thread: string) => boolean): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((tid) => `/proc/${pid}/task/${tid}`)
      .filter((task) => isCounted(text(`${task}/comm`).trim()));
  } catch {
    return [];
  }
}

const nanoseconds = (task: string): number => Number(text(`${task}/schedstat`).split(' ')[0] || 0);

/** Nothing where the process ended while we were looking. */
function text(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
