import { CONTACT } from '../rules/outcomes.ts';
import type { EndTally, Tally } from '../sim/tally.ts';
import { wilson } from '../stats/wilson.ts';
import type { Contact, Estimate } from './types.ts';

/** Fights that took place, apart from charges that never came to contact; undefined where nothing else is possible. */
export function contactOf(tally: Tally): Contact | undefined {
  const at = tally.measures.findIndex((m) => m.id === CONTACT);
  if (at < 0) return undefined;
  const share = (weight: number, whole: number): Estimate =>
    tally.trials === null
      ? { p: Math.min(1, weight / whole) }
      : { p: weight / whole, ...wilson(weight, whole, tally.level), count: weight };
  const all = tally.trials ?? 1;
  const weigh = (test: (e: EndTally) => boolean): number =>
    tally.ends.reduce((sum, e) => sum + (test(e) ? e.weight : 0), 0);
  const met = weigh((e) => e.values[at] === 1);
  const fights = (winner: 'a' | 'b' | 'none') =>
    weigh((e) => e.values[at] === 1 && tally.outcomes[e.outcome].winner === winner);
  const byWinner = (whole: number) => ({
    a: share(fights('a'), whole),
    b: share(fights('b'), whole),
    none: share(fights('none'), whole),
  });
  return {
    met: share(met, all),
    won: byWinner(all),
    ...(met > 0 ? { whenMet: byWinner(met) } : {}),
    without: tally.outcomes.flatMap(({ id, winner }, i) => {
      const weight = weigh((e) => e.outcome === i && e.values[at] === 0);
      return weight > 0 ? [{ id, winner, ...share(weight, all) }] : [];
    }),
  };
}
