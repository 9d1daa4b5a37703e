import { act, block, branch, type Flow, leave, note, type Stepped, set, when } from '../../../kit/flow.ts';
import { live } from '../../../kit/live.ts';
import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { numberAt, ruled } from '../../book.ts';
import type { FactRecord } from '../../pattern.ts';
import { deliverFlows } from '../charge/answers.ts';
import { type Approach, type ChargeSpec, chargeFlows, contactTest } from '../charge/charge.ts';
import { opportunityWithin } from '../charge/reactions.ts';
import { type Combatant, type Flows, goAtEnemy, suffer } from '../combatant.ts';
import { winnerSegments, winnersChoose } from '../melee/aftermath.ts';
import { type How, isOpen, startBout } from '../melee/bout.ts';
import { comeToContact, meleeOf } from '../melee/melee.ts';
import { resultTable } from '../melee/verdict.ts';
import { movesFor } from '../movement.ts';
import { drivenBackSegments } from '../shoot.ts';
import { MOST_MOVES_BACK } from '../volley.ts';
import { GRID, goBack, holdsGround, inches, type Pair, reach, segmentInches, type Troop } from './pair.ts';
import { other, SIDES, type SideKey } from './situation.ts';
import { comeNear, moveWinner, placeToMeet } from './winner.ts';

export type React = Readonly<Record<SideKey, Approach['react']>>;
/** A unit and each enemy that it may come upon. */
export type PairsOf = Readonly<Record<SideKey, readonly Pair[]>>;

/**
 * Charges by one unit of a pair. A charge waits twice for the sequence of play: for defensive fire when the charged unit
 * delivers it, and for the close combats once the two have met.
 */
export function contactBy(
  pair: Pair,
  by: SideKey,
  react: React,
  pairsOf: PairsOf,
): Record<'charge' | 'deliver' | 'fight', Flows> {
  const { contact } = pair;
  const approach = approachOf(pair, by, react);
  const { rounds, closing } = meleeOf(approach);
  const ended: Flows = [...closing, afterEnding(pair), ...advances(pair, react, pairsOf)];
  const whenOver = when<Stepped>(() => !isOpen(contact.bout), ended);
  const first = waiting(pair, by, approach);
  const answer = waiting(pair, other(by), approachOf(pair, other(by), react));
  const charged = pair[other(by)];
  return {
    // Charged cavalry may move to contact itself; if it fails to, the first charge goes on.
    charge: [
      // A charge that is refused, too, has cost nobody the hits of earlier fire.
      act<Stepped>(() => {
        noteHits(pair);
        if (pair.among?.strikes) charged.state.aspect = pair.among.strikes(by);
      }),
      ...chargeFlows(charged.given.arm === 'cavalry' ? { ...first, answer } : first),
      whenOver,
    ],
    deliver: [
      set(charged.state, { noFire: true }),
      ...deliverFlows(approach),
      when<Stepped>(() => isOpen(contact.bout), first.meets),
      whenOver,
    ],
    fight: [
      act<Stepped>(() => {
        if (pair.stage === 'met') comeToContact(approach);
      }),
      ...rounds,
      ...ended,
    ],
  };
}

function approachOf(pair: Pair, by: SideKey, react: React): Approach {
  const { book, contact } = pair;
  const troop = (unit: Combatant): Troop => (unit === pair.a ? pair.a : pair.b);
  return {
    ...{ book, attacker: pair[by], defender: pair[other(by)], bout: contact.bout, charge: contact.charge },
    ...{ fireCause: 'defensive-fire', redeployInto: 'attack-column' },
    supporters: pair.among?.supporters(by) ?? [],
    ...(pair.among
      ? {
          beside: { attacker: pair.among.beside(by), defender: pair.among.beside(other(by)) },
          hasCome: pair.among.hasCome,
        }
      : {}),
    cause: () => 'combat',
    isLocked: () => pair.stage === 'locked',
    taken: (unit) => unit.state.hits - troop(unit).state.before,
    react: react[other(by)],
    inches: () => inches(pair),
    reach: () => reach(pair, by),
    movesToContact: () => movesFor(inches(pair), segmentInches(pair, by)),
    ran: (run) => pair.where.evaded(by, run, reach(pair, by)),
    winnerMoves: (option) => {
      contact.winnerMove = option;
    },
    // Line 364 of oth-half: who fails the test after a round goes back, and may not fire in its next fire phase.
    failsToHold: (unit, moves) => {
      troop(unit).state.noFire = true;
      contact.charge.movesBack = Math.min(MOST_MOVES_BACK, moves);
    },
  };
}

/** A charge whose defensive fire and whose combat wait for their phases. */
function waiting(pair: Pair, by: SideKey, approach: Approach): ChargeSpec {
  const { book, contact } = pair;
  const waits = (stage: 'delivering' | 'met') =>
    act<Stepped>(() => {
      pair.stage = stage;
      contact.by = by;
      pair.duty.spent = 0;
      if (stage === 'met') pair.where.set(0, by);
    });
  return {
    ...approach,
    comesOn: (reaction) => {
      contact.by = by;
      goAtEnemy(pair[by]);
      pair[by].state.toGround = false;
      pair[by].state.moved = inches(pair) * GRID;
      // Line 358 of oth2: the charger is met where it comes near enough.
      if (reaction === 'opportunity') pair.where.set(Math.min(inches(pair), opportunityWithin(book)), by);
      noteHits(pair);
    },
    delivers: [waits('delivering')],
    meets: [waits('met')],
    isOn: () => isOpen(contact.bout) && pair.stage === 'apart',
  };
}

/** A unit goes at an enemy who is in contact already: it tests, and fights beside its friend (OTH2-R58). */
export function joining(pair: Pair, by: SideKey, react: React): Flows {
  const { among, [by]: unit, [other(by)]: foe } = pair;
  if (!among) return [];
  const { strikes } = among;
  const facts = strikes ? (live(foe.facts, { aspect: () => strikes(by) }) as FactRecord) : foe.facts;
  const joins = act<Stepped>(() => {
    goAtEnemy(unit);
    unit.state.toGround = false;
    unit.state.moved = inches(pair) * GRID;
    unit.state.into = strikes?.(by) ?? foe.state.aspect;
    unit.state.contact = 'moved';
    pair.where.set(0, by);
    among.join(by);
  });
  const approach = { ...approachOf(pair, by, react), defender: { ...foe, facts } };
  return [block([contactTest(approach, [leave], 'joins the fight'), joins])];
}

/** The winner of a combat comes on: into contact where it may and passes the test for it, or as near as may be. */
function advances(pair: Pair, react: React, pairsOf: PairsOf): Flows {
  if (!winnersChoose(pair.book)) return [];
  return SIDES.map((side) => {
    const { state, label } = pair[side];
    const near = act<Stepped>(() => comeNear(pair, side, pairsOf[side]));
    const meets = (to: Pair): Flows => {
      const isTested = ruled(pair.book, 'winnerContact') === 'tested';
      const test = contactTest(approachOf(to, side, react), [leave], 'comes on into contact');
      return [set(state, { advanced: 1 }), block([...(isTested ? [test] : []), act(() => comeUp(to, side))])];
    };
    const place = () => 1 + placeToMeet(pair, side, pairsOf[side]);
    return when<Stepped>(
      () => state.advances === 1,
      [
        note(() => clause(label, 'comes on')),
        set(state, { advances: 0 }),
        branch(place, [[near], ...pairsOf[side].map(meets)]),
      ],
    );
  });
}

/** In contact, to be fought out in the next close combats (ruling winnerAdvance). */
function comeUp(pair: Pair, by: SideKey): void {
  const { contact, among, [by]: unit, [other(by)]: foe } = pair;
  if (among?.strikes) foe.state.aspect = among.strikes(by);
  goAtEnemy(unit);
  unit.state.toGround = false;
  pair.stage = 'come';
  contact.by = by;
  pair.where.set(0, by);
  noteHits(pair);
}

/** What came before the contact is no part of its total (ruling commanderCheck). */
function noteHits(pair: Pair): void {
  if (ruled(pair.book, 'commanderCheck') !== 'once-per-combat-on-total') return;
  for (const side of SIDES) pair[side].state.before = pair[side].state.hits;
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
    const slow = row?.cells['speed'] === 'half' && row.cells['fullSpeedFrom'] !== pair[side].state.aspect;
    return Number(row?.cells['segments'] ?? 1) * (slow ? 0.5 : 1);
  };
}

/** What the ending of a charge or a fight leaves on the ground (rulings locked and afterRetreat). */
function afterEnding(pair: Pair): Flow<Stepped> {
  const { contact } = pair;
  const places = endingPlaces(pair);
  return act((_, emit) => {
    const { by, bout } = contact;
    const { how, whose } = bout;
    pair.stage = 'apart';
    for (const side of SIDES) if (whose === side || whose === 'both') places[how]?.(side, emit);
    for (const side of SIDES) if (whose === other(side)) moveWinner(pair, side);
    if (how === 'undecided') undecided(pair, by);
    const charged = by === 'none' ? undefined : pair[other(by)];
    // Militia that ran without firing may fire when next they can.
    if (how === 'withdraws' && charged?.given.training === 'militia') charged.state.noFire = false;
    startBout(bout);
    contact.charge.movesBack = 0;
    contact.charge.formed = false;
    contact.winnerMove = 'none';
    if ((pair.stage as string) !== 'locked') {
      contact.by = 'none';
      if (pair.among?.strikes && charged) charged.state.aspect = 'front';
      pair.among?.release(isBeaten(how) ? (whose as SideKey | 'both' | 'none') : 'none');
    }
    pair.duty.spent = 0;
    for (const side of SIDES) tidy(pair[side]);
  });
}

/** Whether the side of the unit that it ended for has to go. */
const isBeaten = (how: How): boolean => !['open', 'refuses', 'stops-short', 'evades', 'undecided'].includes(how);

/** Where a unit is put by its ending. Nothing is left of a charge that was refused; an evader has run already. */
function endingPlaces(pair: Pair): Partial<Record<How, (side: SideKey, emit: Emit) => void>> {
  const { book, contact } = pair;
  const printed = { a: retreatSegments(pair, 'a'), b: retreatSegments(pair, 'b') };
  /** The charger comes up. */
  const meet = (): void => {
    if (contact.by !== 'none') pair.where.set(0, contact.by);
  };
  /** From contact. */
  const back = (side: SideKey, segments: number): void => {
    if (contact.bout.whose !== 'both') meet();
    goBack(pair, side, segments * segmentInches(pair, side));
  };
  const gone = (side: SideKey, emit: Emit): void => {
    suffer(pair[side], pair[side].given.fs, 'combat', emit);
    meet();
  };
  return {
    broken: gone,
    destroyed: gone,
    retreats: (side) => {
      // As the test that was failed says (oth-half), or else the result table.
      back(side, contact.charge.movesBack || printed[side]());
    },
    withdraws: (side) => back(side, contact.charge.movesBack),
    // A charger is engaged.
    'driven-back': (side) => back(side, drivenBackSegments(book, true)),
    'falls-back': (side) => back(side, winnerSegments(book, 'fall-back')),
    'stops-short': (side) => {
      const share = numberAt(book, 'reactions', 'emergency-square', 'segments');
      pair.where.set(Math.max(1, inches(pair) - share * reach(pair, side)), side);
    },
  };
}

/** The two fight on in the next turn, or the charger goes half a segment back (ruling locked). */
function undecided(pair: Pair, by: SideKey | 'none'): void {
  if (by !== 'none') pair.where.set(0, by);
  if (ruled(pair.book, 'locked') === 'fight-on') pair.stage = 'locked';
  else if (by !== 'none') goBack(pair, by, 0.5 * segmentInches(pair, by));
}

/** Clears what only the contact had to know. A square formed in haste is a square once it is left alone. */
function tidy(troop: Troop): void {
  const { state } = troop;
  state.evaded = false;
  state.contact = 'none';
  state.wonLast = false;
  state.before = 0;
  state.fromAbove = false;
  state.toGround = false;
  if (state.formation === 'emergency-square') state.formation = 'square';
  if (!holdsGround(troop)) state.leftPlace = false;
}
