import { when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { tabled } from '../../../kit/tabled.ts';
import type { FactRecord, Facts } from '../../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { type Flows, rulingFacts } from '../combatant.ts';
import { actionsNamed, MOVE_ACTIONS } from './actions.ts';
import { contactBy, joining } from './contact.ts';
import type { Body } from './field.ts';
import { movement } from './moves.ts';
import { inches, type Pair, type Troop } from './pair.ts';
import { commandPhase, type Decide, rallyPhase, shooting } from './phases.ts';
import { other, type SideKey } from './situation.ts';
import type { Field } from './turns.ts';

type Moment = 'fire' | 'move' | 'contact' | 'rally' | 'end';
export type Plays = ReturnType<typeof playsOf>;

/** The procedures of every pair. */
export function playsOf(field: Field) {
  const bodyOf = new Map(field.bodies.map((x) => [x.unit, x]));
  const of = tabled((pair: Pair) => playPair(field, pair, bodyOf));
  /** Whom a unit shoots at, as a place in its pairs. */
  const target = (x: Body): number => field.target(x, (i) => of(x.pairs[i])[x.side].hasShot());
  return { of, target };
}

/** All procedures of one pair, decided by the tactics of its units. */
function playPair(field: Field, pair: Pair, bodyOf: ReadonlyMap<Troop, Body>) {
  const tacticOf = (side: SideKey) => bodyOf.get(pair[side])!.tactic;
  const shots = { a: shooting(pair, 'a'), b: shooting(pair, 'b') };
  const facts = (side: SideKey, moment: Moment) => tacticFacts(field, pair, side, moment, shots[side].range);
  const decider = (side: SideKey, moment: Moment, otherwise: (options: readonly string[]) => string): Decide => {
    return byTactic(tacticOf(side), facts(side, moment), otherwise);
  };
  const react = {
    a: decider('a', 'contact', usualReaction(pair, 'a')),
    b: decider('b', 'contact', usualReaction(pair, 'b')),
  };
  const pairsOf = { a: bodyOf.get(pair.a)!.pairs, b: bodyOf.get(pair.b)!.pairs };
  const contact = { a: contactBy(pair, 'a', react, pairsOf), b: contactBy(pair, 'b', react, pairsOf) };
  const chargeOf = (side: SideKey): Flows => {
    const { among } = pair;
    if (!among) return contact[side].charge;
    return [when(() => among.isFighting(other(side)), joining(pair, side, react), contact[side].charge)];
  };
  const of = (side: SideKey) => {
    const words = [...actionsNamed(tacticOf(side))].filter((w) => MOVE_ACTIONS.includes(w));
    return {
      hasShot: shots[side].hasShot,
      shoots: shots[side].flows(decider(side, 'fire', () => 'fire')),
      command: commandPhase(pair, side),
      moves: movement(
        pair,
        side,
        new Set(words),
        decider(side, 'move', () => 'hold'),
        chargeOf(side),
      ),
      rallies: rallyPhase(
        pair,
        side,
        decider(side, 'rally', () => 'rally'),
      ),
    };
  };
  return { a: of('a'), b: of('b'), contact, atEnd: facts('a', 'end') };
}

/** What a tactic may look at. */
const tacticFacts = (field: Field, pair: Pair, side: SideKey, phase: Moment, range: () => string): Facts => ({
  self: pair[side].facts,
  enemy: pair[other(side)].facts,
  now: live({ phase }, { turn: () => field.state.turn, distance: () => inches(pair), range }) as FactRecord,
  ruling: rulingFacts(field.book),
});

/** An option that nobody can choose: it stands for "no line of the tactic matched". */
const NO_LINE = '';

/** The first line of a tactic that matches and is possible, or what a unit does that was told nothing. */
function byTactic(lines: Tactic, facts: Facts, otherwise: (options: readonly string[]) => string): Decide {
  const decide = compileTactic(lines, NO_LINE);
  const words = actionsNamed(lines);
  return (options): Decision => {
    if (!options.some((o) => words.has(o))) return otherwise(options);
    const picked = decide(facts, [NO_LINE, ...options]);
    if (picked === NO_LINE) return otherwise(options);
    return typeof picked === 'string' ? picked : picked.slice(1);
  };
}

/** A charged unit that was told nothing delivers its fire, horse counters, the rest stands. */
const usualReaction =
  (pair: Pair, side: SideKey) =>
  (options: readonly string[]): string => {
    if (options.includes('stand-and-deliver')) return 'stand-and-deliver';
    return pair[side].given.arm === 'cavalry' && options.includes('counter') ? 'counter' : 'stand';
  };
