import type { Interaction } from '../results/types.ts';
import { InputError } from '../rules/problem.ts';
import { type LoadedScenario, prepareCell } from '../scenarios/prepare.ts';
import type { NamedOverrides } from './compare.ts';
import { type Comparison, exactDifferences, type FullDifference, sampledDifferences } from './differences.ts';
import type { PairRunner } from './pair.ts';

/** Up to this many variants are laid on in pairs; more would take longer than the comparison itself. */
const MOST_VARIANTS = 6;

/**
 * How two changes together differ from the sum of what each does alone: 0 where they do not touch each other, negative
 * where one takes away what the other gives (a cap), positive where they help each other.
 */
export async function interactions(
  loaded: LoadedScenario,
  runner: PairRunner,
  variants: readonly NamedOverrides[],
  what: Omit<Comparison, 'cell' | 'variant'>,
  differences: readonly FullDifference[],
): Promise<Interaction[]> {
  const found: Interaction[] = [];
  for (const [i, first] of variants.slice(0, MOST_VARIANTS).entries()) {
    for (const [k, second] of variants.slice(i + 1, MOST_VARIANTS).entries()) {
      const cell = bothTogether(loaded, first, second);
      if (!cell) continue;
      const run = await runner.against(cell);
      const compared = { ...what, cell: 0, variant: '' };
      const both =
        run.kind === 'exact'
          ? exactDifferences(compared, run.base.tally, run.variant.tally)
          : sampledDifferences(compared, run.pair);
      const of = (index: number) => differences.filter((d) => d.cell === index + 1);
      found.push(...between(first.name, second.name, of(i), of(i + 1 + k), both));
    }
  }
  return found;
}

/** Undefined where both change the same thing, or the sheet does not allow the two together. */
function bothTogether(loaded: LoadedScenario, first: NamedOverrides, second: NamedOverrides) {
  const base = new Map(first.overrides.map((o) => [o.path, o.value]));
  const clash = second.overrides.some((o) => o.path !== 'variant' && base.has(o.path) && base.get(o.path) !== o.value);
  if (clash) return undefined;
  try {
    return prepareCell(loaded, [...first.overrides, ...second.overrides]);
  } catch (e) {
    if (e instanceof InputError) return undefined;
    throw e;
  }
}

function between(
  first: string,
  second: string,
  one: readonly FullDifference[],
  other: readonly FullDifference[],
  both: readonly FullDifference[],
): Interaction[] {
  return both.flatMap((d) => {
    const [x, y] = [one.find((e) => e.id === d.id), other.find((e) => e.id === d.id)];
    if (!x || !y) return [];
    const added = x.difference + y.difference;
    const exactly = d.difference - added;
    const interaction = Math.abs(exactly) < 1e-12 ? 0 : exactly;
    // The three differences may hang together in any way, so their errors are added up: wide, but never too narrow.
    const reach = [d, x, y].map((e) => (e.low === undefined ? Number.NaN : (e.high! - e.low) / 2));
    const half = reach.reduce((sum, r) => sum + r, 0);
    return [
      {
        first,
        second,
        kind: d.kind,
        id: d.id,
        label: d.label,
        added,
        together: d.difference,
        interaction,
        ...(Number.isFinite(half) ? { low: interaction - half, high: interaction + half } : {}),
      },
    ];
  });
}
