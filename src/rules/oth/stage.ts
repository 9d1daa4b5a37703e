import type { Stepped } from '../../kit/flow.ts';
import { declareState, type Encounter, UNSEEN } from '../../kit/machine.ts';
import type { StateSpec } from '../../sim/state.ts';
import type { Rulebook } from '../book.ts';
import type { AnyMachine, BuiltInKind } from '../encounter.ts';
import { OUTCOMES } from '../outcomes.ts';
import { type Combatant, combatant, muster, type Particulars, unitFields } from './combatant.ts';
import type { UnitGiven } from './unit.ts';

/** A unit that takes part: whose dice are its, what the scenario says of it, and what its encounter knows besides. */
export interface Part extends Particulars {
  readonly side: string;
  readonly given: UnitGiven;
}
type Played = Omit<Encounter<Stepped>, 'name' | 'outcomes' | 'start'> & Partial<Pick<Encounter<Stepped>, 'start'>>;

/**
 * Declares the state of an encounter: that of its units, and what else changes. The units begin as the scenario has them;
 * `start` does the rest.
 */
export function stage<Besides extends StateSpec>(book: Rulebook, parts: readonly Part[], besides: Besides) {
  // By side; where it has several, by number too.
  const names = parts.map(({ side }, i) => `${side}${parts.slice(0, i).some((p) => p.side === side) ? `_${i}` : ''}`);
  const fields = parts.map(({ given }, i) => [names[i], unitFields(given, book)] as const);
  const { view, machine } = declareState({ units: Object.fromEntries(fields), besides }, UNSEEN);
  const units = parts.map(
    ({ side, given, ...more }, i): Combatant => combatant(book, side, given, view.units[names[i]], more),
  );
  const played = (kind: BuiltInKind, title: string, { start, ...rest }: Played): AnyMachine =>
    machine({
      ...{ ...rest, name: `${title} (${book.id})`, outcomes: OUTCOMES[kind] },
      start: () => {
        for (const unit of units) muster(unit);
        start?.();
      },
    });
  return { units, view: view.besides, machine: played };
}
