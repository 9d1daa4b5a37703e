import { writeFileSync } from 'node:fs';
import { reasonOf } from '../../../reports/write.ts';
import type { Workforce } from '../../engine/workforce.ts';
import type { ExperimentOptions } from '../../experiments/options.ts';
import { checkTargets, type TargetResults } from '../../experiments/targets/check.ts';
import { InputError } from '../../rules/problem.ts';
import { junitText, markdownText, tableText } from '../check-text.ts';
import type { Command } from '../command.ts';
import { reproducingLine } from '../command-line.ts';
import { EXIT } from '../io.ts';
import { messages } from '../messages.ts';
import { Flags, option } from '../options.ts';
import { ProgressBar } from '../progress.ts';
import { readVariants } from '../read-variants.ts';
import { doShard, sharingOf, suiteOrder, tellingWhatIsLeft, workforceOf } from '../sharing.ts';
import { sharingOptions } from '../suite-experiment.ts';
import { suiteNamed } from '../suites.ts';

export const command: Command = {
  positionals: [['suite', 'A suite file with targets']],
  options: {
    variant: option.several('A variant file, or an edit, laid over the rulebook (may be repeated)'),
    rules: option.text('Another rulebook than the file names'),
    'skip-illegal': option.flag('Leave situations out that the sheet refuses'),
    junit: option.text('Also write the results to this file as JUnit XML'),
    markdown: option.flag('Markdown to standard output, for the summary of a CI service'),
    format: option.text('table, markdown or json'),
    threads: option.text('Threads to work with; all by default'),
    quiet: option.flag('No progress'),
    out: option.text('The folder of the parts, with --shard'),
    ...sharingOptions,
  },
  examples: [
    ['check my-suite.yaml', 'do the rules meet their targets?'],
    ['check my-suite.yaml --variant my-variant.yaml --junit targets.xml', 'the same of a variant, for a CI service'],
  ],
  run: async (args, io) => {
    const flags = new Flags(args);
    const format =
      flags.oneOf('format', ['table', 'markdown', 'json']) ?? (flags.flag('markdown') ? 'markdown' : 'table');
    const threads = flags.whole('threads', 1, 1024);
    const rules = flags.text('rules');
    const junit = flags.text('junit');
    const variants = await readVariants(flags, flags.list('variant'), 'variant');
    const name = args['suite'] as string | undefined;
    if (name === undefined) flags.wrong(messages.missing('a suite file with targets', 'check'));
    flags.done();
    const suite = await suiteNamed(name!, {
      ...(rules === undefined ? {} : { rules }),
      skipIllegal: flags.flag('skip-illegal'),
    });
    for (const p of suite.skipped) io.err(`${messages.skipped(p)}\n`);
    const laid = { name: variants.map((v) => v.name).join(' + '), overrides: variants.flatMap((v) => v.overrides) };
    const quiet = flags.flag('quiet');
    const sharing = await sharingOf(flags, io, threads);
    flags.done();
    const order = () => suiteOrder(suite, [laid], args.argv);
    const checked = (options: ExperimentOptions) =>
      checkTargets(suite, variants.length > 0 ? laid : undefined, { ...options, signal: io.signal });
    if (sharing.shard) {
      const play = (workforce: Workforce) => checked({ workforce });
      return doShard(sharing.shard, flags.text('out')!, io, { order, argv: args.argv, threads, quiet, play });
    }
    const bar = new ProgressBar(io, quiet);
    const workforce = await workforceOf(sharing, io, order, quiet);
    let results: TargetResults;
    try {
      results = await tellingWhatIsLeft(sharing, io, () => checked({ workforce, onProgress: bar.update }));
    } finally {
      await workforce.close();
      bar.done();
    }
    const line = reproducingLine(args.argv);
    if (junit !== undefined) written(junit, junitText(results, line));
    if (format === 'json') io.out(`${JSON.stringify({ ...results, command: line }, null, 2)}\n`);
    else io.out(format === 'markdown' ? markdownText(results, line) : tableText(results, line, io.columns));
    if (results.partial && io.signal.aborted) return EXIT.interrupted;
    return results.targets.every((t) => t.met) ? EXIT.done : EXIT.failed;
  },
};

function written(path: string, text: string): void {
  try {
    writeFileSync(path, text);
  } catch (e) {
    const message = messages.cannotWrite(path, reasonOf(e as Error));
    throw new InputError([{ path: [], message, at: { file: `--junit ${path}` } }]);
  }
}
