/** A fault in a machine or a run, told in one sentence. The command line prints the message and no stack. */
export class SimError extends Error {
  override readonly name: string = 'SimError';
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
