import type { Points, TroopPair } from '../src/results/types.ts';
import { COUNTER, counterOf } from '../src/words/points.ts';
import { furtherSentences } from './headline.ts';
import { count, percent, points as pp } from './number.ts';
import { left, right, type Section } from './table.ts';
import { plain } from './text.ts';

/** What troops are worth, as tables: a model, and said to be one. */

const MOST_ON_SCREEN = 10;
const MOST_COUNTERS = 3;
const MOST_LISTED = 40;

const modelLine = ({ fit, scale, suite }: Points): string =>
  `A model (Bradley–Terry), fitted to ${count(fit.encounters)} exact encounters of ${count(fit.pairs)} pairs${suite === 'built-in' ? '' : ` of ${plain(suite)}`}: two troops share a fight in the ratio of their points; ${plain(scale)}. It explains ${percent(fit.explained)} of how uneven the fights are; scores are typically ${pp(fit.residual).replace('+', '')} percentage points off.`;

function troopsTable({ troops }: Points, most: number): Section {
  const priced = troops.some((t) => t.given !== undefined);
  const rows = priced
    ? [...troops].sort((a, b) => Math.abs(b.overpriced ?? 0) - Math.abs(a.overpriced ?? 0))
    : [...troops];
  const worth = troopPoints(troops);
  const shown = rows.length <= most ? rows : priced ? rows.slice(0, most) : ends(rows, most);
  const hidden = rows.length - shown.length;
  // Whatever a screen has no room for is taken from between the ends.
  const rankOf = (i: number): number => (priced ? i : Math.min(i, shown.length - 1 - i));
  return {
    table: {
      title: priced ? 'Worth and price, the worst priced first' : 'What each troop is worth',
      columns: [
        left('troop'),
        right('points'),
        ...(priced ? [right('costs'), right('too dear by')] : []),
        right('score against the others'),
      ],
      rows: shown.map((t, i) => ({
        cells: [
          plain(t.name),
          worth(t.points),
          ...(priced ? [t.given === undefined ? '' : worth(t.given), dearness(t.overpriced)] : []),
          percent(t.score),
        ],
        ...(priced ? {} : { bar: t.points }),
        rank: rankOf(i),
      })),
    },
    lines: [],
    hidden,
  };
}

/** One precision for all of them: "10" among "9.98" and "10.01" would look like another kind of figure. */
export function troopPoints(troops: Points['troops']): (points: number) => string {
  const isWhole = troops.every((t) => Number.isInteger(t.points) && Number.isInteger(t.given ?? 0));
  return (points) => points.toFixed(isWhole ? 0 : 2);
}

/** The strongest and the weakest. */
const ends = <T>(rows: readonly T[], most: number): T[] => [
  ...rows.slice(0, Math.ceil(most / 2)),
  ...rows.slice(rows.length - Math.floor(most / 2)),
];

const dearness = (share: number | undefined): string =>
  share === undefined ? '' : `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`;

/** "Cuirassiers against Militia battalion: 81%, expected 70%" */
export function counterLine(p: TroopPair): string {
  const [better, worse] = counterOf(p);
  const of = (x: number) => (better === p.first ? x : 1 - x);
  return `${plain(better)} against ${plain(worse)}: ${percent(of(p.score))}, by points ${percent(of(p.expected))}`;
}

const counters = (pairs: readonly TroopPair[]): TroopPair[] => pairs.filter((p) => Math.abs(p.residual) >= COUNTER);

export function pointsOnScreen(points: Points): Section[] {
  const most = counters(points.pairs).slice(0, MOST_COUNTERS);
  return [
    troopsTable(points, MOST_ON_SCREEN),
    {
      lines: [
        ...(most.length > 0 ? [`Counters: ${most.map(counterLine).join('; ')}.`] : [furtherSentences(points.text)]),
        modelLine(points),
      ],
    },
  ];
}

export const pointsSections = (points: Points): Section[] => [
  troopsTable(points, Number.POSITIVE_INFINITY),
  { lines: [modelLine(points)] },
  {
    table: {
      title: 'Matchups that the points tell worst',
      columns: [left('troop'), left('against'), right('score'), right('by points'), right('residual, pp')],
      rows: points.pairs.slice(0, MOST_LISTED).map((p) => ({
        cells: [plain(p.first), plain(p.second), percent(p.score), percent(p.expected), pp(p.residual)],
      })),
    },
    lines: points.pairs.length > MOST_LISTED ? [`All ${count(points.pairs.length)} pairs are in results.csv.`] : [],
  },
];
