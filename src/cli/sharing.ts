import { threadWorkforce } from '../../workers/threads.ts';
import type { PartWriter } from '../cluster/part-file.ts';
import type { Shard } from '../cluster/shard.ts';
import type { Workforce } from '../engine/workforce.ts';
import type { NamedOverrides } from '../experiments/compare.ts';
import { InputError } from '../rules/problem.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';
import type { Suite } from '../scenarios/suite/suite.ts';
import { essentialWords } from './command-line.ts';
import { EXIT, type Io, StoppedOnQueue } from './io.ts';
import { messages } from './messages.ts';
import type { Flags } from './options.ts';

/** Who is to share in the work of an experiment: the threads of this machine, a queue, or one shard of many. */
export interface Sharing {
  readonly threads?: number;
  readonly queue?: string;
  readonly shard?: Shard;
}

/** `--shard 3/16` or `auto`, `--queue URL` or GROGNARD_QUEUE. */
export async function sharingOf(flags: Flags, io: Io, threads: number | undefined): Promise<Sharing> {
  const shard = flags.text('shard');
  const asked = flags.text('queue');
  // Whoever asks for a shard does not mean the queue of the environment.
  const queue = asked ?? (shard === undefined && !io.workforceFor ? io.env['GROGNARD_QUEUE'] : undefined);
  const own = threads === undefined ? {} : { threads };
  if (shard === undefined) return { ...own, ...(queue ? { queue } : {}) };
  if (asked !== undefined) flags.wrong(messages.shardAndQueue);
  const { parseShard, shardFromEnvironment, SHARD_VARIABLES } = await import('../cluster/shard.ts');
  const found = shard === 'auto' ? shardFromEnvironment(io.env) : parseShard(shard);
  if (!found) flags.wrong(shard === 'auto' ? messages.noShardVariables(SHARD_VARIABLES) : messages.notShard(shard));
  if (flags.text('out') === undefined) flags.wrong(messages.shardNeedsOut);
  return { ...own, ...(found ? { shard: found } : {}) };
}

/** What the parts of one experiment have in common: all that it reads and the line, in a few letters. */
export type OrderName = () => Promise<string>;

async function orderName(content: unknown, argv: readonly string[]): Promise<string> {
  const [{ digest }, { VERSION }] = await Promise.all([import('../rules/hash.ts'), import('../results/version.ts')]);
  return digest([VERSION, essentialWords(argv), content]).slice(0, 24);
}

export async function scenarioOrder(loaded: LoadedScenario, argv: readonly string[]): Promise<string> {
  const { scenarioWire } = await import('../cluster/wire.ts');
  return orderName([scenarioWire(loaded), loaded.vary, loaded.options], argv);
}

/** The same of variants over a suite. */
export async function suiteOrder(
  suite: Suite,
  rules: readonly NamedOverrides[],
  argv: readonly string[],
): Promise<string> {
  const { overridesWire, scenarioWire } = await import('../cluster/wire.ts');
  const groups = suite.groups.map(({ loaded, situations }) => [
    scenarioWire(loaded),
    situations.map((s) => [s.weight, overridesWire(s.overrides)]),
  ]);
  return orderName([groups, rules.map((r) => [r.name, overridesWire(r.overrides)])], argv);
}

/** The workforce of an experiment that is not sharded. */
export async function workforceOf(sharing: Sharing, io: Io, order: OrderName, quiet: boolean): Promise<Workforce> {
  if (io.workforceFor) return io.workforceFor(await order());
  if (sharing.queue === undefined) return threadWorkforce(sharing.threads, { ownsProcess: true });
  const { queueWorkforce } = await import('../cluster/queue.ts');
  return queueWorkforce(sharing.queue, {
    env: io.env,
    onNews: (text) => {
      if (!quiet) io.err(`${text}\n`);
    },
  });
}

/** Ctrl-C on a queue leaves the work there, and says so. */
export async function tellingWhatIsLeft<T>(sharing: Sharing, io: Io, play: () => Promise<T>): Promise<T> {
  try {
    return await play();
  } catch (error) {
    if (sharing.queue === undefined || !io.signal.aborted || error instanceof InputError) throw error;
    throw new StoppedOnQueue();
  }
}

/** Does one shard of an experiment and writes its part; the results themselves are for `merge` to give. */
export async function doShard(
  shard: Shard,
  folder: string,
  io: Io,
  experiment: {
    readonly order: OrderName;
    readonly argv: readonly string[];
    readonly threads: number | undefined;
    readonly quiet: boolean;
    readonly play: (workforce: Workforce) => Promise<unknown>;
  },
): Promise<number> {
  const { order, argv, threads, quiet, play } = experiment;
  const [{ mkdirSync }, { PART_FORMAT, PartWriter, isDone }, { shardWorkforce }, { VERSION }] = await Promise.all([
    import('node:fs'),
    import('../cluster/part-file.ts'),
    import('../cluster/shard.ts'),
    import('../results/version.ts'),
  ]);
  const words = essentialWords(argv);
  const head = { format: PART_FORMAT, version: VERSION, order: await order(), ...shard, argv: words } as const;
  let part: PartWriter | undefined;
  try {
    mkdirSync(folder, { recursive: true });
    if (!isDone(folder, head)) {
      part = new PartWriter(folder, head);
      await play(shardWorkforce(threadWorkforce(threads), shard, part));
      if (io.signal.aborted) {
        io.err(`${messages.shardStopped(part.pieces)}\n`);
        return EXIT.interrupted;
      }
      part.finish();
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).syscall === undefined) throw error;
    const { OutputError, reasonOf } = await import('../../reports/write.ts');
    throw new OutputError(messages.shardNotWritten(folder, reasonOf(error as Error)));
  } finally {
    part?.close();
  }
  if (!quiet) io.err(`${messages.shardDone(shard.shard, shard.of, folder)}\n`);
  return EXIT.done;
}
