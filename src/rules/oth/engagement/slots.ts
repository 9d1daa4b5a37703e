import { act, type Flow, type Stepped } from '../../../kit/flow.ts';
import { factsIn } from '../../pattern.ts';
import type { Flows } from '../combatant.ts';
import { fireAsks } from '../shot.ts';
import { type Body, MOST_BUDGET } from './field.ts';
import type { Phase, SideKey, Slot } from './situation.ts';
import { supportInches } from './support.ts';
import type { Field } from './turns.ts';

/** A side's rally tests: the control of its commander, or units that he may rally, in a turn. */
export function setBudget({ bodies, oneCommander, state }: Field, side: SideKey): Flow<Stepped> {
  const own = bodies.filter((x) => x.side === side);
  return act(() => {
    state.budget = oneCommander[side] ? Math.max(0, ...own.map((x) => x.unit.control())) : 0;
  });
}

/**
 * Neighbours that neither waver nor rout support a unit's tests, if they stand near enough; in oth-half units that shoot
 * support nobody meanwhile.
 */
export function support({ book, bodies, friends, hearsOfSupport }: Field, slot: Slot, record: string): () => void {
  if (!hearsOfSupport) return () => undefined;
  const hearers = bodies.filter((x) => x.record === record).map((x) => ({ x, near: friends(x, supportInches(book)) }));
  if (hearers.every(({ near }) => near.length === 0)) return () => undefined;
  const shootersSupport = book.rulings['supportCondition'] === undefined;
  return () => {
    for (const { x, near } of hearers) {
      const isShooting = slot.phase === 'shoots' && slot.side === x.side && !shootersSupport;
      x.unit.state.supported = !isShooting && near.some(({ body }) => body.unit.status() === 'steady');
    }
  };
}

/** After a duty: what was lent for it is taken back, and a commander lost is lost to all units that name him. */
export function takeBack(field: Field, { phase }: Slot, record: string): Flow<Stepped> {
  const { bodies, oneCommander, state } = field;
  const own = bodies.filter((x) => x.record === record);
  const named = (side: SideKey) => bodies.filter((x) => x.side === side && x.unit.given.commander).map((x) => x.unit);
  const sharing = field
    .atRisk(record)
    .filter((unit) => oneCommander[unit.side as SideKey] && unit.given.commander)
    .map((unit) => ({ unit, others: named(unit.side as SideKey).filter((u) => u !== unit) }));
  const pairs = own.flatMap((x) => x.pairs.slice(0, 1));
  return act(() => {
    if (phase === 'rallies')
      for (const pair of pairs) {
        state.budget = Math.min(MOST_BUDGET, state.budget + pair.duty.tests);
        pair.duty.tests = 0;
      }
    for (const { unit } of own) unit.state.supported = false;
    for (const { unit, others } of sharing)
      if (unit.state.commanderLost) for (const friend of others) friend.state.commanderLost = true;
  });
}

/** Time passes: nobody asks any more how far some units moved. */
export function afterSlot(field: Field, slot: Slot): Flows {
  const { bodies, state } = field;
  const still = bodies.filter((x) => isForgotten(field, x, slot)).map((x) => x.unit.state);
  const rallied = slot.phase === 'rallies';
  if (still.length === 0 && !rallied) return [];
  return [
    act(() => {
      for (const unit of still) unit.moved = 0;
      if (rallied) state.budget = 0;
    }),
  ];
}

/**
 * How long it is kept how far a unit moved: cavalry may be asked until it moves again (opportunity contact), tactics ask
 * at any time, fire in oth-half asks in the enemy's next shooting; others are asked only when they rally.
 */
function isForgotten({ book, bodies, endWhen }: Field, { side, unit }: Body, slot: Slot): boolean {
  const lines = bodies.flatMap((x) => x.tactic);
  const isAsked = [endWhen, ...lines.map((line) => line.when)].some((when) => factsIn(when).has('moved'));
  const last = (phase: Phase, ofEnemy: boolean) => slot.phase === phase && (slot.side !== side) === ofEnemy;
  if (isAsked || unit.given.arm === 'cavalry') return last('combats', true);
  return fireAsks(book, 'moved') ? last('shoots', true) : last('rallies', false);
}
