import type { Step } from '../../../sim/machine.ts';
import type { FactRecord, Facts } from '../../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { actionsNamed, MOVE_ACTIONS } from './actions.ts';
import { contactStep, contactSteps } from './contact.ts';
import { moveSteps } from './moves.ts';
import { inches, type Pair } from './pair.ts';
import { commandSteps, fireSteps, rallySteps } from './phases.ts';
import { other, SIDES, type SideKey } from './situation.ts';
import { type Cause, tracked } from './tracked.ts';

interface PlaySpec {
  readonly pair: Pair;
  readonly lines: Readonly<Record<SideKey, Tactic>>;
  readonly turn: () => number;
  readonly ruling: FactRecord;
  /** The step to go back to after every procedure. */
  readonly back: string;
}
type Moment = 'fire' | 'move' | 'contact' | 'rally' | 'end';

/** All procedures of one pair, decided by the tactics of its units. */
export function playPair<S extends { step: string }>({ pair, lines, turn, ruling, back }: PlaySpec) {
  const steps: Record<string, Step<S>> = {};
  const hasShot: Record<SideKey, () => boolean> = { a: () => false, b: () => false };
  const ranges: Record<SideKey, () => string> = { a: () => 'none', b: () => 'none' };
  const done = (s: S): void => {
    s.step = back;
  };
  const facts = factsAt(pair, turn, ruling, ranges);
  const decider = (side: SideKey, phase: Moment, otherwise: (options: readonly string[]) => string) => {
    const decide = compileTactic(lines[side], NO_LINE);
    const words = actionsNamed(lines[side]);
    return (options: readonly string[]): Decision => {
      if (!options.some((o) => words.has(o))) return otherwise(options);
      const picked = decide(facts(side, phase), [NO_LINE, ...options]);
      if (picked === NO_LINE) return otherwise(options);
      return typeof picked === 'string' ? picked : picked.slice(1);
    };
  };
  const add = (made: Record<string, Step<S>>, causeOf: (name: string) => Cause) =>
    Object.assign(steps, tracked(pair, made, causeOf));

  for (const side of SIDES) {
    const fires = decider(side, 'fire', () => 'fire');
    const rallies = decider(side, 'rally', () => 'rally');
    const fire = fireSteps<S>({ pair, side, done, decide: fires });
    hasShot[side] = fire.hasShot;
    ranges[side] = fire.range;
    add(fire.steps, () => 'fire');
    add(commandSteps<S>({ pair, side, done }), () => 'tests');
    add(rallySteps<S>({ pair, side, done, decide: rallies }), () => 'tests');
    const words = new Set([...actionsNamed(lines[side])].filter((w) => MOVE_ACTIONS.includes(w)));
    const move = decider(side, 'move', () => 'hold');
    add(
      moveSteps<S>({ pair, side, words, decide: move, charge: contactStep(pair, side, 'charge'), done }),
      () => 'tests',
    );
  }
  const reaction = (side: SideKey) => decider(side, 'contact', usualReaction(pair, side));
  add(contactSteps<S>({ pair, react: { a: reaction('a'), b: reaction('b') }, done }), causeOfContact);
  return { steps, hasShot, facts };
}

/** An option that nobody can choose: it stands for "no line of the tactic matched". */
const NO_LINE = '';

/** What a tactic may look at, made once a side and moment; getters follow the state. */
function factsAt(
  pair: Pair,
  turn: () => number,
  ruling: FactRecord,
  ranges: Readonly<Record<SideKey, () => string>>,
): (side: SideKey, phase: Moment) => Facts {
  const known = new Map<string, Facts>();
  return (side, phase) => {
    const key = `${side} ${phase}`;
    const found = known.get(key);
    if (found) return found;
    const now = {
      phase,
      get turn() {
        return turn();
      },
      get distance() {
        return inches(pair);
      },
      get range() {
        return ranges[side]();
      },
    };
    const made = { self: pair[side].facts, enemy: pair[other(side)].facts, now, ruling };
    known.set(key, made);
    return made;
  };
}

/** What a unit does that was told nothing: it delivers its fire, horse counters, the rest stands. */
const usualReaction =
  (pair: Pair, side: SideKey) =>
  (options: readonly string[]): string => {
    if (options.includes('stand-and-deliver')) return 'stand-and-deliver';
    return pair[side].given.arm === 'cavalry' && options.includes('counter') ? 'counter' : 'stand';
  };

/** Steps of a charge are told apart by their names. */
function causeOfContact(step: string): Cause {
  if (/\.deliver\./.test(step)) return 'defensive-fire';
  if (/\.(reaction|late-counter|evade|charge)$/.test(step)) return 'reaction';
  return 'combat';
}
