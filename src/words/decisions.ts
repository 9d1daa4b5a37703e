/** What a decision of best play is judged by. */
interface Decision {
  readonly side: string;
  readonly chance: number;
  /** What keeping to the scenario costs its side there. */
  readonly lost: number;
  readonly options: readonly { readonly value: number }[];
}

/** Values that a reader would take for the same. */
export const ALIKE = 0.0005;

/** How much a wrong choice can cost, by how often the decision comes up. */
export function atStake({ chance, options }: Decision): number {
  const values = options.map((o) => o.value);
  return chance * (Math.max(...values) - Math.min(...values));
}

/** First what the scenario does wrong, then what a wrong choice would cost: whoever asks for advice can change that. */
export const byWeight = (x: Decision, y: Decision): number =>
  Number(y.lost > ALIKE) - Number(x.lost > ALIKE) || (x.lost > ALIKE ? y.lost - x.lost : 0) || atStake(y) - atStake(x);

/** The decision of each side that advice speaks of, what matters most first. */
export function mainDecisions<D extends Decision>(decisions: readonly D[]): D[] {
  const sides = [...new Set(decisions.map((d) => d.side))];
  return sides.map((side) => decisions.filter((d) => d.side === side).sort(byWeight)[0]).sort(byWeight);
}
