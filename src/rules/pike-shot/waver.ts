import { type Flow, roll, type Stepped } from '../../kit/flow.ts';
import { twoD6 } from '../../sim/die.ts';
import { factsFor, type Regiment } from './regiment.ts';
import { moment, rowsFor } from './rules.ts';
import { WAVER_RESULTS, WAVER_TITLES, type WaverResult, type WaverTest } from './words.ts';

export interface WaverOptions {
  readonly test: WaverTest;
  readonly self: Regiment;
  /** Its ferocity counts; null where nobody threatens. */
  readonly enemy: Regiment | null;
  readonly rallyingFromRout?: boolean;
  /** What each result does; nothing where it is left out. */
  readonly results: Readonly<Partial<Record<WaverResult, readonly Flow<Stepped>[]>>>;
}

const MEANING: Readonly<Record<WaverResult, string>> = {
  Ch: 'charges',
  Cc: 'counter-charges',
  St: 'stands',
  '-1': 'stands, loses a level of cohesion',
  Ev: 'evades',
  Ro: 'routs',
};

/** A Waver test: 2D6 and modifiers on a row of the card; the first number not exceeded gives the result (line 94). */
export function waver({ test, self, enemy, rallyingFromRout = false, results }: WaverOptions): Flow<Stepped> {
  const { rules, card } = self;
  const chart = card.waver[test];
  const rows = rowsFor([rules.waver], factsFor(self, enemy, moment(rules, { test, rallyingFromRout })));
  return roll({
    roll: twoD6,
    side: self.side,
    against: rows.sum,
    apply: (_, modifier, face) => WAVER_RESULTS.indexOf(waverResult(chart, face + modifier)),
    branches: WAVER_RESULTS.map((result) => results[result] ?? []),
    title: () => `${self.name}: Waver test, ${WAVER_TITLES[test]}`,
    result: (_, modifier, face) => MEANING[waverResult(chart, face + modifier)],
    reasons: (_, modifier) => ({
      ...rows.why(),
      total: { label: 'added to 2D6', value: modifier },
      reading: chart
        .map(([max, result], i) => (i < chart.length - 1 ? `${max} or less ${result}` : `else ${result}`))
        .join(', '),
      // Below the first the row always gives its first result, above the last its last.
      bounds:
        chart.length > 1
          ? { low: chart[0][0] - 12, high: chart[chart.length - 2][0] - 1 }
          : { low: modifier, high: modifier },
    }),
  });
}

/** The result of a total; above the last number the last result stands (ruling waverOverflow). */
const waverResult = (chart: readonly (readonly [number, WaverResult])[], total: number): WaverResult =>
  (chart.find(([max]) => total <= max) ?? chart[chart.length - 1])[1];
