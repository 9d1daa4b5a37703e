import type { GroupImpact, SituationImpact, VariantImpact } from '../../results/types.ts';
import { labelOf, theLabel } from '../../words/labels.ts';
import { theName } from '../../words/names.ts';
import { percent, signedPoints } from '../words.ts';

/** Situations of one variant, as they were played. */
export interface Gathered {
  readonly variant: string;
  /** Is the variant a rulebook, called by its id? */
  readonly isBook: boolean;
  readonly situations: readonly SituationImpact[];
  readonly notCompared: number;
  readonly absorbed: readonly string[];
}

/** One screen's worth of a variant: what moved most, for whom, and what did not. */
export function summary(gathered: Gathered): VariantImpact {
  const { variant, situations, notCompared, absorbed } = gathered;
  const groups = [...new Set(situations.map((s) => s.group))].map((id) =>
    groupImpact(situations.filter((s) => s.group === id)),
  );
  const moved = situations.filter((s) => s.moved).length;
  const turned = situations.filter((s) => s.turned).length;
  const endOtherwise = weighted(situations, (s) => s.endOtherwise);
  const ranked = situations.map((s, i) => [s, i] as const);
  ranked.sort(([s, i], [t, j]) => size(t) - size(s) || i - j);
  return {
    variant,
    text: finding(gathered, situations.length, moved, turned, groups),
    compared: situations.length,
    notCompared,
    moved,
    endOtherwise,
    turned,
    groups: [...groups].sort((a, b) => b.endOtherwise - a.endOtherwise),
    absorbed,
    situations: ranked.map(([s]) => s),
  };
}

/** Outcomes that change come before hits that do. */
const size = (s: SituationImpact): number => (s.moved ? 1 : 0) + s.endOtherwise;

function groupImpact(situations: readonly SituationImpact[]): GroupImpact {
  const [{ group, encounter, sides }] = situations;
  return {
    group,
    encounter,
    sides,
    situations: situations.length,
    moved: situations.filter((s) => s.moved).length,
    turned: situations.filter((s) => s.turned).length,
    endOtherwise: weighted(situations, (s) => s.endOtherwise),
    gains: [0, 1].map((side) => weighted(situations, (s) => s.value[side] - s.base[side])) as [number, number],
  };
}

function weighted(situations: readonly SituationImpact[], of: (s: SituationImpact) => number): number {
  const total = situations.reduce((sum, s) => sum + s.weight, 0);
  return total === 0 ? 0 : situations.reduce((sum, s) => sum + s.weight * of(s), 0) / total;
}

/** The side that gains, by how much oftener it wins less how much oftener the other does; null when neither does. */
function gainer({ gains, sides }: Pick<GroupImpact, 'gains' | 'sides'>): { side: string; by: number } | null {
  const net = gains[0] - gains[1];
  if (Math.abs(net) < 5e-5) return null;
  return { side: sides[net > 0 ? 0 : 1], by: Math.abs(net) };
}

function finding(
  { variant, isBook }: Pick<Gathered, 'variant' | 'isBook'>,
  all: number,
  moved: number,
  turned: number,
  groups: readonly GroupImpact[],
): string {
  const n = (count: number) => count.toLocaleString('en');
  // The id of a book stands here for its name, which readers may have changed.
  const name = isBook ? variant : theLabel(variant);
  if (moved === 0)
    return `${name} changes nothing in ${all === 1 ? 'the one situation' : `any of ${n(all)} situations`}.`;
  const most = [...groups].sort((a, b) => b.endOtherwise - a.endOtherwise)[0];
  const gains = gainer(most);
  const whom = gains
    ? `in favour of ${theName(gains.side)} (${signedPoints(gains.by)})`
    : 'without favouring either side';
  const where =
    most.endOtherwise > 0
      ? `; ${groups.length === 1 ? '' : `most in ${labelOf(most.group)}, where `}${percent(most.endOtherwise)} end otherwise, ${whom}`
      : ', in hits and the like only: no outcome changes';
  const flips = turned === 0 ? '' : `; the likelier winner changes in ${n(turned)}`;
  return `${name} moves ${all === 1 ? 'the one situation' : `${n(moved)} of ${n(all)} situations`}${where}${flips}.`;
}
