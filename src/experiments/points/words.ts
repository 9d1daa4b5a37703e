import type { TroopPair, TroopPoints } from '../../results/types.ts';
import { decimal } from '../../words/figures.ts';
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
  const [most, least] = [troops[0], troops[troops.length - 1]].map(({ points }) => alike(troops, points));
  if (most.points === least.points) return `All troops are worth ${most.points} points by this model.`;
  return `${verb(most.name, 'is', 'are')} worth most by this model, ${most.points} points, and ${least.name} least, ${least.points}.`;
}

/** The troops that are worth as much as can be told, by their names: "Horse battery and Howitzer battery". */
function alike(troops: readonly TroopPoints[], points: number): { readonly name: string; readonly points: string } {
  const shown = decimal(points);
  const names = troops.filter((t) => decimal(t.points) === shown).map((t) => t.name);
  const name = names.length > 3 ? `${names.length} troops` : names.join(', ').replace(/, (?=[^,]*$)/, ' and ');
  return { name, points: shown };
}

function counterText(worst: TroopPair | undefined): string {
  if (!worst || Math.abs(worst.residual) < COUNTER) return 'No pair is a counter: points tell how every fight goes.';
  const [better, worse] = counterOf(worst);
  return `Points mislead most where ${better} ${isPlural(better) ? 'meet' : 'meets'} ${worse}.`;
}
