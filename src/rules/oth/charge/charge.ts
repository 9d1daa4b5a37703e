import { act, block, choose, type Flow, leave, type Stepped, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import type { Emit } from '../../../sim/machine.ts';
import { type Fields, flag, int } from '../../../sim/state.ts';
import { clause } from '../../../words/names.ts';
import { numberAt, ruled } from '../../book.ts';
import { type FactRecord, withFacts } from '../../pattern.ts';
import { type Aspect, type Combatant, type Flows, goAtEnemy, isBroken, suffer } from '../combatant.ts';
import { ends } from '../melee/bout.ts';
import type { FightSpec } from '../melee/fight.ts';
import { test } from '../tests.ts';
import { MOST_MOVES_BACK, volleyFields } from '../volley.ts';
import { emergencyFlows, evadeFlows } from './answers.ts';
import { REACTIONS, type Reaction, refusal } from './reactions.ts';

/** What a charge has to remember besides its units and its fight. */
export const chargeFields = () => ({
  volley: volleyFields(),
  /** One volley alone was enough to drive the charger back (ruling drivenBack: single-volley). */
  hardVolley: flag(),
  /** The charged unit left without a shot. */
  fled: flag(),
  /** Moves to the rear of a charged unit that withdraws. */
  movesBack: int(0, MOST_MOVES_BACK),
  /** The charged unit turned, formed square or redeployed in time. */
  formed: flag(),
});
export type ChargeState = Fields<ReturnType<typeof chargeFields>>;

/** A unit that fires at a charger with the one that is charged: the side it sees, and where it moves, whether it may. */
export interface Supporter {
  readonly unit: Combatant;
  readonly into: Aspect;
  readonly may?: () => boolean;
  /** Hears that it has fired. */
  readonly fired?: () => void;
}

/** What a charge between two units needs to know; `attacker` charges, `defender` is charged. */
export interface Approach extends FightSpec {
  readonly charge: ChargeState;
  /** How the charged unit reacts: one of the options, or hundredths in their order. */
  readonly react: (options: readonly string[]) => string | readonly number[];
  /** Units of the defender's brigade near enough to fire with it. */
  readonly supporters: readonly Supporter[];
  /** What hits of defensive fire are put down to. */
  readonly fireCause: string;
  /** Distance to the target before the charge, and how far the charger may go. */
  readonly inches: () => number;
  readonly reach: () => number | null;
  readonly movesToContact: () => number;
  /** The formation that a square redeploys into. */
  readonly redeployInto: string;
  /** Hears how far an evader ran that was not caught. */
  readonly ran?: (inches: number) => void;
  /** Hears that the charger has passed its test and comes on, and how the charged unit reacts. */
  readonly comesOn?: (reaction: Reaction) => void;
}

/** How a charge is played out. */
export interface ChargeSpec extends Approach {
  /** Stand and deliver: at once, or when the sequence of play comes to it. */
  readonly delivers: Flows;
  /** What is done once they meet, if nothing has ended the charge before. */
  readonly meets: Flows;
  readonly isOn: () => boolean;
  /** The opportunity move of charged cavalry, the other way round. */
  readonly answer?: ChargeSpec;
}

/**
 * A charge between two units:
 *
 *   contact test ─▶ reaction ─┬─ stand, counter ──────────────────────────────┐
 *                             ├─ stand and deliver ─▶ fire ─▶ driven back? ───┤
 *                             ├─ evade ─▶ caught? ────────────────────────────┼─▶ they meet
 *                             ├─ emergency turn, square, redeploy ────────────┤
 *                             └─ opportunity ─▶ the other unit's charge       ┘
 */
export function chargeFlows(spec: ChargeSpec): Flows {
  const { bout } = spec;
  const refuses = act<Stepped>(() => ends(bout, 'refuses'));
  return [block([contactTest(spec, [refuses, leave]), ...comingOn(spec)]), when(spec.isOn, spec.meets)];
}

/** The charger tests to move to contact. */
export const contactTest = (spec: Approach, failed: Flows, words = 'moves to contact'): Flow<Stepped> =>
  test({
    ...{ book: spec.book, test: 'contact', unit: spec.attacker, now: contactNow(spec) },
    enemy: withFacts(spec.defender.facts, { role: 'defender' }),
    title: clause(spec.attacker.label, words),
    failed,
  });

/** The facts of the moment, for tests and for solving. */
export function contactNow({ movesToContact, inches }: Approach, reaction?: Reaction): FactRecord {
  const still = { phase: 'contact', ...(reaction ? { reaction } : {}) };
  return live(still, { movesToContact, gap: inches, distance: inches }) as FactRecord;
}

/** The charger comes on, and the charged unit reacts. Within a block that a reaction leaves when it ends the charge. */
function comingOn(spec: ChargeSpec): Flows {
  const { book, bout, attacker, defender } = spec;
  const reactions: Readonly<Record<Reaction, Flows>> = {
    stand: [],
    'stand-and-deliver': spec.delivers,
    evade: evadeFlows(spec),
    opportunity: spec.answer ? opportunity(spec, spec.answer) : [],
    counter: [counter(spec)],
    ...emergencyFlows(spec),
  };
  return [
    // Line 29 of oth2: a unit that is routing when contacted is broken.
    when(() => defender.facts['routing'] === true, [act(() => ends(bout, 'broken', defender)), leave]),
    choose(
      defender,
      `How ${clause(defender.label, 'reacts to the charge')}`,
      spec.react,
      REACTIONS.filter((r) => r !== 'opportunity' || spec.answer).map((name) => ({
        name,
        allowed: () => refusal(book, name, defender, attacker) === null,
        body: [act(() => spec.comesOn?.(name)), ...reactions[name]],
      })),
    ),
  ];
}

/** It meets the charger half way. */
const counter = (spec: ChargeSpec): Flow<Stepped> =>
  act((_, emit: Emit) => {
    const { book, attacker, defender } = spec;
    defender.state.contact = 'countered';
    goAtEnemy(defender);
    if (attacker.given.arm === 'infantry' && defender.given.arm === 'cavalry')
      suffer(attacker, numberAt(book, 'reactions', 'counter', 'hits'), 'reaction', emit);
    if (isBroken(attacker)) ends(spec.bout, 'broken', attacker);
  });

/** Line 358 of oth2: cavalry interrupts the charge with its own. If it fails its test, the first charge goes on. */
function opportunity(first: ChargeSpec, second: ChargeSpec): Flows {
  // It may still meet the charge half way (ruling opportunityFailed).
  const late: Flows =
    ruled(first.book, 'opportunityFailed') === 'counters'
      ? [{ kind: 'note', tell: () => clause(first.defender.label, 'counters after all') }, counter(first)]
      : [];
  // It has left what it stood behind.
  const leavesPlace = act<Stepped>(() => goAtEnemy(second.attacker));
  return [
    block([
      contactTest(second, [...late, leave]),
      leavesPlace,
      block(comingOn(second)),
      when(second.isOn, second.meets),
    ]),
  ];
}
