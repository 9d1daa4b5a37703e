import { compiled, DEFAULT_TRIALS } from '../engine/evaluate.ts';
import { DEFAULT_PLAYS } from '../engine/play-runner.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { findEncounter, planBlocks } from '../sim/blocks.ts';
import type { Die } from '../sim/die.ts';
import { type Dice, StreamDice } from '../sim/play/dice.ts';
import { Player } from '../sim/play/player.ts';
import { type Story, tell, trace } from '../sim/trace.ts';

export interface StoryOptions {
  readonly seed: number;
  readonly encounter: number;
  /** Of the run that the encounter belongs to; what such a run takes by default when left out. */
  readonly trials?: number;
}

/** Encounter `i` of a sampled run, told die by die: the very one that the run with this seed and number of trials counted. */
export async function storyOf(
  machine: AnyMachine,
  options: StoryOptions,
): Promise<Story & { readonly trials: number }> {
  const automaton = await compiled(machine, { engine: 'sample', seed: options.seed });
  const trials = options.trials ?? (automaton ? DEFAULT_TRIALS : DEFAULT_PLAYS);
  if (options.encounter >= trials) {
    const message = `Encounter ${options.encounter} is not part of a run of ${trials.toLocaleString('en')}; they are numbered from 0.`;
    throw new InputError([{ path: [], message }]);
  }
  if (automaton) return { ...trace(machine, automaton, { ...options, trials }), trials };
  return { ...played(machine, options, trials), trials };
}

/** Too large to compile: the encounters before it in its block are played again, then its own dice are noted down. */
function played(machine: AnyMachine, { seed, encounter }: StoryOptions, trials: number): Story {
  const { block, place } = findEncounter(planBlocks(trials), encounter);
  const dice = new StreamDice(seed, block);
  const player = new Player(machine);
  const sums = new Float64Array(machine.sums.length);
  for (let i = 0; i < place; i++) player.one(dice, sums);
  const faces: number[] = [];
  const noted: Dice = {
    begin: () => dice.begin(),
    roll: (die: Die) => {
      const face = dice.roll(die);
      faces.push(face);
      return face;
    },
  };
  player.one(noted, sums);
  let at = 0;
  return tell(machine, { seed, encounter }, () => faces[at++]);
}
