import { act, type Flow, roll, type Stepped, set } from '../../kit/flow.ts';
import { d6 } from '../../sim/die.ts';
import { clause } from '../../words/names.ts';
import { loseCohesion, type Regiment } from './regiment.ts';
import { waver } from './waver.ts';

/** Rally from disorder: a D6 on the card's rally table, so many levels back (line 41). */
export const rally = ({ side, name, card, state }: Regiment): Flow<Stepped> =>
  roll({
    roll: d6,
    side,
    apply: (_, __, face) => {
      state.cohesion = Math.max(0, state.cohesion - card.rally[face - 1]);
    },
    title: () => clause(name, 'rallies from disorder'),
    result: (_, __, face) => `${card.rally[face - 1]} ${card.rally[face - 1] === 1 ? 'level' : 'levels'} back`,
    reasons: () => ({ rows: [], reading: `rally table of the card: ${card.rally.join(', ')} levels for 1 to 6` }),
  });

/** Rally from rout: a disaster test; only Stand rallies, and -1 costs a level besides (line 76, PS-R18). */
export const rallyFromRout = (self: Regiment): Flow<Stepped> =>
  waver({
    ...{ test: 'disaster', self, enemy: null, rallyingFromRout: true },
    results: { St: [set(self.state, { status: 'steady' })], '-1': [act(() => loseCohesion(self, 1))] },
  });
