import { Worker } from 'node:worker_threads';
import { type Asked, type Begun, type Check, type Covered, type Told, UNCHANGED } from './protocol.ts';

/**
 * One warm process that plays mutants. The program is loaded anew for each of them, so that nothing computed under one
 * mutant is seen under another.
 */
interface Case {
  readonly name: string;
  readonly run: () => Promise<void>;
}
type Files = Readonly<Record<string, () => Promise<Case[]>>>;
const known = globalThis as unknown as { __mutant: number; __reached: Uint8Array };

const spent = (): number => process.cpuUsage().user / 1e6;
let loads = 0;
const load = async (path: string): Promise<Files> => ((await import(`${path}?${++loads}`)) as { files: Files }).files;

/** Ends this process when one check takes far longer than it did: a loop that never ends holds up everything else. */
const until = new Float64Array(new SharedArrayBuffer(8)).fill(Number.POSITIVE_INFINITY);
const WATCH = `
  const { workerData } = require('node:worker_threads');
  setInterval(() => {
    if (process.cpuUsage().user / 1e6 > workerData[0]) process.kill(process.pid, 'SIGKILL');
  }, 200);
`;
new Worker(WATCH, { eval: true, workerData: until }).unref();

/** Says so, and goes on once it has been heard: a check that never ends would hold back what has only been queued. */
const told = (message: Begun): Promise<unknown> =>
  new Promise((heard) => process.send!(message, undefined, undefined, heard));

/** A check may take this many times as long as it took. */
const TIMES = 10;

async function play({ path, mutant, checks, seconds, atLeast }: Extract<Asked, { what: 'play' }>): Promise<Told> {
  known.__mutant = mutant;
  const begin = spent();
  until[0] = begin + 20;
  const loaded = new Map<string, Case[]>();
  let ran = 0;
  try {
    const files = await load(path);
    for (const [begun, check] of checks.entries()) {
      if (spent() - begin > seconds) break;
      await told({ begun });
      until[0] = spent() + TIMES * check.cost + atLeast;
      if (!loaded.has(check.file)) loaded.set(check.file, await files[check.file]());
      await loaded.get(check.file)![check.index].run();
      ran++;
    }
    return { failed: null, ran, seconds: spent() - begin };
  } catch {
    return { failed: ran, ran, seconds: spent() - begin };
  } finally {
    until[0] = Number.POSITIVE_INFINITY;
  }
}

const marked = (reached: Uint8Array): number[] => Array.from(reached.keys()).filter((i) => reached[i] === 1);

async function cover({ path, file, from, to, many }: Extract<Asked, { what: 'cover' }>): Promise<Covered> {
  known.__mutant = UNCHANGED;
  known.__reached = new Uint8Array(many);
  const begin = spent();
  const cases = await (await load(path))[file]();
  const covered = { loading: marked(known.__reached), seconds: spent() - begin, many: cases.length };
  const checks: (Check & { reached: number[] })[] = [];
  for (let index = from; index < Math.min(to, cases.length); index++) {
    known.__reached.fill(0);
    const start = spent();
    try {
      await cases[index].run();
    } catch {
      continue; // A check that fails by itself says nothing about a mutant.
    }
    checks.push({ file, index, name: cases[index].name, cost: spent() - start, reached: marked(known.__reached) });
  }
  return { ...covered, checks };
}

process.on('unhandledRejection', () => {});
process.on('message', async (asked: Asked) => {
  process.send!(asked.what === 'play' ? await play(asked) : await cover(asked));
});
