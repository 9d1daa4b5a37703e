import { tuneTargets } from '../experiments/targets/tune.ts';
import { axisFromFlag } from '../scenarios/axes.ts';
import { loadSuite, readText } from '../scenarios/files.ts';
import type { Args } from './command.ts';
import type { Io } from './io.ts';
import { messages } from './messages.ts';
import { axes, Flags } from './options.ts';
import { suiteOrder } from './sharing.ts';
import { playAndDeliver } from './suite-experiment.ts';

/** Is it a suite that is named, and not a scenario? Whatever is wrong with a file is told by whoever loads it. */
export function isSuiteFile(name: string | undefined): boolean {
  if (name === undefined || !/\.(ya?ml|json)$/i.test(name)) return false;
  try {
    const { value } = readText(name);
    return value !== null && typeof value === 'object' && ('targets' in value || 'situations' in value);
  } catch {
    return false;
  }
}

/** Flags of tune that speak of one scenario, or of sampling. */
const OF_A_SCENARIO = ['target', 'objective', 'within', 'set', 'variant', 'engine', 'trials', 'precision'];

/** tune over all targets of a suite at once. */
export async function tuneSuite(args: Args, io: Io): Promise<number> {
  const flags = new Flags(args);
  for (const name of OF_A_SCENARIO) if (args[name] !== undefined) flags.wrong(messages.notWithSuite(name));
  const parameters = axes(flags, 'vary', axisFromFlag);
  if (parameters.length === 0) flags.wrong("Say what may move: '--vary PATH=A..B'.");
  if (args['shard'] !== undefined) flags.wrong(messages.decidesAsItGoes('tune'));
  const rules = flags.text('rules');
  flags.done();
  const suite = await loadSuite(args['scenario'] as string, rules === undefined ? {} : { rules });
  return playAndDeliver(
    args,
    io,
    flags,
    (options) => tuneTargets(suite, { ...options, parameters }),
    () => suiteOrder(suite, [], args.argv),
  );
}
