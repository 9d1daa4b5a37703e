import { act, type Flow, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { cell, ruled } from '../../book.ts';
import { type FactRecord, withFacts } from '../../pattern.ts';
import { type Combatant, type Flows, isBroken } from '../combatant.ts';
import { ends, isOpen } from '../melee/bout.ts';
import { volleyOf } from '../volley.ts';
import { type Approach, contactTest } from './charge.ts';

/** "At close range": within the short range, and the canister range, of every weapon on both sheets. */
const CLOSE_INCHES = 1;

/**
 * Stand and deliver: the charged unit, then its supporters, each test and fire; then the charger may be broken or driven
 * back, and the charged unit may have withdrawn or broken.
 */
export function deliverFlows(spec: Approach): Flows {
  const { book, bout, attacker, defender, charge } = spec;
  const drivenBackHits = Number(cell(book, 'reactions', 'stand-and-deliver', 'drivenBackHits') ?? Number.NaN);
  const isRuled = (drivenBack: string) => ruled(book, 'drivenBack') === drivenBack;
  const target = comingStraightOn(spec);
  const fire = (unit: Combatant, into: 'front' | 'flank' | 'rear', then: () => void): Flows =>
    volleyOf({
      ...{ book, target, volley: charge.volley, inches: () => CLOSE_INCHES, into, phase: 'defensive-fire' },
      firer: { ...unit, facts: withFacts(unit.facts, { role: 'firer' }) },
      cause: spec.fireCause,
      then: () => {
        if (charge.volley.caused >= drivenBackHits && isRuled('single-volley')) charge.hardVolley = true;
        then();
      },
    }).fires;
  const first = fire(defender, 'front', () => {
    charge.movesBack = charge.volley.movesBack;
    charge.fled = defender.state.withdrawn && !charge.volley.shot;
  });
  const supporters = spec.supporters.flatMap(({ unit, into, may, fired = () => {} }) => {
    const fires = fire(unit, into, fired);
    return may ? [when<Stepped>(may, fires)] : fires;
  });
  const afterFire = act<Stepped>(() => {
    const isDriven = charge.hardVolley || (attacker.state.phaseHits >= drivenBackHits && isRuled('phase-total'));
    const { withdrawn } = defender.state;
    attacker.state.phaseHits = 0;
    attacker.state.drivenBack = false;
    defender.state.withdrawn = false;
    charge.hardVolley = false;
    charge.fled = false;
    if (isBroken(attacker)) ends(bout, 'broken', isBroken(defender) ? 'both' : attacker);
    else if (isDriven) ends(bout, 'driven-back', attacker);
    else if (isBroken(defender)) ends(bout, 'broken', defender);
    else if (withdrawn) ends(bout, 'withdraws', defender);
  });
  return [
    ...first,
    ...(supporters.length > 0 ? [when<Stepped>(() => !charge.fled, supporters)] : []),
    afterFire,
    ...(ruled(book, 'chargerRetest') === 'yes' ? [when<Stepped>(() => isOpen(bout), [retest(spec)])] : []),
  ];
}

/** The charger tests again after the fire (ruling chargerRetest). */
const retest = (spec: Approach): Flow<Stepped> =>
  contactTest(spec, [act(() => ends(spec.bout, 'stops-short', spec.attacker))], 'tests again');

/** It comes straight on: moving, and in contact when the volley is given. */
function comingStraightOn({ attacker, inches }: Approach): Combatant {
  const facts = live(withFacts(attacker.facts, { role: 'target', inContact: true }), {
    moved: () => Math.max(Number(attacker.facts['moved'] ?? 0), inches()),
  });
  return { ...attacker, facts: facts as FactRecord };
}
