import { d10 } from '../../../sim/die.ts';
import type { RollStep } from '../../../sim/machine.ts';
import { clause, counted } from '../../../words/names.ts';
import { cell, ruled } from '../../book.ts';
import { isBroken } from '../live.ts';
import { type Stepping, type Steps, wound } from '../melee/fight.ts';
import { quitsGround } from '../melee/fighter.ts';
import { type ChargeSpec, outcomeWord } from './charge.ts';
import { evadeDistance, segmentOf } from './reach.ts';

/**
 * Evading: a hit, then a run of D10 and a segment; caught when the charger's reach covers the gap and the run. Gunners
 * take no hit and leave their guns: caught, they are destroyed.
 */
export function evadeSteps<S extends Stepping>(
  spec: ChargeSpec,
  named: (step: string) => string,
  meet: (s: S) => void,
): Steps<S> {
  const { book, attacker, defender } = spec;
  const guns = defender.given.arm === 'artillery';
  const slack = () => (spec.reach() ?? 0) - spec.distance();
  const segment = () => segmentOf(book, { ...defender.given, formation: defender.live.formation }) ?? 0;
  const runs = (face: number) => evadeDistance(book, segment(), face);
  const caught = (face: number) => slack() >= runs(face);
  const finish = (s: S, outcome: string): void => {
    spec.write(outcome);
    s.step = named('over');
  };
  const run: RollStep<S, number> = {
    roll: d10,
    side: defender.side,
    given: slack,
    apply: (s, _slack, face) => {
      quitsGround(defender);
      if (!caught(face)) {
        spec.ran?.(runs(face));
        finish(s, outcomeWord(spec, 'evades'));
      } else if (guns) finish(s, `${defender.side}-destroyed`);
      else {
        defender.live.evaded = true;
        // It has gone straight back, still facing the enemy.
        defender.live.aspect = 'front';
        meet(s);
      }
    },
    title: () => clause(defender.label, 'evades'),
    result: (_s, _slack, face) => `${counted(runs(face), 'inch', 'inches')}: ${caught(face) ? 'caught' : 'gets away'}`,
    reasons: (_s, value) => ({
      rows: [],
      total: { label: `reach of ${attacker.label} less the gap`, value },
      reading:
        ruled(book, 'evadeDistance') === 'd10-plus-1-segments'
          ? `runs D10 and one segments of ${segment()}`
          : `runs D10 inches and a segment of ${segment()}`,
    }),
  };
  return {
    [named('evade')]: {
      then: (s, emit) => {
        if (!guns) wound(spec, defender, Number(cell(book, 'reactions', 'evade', 'hits') ?? 0), 'reaction', emit);
        if (isBroken(defender)) finish(s, `${defender.side}-broken`);
        else s.step = named('evade-run');
      },
      tell: () => (guns ? 'The gunners leave their guns.' : clause(defender.label, 'turns to run.')),
    },
    [named('evade-run')]: run,
  };
}
