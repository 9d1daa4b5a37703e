import type { AnyMachine } from '../../src/rules/encounter.ts';
import { compile } from '../../src/sim/compile.ts';
import { StateBudgetError } from '../../src/sim/error.ts';
import { exact } from '../../src/sim/exact.ts';
import { hasKernels } from '../../src/sim/kernels/has-kernels.ts';
import { KernelPlayer } from '../../src/sim/kernels/kernel-player.ts';
import { KeyedDice, StreamDice } from '../../src/sim/play/dice.ts';
import { Player } from '../../src/sim/play/player.ts';
import { machineOf, type Question, questions } from '../kit/answers.ts';
import { apartness, playSlowly, tallied, weyl } from './slow-stepper.ts';

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

/** How far an engine's answer lies from plays by the letter: the larger z of outcomes and of the first measure. */
export function slowlyApart(question: Question, plays: number): { z: number; how: string } {
  const machine = machineOf(question);
  const random = weyl(20_111);
  const slow = Array.from({ length: plays }, () => playSlowly(machine, random));
  const { ends, how } = byEngine(machine, 3 * plays);
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
