import { twoD6 } from '../../sim/die.ts';
import type { Emit, RollStep } from '../../sim/machine.ts';
import { modifierSum } from '../bound.ts';
import { reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import type { Problem } from '../problem.ts';
import type { Regiment } from './regiment.ts';
import { moment, type Rules, says, worthSaying } from './rules.ts';
import { WAVER_TITLES, type WaverResult, type WaverTest } from './words.ts';

export interface Stepping {
  step: string;
}

export interface WaverSpec<S> {
  readonly test: WaverTest;
  readonly self: Regiment;
  /** Its ferocity counts; null where nobody threatens. */
  readonly enemy: Regiment | null;
  readonly rallyingFromRout?: boolean;
  readonly after: (s: S, result: WaverResult, emit: Emit) => void;
  readonly scope?: string;
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
export function waverStep<S extends Stepping>(rules: Rules, spec: WaverSpec<S>): RollStep<S, number> {
  const { self, enemy, test } = spec;
  const rows = self.card.waver[test];
  const facts: Facts = {
    self: self.facts,
    enemy: enemy?.facts ?? {},
    now: moment(rules, { test, rallyingFromRout: spec.rallyingFromRout ?? false }),
    ruling: rules.ruling,
  };
  const tables = [rules.waver];
  return {
    roll: twoD6,
    side: self.side,
    given: modifierSum(tables, facts),
    apply: (s, modifier, face, emit) => spec.after(s, waverResult(rows, face + modifier), emit),
    title: () => `${self.name}: Waver test, ${WAVER_TITLES[test]}`,
    result: (_s, modifier, face) => MEANING[waverResult(rows, face + modifier)],
    reasons: (_s, modifier) => ({
      rows: reasonRows(tables, facts),
      near: worthSaying(tables, facts),
      total: { label: 'added to 2D6', value: modifier },
      reading: rows
        .map(([max, result], i) => (i < rows.length - 1 ? `${max} or less ${result}` : `else ${result}`))
        .join(', '),
      // Below the first the row always gives its first result, above the last its last.
      bounds:
        rows.length > 1
          ? { low: rows[0][0] - 12, high: rows[rows.length - 2][0] - 1 }
          : { low: modifier, high: modifier },
    }),
    ...(spec.scope ? { scope: spec.scope } : {}),
  };
}

/** The result of a total; above the last number the last result stands (ruling waverOverflow). */
export const waverResult = (rows: readonly (readonly [number, WaverResult])[], total: number): WaverResult =>
  (rows.find(([max]) => total <= max) ?? rows[rows.length - 1])[1];

/** With waverOverflow at error, a card whose row ends below the highest total that can come up is refused. */
export function overflowProblems(
  rules: Rules,
  regiments: readonly (readonly [Regiment['card'], Problem['path']])[],
): Problem[] {
  if (says(rules, 'waverOverflow') !== 'error') return [];
  const worst = (card: Regiment['card']) =>
    12 +
    Math.max(...Object.values(card.cohesion ?? rules.cards.cohesion).map((r) => r.waver)) +
    Math.max(...(card.losses ?? rules.cards.losses).map((l) => l.waver)) +
    Math.max(0, ...Object.values(rules.cards.cards).map((c) => c.ferocity));
  return regiments.flatMap(([card, path]) =>
    Object.entries(card.waver).flatMap(([test, rows]) => {
      const last = rows[rows.length - 1][0];
      if (last >= worst(card)) return [];
      const title = WAVER_TITLES[test as WaverTest];
      return [
        {
          path: [...path, 'card'],
          message: `Its Waver row '${title}' ends at ${last}, but a total of ${worst(card)} can come up, and the ruling waverOverflow forbids that.`,
          found: last,
        },
      ];
    }),
  );
}
