import type { Axis, CellResult, Results } from '../src/results/types.ts';
import { labelOf } from '../src/words/labels.ts';
import { cellNames } from './cells.ts';
import { labelled } from './labelled.ts';
import { count, halfText, halfWidth, type Interval } from './number.ts';
import { levelText } from './table.ts';
import { capital, list, plain } from './text.ts';

/** What stands under every chart and table: the rulebook, the engine, the error, and the notes that qualify the figures. */

export function rulebookLine(results: Results): string {
  const variantsOf = new Map<string, Set<string>>();
  const changesNothing = results.tuning?.best.every((b) => b.from === b.to) === true;
  const shown = labelled(results);
  shown.cells.forEach(({ rulebook, labels }, i) => {
    const isTuned = labels['variant'] === 'tuned';
    if (isTuned && changesNothing) return;
    const variants = variantsOf.get(plain(rulebook.title)) ?? new Set();
    const name =
      variedIn(shown, results.cells[i]) ?? (rulebook.variant === null ? '' : plain(labelOf(rulebook.variant)));
    // The headline names the values that were found.
    variantsOf.set(plain(rulebook.title), variants.add(isTuned && name !== '' ? TUNED : name));
  });
  return `Rules: ${list([...variantsOf].map(([title, variants]) => title + variantNames([...variants])))}.`;
}

/** "attack column varied": the cases themselves say at which values a row of an axis stands. */
function variedIn({ axes = [] }: Results, { rulebook: { variant }, labels }: CellResult): string | undefined {
  const edits = (variant ?? '').split(' + ');
  const axisOf = (edit: string): Axis | undefined =>
    axes.find(({ path }) => path.startsWith('rules.') && edit === `${path.slice(6)}=${labels[path]}`);
  if (!edits.some(axisOf)) return undefined;
  return edits.map((edit) => plain(axisOf(edit)?.label ?? labelOf(edit)) + (axisOf(edit) ? ' varied' : '')).join(', ');
}

const TUNED = 'tuned';

/** The most variants that a caption names; the chart and the table have them all. */
const MOST_VARIANTS = 4;

function variantNames(variants: readonly string[]): string {
  if (variants.length === 1) return variants[0] === '' ? '' : ` with ${variants[0]}`;
  const names = variants.map((v) => (v === '' ? 'as it stands' : v === TUNED ? v : `with ${v}`));
  const few = names.length > MOST_VARIANTS + 1 ? names.slice(0, MOST_VARIANTS) : names;
  return ` (${list(few.length < names.length ? [...few, `${names.length - few.length} more`] : few)})`;
}

/** "Worked out exactly." or "10,000,000 fights sampled a cell; bars are 95% intervals, at most ±0.03 points wide." */
export function engineLine(results: Results, drawn?: readonly Interval[]): string {
  const sampled = results.cells.filter((cell) => cell.engine === 'sample');
  const parts: string[] = [];
  if (sampled.length < results.cells.length || results.cells.length === 0) parts.push('worked out exactly');
  if (sampled.length > 0) {
    const trials = sampled.map((cell) => cell.trials ?? 0);
    const most = Math.max(...trials);
    const least = Math.min(...trials);
    const each = results.cells.length > 1 ? (looksText(results) ?? ' for each') : '';
    const number = most === least ? count(most) : `${count(least)} to ${count(most)}`;
    parts.push(
      `${number} ${most === 1 ? 'trial' : 'trials'}${each}, seed ${results.seed}; ${levelText(results)} intervals, at most ${errorPoints(drawn ?? sampled.flatMap((cell) => cell.outcomes))} percentage points`,
    );
  }
  const stopped = [
    results.partial === true
      ? ` Stopped early: ${results.targetTuning ? 'not all changes were looked at' : 'cells that were asked for are missing'}.`
      : '',
    results.cells.some((cell) => cell.partial) ? ' Stopped early: these are the trials done so far.' : '',
  ];
  return `${capital(parts.join('; '))}.${stopped.join('')}`;
}

/** Values that cannot be nearest to a target are looked at more briefly than what is printed in the end. */
function looksText({ tuning }: Results): string | undefined {
  const looks = (tuning?.tried ?? []).flatMap((one) => one.trials ?? []);
  if (looks.length === 0) return undefined;
  const [least, most] = [Math.min(...looks), Math.max(...looks)];
  return ` as it is and as tuned, ${least === most ? '' : `${count(least)} to `}${count(most)} for each value tried`;
}

/** The widest interval, on either side, in percentage points. */
function errorPoints(intervals: readonly Interval[]): string {
  const widest = Math.max(0, ...intervals.map(halfWidth)) * 100;
  return widest === 0 ? '±0' : halfText(widest, 1);
}

export interface ShownNote {
  readonly kind: string;
  readonly text: string;
  /** Must be read before the figure is believed: shown on the chart itself. */
  readonly loud: boolean;
  /** Stands on the screen whatever room there is. */
  readonly kept: boolean;
}

const LOUD: readonly string[] = ['illustrative', 'borrowed', 'not played'];

/** Another reading turns the finding; or none was tried, where silence would be taken for a look at all of them. */
const KEPT = new RegExp(
  [
    '^Other readings of unclear rules were not tried',
    '^The rules leave open: .*, and (another |this is then |.* then leads?\\.)',
    '^\\d+ more readings? turns? the finding',
  ].join('|'),
);

/** "2 more readings turn the finding" is two more than those named before it. */
const COUNTED = /^\d+ more readings? /;

/** All notes of all cells once each, the loud ones first; a note of some cells only says which. */
export function notes(results: Results): ShownNote[] {
  const names = cellNames(results);
  const found = new Map<string, { kind: string; text: string; cells: number[] }>();
  labelled(results).cells.forEach((cell, i) => {
    for (const note of cell.notes) {
      const key = `${note.kind}\n${note.text}`;
      const entry = found.get(key) ?? { kind: note.kind, text: note.text, cells: [] };
      if (!entry.cells.includes(i)) entry.cells.push(i);
      found.set(key, entry);
    }
  });
  const all = [...found.values()].map(({ kind, text, cells }) => ({
    kind: plain(kind),
    text: plain(text) + (cells.length < results.cells.length ? ` (${whose(kind, cells, names)})` : ''),
    loud: LOUD.includes(kind),
    kept: LOUD.includes(kind) || (kind === 'ruling' && KEPT.test(text)),
  }));
  // How many other readings were tried follows those that are named.
  const isTally = (n: ShownNote): boolean =>
    n.kind === 'ruling' && !n.kept && !n.text.startsWith('The rules leave open');
  const quiet = all.filter((n) => !n.kept);
  return [
    ...all.filter((n) => n.loud),
    ...all.filter((n) => n.kept && !n.loud && !COUNTED.test(n.text)),
    ...all.filter((n) => n.kept && !n.loud && COUNTED.test(n.text)),
    ...quiet.filter((n) => !isTally(n)),
    ...quiet.filter(isTally),
  ];
}

function whose(kind: string, cells: readonly number[], names: readonly string[]): string {
  if (cells.length > 3) return `${cells.length} of ${names.length} cases`;
  // Other readings are tried on a case or two: of the rest nothing is known.
  return `${kind === 'ruling' ? 'case:' : 'only'} ${list(cells.map((i) => names[i]))}`;
}

/** "Illustrative: …", unless the text says so itself. */
export function noteLine(note: ShownNote): string {
  const says = note.text.toLowerCase().includes(note.kind.toLowerCase());
  return says || note.kind === 'info' || note.kind === 'ruling' ? note.text : `${capital(note.kind)}: ${note.text}`;
}

/** What must be read with a picture, in as few words as it can be said; tables and pages have the whole note. */
const BRIEF: Readonly<Record<string, string>> = {
  illustrative: 'Illustrative tables, not the printed game’s.',
  borrowed: 'In part borrowed from another sheet.',
};

export const briefNote = (kind: string): string | undefined => BRIEF[kind];

export interface Caption {
  readonly rules: string;
  readonly engine: string;
  /** Warnings, once per kind in brief. */
  readonly loud: readonly { readonly brief: string; readonly text: string }[];
}

/** The caption of a chart. */
export function captionOf(results: Results, drawn?: readonly Interval[]): Caption {
  const loud = notes(results).filter((n) => n.loud);
  const kinds = [...new Set(loud.map((n) => n.kind))];
  return {
    rules: rulebookLine(results),
    engine: engineLine(results, drawn),
    loud: kinds.map((kind) => ({
      brief: BRIEF[kind],
      text: loud
        .filter((n) => n.kind === kind)
        .map(noteLine)
        .join(' '),
    })),
  };
}
