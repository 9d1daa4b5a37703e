import { act, type Flow, type Stepped, set } from '../../../kit/flow.ts';
import { clause } from '../../../words/names.ts';
import { ruled } from '../../book.ts';
import type { Flows, UnitState } from '../combatant.ts';
import { ends } from '../melee/bout.ts';
import { test } from '../tests.ts';
import { type Approach, contactNow } from './charge.ts';

type Emergency = 'emergency-turn' | 'emergency-square' | 'emergency-redeploy';

/** Emergency formations: D10 equal to or under FS with their own modifiers (ruling emergencyMods). No fire. */
export function emergencyFlows(spec: Approach): Readonly<Record<Emergency, Flows>> {
  const { book, attacker, defender } = spec;
  const general = ruled(book, 'emergencyMods') === 'plus-general-morale' ? ['morale.modifiers'] : [];
  const attempt = (id: Emergency, words: string, formed: Partial<UnitState>, then: Flows = []): Flows => [
    test({
      ...{ book, test: id, unit: defender, enemy: attacker.facts, now: contactNow(spec, id) },
      tables: ['emergency.modifiers', ...general],
      title: clause(defender.label, words),
      passed: [set(spec.charge, { formed: true }), set(defender.state, formed), ...then],
      failure: () => 'caught as it stands',
    }),
  ];
  const before = attacker.given.arm === 'cavalry' ? [beforeSquare(spec)] : [];
  // A square has no flanks.
  const square: Partial<UnitState> = { formation: 'emergency-square', aspect: 'front' };
  return {
    'emergency-turn': attempt('emergency-turn', 'turns to face', { aspect: 'front' }),
    'emergency-square': attempt('emergency-square', 'forms an emergency square', square, before),
    'emergency-redeploy': attempt('emergency-redeploy', 'redeploys from square', { formation: spec.redeployInto }),
  };
}

/** Cavalry goes on against an emergency square, or stops before it (ruling cavalryAtEmergencySquare). */
const beforeSquare = ({ book, bout, attacker }: Approach): Flow<Stepped> => ({
  kind: 'choose',
  side: attacker.side,
  unit: attacker.label,
  title: () => clause(attacker.label, 'is before an emergency square'),
  decide: () => String(ruled(book, 'cavalryAtEmergencySquare')),
  options: [
    { name: 'contact', body: [] },
    { name: 'stop', body: [act(() => ends(bout, 'stops-short', attacker))] },
  ],
});
