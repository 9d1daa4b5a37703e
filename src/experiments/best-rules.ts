import type { AnyMachine } from '../rules/encounter.ts';
import { isChoice, type Step } from '../sim/machine.ts';
import { labelOf } from '../words/labels.ts';
import { playThrough } from './scores.ts';

/** A kind of decision of one side, and what can be chosen at it. */
export interface RuleKind {
  readonly kind: string;
  readonly options: readonly string[];
  /** "charge whenever possible". */
  readonly words: (option: string) => string;
}

const ENCOUNTERS_PLAYED = 200;

/** Pairs of units decide alike: their steps differ by the pair's number alone. */
export const kindOfDecision = (step: string): string => step.replace(/^p\d+\./, '');

type Wrap = (name: string, step: Extract<Step<unknown>, { options: unknown }>) => Step<unknown>;

function withChoices(machine: AnyMachine, isOwn: (side: string) => boolean, wrap: Wrap): AnyMachine {
  const steps = Object.entries(machine.steps as Readonly<Record<string, Step<unknown>>>).map(
    ([name, step]) => [name, isChoice(step) && isOwn(step.side) ? wrap(name, step) : step] as const,
  );
  return { ...machine, steps: Object.fromEntries(steps) };
}

/** The machine in which a side takes an option wherever it may, and else does what it did. */
export const withRule = (
  machine: AnyMachine,
  isOwn: (side: string) => boolean,
  kind: string,
  option: string,
): AnyMachine =>
  withChoices(machine, isOwn, (name, step) =>
    kindOfDecision(name) !== kind
      ? step
      : { ...step, decide: (s, options) => (options.includes(option) ? option : step.decide!(s, options)) },
  );

/** What a side may choose, by kind of decision, as some encounters show it. */
export function optionsSeen(machine: AnyMachine, isOwn: (side: string) => boolean): RuleKind[] {
  const seen = new Map<string, { options: Set<string>; title: string }>();
  const watched = withChoices(machine, isOwn, (name, step) => ({
    ...step,
    decide: (s, options) => {
      const kind = kindOfDecision(name);
      const known = seen.get(kind) ?? { options: new Set<string>(), title: step.title(s) };
      for (const o of options) known.options.add(o);
      seen.set(kind, known);
      return step.decide!(s, options);
    },
  }));
  playThrough(watched, ENCOUNTERS_PLAYED);
  const several = (part: string) => [...seen.keys()].filter((k) => k.startsWith(part)).length > 1;
  return [...seen]
    .filter(([, { options }]) => options.size > 1)
    .map(([kind, { options, title }]) => ({
      kind,
      options: [...options],
      words: (option) =>
        several('order.') && kind.startsWith('order.')
          ? `${title}: ${labelOf(option)}`
          : `${labelOf(option)} whenever possible`,
    }));
}
