import type { AnyMachine } from '../rules/encounter.ts';
import { withChoices } from '../sim/with-choices.ts';
import { labelOf } from '../words/labels.ts';
import { theName } from '../words/names.ts';
import { playThrough } from './scores.ts';

/** A rule of the kind "charge whenever possible", for a whole side or for one of its units. */
export interface Rule {
  readonly label: string;
  readonly option: string;
  /** The decisions that it settles, by the names of their steps. */
  readonly steps: ReadonlySet<string>;
}

/** A decision of one side as some encounters showed it. */
interface Decision {
  readonly step: string;
  readonly unit: string | undefined;
  readonly options: Set<string>;
}

const ENCOUNTERS_PLAYED = 200;

/** The machine in which a side follows a rule wherever it may, and else does what it did. */
export const withRule = (
  machine: AnyMachine,
  isOwn: (side: string) => boolean,
  { option, steps }: Pick<Rule, 'option' | 'steps'>,
): AnyMachine =>
  withChoices<unknown>(machine, (name, step) =>
    isOwn(step.side) && steps.has(name)
      ? { ...step, decide: (s, options) => (options.includes(option) ? option : step.decide!(s, options)) }
      : step,
  );

/**
 * The rules that a side can follow, as some encounters show what it may choose. A rule for the side reaches every decision
 * that offers the option, whoever takes it; where several units are offered it, each has the rule for itself too.
 */
export function rulesSeen(machine: AnyMachine, isOwn: (side: string) => boolean): Rule[] {
  const open = decisionsSeen(machine, isOwn).filter((d) => d.options.size > 1);
  return [...new Set(open.flatMap((d) => [...d.options]))].flatMap((option) => {
    const offered = open.filter((d) => d.options.has(option));
    const units = [...new Set(offered.map((d) => d.unit))];
    const words = `${labelOf(option)} whenever possible`;
    const rule = (label: string, of: readonly Decision[]): Rule => ({
      ...{ label, option, steps: new Set(of.map((d) => d.step)) },
    });
    const ofUnit = (unit: string | undefined) => offered.filter((d) => d.unit === unit);
    const each = units.length > 1 ? units.filter((u) => u !== undefined) : [];
    return [rule(words, offered), ...each.map((unit) => rule(`with ${theName(unit)}, ${words}`, ofUnit(unit)))];
  });
}

function decisionsSeen(machine: AnyMachine, isOwn: (side: string) => boolean): Decision[] {
  const seen = new Map<string, Decision>();
  const noted = withChoices<unknown>(machine, (name, step) => {
    if (!isOwn(step.side)) return step;
    return {
      ...step,
      decide: (s, options) => {
        const known = seen.get(name) ?? { step: name, unit: step.unit, options: new Set<string>() };
        for (const o of options) known.options.add(o);
        seen.set(name, known);
        return step.decide!(s, options);
      },
    };
  });
  playThrough(noted, ENCOUNTERS_PLAYED);
  return [...seen.values()];
}
