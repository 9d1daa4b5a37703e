import { compiled } from '../engine/evaluate.ts';
import { defaultPlays, playPlan, styleOf } from '../engine/play-runner.ts';
import { DEFAULT_TRIALS } from '../engine/sampling.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { findEncounter } from '../sim/blocks.ts';
import type { Die } from '../sim/die.ts';
import { type Dice, KeyedDice, StreamDice } from '../sim/play/dice.ts';
import { Player } from '../sim/play/player.ts';
import { nextSeed } from '../sim/random.ts';
import { playedStory, type Story, trace } from '../sim/trace.ts';

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
  const trials = options.trials ?? (automaton ? DEFAULT_TRIALS : defaultPlays(machine));
  if (options.encounter >= trials) {
    const message = `Encounter ${options.encounter} is not part of a run of ${trials.toLocaleString('en')}; they are numbered from 0.`;
    throw new InputError([{ path: [], message }]);
  }
  if (automaton) return { ...trace(machine, automaton, { ...options, trials }), trials };
  const { kernels } = styleOf(machine, { engine: 'sample', seed: options.seed, trials });
  return { ...(kernels ? await drawn(machine, options) : played(machine, options, trials)), trials };
}

/** Too large to compile: the encounters before it in its block are played again, then its own dice are noted down. */
function played(machine: AnyMachine, { seed, encounter }: StoryOptions, trials: number): Story {
  const { block, place } = findEncounter(playPlan(trials), encounter);
  const dice = new StreamDice(seed, block);
  const player = new Player(machine);
  const sums = new Float64Array(machine.sums.length);
  for (let i = 0; i < place; i++) player.one(dice, sums);
  const faces: number[] = [];
  player.one(noting(dice, faces), sums);
  let at = 0;
  return playedStory(machine, { seed, encounter }, () => faces[at++]);
}

const noting = (dice: StreamDice, faces: number[]): Dice => ({
  begin: () => dice.begin(),
  roll: (die: Die) => {
    const face = dice.roll(die);
    faces.push(face);
    return face;
  },
});

/** Engagements that are thrown to find one that ends as the counted one did. */
const MOST_THROWN = 20_000;

/**
 * Over phase kernels a run draws how phases end, and no dice. The story is one of those that end as the encounter was
 * counted, in every measure: engagements are thrown with dice of its own until one does, so that each such story is as
 * likely as it should be. Where an ending is too rare for that, the outcome is the same and the first measures as near as
 * they came.
 */
async function drawn(machine: AnyMachine, { seed, encounter }: StoryOptions): Promise<Story> {
  const { KernelPlayer } = await import('../sim/kernels/kernel-player.ts');
  const kernels = new KernelPlayer<unknown>(machine);
  const endings = new Int32Array(1);
  kernels.block(new KeyedDice(seed), encounter, encounter + 1, undefined, endings);
  const counted = kernels.ending(endings[0]);
  const player = new Player<unknown>(machine, { direct: true });
  const dice = new StreamDice(nextSeed(seed), encounter);
  const sums = new Float64Array(machine.sums.length);
  const { view } = machine.layout;
  let nearest: { readonly faces: readonly number[]; readonly away: number } | null = null;
  for (let n = 0; n < MOST_THROWN && nearest?.away !== 0; n++) {
    const faces: number[] = [];
    player.one(noting(dice, faces), sums);
    const sameEnd = machine.outcome(view) === machine.outcomes[counted.outcome].id;
    const away = machine.measures.reduce((sum, m, i) => sum + Math.abs(m.of(view) - counted.values[i]), 0);
    if (sameEnd && (nearest === null || away < nearest.away)) nearest = { faces, away };
  }
  if (nearest === null) {
    const message = `Encounter ${encounter} ended in a way too rare to be told: '${machine.outcomes[counted.outcome].label}'; ask for another one.`;
    throw new InputError([{ path: [], message }]);
  }
  let at = 0;
  const { faces } = nearest;
  return playedStory(machine, { seed, encounter }, () => faces[at++]);
}
