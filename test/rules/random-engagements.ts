import type { AnyMachine } from '../../src/rules/encounter.ts';
import { compile } from '../../src/sim/compile.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { exact } from '../../src/sim/exact.ts';
import { hasKernels } from '../../src/sim/kernels/has-kernels.ts';
import { KernelPlayer } from '../../src/sim/kernels/kernel-player.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { machineOf, type Question, questions } from '../kit/answers.ts';
import { apartness, lawSlowly, playSlowly, tallied, weyl } from './slow-stepper.ts';

const MOST_STATES = 40_000;

/** So many random legal engagements of a book. */
export const randomEngagements = (book: string, many: number, seed: number): Question[] =>
  questions(book, many, seed, (encounter) => encounter === 'engagement');

interface Ending {
  readonly outcome: number;
  readonly values: readonly number[];
  readonly weight: number;
}

/** What an engine says of it: exact where it can be compiled whole, else played, over kernels where there are some. */
function byEngine(machine: AnyMachine, plays: number): { ends: readonly Ending[]; how: string } {
  try {
    return { ends: exact(compile(machine, { stateBudget: MOST_STATES })).ends, how: 'exact' };
  } catch (error) {
    if (!(error instanceof StateBudgetError)) throw error;
    return hasKernels(machine)
      ? { ends: new KernelPlayer(machine).block(new KeyedDice(11), 0, plays)!.ends, how: 'kernels' }
      : { ends: new Player(machine).block(new StreamDice(11, 0), 0, plays)!.ends, how: 'local automata' };
  }
}

/** States, each with all that follows it, of which the law of an engagement is worked out by the letter. */
const MOST_LAW_STATES = 30_000;
const CLOSE = 1e-9;

/** Exact against exact: the largest difference in the chance of an ending, every measure included; null past the limits. */
function lawApart(machine: AnyMachine, ends: readonly Ending[]): number | null {
  const law = lawSlowly(machine, MOST_LAW_STATES);
  if (!law) return null;
  const left = new Map(law);
  for (const { outcome, values, weight } of ends) {
    const key = [machine.outcomes[outcome].id, ...values].join(' ');
    left.set(key, (left.get(key) ?? 0) - weight);
  }
  return Math.max(...[...left.values()].map(Math.abs));
}

/**
 * How far an engine's answer lies from the engagement by the letter. Where both can be exact, they must be equal; else the
 * larger z of outcomes and of the first measure over so many plays.
 */
export function slowlyApart(question: Question, plays: number): { z: number; how: string } {
  const machine = machineOf(question);
  const answered = byEngine(machine, 3 * plays);
  const difference = answered.how === 'exact' ? lawApart(machine, answered.ends) : null;
  if (difference !== null) return { z: difference < CLOSE ? 0 : Number.POSITIVE_INFINITY, how: 'exact, law by law' };
  const random = weyl(20_111);
  const slow = Array.from({ length: plays }, () => playSlowly(machine, random));
  const { ends, how } = answered;
  const weight = ends.reduce((sum, e) => sum + e.weight, 0);
  const shown = how === 'exact' ? 1e6 : weight;
  const of = [(e: Ending) => machine.outcomes[e.outcome].id, (e: Ending) => String(e.values[0])];
  const ofSlow = [(e: (typeof slow)[number]) => e.outcome, (e: (typeof slow)[number]) => String(e.values[0])];
  const zs = of.map((kindOf, k) => {
    const fast = new Map<string, number>();
    for (const e of ends) fast.set(kindOf(e), (fast.get(kindOf(e)) ?? 0) + (e.weight / weight) * shown);
    return apartness(tallied(slow.map(ofSlow[k])), fast).z;
  });
  return { z: Math.max(...zs), how };
}
