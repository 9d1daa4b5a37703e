import { threadWorkforce } from '../../workers/threads.ts';
import type { Shard } from '../cluster/shard.ts';
import type { Workforce } from '../engine/workforce.ts';
import { type ExperimentOptions, engineOptions } from '../experiments/options.ts';
import type { Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';
import { essentialWords } from './command-line.ts';
import { EXIT, type Io } from './io.ts';
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

/** What the parts of one experiment have in common: the scenario and the line, in a few letters. */
export async function orderOf(loaded: LoadedScenario, argv: readonly string[]): Promise<string> {
  const [{ digest }, { scenarioWire }, { VERSION }] = await Promise.all([
    import('../rules/hash.ts'),
    import('../cluster/wire.ts'),
    import('../results/version.ts'),
  ]);
  const { vary, options } = loaded;
  return digest([VERSION, essentialWords(argv), scenarioWire(loaded), vary, options]).slice(0, 24);
}

/** The workforce of an experiment that is not sharded. */
export async function workforceOf(
  sharing: Sharing,
  io: Io,
  loaded: LoadedScenario,
  argv: readonly string[],
  quiet: boolean,
): Promise<Workforce> {
  if (io.workforceFor) return io.workforceFor(await orderOf(loaded, argv));
  if (sharing.queue === undefined) return threadWorkforce(sharing.threads);
  const { queueWorkforce } = await import('../cluster/queue.ts');
  return queueWorkforce(sharing.queue, {
    env: io.env,
    onNews: (text) => {
      if (!quiet) io.err(`${text}\n`);
    },
  });
}

/** Does one shard of an experiment and writes its part; the results themselves are for `merge` to give. */
export async function doShard(
  shard: Shard,
  folder: string,
  loaded: LoadedScenario,
  argv: readonly string[],
  io: Io,
  how: { readonly threads?: number; readonly quiet: boolean; readonly options: ExperimentOptions },
  play: (options: ExperimentOptions) => Promise<Results>,
): Promise<number> {
  if (engineOptions(loaded, how.options).precision !== undefined) {
    throw new InputError([{ path: [], message: messages.decidesAsItGoes('--precision') }]);
  }
  const [{ mkdirSync, existsSync }, { join }, { PART_FORMAT, PartWriter, partName }, { shardWorkforce }, { VERSION }] =
    await Promise.all([
      import('node:fs'),
      import('node:path'),
      import('../cluster/part-file.ts'),
      import('../cluster/shard.ts'),
      import('../results/version.ts'),
    ]);
  mkdirSync(folder, { recursive: true });
  const order = await orderOf(loaded, argv);
  const head = { format: PART_FORMAT, version: VERSION, order, ...shard, argv: essentialWords(argv) } as const;
  const whole = join(folder, partName(shard));
  if (existsSync(whole) && (await import('../cluster/part-file.ts')).isDone(whole, head)) {
    if (!how.quiet) io.err(`${messages.shardDone(shard.shard, shard.of, folder)}\n`);
    return EXIT.done;
  }
  const part = new PartWriter(folder, head);
  try {
    await play({ ...how.options, workforce: shardWorkforce(threadWorkforce(how.threads), shard, part) });
    if (io.signal.aborted) {
      io.err(`${messages.shardStopped(part.pieces)}\n`);
      return EXIT.interrupted;
    }
    part.finish();
  } finally {
    part.close();
  }
  if (!how.quiet) io.err(`${messages.shardDone(shard.shard, shard.of, folder)}\n`);
  return EXIT.done;
}
