import type { ChoiceStep, Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, ruled } from '../../book.ts';
import { withFacts } from '../../pattern.ts';
import { stepNamer } from '../../step-names.ts';
import { isBroken } from '../live.ts';
import { type Stepping, type Steps, wound } from '../melee/fight.ts';
import { goesAtEnemy, moverContact } from '../melee/fighter.ts';
import { meleeSteps } from '../melee/steps.ts';
import { testStep } from '../tests.ts';
import { type ChargeSpec, contactNow, outcomeWord } from './charge.ts';
import { deliverSteps } from './deliver.ts';
import { emergencySteps } from './emergency.ts';
import { evadeSteps } from './evade.ts';
import { allowedReactions, type Reaction } from './reactions.ts';

/**
 * A charge between two units, as steps of any machine that holds their state:
 *
 *   charge: contact test ─▶ reaction ─┬─ stand, counter ──────────────────────────────┐
 *                                     ├─ stand and deliver ─▶ fire ─▶ driven back? ───┤
 *                                     ├─ evade ─▶ caught? ────────────────────────────┼─▶ meet ─▶ fight … end
 *                                     ├─ emergency turn, square, redeploy ────────────┤
 *                                     └─ opportunity ─▶ the other unit's charge       ┘
 *
 * Enter at `<prefix>charge`, with `aspect` of both units and the bout set (`startFighter`, `startBout`). At the end the
 * caller clears what outlasts the fight: `aspect`, `evaded`, `leftPlace`, `bout.round`, and an emergency formation.
 */
export function chargeSteps<S extends Stepping>(spec: ChargeSpec): Steps<S> {
  const { book, attacker, defender } = spec;
  const named = stepNamer(spec.prefix);
  const meet = (s: S): void => {
    s.step = named('meet');
  };
  const deliver = deliverSteps<S>(spec, named, meet);
  const enemy = withFacts(defender.facts, { role: 'defender' });
  const contactTest = (name: string, failed: (s: S) => void, passed: (s: S) => void, title: string): Steps<S> => ({
    [named(name)]: testStep<S>({
      book,
      test: 'contact',
      unit: attacker,
      enemy,
      now: contactNow(spec),
      tables: ['morale.modifiers', 'contact.modifiers'],
      title,
      passed,
      failed,
      failure: () => 'no move',
    }),
  });
  const stop = (s: S, outcome: string): void => {
    spec.write(outcome);
    s.step = named('over');
  };
  const options = (): readonly string[] =>
    allowedReactions(book, defender, attacker).filter((r) => r !== 'opportunity' || spec.opportunity);
  const { react } = spec;
  const counter = (s: S, emit: Emit): void => {
    defender.live.contact = 'countered';
    goesAtEnemy(defender);
    if (attacker.given.arm === 'infantry' && defender.given.arm === 'cavalry')
      wound(spec, attacker, Number(cell(book, 'reactions', 'counter', 'hits') ?? 0), 'reaction', emit);
    if (isBroken(attacker)) stop(s, `${attacker.side}-broken`);
    else meet(s);
  };

  const reaction: ChoiceStep<S> = {
    side: defender.side,
    options,
    ...(react ? { decide: (_s: S, allowed: readonly string[]) => react(allowed) } : {}),
    choose: (s, option, emit) => {
      switch (option as Reaction) {
        case 'stand':
          return meet(s);
        case 'stand-and-deliver':
          return deliver.enter(s);
        case 'opportunity':
          s.step = spec.opportunity!;
          return;
        case 'counter':
          return counter(s, emit);
        default:
          s.step = named(option);
      }
    },
    title: () => `How ${clause(defender.label, 'reacts to the charge')}`,
  };

  return {
    ...contactTest(
      'charge',
      (s) => {
        if (spec.refused) s.step = spec.refused;
        else stop(s, 'charge-refused');
      },
      (s) => {
        // Line 358 of oth2: cavalry that interrupts the charge has left what it stood behind.
        if (spec.refused) goesAtEnemy(attacker);
        // Line 29 of oth2: a unit that is routing when contacted is broken.
        if (defender.facts['routing'] === true) stop(s, `${defender.side}-broken`);
        else s.step = named('reaction');
      },
      clause(attacker.label, 'moves to contact'),
    ),
    [named('reaction')]: reaction,
    // Cavalry that could not interrupt the charge may still meet it half way (ruling opportunityFailed).
    [named('late-counter')]: { then: counter, tell: () => clause(defender.label, 'counters after all') },
    ...deliver.steps,
    ...(ruled(book, 'chargerRetest') === 'yes'
      ? contactTest('retest', (s) => stop(s, outcomeWord(spec, 'stops-short')), meet, `${attacker.label} tests again`)
      : {}),
    ...evadeSteps<S>(spec, named, meet),
    ...emergencySteps<S>(spec, named, meet),
    [named('meet')]: {
      then: (s) => {
        attacker.live.contact = moverContact(book, attacker, defender);
        s.step = named('fight');
      },
    },
    ...meleeSteps<S>(spec),
  };
}
