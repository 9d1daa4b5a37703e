import { act, type Flow, leave, note, roll, type Stepped, when } from '../../../kit/flow.ts';
import { d10 } from '../../../sim/die.ts';
import { clause, counted } from '../../../words/names.ts';
import { cell, ruled } from '../../book.ts';
import { type Flows, isBroken, quitGround, suffer } from '../combatant.ts';
import { ends } from '../melee/bout.ts';
import { evadeDistance, segmentOf } from '../movement.ts';
import type { Approach } from './charge.ts';

/**
 * Evading: a hit, then a run of D10 and a segment; caught when the charger's reach covers the gap and the run. Gunners
 * take no hit and leave their guns: caught, they are destroyed.
 */
export function evadeFlows(spec: Approach): Flows {
  const { book, bout, defender } = spec;
  const guns = defender.given.arm === 'artillery';
  const hits = guns ? 0 : Number(cell(book, 'reactions', 'evade', 'hits') ?? 0);
  return [
    note(() => (guns ? 'The gunners leave their guns.' : clause(defender.label, 'turns to run.'))),
    act((_, emit) => suffer(defender, hits, 'reaction', emit)),
    when(() => isBroken(defender), [act(() => ends(bout, 'broken', defender)), leave]),
    runRoll(spec, guns),
  ];
}

function runRoll(spec: Approach, guns: boolean): Flow<Stepped> {
  const { book, bout, attacker, defender } = spec;
  const slack = () => (spec.reach() ?? 0) - spec.inches();
  const segment = () => segmentOf(book, { ...defender.given, formation: defender.state.formation }) ?? 0;
  const runs = (face: number) => evadeDistance(book, segment(), face);
  const isCaught = (face: number) => slack() >= runs(face);
  return roll({
    roll: d10,
    side: defender.side,
    given: slack,
    apply: (_s, _slack, face) => {
      quitGround(defender);
      if (!isCaught(face)) {
        spec.ran?.(runs(face));
        ends(bout, 'evades', defender);
      } else if (guns) ends(bout, 'destroyed', defender);
      else {
        defender.state.evaded = true;
        // It has gone straight back, still facing the enemy.
        defender.state.aspect = 'front';
      }
    },
    title: () => clause(defender.label, 'evades'),
    result: (_s, _slack, face) =>
      `${counted(runs(face), 'inch', 'inches')}: ${isCaught(face) ? 'caught' : 'gets away'}`,
    reasons: (_s, value) => ({
      rows: [],
      total: { label: `reach of ${attacker.label} less the gap`, value },
      reading:
        ruled(book, 'evadeDistance') === 'd10-plus-1-segments'
          ? `runs D10 and one segments of ${segment()}`
          : `runs D10 inches and a segment of ${segment()}`,
    }),
  });
}
