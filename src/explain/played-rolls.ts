import type { AnyMachine } from '../rules/encounter.ts';
import type { Die } from '../sim/die.ts';
import { isChoice, isRoll } from '../sim/machine.ts';
import { StreamDice } from '../sim/play/dice.ts';
import { StateTable } from '../sim/state-table.ts';
import { Stepper } from '../sim/stepper.ts';
import { inOrder } from './order.ts';
import { type ExplainedRoll, explained } from './rolls.ts';

/** Enough for chances to within three points or so. */
const PLAYS = 1_000;
/** Situations of one roll that are all looked at: there are many rolls. */
const MOST_TOTALS = 100;
const SEED = 1;

/** One kind of roll: how often each of its situations came up, and in how many encounters any of them did. */
interface RollCount {
  readonly visits: Map<number, number>;
  readonly dice: Map<number, Die>;
  all: number;
  encounters: number;
  lastEncounter: number;
}

/** Every kind of roll that some played encounters came to, for those with too many states to look at each. */
export function playedRolls(machine: AnyMachine): ExplainedRoll[] {
  const { view } = machine.layout;
  const codec = machine.layout.codec();
  const table = new StateTable(codec.words);
  const packed = new Int32Array(codec.words);
  const groups = new Map<string, RollCount>();
  const followers = new Map<string, Set<string>>();
  const stepper = new Stepper(machine);
  const dice = new StreamDice(SEED, 0);
  for (let i = 0; i < PLAYS; i++) {
    dice.begin();
    let rest = stepper.start();
    let last: string | undefined;
    while (rest === 'roll') {
      const step = stepper.step!;
      const die = stepper.die();
      codec.pack(packed);
      const title = isRoll(step) || isChoice(step) ? step.title(view) : '';
      const key = `${stepper.stepName}\n${title}`;
      note(groups, key, table.intern(packed), die, i);
      if (last !== undefined) followers.set(last, (followers.get(last) ?? new Set()).add(key));
      last = key;
      const face = die.faces[dice.roll(die)];
      rest = stepper.apply(step, stepper.against(), face);
    }
  }
  stepper.clearSums();
  const at = (state: number) => codec.unpack(table.keys, state * codec.words);
  return inOrder([...groups.keys()], followers).map((key): ExplainedRoll => {
    const { visits, dice: diceOf, all, encounters } = groups.get(key)!;
    const states = [...visits.keys()];
    const likeliest = states.reduce((a, b) => (visits.get(b)! > visits.get(a)! ? b : a));
    const places = { key, states, likeliest, chance: encounters / PLAYS, share: visits.get(likeliest)! / all };
    return { ...explained(machine, places, at, diceOf.get(likeliest)!, MOST_TOTALS), plays: PLAYS };
  });
}

function note(groups: Map<string, RollCount>, key: string, state: number, die: Die, encounter: number): void {
  let seen = groups.get(key);
  if (!seen) {
    seen = { visits: new Map(), dice: new Map(), all: 0, encounters: 0, lastEncounter: -1 };
    groups.set(key, seen);
  }
  seen.visits.set(state, (seen.visits.get(state) ?? 0) + 1);
  seen.dice.set(state, die);
  seen.all++;
  if (seen.lastEncounter !== encounter) seen.encounters++;
  seen.lastEncounter = encounter;
}
