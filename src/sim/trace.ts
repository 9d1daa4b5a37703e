import type { Automaton } from './automaton.ts';
import { type BlockPlan, findEncounter, planBlocks, trialsInBlock } from './blocks.ts';
import { endlessError, MOST_THROWS, SimError } from './error.ts';
import { isChoice, isRoll, type Machine, type Step, type ToldReasons, withNearRows } from './machine.ts';
import { seedState } from './random.ts';
import { Stepper } from './stepper.ts';
import { nextBits } from './walk/block.ts';
import { validIn, type WalkTable, walkTable } from './walk/table.ts';

/** One encounter told die by die. */
export interface Story {
  readonly encounter: number;
  readonly seed: number;
  readonly entries: readonly StoryEntry[];
  readonly outcome: string;
  readonly outcomeLabel: string;
  readonly measures: readonly { readonly id: string; readonly label: string; readonly value: number }[];
}
type StoryEntry =
  | {
      readonly kind: 'roll';
      readonly step: string;
      readonly title: string;
      readonly side?: string;
      readonly die: string;
      readonly face: number;
      readonly result: string;
      readonly reasons?: ToldReasons;
    }
  | {
      readonly kind: 'choice';
      readonly step: string;
      readonly title: string;
      readonly side: string;
      readonly option: string;
    }
  | { readonly kind: 'note'; readonly step: string; readonly text: string };

export interface TraceOptions {
  readonly seed: number;
  /** The trials of the run that the encounter belongs to; the cut into blocks depends on it. */
  readonly trials: number;
  /** From 0. */
  readonly encounter: number;
}

/** Encounter `i` of a run, replayed: its block is walked again, then the same faces are laid before the rules. */
export function trace<S>(machine: Machine<S>, automaton: Automaton, options: TraceOptions): Story {
  const plan = planBlocks(options.trials);
  if (!Number.isInteger(options.encounter) || options.encounter < 0 || options.encounter >= options.trials) {
    throw new SimError(
      `Encounter ${options.encounter} is not part of a run of ${options.trials.toLocaleString('en')}; they are numbered from 0.`,
    );
  }
  const faces = automaton.start < 0 ? [] : facesOf(automaton, plan, options.seed, options.encounter);
  let at = 0;
  return playedStory(machine, options, () => faces[at++]);
}

/** The faces (by place on the die) that encounter `i` rolled, found by walking its block by the rule of `runBlock`. */
export function facesOf(automaton: Automaton, plan: BlockPlan, seed: number, i: number): number[] {
  const { block, place } = findEncounter(plan, i);
  const table = walkTable(automaton);
  const { width, next } = table;
  const mask = width - 1;
  const startValid = validIn(table, 0);
  const state = new Int32Array(8);
  seedState(seed, block, state);
  let left = trialsInBlock(plan, block);
  let started = 0;
  let ours = -1;
  const rolls: number[] = [];
  for (;;) {
    const bits = nextBits(state);
    for (let lane = 0; lane < 4; lane++) {
      const row = state[4 + lane];
      const roll = (bits >>> (8 * lane)) & mask;
      if (row === 0) {
        if (left === 0) continue;
        if (roll < startValid) {
          left--;
          if (started++ === place) ours = lane;
        }
      }
      if (lane === ours) {
        if (roll < validIn(table, row / width)) rolls.push(...edgesDrawn(table, row / width, roll));
        if (next[row + roll] === 0) return rolls.map((e) => faceOfEdge(automaton, e));
      }
      state[4 + lane] = next[row + roll];
    }
  }
}

/** The edges that an entry of a row walks. */
function edgesDrawn(table: WalkTable, row: number, entry: number): Int32Array {
  const total = table.firstCase[row + 1] - table.firstCase[row];
  const path = table.pathOf[table.firstCase[row] + (entry % total)];
  return table.edges.subarray(table.firstStep[path], table.firstStep[path + 1]);
}

/** The place of the face that an edge stands for. */
function faceOfEdge(automaton: Automaton, edge: number): number {
  const { firstEdge } = automaton;
  let low = 0;
  let high = automaton.nodes;
  while (high - low > 1) {
    const mid = (low + high) >> 1;
    if (firstEdge[mid] <= edge) low = mid;
    else high = mid;
  }
  return edge - firstEdge[low];
}

/** Plays one encounter on the machine itself, with `draw` giving the place of each face, and tells what happens. */
export function playedStory<S>(
  machine: Machine<S>,
  options: Omit<TraceOptions, 'trials'>,
  draw: (faces: number) => number,
): Story {
  const stepper = new Stepper(machine);
  const { view } = machine.layout;
  const entries: StoryEntry[] = [];
  const onStep = (step: Step<S>, option?: string) => {
    const name = stepper.stepName;
    if (isChoice(step)) {
      entries.push({ kind: 'choice', step: name, title: step.title(view), side: step.side, option: option ?? '' });
    } else if (!isRoll(step)) {
      const text = step.tell?.(view) ?? '';
      if (text !== '') entries.push({ kind: 'note', step: name, text });
    }
  };
  let rest = stepper.start(onStep);
  for (let throws = 0; rest === 'roll'; throws++) {
    if (throws === MOST_THROWS) throw endlessError(machine.name);
    const step = stepper.step!;
    const die = stepper.die();
    const against = stepper.against();
    const face = die.faces[draw(die.faces.length)];
    const name = stepper.stepName;
    if (isRoll(step)) {
      entries.push({
        kind: 'roll',
        step: name,
        title: step.title(view),
        side: step.side,
        die: die.id,
        face,
        result: step.result(view, against, face),
        reasons: step.reasons && withNearRows(step.reasons(view, against)),
      });
    } else if (isChoice(step)) {
      entries.push({
        kind: 'choice',
        step: name,
        title: step.title(view),
        side: step.side,
        option: step.options(view)[face],
      });
    }
    rest = stepper.apply(step, against, face, onStep);
  }
  if (rest === 'choice')
    throw new SimError(`'${machine.name}' leaves a choice open at '${stepper.stepName}'; give it a tactic.`);
  const outcome = machine.outcome(view);
  return {
    encounter: options.encounter,
    seed: options.seed,
    entries,
    outcome,
    outcomeLabel: machine.outcomes.find((o) => o.id === outcome)?.label ?? outcome,
    measures: machine.measures.map((m) => ({ id: m.id, label: m.label, value: m.of(view) })),
  };
}
