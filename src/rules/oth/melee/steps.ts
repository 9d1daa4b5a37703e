import { closingSteps, winnerSteps } from './aftermath.ts';
import { startBout } from './bout.ts';
import { type FightSpec, fightOf, type Stepping, type Steps } from './fight.ts';
import { judgeSteps } from './judge.ts';
import { roundSteps } from './strike.ts';

/**
 * Close combat between two units, as steps of any machine that holds their state:
 *
 *   fight ─▶ round: both strike ─▶ settle ─▶ commanders, natural tens ─▶ judge ─┬─▶ next ─▶ round …
 *                                                                             └─▶ winner's option ─▶ over ─▶ end
 *
 * Enter at `<prefix>fight`, with `contact` of both units set. `bout.round` tells at the end how many rounds were fought.
 */
export function meleeSteps<S extends Stepping>(spec: FightSpec): Steps<S> {
  const fight = fightOf(spec);
  return {
    [fight.named('fight')]: {
      then: (s) => {
        startBout(fight.bout);
        fight.bout.round = 1;
        s.step = fight.named('round');
      },
    },
    ...roundSteps<S>(fight),
    ...judgeSteps<S>(fight),
    ...winnerSteps<S>(fight),
    ...closingSteps<S>(fight),
  };
}
