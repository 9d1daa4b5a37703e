/** A fault in a machine or a run, told in one sentence. The command line prints the message and no stack. */
export class SimError extends Error {
  override readonly name: string = 'SimError';
}

/** Somebody stopped the work before it had a result; whoever works on several things keeps those that are done. */
export class StoppedError extends SimError {
  override readonly name = 'StoppedError';
}

/** The machine has more states than the budget allows; callers may fall back to another engine. */
export class StateBudgetError extends SimError {
  override readonly name = 'StateBudgetError';
  readonly budget: number;
  constructor(budget: number) {
    super(
      `The encounter has more than ${budget.toLocaleString('en')} states, which is the budget for compiling it whole; ` +
        'raise the budget, ask for fewer measures, or let it be sampled.',
    );
    this.budget = budget;
  }
}

/** What was asked for is past what an engine may take: the question has to be another, not the program. */
export class OutOfReachError extends SimError {
  override readonly name = 'OutOfReachError';
}

/** The tables of phase kernels cannot hold the engagement, which can still be played in other ways. */
export class TablesFullError extends SimError {
  override readonly name = 'TablesFullError';
}

/** Throws in one encounter before it is called endless. The longest engagements take a few hundred. */
export const MOST_THROWS = 100_000;

/** A played encounter that does not come to an end; compiled whole, its cycle is found and named. */
export const endlessError = (machine: string): SimError =>
  new SimError(
    `'${machine}' has thrown ${MOST_THROWS.toLocaleString('en')} dice without coming to an end; give its loops a bound.`,
  );
