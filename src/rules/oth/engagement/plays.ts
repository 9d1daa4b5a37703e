import { when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import { tabled } from '../../../kit/tabled.ts';
import type { FactRecord, Facts } from '../../pattern.ts';
import { compileTactic, type Decision, type Tactic } from '../../tactic.ts';
import { rulingFacts } from '../combatant.ts';
import { actionsNamed, MOVE_ACTIONS } from './actions.ts';
import { contactBy, joining } from './contact.ts';
import type { Body } from './field.ts';
import { movement } from './moves.ts';
import { type Facing, turned } from './pair.ts';
import { commandPhase, type Decide, rallyPhase, shooting } from './phases.ts';
import type { Field } from './turns.ts';

type Moment = 'fire' | 'move' | 'contact' | 'rally' | 'end';
export type Plays = ReturnType<typeof playsOf>;

/** The procedures of every unit against every enemy that it may come upon, decided by its tactic. */
export function playsOf(field: Field) {
  const bodyOf = new Map(field.bodies.map((x) => [x.unit, x]));
  const tacticOf = ({ unit }: Facing) => bodyOf.get(unit)!.tactic;
  const shot = tabled(shooting);
  const facts = (x: Facing, moment: Moment) => tacticFacts(field, x, moment, shot(x).range);
  const decider = (x: Facing, moment: Moment, otherwise: (options: readonly string[]) => string): Decide =>
    byTactic(tacticOf(x), facts(x, moment), otherwise);
  const react = tabled((x: Facing) => decider(x, 'contact', usualReaction(x)));
  const faced = ({ unit, side }: Facing) => bodyOf.get(unit)!.pairs.map((pair) => pair[side]);
  const contact = tabled((x: Facing) => contactBy(x, react, faced));
  const charge = (x: Facing) =>
    x.among ? [when(turned(x).among!.isFighting, joining(x, react), contact(x).charge)] : contact(x).charge;
  const of = tabled((x: Facing) => {
    const words = new Set([...actionsNamed(tacticOf(x))].filter((w) => MOVE_ACTIONS.includes(w)));
    const decides = (moment: Moment, usual: string) => decider(x, moment, () => usual);
    return {
      hasShot: shot(x).hasShot,
      shoots: shot(x).flows(decides('fire', 'fire')),
      command: commandPhase(x),
      moves: movement(x, words, decides('move', 'hold'), charge(x)),
      rallies: rallyPhase(x, decides('rally', 'rally')),
      atEnd: facts(x, 'end'),
    };
  });
  /** Whom a unit shoots at, as a place in its pairs. */
  const target = (x: Body): number => field.target(x, (i) => of(x.pairs[i][x.side]).hasShot());
  return { of, contact, target };
}

/** What a tactic may look at. */
const tacticFacts = (field: Field, { unit, foe, inches }: Facing, phase: Moment, range: () => string): Facts => ({
  self: unit.facts,
  enemy: foe.facts,
  now: live({ phase }, { turn: () => field.state.turn, distance: inches, range }) as FactRecord,
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
  ({ unit }: Facing) =>
  (options: readonly string[]): string => {
    if (options.includes('stand-and-deliver')) return 'stand-and-deliver';
    return unit.given.arm === 'cavalry' && options.includes('counter') ? 'counter' : 'stand';
  };
