import type { Workforce } from '../engine/workforce.ts';
import { DEFAULT_SEED, type ExperimentOptions, engineOptions } from '../experiments/options.ts';
import type { Look } from '../results/look.ts';
import type { Results } from '../results/types.ts';
import { isBuiltIn } from '../rules/built-in.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { loadScenario, loadVariant, readText } from '../scenarios/files.ts';
import type { LoadOptions } from '../scenarios/load.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';
import type { ParsedText } from '../scenarios/text.ts';
import type { Args } from './command.ts';
import { reproducingLine } from './command-line.ts';
import { EXIT, type Io } from './io.ts';
import { lookOf } from './look.ts';
import { messages } from './messages.ts';
import { experimentOptions, Flags, FORMATS, type Format, settings } from './options.ts';
import { ProgressBar } from './progress.ts';
import { doShard, scenarioOrder, sharingOf, tellingWhatIsLeft, workforceOf } from './sharing.ts';
import { spelledArgs } from './spelled.ts';

/** What a command makes of its own flags. */
interface CommandParts {
  /** What the command's own flags change in loading. */
  readonly load?: LoadOptions;
  readonly play: (loaded: LoadedScenario, options: ExperimentOptions) => Promise<Results>;
  /** It decides as it goes how much is computed, and so cannot be sharded. */
  readonly adaptive?: string;
  /** Where the bundle goes when `--out` does not say. */
  readonly out?: string;
  readonly scenario?: string;
  /** The line that reproduces it, where it is not what was typed. */
  readonly command?: string;
}

/** flags ─ scenario ─ output folder ─ the experiment itself ─ standard output ─ bundle ─▶ exit code. */
export async function experiment(
  typed: Args,
  io: Io,
  read: (flags: Flags) => CommandParts | Promise<CommandParts>,
): Promise<number> {
  const args = await spelledArgs(typed, io, typed['scenario'] as string | undefined);
  const flags = new Flags(args);
  const { threads, ...options } = experimentOptions(flags);
  const format = flags.oneOf('format', FORMATS) ?? 'table';
  const quiet = flags.flag('quiet');
  const asked = lookOf(flags, args.argv);
  const full = flags.flag('full');
  const set = settings(flags);
  const rules = flags.text('rules');
  const outFlag = flags.text('out');
  const own = await read(flags);
  const sharing = await sharingOf(flags, io, threads);
  if (sharing.shard && own.adaptive) flags.wrong(messages.decidesAsItGoes(own.adaptive));
  const source = own.scenario ?? (args['scenario'] as string | undefined);
  if (source === undefined) flags.wrong(messages.noScenario);
  flags.done();
  const out = outFlag ?? own.out;
  const loaded = await loadScenario(source!, { set, ...(rules ? { rules } : {}), ...own.load });
  for (const warning of loaded.warnings ?? []) io.err(`${warning}\n`);
  const order = () => scenarioOrder(loaded, args.argv);
  if (sharing.shard) {
    if (engineOptions(loaded, options).precision !== undefined) {
      throw new InputError([{ path: [], message: messages.decidesAsItGoes('--precision') }]);
    }
    const play = (workforce: Workforce) => own.play(loaded, { ...options, workforce, signal: io.signal });
    return doShard(sharing.shard, out!, io, { order, argv: args.argv, threads, quiet, play });
  }
  const force = flags.flag('force') || (outFlag === undefined && own.out !== undefined);
  return readyFor(out, force, async () => {
    const workforce = await workforceOf(sharing, io, order, quiet);
    const bar = new ProgressBar(io, quiet, { tellsEarly: loaded.encounter === 'engagement' });
    const seed = options.seed ?? loaded.options.seed ?? DEFAULT_SEED;
    let results: Results;
    let cutShort: boolean;
    try {
      const whole = { ...options, workforce, signal: io.signal, onProgress: bar.update };
      const played = await tellingWhatIsLeft(sharing, io, () => own.play(loaded, whole));
      // An exact answer hangs on no seed.
      const sampled = played.cells.some((c) => c.engine === 'sample');
      cutShort = io.signal.aborted && isPartial(played);
      results = {
        ...(cutShort ? withNote(played, messages.wholeRun) : played),
        command: own.command ?? reproducingLine(args.argv, sampled ? seed : undefined),
      };
    } finally {
      await workforce.close();
      bar.done();
    }
    const [look, onQueue] = [lookWith(loaded.charts, asked), sharing.queue !== undefined];
    const labelsFile = flags.text('labels');
    const besides = wordsIn(loaded.text?.value ?? {});
    const named = { labelsFile, besides, scenario: loaded.text };
    return deliver(results, io, { ...named, format, look, full, out, force, quiet, cutShort, onQueue });
  });
}

/** A folder that cannot be written to is told now, not after the long run; one that nothing came into does not stay. */
export const readyFor = async <T>(out: string | undefined, force: boolean, work: () => Promise<T>): Promise<T> =>
  out === undefined ? work() : (await import('../../reports/write.ts')).intoFolder(out, { force }, work);

/** Flags go before what the file says, label by label. */
function lookWith(written: Look = {}, asked: Look): Look {
  const labels = { ...written.labels, ...asked.labels };
  return { ...written, ...asked, ...(Object.keys(labels).length === 0 ? {} : { labels }) };
}

/** All words that stand in a file, and all edits that its axes make ("cards=mine.yaml"). */
function wordsIn(value: unknown, path = ''): string[] {
  if (value === null || typeof value !== 'object') return [String(value), `${path}=${value}`];
  if (Array.isArray(value)) return value.flatMap((entry) => wordsIn(entry, path));
  return Object.entries(value).flatMap(([key, entry]) => (key === 'charts' ? [] : wordsIn(entry, key)));
}

/** Results with the reader's own names; one that names nothing here, nor in the scenario, is a mistake. */
async function withLabels(results: Results, { labels }: Look, { labelsFile: file, besides, scenario }: Delivery) {
  if (labels === undefined) return results;
  const { labelKeys, unusedLabels } = await import('../../reports/labelled.ts');
  const named: Results = { ...results, labels };
  const unused = unusedLabels(named).filter((key) => !besides?.includes(key));
  if (unused.length === 0) return named;
  const keys = labelKeys(named);
  const text = file === undefined ? undefined : readText(file);
  const path = ['charts', 'labels'];
  const placeOf = (key: string): Pick<Problem, 'path' | 'at'> => {
    if (text && Object.hasOwn(text.value as object, key)) return { path: [], at: text.at([key]) };
    return { path, at: scenario?.at([...path, key], true) ?? { file: path.join('.') } };
  };
  throw new InputError(unused.map((key) => ({ ...placeOf(key), message: messages.noSuchLabel(key, keys) })));
}

/** How results go out: what to standard output, what into a folder. */
export interface Delivery {
  readonly format: Format;
  readonly look: Look;
  /** The file that `--labels` names. */
  readonly labelsFile?: string | undefined;
  /** What the scenario speaks of: an answer need not look at all of its cases for them to have labels. */
  readonly besides?: readonly string[];
  /** The scenario's own file, which may give labels too. */
  readonly scenario?: ParsedText | undefined;
  /** Everything, not one screen of what matters. */
  readonly full: boolean;
  readonly out: string | undefined;
  readonly force: boolean;
  readonly quiet: boolean;
  /** Stopped by Ctrl-C: what there is, is a part. */
  readonly cutShort: boolean;
  /** What was asked for and not done stays in a queue. */
  readonly onQueue?: boolean;
}

/** results ─ standard output ─ bundle ─▶ exit code. */
export async function deliver(played: Results, io: Io, how: Delivery): Promise<number> {
  const { format, look, full, out, force, quiet, cutShort } = how;
  const results = await withLabels(played, look, how);
  if (look.only !== undefined && out !== undefined) await assertDrawn(results, look.only);
  const text = await naming(() => formatted(results, format, io, { ...look, full }));
  io.out(text);
  if (out !== undefined) {
    // What was cut short is still worth its files; the Ctrl-C that counts against whole results is one that comes now.
    const signal = cutShort ? undefined : io.signal;
    const stopped = await naming(() =>
      writeBundle(results, out, io, { quiet, force, look, ...(signal && { signal }) }),
    );
    if (stopped) {
      io.err(`${messages.writingStopped(out)}\n`);
      return EXIT.interrupted;
    }
  }
  if (!cutShort) return EXIT.done;
  io.err(`${how.onQueue ? messages.queueStopped : messages.interrupted}\n`);
  return EXIT.interrupted;
}

/** The random numbers hang on how many trials were asked for: no line gives just those that were done. */
const withNote = (results: Results, text: string): Results => ({
  ...results,
  cells: results.cells.map((cell) => ({ ...cell, notes: [...cell.notes, { kind: 'info', text }] })),
});

/** Rulings that were not flipped any more leave no mark on the cells. */
const isPartial = (results: Results): boolean =>
  results.partial === true || results.cells.some((c) => c.partial) || results.robustness !== undefined;

/** Variant files named by `--variant`, all of their mistakes together. */
export async function variantFiles(flags: Flags): Promise<NonNullable<LoadOptions['variants']>> {
  const read = flags.list('variant').map(async (path) => {
    const other = isBuiltIn(path) ? 'rules' : /^[\w.-]+=/.test(path) ? 'set' : undefined;
    if (other !== undefined) {
      flags.wrong(messages.givenBy(other, path), 'variant');
      return [];
    }
    try {
      return [await loadVariant(path)];
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      flags.problems.push(...e.problems);
      return [];
    }
  });
  return (await Promise.all(read)).flat();
}

async function formatted(
  results: Results,
  format: Format,
  io: Io,
  { full, ...look }: Look & { readonly full: boolean },
): Promise<string> {
  switch (format) {
    case 'table': {
      const { terminal, terminalOptions } = await import('../../reports/terminal.ts');
      const options = terminalOptions({ isTTY: io.outIsTerminal, columns: io.columns });
      return terminal(results, { ...options, full });
    }
    case 'json':
      return (await import('../../reports/json.ts')).json(results);
    case 'csv':
      return (await import('../../reports/csv.ts')).csv(results);
    case 'markdown':
      return (await import('../../reports/markdown.ts')).markdown(results, [], { full });
    case 'vega-lite':
    case 'svg':
    case 'html':
      return (await import('../../reports/single.ts')).single(results, format, await drawing(look));
  }
}

/** Before anything is printed: an answer that ends in an error was none. */
async function assertDrawn(results: Results, only: string): Promise<void> {
  const [{ charts }, { UnknownChart }] = await Promise.all([
    import('../../reports/choose.ts'),
    import('../../reports/bundle.ts'),
  ]);
  await naming(async () => {
    const all = charts(results);
    if (!all.some(({ name }) => name === only)) throw new UnknownChart(only, all);
  });
}

/** A chart that these results do not draw is the user's mistake, though it shows only now. */
async function naming<T>(draw: () => Promise<T>): Promise<T> {
  try {
    return await draw();
  } catch (e) {
    if (!(e instanceof Error) || e.name !== 'UnknownChart') throw e;
    throw new InputError([{ path: [], message: e.message, at: { file: '--only' } }]);
  }
}

const drawing = async (look: Look) => ({
  style: (await import('../../reports/style.ts')).styleOf(look),
  ...(look.only === undefined ? {} : { only: look.only }),
});

/** True when Ctrl-C came before the files had their names: then none is there. */
export async function writeBundle(
  results: Results,
  folder: string,
  io: Io,
  how: { quiet: boolean; force: boolean; look: Look; signal?: AbortSignal },
): Promise<boolean> {
  const { writeFolder } = await import('../../reports/write.ts');
  const { bundle } = await import('../../reports/bundle.ts');
  const stop = how.signal ? { signal: how.signal } : {};
  let files: Awaited<ReturnType<typeof bundle>>;
  try {
    files = await bundle(results, { ...(await drawing(how.look)), ...stop });
    await writeFolder(folder, files, { force: how.force, ...stop });
  } catch (e) {
    if (how.signal?.aborted && (e as Error).name === 'AbortError') return true;
    throw e;
  }
  if (how.quiet) return false;
  for (const { warning } of files) if (warning !== undefined) io.err(`${warning}\n`);
  io.err(`${messages.wrote(files.length, folder)}\n`);
  const charts = files.filter((f) => f.name.endsWith('.png')).map((f) => `${folder}/${f.name}`);
  if (charts.length > 0) io.err(`${messages.chartsAt([...charts, `${folder}/report.html`])}\n`);
  return false;
}
