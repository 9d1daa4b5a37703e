import { readdirSync, readFileSync } from 'node:fs';

/** Processor time so far of the engine threads of browsers that this process started, in ms (Linux). */
export function workerCpuMs(): number {
  let ns = 0;
  for (const pid of descendants()) for (const task of workersOf(pid)) ns += nanoseconds(task);
  return ns / 1e6;
}

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

function workersOf(pid: string): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .map((tid) => `/proc/${pid}/task/${tid}`)
      .filter((task) => text(`${task}/comm`).startsWith('DedicatedWorker'));
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
