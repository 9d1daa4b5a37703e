import type { ChoiceStep } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { ruled } from '../../book.ts';
import type { Stepping, Steps } from '../melee/fight.ts';
import { testStep } from '../tests.ts';
import { type ChargeSpec, contactNow, outcomeWord } from './charge.ts';

/** Emergency formations: D10 equal to or under FS with their own modifiers (ruling emergencyMods). No fire. */
export function emergencySteps<S extends Stepping>(
  spec: ChargeSpec,
  named: (step: string) => string,
  meet: (s: S) => void,
): Steps<S> {
  const { book, attacker, defender } = spec;
  const tables = [
    'emergency.modifiers',
    ...(ruled(book, 'emergencyMods') === 'plus-general-morale' ? ['morale.modifiers'] : []),
  ];
  const attempt = (
    test: 'emergency-turn' | 'emergency-square' | 'emergency-redeploy',
    what: string,
    formed: (s: S) => void,
  ): Steps<S> => ({
    [named(test)]: testStep<S>({
      book,
      test,
      unit: defender,
      enemy: attacker.facts,
      now: contactNow(spec, test),
      tables,
      title: clause(defender.label, what),
      passed: (s) => {
        spec.charge.formed = true;
        formed(s);
      },
      failed: meet,
      failure: () => 'caught as it stands',
    }),
  });
  const atSquare: ChoiceStep<S> = {
    side: attacker.side,
    options: () => ['contact', 'stop'],
    decide: () => String(ruled(book, 'cavalryAtEmergencySquare')),
    choose: (s, option) => {
      if (option === 'contact') {
        meet(s);
        return;
      }
      spec.write(outcomeWord(spec, 'stops-short'));
      s.step = named('over');
    },
    title: () => clause(attacker.label, 'is before an emergency square'),
  };
  return {
    ...attempt('emergency-turn', 'turns to face', (s) => {
      defender.live.aspect = 'front';
      meet(s);
    }),
    ...attempt('emergency-square', 'forms an emergency square', (s) => {
      defender.live.formation = 'emergency-square';
      // A square has no flanks.
      defender.live.aspect = 'front';
      if (attacker.given.arm === 'cavalry') s.step = named('at-square');
      else meet(s);
    }),
    ...attempt('emergency-redeploy', 'redeploys from square', (s) => {
      defender.live.formation = spec.redeployInto;
      meet(s);
    }),
    [named('at-square')]: atSquare,
  };
}
