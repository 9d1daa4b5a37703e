import { parseDocument } from 'yaml';
import type { Options } from 'yargs';
import type { Wanted } from '../experiments/good-for.ts';
import type { ExperimentOptions } from '../experiments/options.ts';
import type { Axis } from '../results/types.ts';
import { nearest } from '../rules/nearest.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { parseLevel, parseTrials, percentOrFraction } from '../scenarios/amounts.ts';
import type { Override } from '../scenarios/override.ts';
import type { Args } from './command.ts';
import { messages } from './messages.ts';

export const ENGINES = ['auto', 'exact', 'sample'] as const;
export const FORMATS = ['table', 'json', 'csv', 'markdown', 'vega-lite', 'svg', 'html'] as const;
export type Format = (typeof FORMATS)[number];

const text = (describe: string): Options => ({ type: 'string', describe });
const several = (describe: string): Options => ({ type: 'array', string: true, describe });
const flag = (describe: string): Options => ({ type: 'boolean', describe });
export const option = { text, several, flag };

/** What changes the scenario. */
export const scenarioOptions: Readonly<Record<string, Options>> = {
  rules: text('Another rulebook than the file names'),
  variant: several('A variant file laid over the rulebook (may be repeated)'),
  set: several('One value: attacker.fs=9, rules.fire.small-arms.initial-volley=1, rulings.lowScore=literal'),
};

/** What every experiment takes. */
export const commonOptions: Readonly<Record<string, Options>> = {
  ...scenarioOptions,
  engine: text('auto, exact or sample; auto takes exact where it fits'),
  trials: text('Encounters to sample: 10000, 10_000, 5M, 1e9'),
  precision: text('Sample until every interval is at most this wide on either side: 0.1%'),
  level: text('How sure intervals and verdicts are to be: 95% unless told, 99%, 0.9'),
  seed: text('Where the random numbers start, 0 to 4294967295'),
  threads: text('Threads to sample with; all by default'),
  queue: text('Address of a queue whose workers share in the work: redis://host:6379, or GROGNARD_QUEUE'),
  shard: text('Do one part of many and write it to --out: 3/16, or auto for what the batch system says'),
  format: text('What goes to standard output: table, json, csv, markdown, vega-lite, svg or html'),
  out: text('A folder for the whole bundle: results, tables, charts, report'),
  force: flag('Replace files of the same name in that folder'),
  title: text('The title of the charts, instead of the finding'),
  subtitle: text('What stands under it'),
  credit: text('Whose picture it is, in its last line'),
  labels: text('A file of names of your own for books, options, outcomes, measures and sides'),
  size: text('Size of the pictures: card (1200x630), square, wide, tall, or WIDTHxHEIGHT in pixels'),
  theme: text('Pictures on light, dark or transparent'),
  dark: flag('The same as --theme dark'),
  only: text('Draw one chart only, by the name of its files: outcomes, cases, difference'),
  'max-cells': text('The most cells that are run'),
  full: flag('Every table and note on the screen, and those for statisticians, not only what matters most'),
  quiet: flag('No progress and no messages'),
};

/** Gathers mistakes, so that all flags are told at once. */
export class Flags {
  readonly problems: Problem[] = [];
  private readonly args: Args;
  constructor(args: Args) {
    this.args = args;
  }

  text(name: string): string | undefined {
    const found = this.args[name];
    if (found === undefined) return undefined;
    if (Array.isArray(found)) return this.wrong(messages.twice(name));
    return found === '' ? this.wrong(messages.empty(name)) : String(found);
  }

  list(name: string): string[] {
    const found = this.args[name];
    const all = found === undefined ? [] : Array.isArray(found) ? found.map(String) : [String(found)];
    if (all.includes('')) this.wrong(messages.empty(name));
    return all.filter((v) => v !== '');
  }

  flag(name: string): boolean {
    const found = this.args[name];
    return Array.isArray(found) ? found.at(-1) === true : found === true;
  }

  /** For what is done unless it is turned off: false only for --no-NAME. */
  /** Left out, other readings are tried as far as they cost little; --rulings tries all, --no-rulings none. */
  readings(): boolean | 'all' {
    const last = [this.args['rulings']].flat().at(-1);
    return last === undefined ? true : last === false ? false : 'all';
  }

  unlessOff(name: string): boolean {
    return [this.args[name]].flat().at(-1) !== false;
  }

  oneOf<const T extends string>(name: string, allowed: readonly T[]): T | undefined {
    const found = this.text(name);
    if (found === undefined || allowed.includes(found as T)) return found as T | undefined;
    return this.wrong(messages.notOneOf(name, found, allowed, nearest(found, allowed)));
  }

  whole(name: string, low: number, high: number): number | undefined {
    const found = this.text(name);
    if (found === undefined) return undefined;
    const value = /^[-+]?\d[\d_]*(e\+?\d+)?$/i.test(found) ? Number(found.replaceAll('_', '')) : Number.NaN;
    if (Number.isInteger(value) && value >= low && value <= high) return value;
    return this.wrong(messages.notWhole(name, low, high, found));
  }

  /** Reads by a function that throws a sentence. */
  read<T>(name: string, by: (text: string) => T): T | undefined {
    const found = this.text(name);
    if (found === undefined) return undefined;
    try {
      return by(found);
    } catch (e) {
      if (e instanceof InputError) {
        this.problems.push(...e.problems.map((p) => ({ ...p, path: [], at: { file: `--${name} ${found}` } })));
        return undefined;
      }
      return this.wrong((e as Error).message, name);
    }
  }

  wrong(message: string, name?: string): undefined {
    this.problems.push({ path: [], message, ...(name ? { at: { file: `--${name}` } } : {}) });
    return undefined;
  }

  done(): void {
    if (this.problems.length > 0) throw new InputError(this.problems);
  }
}

/** `--set attacker.fs=9`: the value is read as YAML, so lists, numbers and words all work. */
export function settings(flags: Flags): Override[] {
  return flags.list('set').flatMap((typed) => {
    const at = typed.indexOf('=');
    const path = typed.slice(0, at).trim();
    if (at < 1 || path.split('.').includes('')) {
      flags.wrong(messages.notSetting(typed));
      return [];
    }
    if (typed.slice(at + 1).trim() === '') {
      flags.wrong(messages.noValue(typed));
      return [];
    }
    return [{ path, value: readValue(typed.slice(at + 1)), at: { file: `--set ${typed}` } }];
  });
}

/** `--objective`, and who wants much or little of it. */
export const objectiveOptions = (what: string): Readonly<Record<string, Options>> => ({
  objective: option.text(`${what}: an outcome, "attacker wins", advantage, a measure, or a tail such as rounds>=2`),
  maximise: option.text('This side wants much of the objective, whatever it means; the other wants little'),
  minimise: option.text('This side wants little of the objective; the other wants much'),
});

export function objectiveFlags(flags: Flags): Wanted & { readonly objective?: string } {
  const [objective, maximise, minimise] = ['objective', 'maximise', 'minimise'].map((name) => flags.text(name));
  if (maximise !== undefined && minimise !== undefined) flags.wrong(messages.maximiseAndMinimise);
  return {
    ...(objective === undefined ? {} : { objective }),
    ...(maximise === undefined ? {} : { maximise }),
    ...(minimise === undefined ? {} : { minimise }),
  };
}

/** Every `--vary` as an axis. */
export function axes(flags: Flags, name: string, read: (text: string) => Axis): Axis[] {
  return flags.list(name).flatMap((typed) => {
    try {
      return [read(typed)];
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      flags.problems.push(...e.problems.map((p) => ({ ...p, path: [], at: { file: `--${name} ${typed}` } })));
      return [];
    }
  });
}

export function readValue(typed: string): unknown {
  // Whoever types {a:50,b:50} into a shell has no blanks to spare; YAML wants one after the colon.
  const text = /^\s*[{[]/.test(typed) ? typed.replace(/(?<=[\w"'-]):(?=[^\s/\\])/g, ': ') : typed;
  try {
    const doc = parseDocument(text, { prettyErrors: false, resolveKnownTags: false });
    // What is no YAML, or has a tag ('!'), is meant as it stands.
    return doc.errors.length + doc.warnings.length > 0 ? typed : doc.toJS({ maxAliasCount: 0 });
  } catch {
    return typed;
  }
}

export function experimentOptions(flags: Flags): ExperimentOptions & { readonly threads?: number } {
  const engine = flags.oneOf('engine', ENGINES);
  const trials = flags.read('trials', parseTrials);
  const precision = flags.read('precision', percentOrFraction);
  const level = flags.read('level', parseLevel);
  const seed = flags.whole('seed', 0, 4294967295);
  const threads = flags.whole('threads', 1, 1024);
  const maxCells = flags.whole('max-cells', 1, 1e9);
  if (trials !== undefined && precision !== undefined) flags.wrong(messages.trialsAndPrecision);
  const asked = trials !== undefined ? 'trials' : precision !== undefined ? 'precision' : undefined;
  if (engine === 'exact' && asked) flags.wrong(messages.exactAndTrials(asked));
  return {
    // Whoever names a number of trials wants them played.
    ...(engine ? { engine } : asked ? { engine: 'sample' as const } : {}),
    ...(trials === undefined ? {} : { trials }),
    ...(precision === undefined ? {} : { precision }),
    ...(level === undefined ? {} : { level }),
    ...(seed === undefined ? {} : { seed }),
    ...(threads === undefined ? {} : { threads }),
    ...(maxCells === undefined ? {} : { maxCells }),
  };
}
