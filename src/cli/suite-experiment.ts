import type { Workforce } from '../engine/workforce.ts';
import type { ExperimentOptions } from '../experiments/options.ts';
import type { Results } from '../results/types.ts';
import type { Args } from './command.ts';
import { reproducingLine } from './command-line.ts';
import { deliver, readyFor } from './experiment.ts';
import type { Io } from './io.ts';
import { lookOf } from './look.ts';
import { commonOptions, experimentOptions, type Flags, FORMATS } from './options.ts';
import { ProgressBar } from './progress.ts';
import { doShard, type OrderName, type Sharing, sharingOf, tellingWhatIsLeft, workforceOf } from './sharing.ts';

const { variant: _v, set: _set, rules: _r, queue, shard, level: _l, ...sampling } = commonOptions;
const { engine: _e, trials: _t, precision: _p, seed: _s, ...exact } = sampling;

/** How the results of an experiment that is not about one scenario go out. */
export const outputOptions = exact;
export const samplingOptions = sampling;
/** Of those whose work can be shared with other machines. */
export const sharingOptions = { queue, shard } as Record<'queue' | 'shard', (typeof commonOptions)[string]>;

/** flags ─ output folder ─ the experiment itself ─ standard output ─ bundle ─▶ exit code. */
export async function playAndDeliver(
  args: Args,
  io: Io,
  flags: Flags,
  play: (options: ExperimentOptions) => Promise<Results>,
  /** The name of the experiment, where its work can be shared with other machines. */
  order?: OrderName,
): Promise<number> {
  const { threads, ...options } = experimentOptions(flags);
  const format = flags.oneOf('format', FORMATS) ?? 'table';
  const look = lookOf(flags, args.argv);
  const [out, force, quiet] = [flags.text('out'), flags.flag('force'), flags.flag('quiet')];
  const sharing: Sharing = order
    ? await sharingOf(flags, io, threads)
    : { ...(threads === undefined ? {} : { threads }) };
  flags.done();
  if (sharing.shard) {
    const shared = (workforce: Workforce) => play({ ...options, workforce, signal: io.signal });
    return doShard(sharing.shard, out!, io, { order: order!, argv: args.argv, threads, quiet, play: shared });
  }
  return readyFor(out, force, async () => {
    const bar = new ProgressBar(io, quiet);
    const workforce = await workforceOf(sharing, io, order ?? noOrder, quiet);
    let results: Results;
    try {
      const whole = { ...options, workforce, signal: io.signal, onProgress: bar.update };
      const played = await tellingWhatIsLeft(sharing, io, () => play(whole));
      // An exact answer hangs on no seed.
      const sampled = played.cells.some((c) => c.engine === 'sample');
      results = { ...played, command: reproducingLine(args.argv, sampled ? played.seed : undefined) };
    } finally {
      await workforce.close();
      bar.done();
    }
    const cutShort = io.signal.aborted && results.partial === true;
    const onQueue = sharing.queue !== undefined;
    return deliver(results, io, {
      format,
      look,
      labelsFile: flags.text('labels'),
      full: flags.flag('full'),
      out,
      force,
      quiet,
      cutShort,
      onQueue,
    });
  });
}

/** Only what can be sharded is ever merged. */
const noOrder: OrderName = async () => '';
