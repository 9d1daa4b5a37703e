import { cell, ruled } from '../../book.ts';
import { withFacts } from '../../pattern.ts';
import { type Combatant, isBroken } from '../live.ts';
import type { Stepping, Steps } from '../melee/fight.ts';
import { type Volley, volleySteps } from '../volley.ts';
import type { ChargeSpec } from './charge.ts';

/** "At close range": within the short range, and the canister range, of every weapon on both sheets. */
const CLOSE_INCHES = 1;

/**
 * Stand and deliver: the charged unit, then its supporters, each test and fire; then the charger may be broken or driven
 * back, and the charged unit may have withdrawn or broken.
 */
export function deliverSteps<S extends Stepping>(
  spec: ChargeSpec,
  named: (step: string) => string,
  meet: (s: S) => void,
): { readonly enter: (s: S) => void; readonly steps: Steps<S> } {
  const { book, attacker, defender, charge } = spec;
  const drivenBackHits = Number(cell(book, 'reactions', 'stand-and-deliver', 'drivenBackHits') ?? Number.NaN);
  const ruling = ruled(book, 'drivenBack');
  // It comes straight on: moving, and in contact when the volley is given.
  const target: Combatant = {
    ...attacker,
    facts: withFacts(attacker.facts, {
      role: 'target',
      inContact: true,
      get moved() {
        return Math.max(Number(attacker.facts['moved'] ?? 0), spec.distance());
      },
    }),
  };
  const firers = [{ unit: defender as Combatant, into: 'front' as const }, ...spec.supporters];
  const volleys: Volley<S>[] = firers.map(({ unit, into }, i) =>
    volleySteps<S>({
      book,
      prefix: named(i === 0 ? 'deliver' : `support-${i}`),
      firer: { ...unit, facts: withFacts(unit.facts, { role: 'firer' }) },
      target,
      volley: charge.volley,
      distance: CLOSE_INCHES,
      into,
      phase: 'defensive-fire',
      next: (s, result) => {
        if (result.caused >= drivenBackHits && ruling === 'single-volley') charge.hardVolley = true;
        if (i === 0) charge.movesBack = result.movesBack;
        const fled = i === 0 && defender.live.withdrawn && !result.shot;
        if (fled || i + 1 === volleys.length) s.step = named('after-fire');
        else volleys[i + 1].enter(s);
      },
    }),
  );
  const stop = (s: S, outcome: string): void => {
    spec.write(outcome);
    s.step = named('over');
  };
  const retest = ruled(book, 'chargerRetest') === 'yes';
  return {
    enter: (s) => volleys[0].enter(s),
    steps: {
      ...Object.assign({}, ...volleys.map((v) => v.steps)),
      [named('after-fire')]: {
        then: (s, emit) => {
          spec.count?.(attacker, 'fire', taken(attacker), emit);
          spec.count?.(defender, 'fire', taken(defender), emit);
          const driven = charge.hardVolley || (ruling === 'phase-total' && attacker.live.phaseHits >= drivenBackHits);
          const withdrawn = defender.live.withdrawn;
          attacker.live.phaseHits = 0;
          attacker.live.drivenBack = false;
          defender.live.withdrawn = false;
          charge.hardVolley = false;
          if (isBroken(attacker)) stop(s, isBroken(defender) ? 'both-broken' : `${attacker.side}-broken`);
          else if (driven) stop(s, `${attacker.side}-driven-back`);
          else if (isBroken(defender)) stop(s, `${defender.side}-broken`);
          else if (withdrawn) stop(s, `${defender.side}-withdraws`);
          else if (retest) s.step = named('retest');
          else meet(s);
        },
      },
    },
  };

  function taken(unit: typeof attacker): number {
    return spec.taken?.(unit) ?? unit.live.hits - Math.min(unit.given.fs, unit.given.hits);
  }
}
