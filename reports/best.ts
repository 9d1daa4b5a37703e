import type { Best, BestDecision, Results } from '../src/results/types.ts';
import { hangsOnTheMoment, isMixed, mainDecisions } from '../src/words/decisions.ts';
import { labelOf } from '../src/words/labels.ts';
import { counted } from '../src/words/names.ts';
import { ownTerms, turnedInterval } from '../src/words/own-terms.ts';
import { furtherSentences } from './headline.ts';
import { decimal, percent } from './number.ts';
import { objectiveFigures } from './objective-figures.ts';
import { intervalTitle, left, right, type Section } from './table.ts';
import { capital, list, plain, shownText, theSideThat } from './text.ts';

/** Decisions and tactics that are shown in full and on one screen; results.json has them all. */
const FULL = { decisions: 8, options: Number.POSITIVE_INFINITY, tactics: 12 };
const SCREEN = { decisions: 1, options: 8, tactics: 3 };
type Most = typeof FULL;

export const bestOnScreen = (results: Results): Section[] => bestSections(results, SCREEN);

/** What is best at every decision, or the tactics that were tried. */
export function bestSections(results: Results, most: Most = FULL): Section[] {
  const best = results.best as Best;
  const kept = best.asWritten.map((side) => `${capital(theSideThat(side, 'plays'))} as written.`);
  const first: Section = { lines: [furtherSentences(best.text), ...kept].filter((line) => line !== '') };
  if (best.tactics !== undefined) return [first, tactics(results, best, most)];
  // What the headline speaks of comes first.
  const main = mainDecisions(best.decisions);
  const shown = [...main, ...best.decisions.filter((d) => !main.includes(d))]
    .slice(0, most.decisions)
    .filter((_, i, all) => i === 0 || optionsTo(all, i) <= most.options);
  const hidden = best.decisions.length - shown.length;
  return [
    first,
    ...shown.map((d) => (most === SCREEN && hangsOnTheMoment(d) ? inAll(results, d) : decision(results, d))),
    ...(hidden > 0
      ? [
          {
            spare: true,
            lines: [
              `${counted(hidden, 'more decision is', 'more decisions are')} in the results (--full, --format json).`,
            ],
          },
        ]
      : []),
  ];
}

/** Options of all decisions up to this one: each takes a line. */
const optionsTo = (all: readonly BestDecision[], last: number): number =>
  all.slice(0, last + 1).reduce((sum, d) => sum + d.options.length, 0);

/** Figures in the terms of the side that chooses. */
function decision(results: Results, d: BestDecision): Section {
  const asked = /[?.](?: \([^)]*\))?$/.test(d.title);
  const chooses = theSideThat(d.side, 'chooses');
  const { label, show, wantsMuch } = ownFigures(results, d.side);
  return {
    table: {
      title: `${capital(plain(d.title))}${asked ? ' ' : ': '}${asked ? capital(chooses) : chooses}, ${oftenText(d.chance)}`,
      columns: [left('option'), right(plain(label)), left('')],
      rows: [
        ...(isMixed(d) ? [{ cells: ['the right one each time', show(d.value), 'best'] }] : []),
        ...bestFirst(results, d).map((o) => ({
          cells: [plain(labelOf(o.option)), show(o.value), takenText(o, d.options)],
        })),
      ],
    },
    lines: [
      ...(wantsMuch ? [] : [`${capital(theSideThat(d.side, 'wants'))} little of it.`]),
      ...(d.rule ? [`A rule of thumb: ${plain(d.rule.text)}. It gives ${show(d.rule.value)} in all.`] : []),
    ],
  };
}

/** What a side may do about a decision whose right choice hangs on the moment, each by what the encounter is worth. */
export function coursesOf({ value, written, keeping }: Best, { side, rule }: BestDecision) {
  const kept = keeping?.find((k) => k.side === side)?.value ?? written;
  return [
    { name: 'choosing right each time', value, chosen: true },
    ...(rule ? [{ name: 'by the rule of thumb', value: rule.value, chosen: false }] : []),
    { name: 'as written', value: kept, chosen: false },
  ];
}

function inAll(results: Results, d: BestDecision): Section {
  const whole = decision(results, d);
  const { show } = ownFigures(results, d.side);
  const right = [...d.options].sort((x, y) => y.taken - x.taken).filter((o) => o.taken >= 0.0005);
  const each = right.map(
    (o, i) => `${plain(labelOf(o.option))} in ${percent(o.taken)}${i === 0 ? ' of the cases' : ''}`,
  );
  return {
    table: whole.table && {
      ...whole.table,
      rows: coursesOf(results.best as Best, d).map((c) => ({
        cells: [c.name, show(c.value), c.chosen ? 'best' : ''],
      })),
    },
    lines: [
      ...whole.lines.map((line) => line.replace(/ It gives [^ ]+ in all\.$/, '')),
      // Without a rule the headline has said so.
      ...(d.rule ? [`What is right: ${list(each)}.`] : []),
    ],
  };
}

/** What is taken every time first, then by what it is worth to whoever chooses. */
function bestFirst(results: Results, { side, options }: BestDecision): BestDecision['options'] {
  const { of, wantsMuch } = ownFigures(results, side);
  const worth = (v: number): number => (wantsMuch ? of(v) : -of(v));
  return [...options].sort(
    (x, y) => Number(y.taken > 1 - 1e-9) - Number(x.taken > 1 - 1e-9) || worth(y.value) - worth(x.value),
  );
}

/** The tactics that a side tried: the best found, then by what they gave by the dice of the search. */
export function triedBy(results: Results, side: string): NonNullable<Best['tactics']> {
  const { of, wantsMuch } = ownFigures(results, side);
  const worth = (v: number): number => (wantsMuch ? of(v) : -of(v));
  return (results.best?.tactics ?? [])
    .filter((t) => t.side === side)
    .sort((x, y) => Number(y.chosen) - Number(x.chosen) || worth(y.value) - worth(x.value));
}

/** The objective as the side that chooses reads it, and how its figures are written. */
export function ownFigures(results: Results, side: string) {
  const best = results.best as Best;
  const own = ownTerms(best, side, results.cells[0].sides);
  const { show, range, isShare, isLead } = objectiveFigures(results, best.objective.id);
  return {
    ...{ label: own.label, of: own.of, wantsMuch: own.wantsMuch, isShare, isLead },
    show: (v: number): string => show(own.of(v)),
    interval: (i: { readonly low: number; readonly high: number }) => turnedInterval(own, i),
    range: (i: { readonly low: number; readonly high: number }): string => range(turnedInterval(own, i)),
  };
}

/** A decision that comes up turn after turn is counted, not a share. */
const oftenText = (chance: number): string =>
  chance > 1 + 1e-9 ? `${decimal(chance)} times an encounter` : `in ${percent(Math.min(1, chance))} of encounters`;

type Option = BestDecision['options'][number];

/** Best is what is taken every time, and no worse what is worth as much; what is right now and then is not called best. */
export function takenText({ taken, value }: Option, all: readonly Option[]): string {
  if (taken > 1e-9 && !isTaken(taken)) return `right in ${percent(taken)} of the cases`;
  if (isTaken(taken)) return 'best';
  return all.some((o) => isTaken(o.taken) && Math.abs(o.value - value) < 1e-9) ? 'as good' : '';
}

const isTaken = (taken: number): boolean => taken > 1 - 1e-9;

/** The best of each side first; trials are for whoever wants to see it all. */
function tactics(results: Results, best: Best, most: Most): Section {
  const all = best.tactics ?? [];
  const several = best.choosers.length > 1;
  const isFull = most === FULL;
  const each = several || isFull ? most.tactics : 2 * most.tactics;
  const shown = best.choosers.flatMap((side) => triedBy(results, side).slice(0, each));
  const figures = new Map(best.choosers.map((side) => [side, ownFigures(results, side)]));
  const labels = whatIsTold(best, several, [...figures.values()]);
  return {
    table: {
      title: `Tactics tried, by the dice of the search: ${list(labels)}`,
      columns: [
        ...(several ? [left('side')] : []),
        left('tactic'),
        right('gives'),
        right(intervalTitle(results)),
        ...(isFull ? [right('trials')] : []),
        left(''),
      ],
      rows: shown.map((t) => ({
        cells: [
          ...(several ? [shownText(t.side)] : []),
          plain(t.label),
          figures.get(t.side)?.show(t.value) ?? '',
          figures.get(t.side)?.range(t.interval) ?? '',
          ...(isFull ? [String(t.trials)] : []),
          t.chosen ? 'best found' : '',
        ],
        rank: shown.filter((other) => other.side === t.side).indexOf(t),
      })),
    },
    ...hiddenRows(all.length - shown.length, isFull),
  };
}

/** What the figures of the sides are; a lead has one name for both, since each of theirs would name both sides. */
function whatIsTold({ objective: { id, label } }: Best, several: boolean, own: readonly { label: string }[]): string[] {
  if (id !== 'advantage' || !several) return [...new Set(own.map((f) => plain(f.label)))];
  return [`how much oftener each ${/ wins? than /.test(label) ? 'wins' : 'comes off better'} than the other`];
}

/** A screen counts what it leaves out together with what there is no room for. */
function hiddenRows(hidden: number, isFull: boolean): Pick<Section, 'lines' | 'hidden'> {
  if (!isFull || hidden === 0) return { lines: [], hidden };
  return { lines: [`${counted(hidden, 'more is', 'more are')} in the results (--format json).`] };
}
