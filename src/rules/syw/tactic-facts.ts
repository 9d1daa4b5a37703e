import { live } from '../../kit/live.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type GroupExtras, groupFacts } from './facts.ts';
import { battleBetween, type Field } from './field.ts';
import type { Body } from './positions.ts';
import type { Sight } from './sight.ts';

/** What a tactic may look at; the enemy is whoever is the opponent at the time. */
export function tacticFacts(field: Field, sight: Sight, x: Body, extras: (x: Body, y: Body) => GroupExtras): Facts {
  const { opponent, targetOf, foes } = sight;
  const of = (own: Body, foe: Body): FactRecord =>
    live(groupFacts(battleBetween(field, own, foe), own.group, 'orders', extras(own, foe)), {
      inRange: () => own.group.members.some((unit) => targetOf(own, unit) !== undefined),
    }) as FactRecord;
  return {
    self: factsOfWhichever(() => opponent(x), new Map(foes(x).map((y) => [y, of(x, y)]))),
    enemy: factsOfWhichever(() => opponent(x), new Map(foes(x).map((y) => [y, of(y, x)]))),
    now: live({ test: 'orders' }, { distance: () => distanceTo(sight, x), turn: () => field.state.turn }),
    ruling: field.ruling,
  };
}

export const distanceTo = ({ opponent, wayTo }: Sight, x: Body): number => {
  const foe = opponent(x);
  return foe ? wayTo(x, foe) : 0;
};

/** Facts of whichever record counts at the time; the record itself where there is only one. */
function factsOfWhichever(which: () => Body | undefined, records: ReadonlyMap<Body, FactRecord>): FactRecord {
  const [first] = records.values();
  if (records.size === 1) return first;
  const names: string[] = [];
  for (const name in first) names.push(name);
  const asks = names.map((name) => [
    name,
    () => {
      const body = which();
      return body && records.get(body)?.[name];
    },
  ]);
  return live({}, Object.fromEntries(asks)) as FactRecord;
}
