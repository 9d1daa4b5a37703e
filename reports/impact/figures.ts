import type { GroupImpact, SituationImpact, VariantImpact } from '../../src/results/types.ts';
import { goingWell } from '../../src/words/kinds.ts';
import { labelOf } from '../../src/words/labels.ts';
import { count, percent, points, wholePercent } from '../number.ts';
import { list, plain, shownText } from '../text.ts';

/** Words and figures that the screen, the tables and the charts of an impact share. */

/** "charges on ground". */
export const groupName = ({ group }: Pick<GroupImpact, 'group'>): string => plain(labelOf(group));

/** How much the first side's wins less the second's have changed. */
export const swing = ({ base, value }: SituationImpact): number => value[0] - value[1] - (base[0] - base[1]);

/** "attacker +4.1", or that neither side gains. */
export function forWhom({ gains, sides }: Pick<GroupImpact, 'gains' | 'sides'>): string {
  const net = gains[0] - gains[1];
  if (Math.abs(net) < 5e-5) return 'neither side';
  return `${shownText(sides[net > 0 ? 0 : 1])} ${points(Math.abs(net))}`;
}

/** "attacker wins 41% → 46%, defender wins 39% → 33%"; nobody wins a volley: "firer has an effect 100% → 90%". */
export const beforeAndAfter = ({ sides, base, value, encounter }: SituationImpact): string =>
  sides
    .map(
      (side, i) =>
        `${shownText(side)} ${goingWell(encounter) ?? 'wins'} ${wholePercent(base[i])} → ${wholePercent(value[i])}`,
    )
    .filter((_, i) => base[i] > 0 || value[i] > 0)
    .join(', ');

/** "47.5% end otherwise: attacker wins 31% → 51%"; "100% → 100%" would tell nobody what moved. */
export function movedText(s: SituationImpact): string {
  const isNobodys = s.base.every((p, i) => wholePercent(p) === wholePercent(s.value[i]));
  return `${percent(s.endOtherwise)} end otherwise${isNobodys ? ', to neither side’s gain' : `: ${beforeAndAfter(s)}`}`;
}

/** Groups in which nothing moves, in one sentence. */
export function stillLine({ groups }: VariantImpact): string | undefined {
  const still = groups.filter((g) => g.moved === 0);
  if (still.length === 0) return undefined;
  return `Nothing moves in ${list(still.map((g) => `${groupName(g)} (${count(g.situations)})`))}.`;
}

export function turnedLine({ turned, situations }: VariantImpact): string {
  if (turned === 0) return 'No situation has another likelier winner than before.';
  const [first] = situations.filter((s) => s.turned);
  const whose = turned === 1 ? 'One situation has' : `${count(turned)} situations have`;
  return `${whose} another likelier winner: ${plain(labelOf(first.name))} (${beforeAndAfter(first)})${turned === 1 ? '' : ', for one'}.`;
}

export const notComparedLine = ({ notCompared }: VariantImpact): string | undefined =>
  notCompared === 0
    ? undefined
    : `${situationCount(notCompared)} ${notCompared === 1 ? 'is' : 'are'} allowed by one of the two only and left out.`;

/** "1 situation", "5,230 situations". */
export const situationCount = (n: number): string => `${count(n)} ${n === 1 ? 'situation' : 'situations'}`;
