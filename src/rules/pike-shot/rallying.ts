import { d6 } from '../../sim/die.ts';
import type { RollStep } from '../../sim/machine.ts';
import { clause } from '../../words/names.ts';
import { loseCohesion, type Regiment } from './regiment.ts';
import type { Rules } from './rules.ts';
import { type Stepping, waverStep } from './waver.ts';

/** Rally from disorder: a D6 on the card's rally table, so many levels back (line 41). */
export function rallyStep<S extends Stepping>(r: Regiment, after: (s: S) => void, scope?: string): RollStep<S> {
  const { rally } = r.card;
  return {
    roll: d6,
    side: r.side,
    apply: (s, _given, face) => {
      r.live.cohesion = Math.max(0, r.live.cohesion - rally[face - 1]);
      after(s);
    },
    title: () => clause(r.name, 'rallies from disorder'),
    result: (_s, _given, face) => `${rally[face - 1]} ${rally[face - 1] === 1 ? 'level' : 'levels'} back`,
    reasons: () => ({ rows: [], reading: `rally table of the card: ${rally.join(', ')} levels for 1 to 6` }),
    ...(scope ? { scope } : {}),
  };
}

/** Rally from rout: a disaster test; only Stand rallies, and -1 costs a level besides (line 76, PS-R18). */
export const routRallyStep = <S extends Stepping>(rules: Rules, r: Regiment, after: (s: S) => void, scope?: string) =>
  waverStep<S>(rules, {
    test: 'disaster',
    self: r,
    enemy: null,
    rallyingFromRout: true,
    after: (s, result) => {
      if (result === 'St') r.live.status = 'steady';
      if (result === '-1') loseCohesion(rules, r, 1);
      after(s);
    },
    ...(scope ? { scope } : {}),
  });
