import { type ChoiceStep, isChoice, isPlain, isRoll, type RollStep, type Step } from '../../../sim/machine.ts';
import { cell, cellIfAny, type Rulebook, ruled } from '../../book.ts';
import { afterRefusal, type ChargeSpec } from '../charge/charge.ts';
import { movesFor } from '../charge/reach.ts';
import { opportunityWithin } from '../charge/reactions.ts';
import { chargeSteps } from '../charge/steps.ts';
import { startBout } from '../melee/bout.ts';
import { goesAtEnemy } from '../melee/fighter.ts';
import { resultTable } from '../melee/verdict.ts';
import { failing } from '../tests.ts';
import { MOST_MOVES_BACK } from '../volley.ts';
import {
  apart,
  CLOSEST_INCHES,
  goesBack,
  holdsGround,
  inches,
  leaves,
  type Pair,
  reach,
  segment,
  type Troop,
} from './pair.ts';
import { other, SIDES, type SideKey } from './situation.ts';
import { GRID } from './state.ts';

export interface ContactSpec<S> {
  readonly pair: Pair;
  readonly react: Readonly<Record<SideKey, (options: readonly string[]) => string | readonly number[]>>;
  readonly done: (s: S) => void;
}

/** Where the steps of a charge by a side begin, and where they take up again. */
export const contactStep = (pair: Pair, by: SideKey, what: 'charge' | 'deliver-now' | 'clash' | 'fight'): string =>
  `${pair.name}.${by}.contact.${what}`;

/**
 * Charges by either unit of a pair. A charge waits twice for the sequence of play: for defensive fire when the charged
 * unit delivers it, and for the close combats once the two have met.
 */
export function contactSteps<S extends { step: string }>(spec: ContactSpec<S>): Record<string, Step<S>> {
  return { ...chargesBy<S>(spec, 'a'), ...chargesBy<S>(spec, 'b') };
}

function chargesBy<S extends { step: string }>(spec: ContactSpec<S>, by: SideKey): Record<string, Step<S>> {
  const { pair, done } = spec;
  const foe = other(by);
  const prefix = contactStep(pair, by, 'charge').replace(/charge$/, '');
  const answer = prefix.replace(/contact\.$/, 'answered.');
  const cavalry = pair[foe].given.arm === 'cavalry';
  const first = specOf(spec, by, prefix, cavalry ? { opportunity: `${answer}charge` } : {});
  const steps = waiting<S>(pair, by, prefix, chargeSteps<S>(first), done);
  if (!cavalry) return { ...steps, ...settleStep<S>(pair, by, done) };
  // Charged cavalry may move to contact itself; if it fails to, the first charge goes on.
  const second = specOf(spec, foe, answer, { refused: `${prefix}${afterRefusal(pair.book)}` });
  return {
    ...steps,
    ...waiting<S>(pair, foe, answer, chargeSteps<S>(second), done),
    ...settleStep<S>(pair, by, done),
  };
}

const settled = (pair: Pair, by: SideKey): string => `${pair.name}.${by}.settle`;

function specOf<S>(
  { pair, react }: ContactSpec<S>,
  by: SideKey,
  prefix: string,
  more: Partial<ChargeSpec>,
): ChargeSpec {
  const { book, live } = pair;
  const foe = other(by);
  return {
    book,
    prefix,
    attacker: pair[by],
    defender: pair[foe],
    bout: live.bout,
    locked: () => live.stage === 'locked',
    charge: live.charge,
    write: (outcome) => {
      live.result = outcome;
    },
    end: settled(pair, by),
    taken: (unit) => unit.live.hits - (unit as Troop).live.before,
    react: react[foe],
    supporters: [],
    distance: () => inches(pair),
    reach: () => reach(pair, by),
    movesToContact: () => movesFor(inches(pair), segment(pair, by)),
    // The charger comes on as far as its move takes it.
    ran: (run) => apart(pair, Math.max(1 / GRID, inches(pair) + run - reach(pair, by))),
    redeployInto: 'attack-column',
    winnerMoves: (option) => {
      live.winnerMove = option;
    },
    ...more,
  };
}

/** A charge whose defensive fire and whose combat wait for their phases. */
function waiting<S extends { step: string }>(
  pair: Pair,
  by: SideKey,
  prefix: string,
  steps: Record<string, Step<S>>,
  done: (s: S) => void,
): Record<string, Step<S>> {
  const { book, live } = pair;
  const foe = other(by);
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const reaction = steps[`${prefix}reaction`];
  const meet = steps[`${prefix}meet`];
  const charge = steps[`${prefix}charge`];
  if (!isChoice(reaction) || !isPlain(meet) || !isRoll(charge)) throw new Error('the charge has other steps');
  const parked: ChoiceStep<S> = {
    ...reaction,
    choose: (s, option, emit) => {
      live.by = by;
      // It has passed the test and comes on.
      goesAtEnemy(pair[by]);
      live[by].toGround = false;
      live[by].moved = live.distance;
      // Line 358 of oth2: the charger is met where it comes near enough.
      if (option === 'opportunity') apart(pair, Math.min(inches(pair), opportunityWithin(book)));
      if (once) for (const side of SIDES) live[side].before = live[side].hits;
      if (option !== 'stand-and-deliver') {
        reaction.choose(s, option, emit);
        return;
      }
      live.stage = 'delivering';
      live.spent = 0;
      done(s);
    },
  };
  return {
    ...steps,
    ...noFireAfter<S>(pair, `${prefix}attackerHolds`, by, steps),
    ...noFireAfter<S>(pair, `${prefix}defenderHolds`, foe, steps),
    [`${prefix}reaction`]: parked,
    [`${prefix}deliver-now`]: {
      then: (s, emit) => {
        live[foe].noFire = true;
        reaction.choose(s, 'stand-and-deliver', emit);
      },
    },
    [`${prefix}meet`]: {
      then: (s) => {
        live.stage = 'met';
        live.by = by;
        live.spent = 0;
        apart(pair, 0);
        done(s);
      },
    },
    [`${prefix}clash`]: meet,
  };
}

/** Line 364 of oth-half: who fails the test after a round goes back, and may not fire in its next fire phase. */
function noFireAfter<S>(pair: Pair, name: string, side: SideKey, steps: Record<string, Step<S>>) {
  const step = steps[name];
  if (!step || !isRoll(step)) return {};
  const held = step as RollStep<S, number>;
  const failsBy = failing(pair.book);
  const moves = Math.min(MOST_MOVES_BACK, Number(cellIfAny(pair.book, 'morale.tests', 'combat-round', 'moves') ?? 1));
  return {
    [name]: {
      ...held,
      apply: (s, goal, face, emit) => {
        if (failsBy(goal, face) > 0) {
          pair.live[side].noFire = true;
          pair.live.charge.movesBack = moves;
        }
        held.apply(s, goal, face, emit);
      },
    } satisfies RollStep<S, number>,
  };
}

/** How far a beaten unit goes back, as its result table says: so many segments, or half of that at half speed. */
function retreatSegments(pair: Pair, side: SideKey): () => number {
  const { book } = pair;
  if (ruled(book, 'afterRetreat') === 'one-segment') return () => 1;
  const { arm } = pair[side].given;
  const names = ['either', arm, ...(arm === 'artillery' ? [] : ['opponent'])];
  const results = resultTable(book, pair[side], pair[other(side)]);
  return () => {
    const row = results().rows.find((r) => r.cells['effect'] === 'retreat' && names.includes(String(r.cells['loser'])));
    // Lines 506 and 511 of oth2: a unit attacked in the rear goes at full speed.
    const slow = row?.cells['speed'] === 'half' && row.cells['fullSpeedFrom'] !== pair.live[side].aspect;
    return Number(row?.cells['segments'] ?? 1) * (slow ? 0.5 : 1);
  };
}

/** Line 330 of oth2: a charger that is driven back is engaged, and goes at half speed. */
const drivenBackSegments = (book: Rulebook): number =>
  Number(cell(book, 'fire.driven-back', 'target', 'segments') ?? 1) *
  (cell(book, 'fire.driven-back', 'target', 'engagedSpeed') === 'half' ? 0.5 : 1);

/** Lines 538 and 539 of oth2: the winner falls back at half speed, or comes on as near as one may without a charge. */
function winnerMoves(pair: Pair, side: SideKey): void {
  const { book, live } = pair;
  if (live.winnerMove === 'none') return;
  const far = Number(cell(book, 'winner.options', live.winnerMove, 'segments') ?? 0) * segment(pair, side);
  if (live.winnerMove === 'fall-back') goesBack(pair, side, far / 2);
  else {
    leaves(pair, side);
    apart(pair, Math.max(Math.min(CLOSEST_INCHES, inches(pair)), inches(pair) - far));
  }
}

/** What the outcome of a charge or a fight leaves on the ground (rulings locked and afterRetreat). */
function settleStep<S extends { step: string }>(
  pair: Pair,
  by: SideKey,
  done: (s: S) => void,
): Record<string, Step<S>> {
  const { book, live } = pair;
  const back = (side: SideKey, segments: number): void => goesBack(pair, side, segments * segment(pair, side));
  const printed = { a: retreatSegments(pair, 'a'), b: retreatSegments(pair, 'b') };
  /** As the test that was failed says (oth-half), or else the result table. */
  const retreat = (side: SideKey): void => back(side, live.charge.movesBack || printed[side]());
  const settle = (result: string): void => {
    if (result === 'charge-refused') return;
    if (result === 'undecided') {
      if (ruled(book, 'locked') === 'fight-on') {
        live.stage = 'locked';
        apart(pair, 0);
      } else {
        apart(pair, 0);
        back(by, 0.5);
      }
      return;
    }
    if (result === 'both-broken' || result === 'both-retreat') {
      apart(pair, 0);
      if (result === 'both-retreat') for (const side of SIDES) retreat(side);
      return;
    }
    const side = result[0] as SideKey;
    switch (result.slice(2)) {
      case 'broken':
      case 'destroyed':
        live[side].hits = pair[side].given.fs;
        apart(pair, 0);
        return;
      case 'retreats':
        apart(pair, 0);
        retreat(side);
        winnerMoves(pair, other(side));
        return;
      case 'withdraws':
        apart(pair, 0);
        back(side, live.charge.movesBack);
        return;
      case 'driven-back':
        apart(pair, 0);
        back(side, drivenBackSegments(book));
        return;
      case 'falls-back':
        apart(pair, 0);
        back(side, 0.5 * Number(cell(book, 'winner.options', 'fall-back', 'segments') ?? 1));
        return;
      case 'stops-short': {
        const share = Number(cell(book, 'reactions', 'emergency-square', 'segments') ?? 0);
        apart(pair, Math.max(1, inches(pair) - share * reach(pair, side)));
        return;
      }
      // An evader has run, and the charger has come on: `ran` has seen to it.
    }
  };
  return {
    [settled(pair, by)]: {
      then: (s) => {
        const { result } = live;
        live.stage = 'apart';
        live.result = 'none';
        settle(result);
        const locked = (live.stage as string) === 'locked';
        startBout(live.bout);
        live.charge.movesBack = 0;
        live.charge.formed = false;
        live.winnerMove = 'none';
        if (!locked) live.by = 'none';
        live.spent = 0;
        // Militia that ran without firing may fire when next they can.
        if (/-withdraws$/.test(result) && pair[other(by)].given.training === 'militia') live[other(by)].noFire = false;
        for (const side of SIDES) tidy(pair, side);
        done(s);
      },
    },
  };
}

/** Clears what only the contact had to know. A square formed in haste is a square once it is left alone. */
function tidy(pair: Pair, side: SideKey): void {
  const unit = pair.live[side];
  unit.evaded = false;
  unit.contact = 'none';
  unit.wonLast = false;
  unit.before = 0;
  unit.fromAbove = false;
  unit.toGround = false;
  if (unit.formation === 'emergency-square') unit.formation = 'square';
  if (!holdsGround({ given: pair[side].base })) unit.leftPlace = false;
}
