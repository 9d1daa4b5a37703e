import { threadWorkforce } from '../../workers/threads.ts';
import type { ExperimentOptions } from '../experiments/options.ts';
import type { Results } from '../results/types.ts';
import type { Args } from './command.ts';
import { reproducingLine } from './command-line.ts';
import { deliver } from './experiment.ts';
import type { Io } from './io.ts';
import { lookOf } from './look.ts';
import { commonOptions, experimentOptions, type Flags, FORMATS } from './options.ts';
import { ProgressBar } from './progress.ts';

const { variant: _v, set: _set, rules: _r, queue: _q, shard: _sh, level: _l, ...sampling } = commonOptions;
const { engine: _e, trials: _t, precision: _p, seed: _s, ...exact } = sampling;

/** How the results of an experiment that is not about one scenario go out. */
export const outputOptions = exact;
export const samplingOptions = sampling;

/** flags ─ output folder ─ the experiment itself ─ standard output ─ bundle ─▶ exit code. */
export async function playAndDeliver(
  args: Args,
  io: Io,
  flags: Flags,
  play: (options: ExperimentOptions) => Promise<Results>,
): Promise<number> {
  const { threads, ...options } = experimentOptions(flags);
  const format = flags.oneOf('format', FORMATS) ?? 'table';
  const look = lookOf(flags);
  const [out, force, quiet] = [flags.text('out'), flags.flag('force'), flags.flag('quiet')];
  flags.done();
  if (out !== undefined) await (await import('../../reports/write.ts')).prepareFolder(out, { force });
  const bar = new ProgressBar(io, quiet);
  const workforce = threadWorkforce(threads);
  let results: Results;
  try {
    const played = await play({
      ...options,
      workforce,
      signal: io.signal,
      onProgress: bar.update,
    });
    // An exact answer hangs on no seed.
    const sampled = played.cells.some((c) => c.engine === 'sample');
    results = { ...played, command: reproducingLine(args.argv, sampled ? played.seed : undefined) };
  } finally {
    await workforce.close();
    bar.done();
  }
  const cutShort = io.signal.aborted && results.partial === true;
  return deliver(results, io, { format, look, full: flags.flag('full'), out, force, quiet, cutShort });
}
