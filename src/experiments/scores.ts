import type { Evaluation } from '../engine/types.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { reachable } from '../sim/compile.ts';
import { isRoll, type ReasonRow, type Reasons, type RollStep } from '../sim/machine.ts';
import { Sfc32 } from '../sim/random.ts';
import { Stepper } from '../sim/stepper.ts';

/** The scores that one kind of roll reaches, and the ends of the table they are read off. */
export interface RollScores {
  readonly label: string;
  readonly low?: number;
  readonly high?: number;
  /** Score → how often it comes up in an encounter. */
  readonly totals: Map<number, number>;
  /** What the scores are made of: the base and every row with its worth. */
  readonly parts: Set<string>;
}

/** A row that counts somewhere in the encounter, with the scores of the rolls it counts in. */
export interface RowUse {
  readonly id: string;
  readonly label: string;
  readonly source: string;
  /** What it is worth (several where it is a count or one of a pair), and the scores of the rolls it is worth that in. */
  readonly worth: Map<number, Map<string, RollScores>>;
}

export interface Scores {
  readonly rolls: ReadonlyMap<string, RollScores>;
  readonly rows: ReadonlyMap<string, RowUse>;
  /** False when the encounter is too large to look at whole, and played through instead. */
  readonly whole: boolean;
}

/** Telling the reasons of a state costs some ten times what exploring it does. */
const STATES_LOOKED_AT = 30_000;
const ENCOUNTERS_PLAYED = 500;

type Looked = Pick<Evaluation, 'method' | 'states'>;

/** Whether an encounter that has been evaluated is small enough for every state of it to be looked at. */
export const canLookAtAll = ({ method, states }: Looked): boolean =>
  method !== 'layer by layer' && method !== 'pair by pair' && states !== null && states <= STATES_LOOKED_AT;

/** Every score and row that comes up in an encounter: over all reachable states, or as many as random play finds. */
export function scoresOf(machine: AnyMachine, evaluation: Looked): Scores {
  const rolls = new Map<string, RollScores>();
  const rows = new Map<string, RowUse>();
  const look = (s: unknown, stepName: string, step: RollStep<unknown>, chance: number) => {
    if (!step.reasons || chance === 0) return;
    note(step.reasons(s, step.against?.(s)), { stepName, side: step.side ?? '', chance }, rolls, rows);
  };
  const whole = canLookAtAll(evaluation);
  if (whole) reachable(machine, look, STATES_LOOKED_AT);
  else playThrough(machine, ENCOUNTERS_PLAYED, look);
  return { rolls, rows, whole };
}

function note(
  reasons: Reasons,
  { stepName, side, chance }: { readonly stepName: string; readonly side: string; readonly chance: number },
  rolls: Map<string, RollScores>,
  rows: Map<string, RowUse>,
): void {
  const { total, bounds } = reasons;
  const key = `${stepName}|${side}|${total?.label ?? ''}|${bounds?.low ?? ''}|${bounds?.high ?? ''}`;
  const parts = [`base=${reasons.base?.value ?? ''}`, ...reasons.rows.map((r) => `${r.id}=${r.value}`)];
  if (total) count(rolls, key, total, { bounds, chance, parts });
  for (const row of reasons.rows) {
    const use = rowUse(rows, row);
    let rollsOfWorth = use.worth.get(row.value);
    if (!rollsOfWorth) {
      rollsOfWorth = new Map();
      use.worth.set(row.value, rollsOfWorth);
    }
    if (total) count(rollsOfWorth, key, total, { bounds, chance, parts: [] });
  }
}

function count(
  into: Map<string, RollScores>,
  key: string,
  total: { readonly label: string; readonly value: number },
  { bounds, chance, parts }: { bounds: Reasons['bounds']; chance: number; parts: readonly string[] },
): void {
  let scores = into.get(key);
  if (!scores) {
    scores = { label: total.label, low: bounds?.low, high: bounds?.high, totals: new Map(), parts: new Set() };
    into.set(key, scores);
  }
  scores.totals.set(total.value, (scores.totals.get(total.value) ?? 0) + chance);
  for (const part of parts) scores.parts.add(part);
}

function rowUse(rows: Map<string, RowUse>, { id, label, source }: ReasonRow): RowUse {
  let use = rows.get(id);
  if (!use) {
    use = { id, label, source, worth: new Map() };
    rows.set(id, use);
  }
  return use;
}

/** Plays encounters with a fixed seed and looks at every roll on the way. */
export function playThrough(
  machine: AnyMachine,
  encounters: number,
  look?: (s: unknown, stepName: string, step: RollStep<unknown>, chance: number) => void,
): void {
  const stepper = new Stepper(machine);
  const random = new Sfc32(1, 0);
  for (let i = 0; i < encounters; i++) {
    let rest = stepper.start();
    while (rest === 'roll') {
      const step = stepper.step!;
      if (look && isRoll(step)) look(machine.layout.view, stepper.stepName, step, 1 / encounters);
      const against = stepper.against();
      const { faces, weights, total } = stepper.die();
      let left = random.below(total);
      let face = 0;
      while (left >= weights[face]) left -= weights[face++];
      rest = stepper.apply(step, against, faces[face]);
    }
  }
}
