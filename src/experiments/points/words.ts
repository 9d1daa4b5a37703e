import type { TroopPair, TroopPoints } from '../../results/types.ts';
import { isPlural } from '../../words/names.ts';
import { COUNTER, counterOf, MISPRICED } from '../../words/points.ts';
import { figure, percent } from '../words.ts';

/** The finding, and where points mislead. */
export const pointsText = (troops: readonly TroopPoints[], pairs: readonly TroopPair[]): string =>
  `${finding(troops)} ${counterText(pairs[0])}`;

const verb = (name: string, one: string, many: string): string => `${name} ${isPlural(name) ? many : one}`;

function finding(troops: readonly TroopPoints[]): string {
  const priced = troops.filter((t) => t.overpriced !== undefined);
  const worst = [...priced].sort((a, b) => Math.abs(b.overpriced!) - Math.abs(a.overpriced!))[0];
  if (worst && Math.abs(worst.overpriced!) >= MISPRICED) {
    const { name, given, points, overpriced } = worst;
    const how = `too ${overpriced! > 0 ? 'dear' : 'cheap'} by ${percent(Math.abs(overpriced!))}`;
    return `${verb(name, 'costs', 'cost')} ${figure(given!)} points and ${isPlural(name) ? 'are' : 'is'} worth ${figure(points)} by this model: ${how}.`;
  }
  if (worst) return `No troop is priced more than ${percent(MISPRICED)} beside its worth by this model.`;
  const [most, least] = [troops[0], troops[troops.length - 1]];
  return `${verb(most.name, 'is', 'are')} worth most by this model, ${figure(most.points)} points, and ${least.name} least, ${figure(least.points)}.`;
}

function counterText(worst: TroopPair | undefined): string {
  if (!worst || Math.abs(worst.residual) < COUNTER) return 'No pair is a counter: points tell how every fight goes.';
  const [better, worse] = counterOf(worst);
  return `Points mislead most where ${better} ${isPlural(better) ? 'meet' : 'meets'} ${worse}.`;
}
