import { type ChoiceStep, isChoice, type Machine, type Step } from './machine.ts';

/**
 * The machine with its choices made anew. What engines play in its place, with looks that are seen, gets the same ones:
 * a tactic that only one of the two follows would be played by short runs and forgotten by long ones.
 */
export function withChoices<S>(
  machine: Machine<S>,
  remade: (name: string, step: ChoiceStep<S>) => ChoiceStep<S>,
): Machine<S> {
  const { watched } = machine;
  const steps = Object.entries<Step<S>>(machine.steps).map(
    ([name, step]) => [name, isChoice(step) ? remade(name, step) : step] as const,
  );
  return {
    ...machine,
    steps: Object.fromEntries(steps),
    ...(watched ? { watched: () => withChoices(watched(), remade) } : {}),
  };
}
