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

/** A decision whose options are right so often, and what the right choice each time is worth. */
interface Choice {
  readonly chance: number;
  readonly value: number;
  readonly options: readonly { readonly value: number; readonly taken: number }[];
}

/** Whether the right choice is now this, now that. */
export const isMixed = ({ options }: Pick<Choice, 'options'>): boolean => options.every((o) => o.taken < 1 - 1e-9);

/**
 * Whether no option taken every time comes close to choosing right each time: close by what is at stake among them. Of a
 * decision that comes up again and again the options are worth what one of its moments is, which says nothing of that;
 * such figures side by side would rank nothing.
 */
export function hangsOnTheMoment(choice: Choice): boolean {
  const { chance, value, options } = choice;
  const values = options.map((o) => o.value);
  const missed = Math.min(...values.map((v) => Math.abs(value - v)));
  const isNearlyPure = chance < 1 + 1e-9 && missed < NEARLY * (Math.max(...values) - Math.min(...values));
  return isMixed(choice) && !isNearlyPure;
}
const NEARLY = 0.05;

/** How much a wrong choice can cost, by how often the decision comes up. */
export function atStake({ chance, options }: Decision): number {
  const values = options.map((o) => o.value);
  return chance * (Math.max(...values) - Math.min(...values));
}

/** First what the scenario does wrong, then what a wrong choice would cost: whoever asks for advice can change that. */
const byWeight = (x: Decision, y: Decision): number =>
  Number(y.lost > ALIKE) - Number(x.lost > ALIKE) || (x.lost > ALIKE ? y.lost - x.lost : 0) || atStake(y) - atStake(x);

/** The decision of each side that advice speaks of, what matters most first. */
export function mainDecisions<D extends Decision>(decisions: readonly D[]): D[] {
  const sides = [...new Set(decisions.map((d) => d.side))];
  return sides.map((side) => decisions.filter((d) => d.side === side).sort(byWeight)[0]).sort(byWeight);
}
