import { DEFAULT_SEED, type ExperimentOptions } from '../experiments/options.ts';
import type { Results } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { loadScenario, loadVariant } from '../scenarios/files.ts';
import type { LoadOptions } from '../scenarios/load.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';
import type { Args } from './command.ts';
import { reproducingLine } from './command-line.ts';
import { EXIT, type Io } from './io.ts';
import { messages } from './messages.ts';
import { experimentOptions, Flags, FORMATS, type Format, settings } from './options.ts';
import { ProgressBar } from './progress.ts';

/** flags ─ scenario ─ output folder ─ the experiment itself ─ standard output ─ bundle ─▶ exit code. */
export async function experiment(
  args: Args,
  io: Io,
  read: (flags: Flags) => {
    /** What the command's own flags change in loading. */
    readonly load?: LoadOptions;
    readonly play: (loaded: LoadedScenario, options: ExperimentOptions) => Promise<Results>;
    /** Where the bundle goes when `--out` does not say. */
    readonly out?: string;
    readonly scenario?: string;
    /** The line that reproduces it, where it is not what was typed. */
    readonly command?: string;
  },
): Promise<number> {
  const flags = new Flags(args);
  const options = experimentOptions(flags);
  const format = flags.oneOf('format', FORMATS) ?? 'table';
  const quiet = flags.flag('quiet');
  const dark = flags.flag('dark');
  const set = settings(flags);
  const rules = flags.text('rules');
  const given = flags.text('out');
  const own = read(flags);
  const source = own.scenario ?? (args['scenario'] as string | undefined);
  if (source === undefined) flags.wrong(messages.noScenario);
  flags.done();
  const out = given ?? own.out;
  const loaded = await loadScenario(source!, { set, ...(rules ? { rules } : {}), ...own.load });
  const force = flags.flag('force') || (given === undefined && own.out !== undefined);
  // A folder that cannot be written to is told now, not after the long run.
  if (out !== undefined) await (await import('../../reports/write.ts')).prepareFolder(out, { force });

  const bar = new ProgressBar(io, quiet);
  const seed = options.seed ?? loaded.options.seed ?? DEFAULT_SEED;
  let results: Results;
  try {
    const played = await own.play(loaded, { ...options, signal: io.signal, onProgress: bar.update });
    // An exact answer hangs on no seed.
    const sampled = played.cells.some((c) => c.engine === 'sample');
    results = { ...played, command: own.command ?? reproducingLine(args.argv, sampled ? seed : undefined) };
  } finally {
    bar.done();
  }
  io.out(await formatted(results, format, io, dark));
  if (out !== undefined) await write(results, out, io, { quiet, force, dark });
  if (!io.signal.aborted) return EXIT.done;
  io.err(`${messages.interrupted}\n`);
  return EXIT.interrupted;
}

/** Variant files named by `--variant`, all of their mistakes together. */
export function variantFiles(flags: Flags): LoadOptions['variants'] {
  return flags.list('variant').flatMap((path) => {
    try {
      return [loadVariant(path)];
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      flags.problems.push(...e.problems);
      return [];
    }
  });
}

async function formatted(results: Results, format: Format, io: Io, dark: boolean): Promise<string> {
  switch (format) {
    case 'table': {
      const { terminal, terminalOptions } = await import('../../reports/terminal.ts');
      return terminal(results, terminalOptions({ isTTY: io.outIsTerminal, columns: io.columns }));
    }
    case 'json':
      return (await import('../../reports/json.ts')).json(results);
    case 'csv':
      return (await import('../../reports/csv.ts')).csv(results);
    case 'markdown':
      return (await import('../../reports/markdown.ts')).markdown(results);
    case 'vega-lite':
    case 'svg':
    case 'html':
      return (await import('../../reports/single.ts')).single(results, format, { dark });
  }
}

async function write(
  results: Results,
  folder: string,
  io: Io,
  how: { quiet: boolean; force: boolean; dark: boolean },
): Promise<void> {
  const { writeFolder } = await import('../../reports/write.ts');
  const { bundle } = await import('../../reports/bundle.ts');
  const files = await bundle(results, { dark: how.dark });
  await writeFolder(folder, files, { force: how.force });
  for (const { warning } of files) if (warning !== undefined) io.err(`${warning}\n`);
  if (how.quiet) return;
  io.err(`${messages.wrote(files.length, folder)}\n`);
  const charts = files.filter((f) => f.name.endsWith('.png')).map((f) => `${folder}/${f.name}`);
  if (charts.length > 0) io.err(`${messages.chartsAt([...charts, `${folder}/report.html`])}\n`);
}
