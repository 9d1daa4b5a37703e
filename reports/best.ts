import type { Best, BestDecision, Results } from '../src/results/types.ts';
import { labelOf } from '../src/words/labels.ts';
import { counted } from '../src/words/names.ts';
import { isShare } from './findings.ts';
import { furtherSentences } from './headline.ts';
import { decimal, decimalRange, percent, percentRange } from './number.ts';
import { intervalTitle, left, right, type Section } from './table.ts';
import { capital, named, plain, theSideThat } from './text.ts';

/** Decisions and tactics that are shown in full and on one screen; results.json has them all. */
const FULL = { decisions: 8, options: Number.POSITIVE_INFINITY, tactics: 12 };
const SCREEN = { decisions: 2, options: 5, tactics: 5 };
type Most = typeof FULL;

export const bestOnScreen = (results: Results): Section[] => bestSections(results, SCREEN);

/** What is best at every decision, or the tactics that were tried. */
export function bestSections(results: Results, most: Most = FULL): Section[] {
  const best = results.best as Best;
  const show = (v: number): string => (isShare(results, best.objective.id) ? percent(v) : decimal(v));
  const kept = best.asWritten.map((side) => `${capital(theSideThat(side, 'plays'))} as written.`);
  const first: Section = { lines: [furtherSentences(best.text), ...kept].filter((line) => line !== '') };
  if (best.tactics !== undefined) return [first, tactics(results, best, most)];
  const shown = best.decisions
    .slice(0, most.decisions)
    .filter((_, i, all) => i === 0 || optionsTo(all, i) <= most.options);
  const hidden = best.decisions.length - shown.length;
  return [
    first,
    ...shown.map((d) => decision(d, best, show)),
    ...(hidden > 0
      ? [
          {
            lines: [
              `${counted(hidden, 'rarer decision is', 'rarer decisions are')} in the results (--full, --format json).`,
            ],
          },
        ]
      : []),
  ];
}

/** Options of all decisions up to this one: each takes a line. */
const optionsTo = (all: readonly BestDecision[], last: number): number =>
  all.slice(0, last + 1).reduce((sum, d) => sum + d.options.length, 0);

function decision(d: BestDecision, { objective, goodFor }: Best, show: (v: number) => string): Section {
  const asked = /[?.](?: \([^)]*\))?$/.test(d.title);
  const chooses = theSideThat(d.side, 'chooses');
  return {
    table: {
      title: `${capital(plain(d.title))}${asked ? ' ' : ': '}${asked ? capital(chooses) : chooses}, ${oftenText(d.chance)}`,
      columns: [left('option'), right(plain(objective.label)), left('')],
      rows: [
        ...d.options.map((o) => ({ cells: [plain(labelOf(o.option)), show(o.value), takenText(o.taken)] })),
        ...(isMixed(d) ? [{ cells: ['the right one each time', show(d.value), 'best'] }] : []),
      ],
    },
    lines: [
      ...(d.side === goodFor ? [] : [`${capital(theSideThat(d.side, 'wants'))} little of it.`]),
      ...(d.rule ? [`A rule of thumb: ${plain(d.rule.text)}. It gives ${show(d.rule.value)} in all.`] : []),
    ],
  };
}

/** Whether the right choice is now this, now that. */
const isMixed = ({ options }: BestDecision): boolean => options.every((o) => o.taken <= 1 - 1e-9);

/** A decision that comes up turn after turn is counted, not a share. */
const oftenText = (chance: number): string =>
  chance > 1 + 1e-9 ? `${decimal(chance)} times an encounter` : `in ${percent(Math.min(1, chance))} of encounters`;

/** Best is what is taken every time; what is right now and then is not called best. */
export const takenText = (taken: number): string =>
  taken > 1 - 1e-9 ? 'best' : taken > 1e-9 ? `right in ${percent(taken)} of the cases` : '';

function tactics(results: Results, best: Best, most: Most): Section {
  const share = isShare(results, best.objective.id);
  const all = best.tactics ?? [];
  const shown = best.choosers.flatMap((side) => all.filter((t) => t.side === side).slice(0, most.tactics));
  const several = best.choosers.length > 1;
  return {
    table: {
      title: `Tactics tried: ${plain(best.objective.label)}`,
      columns: [
        ...(several ? [left('side')] : []),
        left('tactic'),
        right('gives'),
        right(intervalTitle(results)),
        right('trials'),
        left(''),
      ],
      rows: shown.map((t) => ({
        cells: [
          ...(several ? [named(t.side)] : []),
          plain(t.label),
          share ? percent(t.value) : decimal(t.value),
          share ? percentRange(t.interval) : decimalRange(t.interval),
          String(t.trials),
          t.chosen ? 'best found' : '',
        ],
      })),
    },
    lines:
      shown.length < all.length
        ? [`${counted(all.length - shown.length, 'more is', 'more are')} in the results (--full, --format json).`]
        : [],
  };
}
