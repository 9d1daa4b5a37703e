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
import { comeNear, moveWinner, placeToMeet } from './meeting.ts';
import { type Facing, goBack, type Pair, reach, turned } from './pair.ts';
import type { SideKey } from './situation.ts';
import { countMove, holdsGround, segmentInches, type Troop } from './troop.ts';

/** How a unit reacts to the charge of the enemy that it faces. */
export type React = (x: Facing) => Approach['react'];
/** A unit against every enemy that it may come upon. */
export type Faced = (x: Facing) => readonly Facing[];

/**
 * Charges by a unit. A charge waits twice for the sequence of play: for defensive fire when the charged unit delivers it,
 * and for the close combats once the two have met.
 */
export function contactBy(x: Facing, react: React, faced: Faced): Record<'charge' | 'deliver' | 'fight', Flows> {
  const { pair, foe: charged } = x;
  const { bout } = pair.contact;
  const approach = approachOf(x, react);
  const { rounds, closing } = meleeOf(approach);
  const ended: Flows = [...closing, afterEnding(pair), ...advances(pair, react, faced)];
  const whenOver = when<Stepped>(() => !isOpen(bout), ended);
  const first = waiting(x, approach);
  const answer = waiting(turned(x), approachOf(turned(x), react));
  return {
    // Charged cavalry may move to contact itself; if it fails to, the first charge goes on.
    charge: [
      // A charge that is refused, too, has cost nobody the hits of earlier fire.
      act<Stepped>(() => {
        noteHits(x);
        if (x.among?.strikes) charged.state.aspect = x.among.strikes();
      }),
      ...chargeFlows(charged.given.arm === 'cavalry' ? { ...first, answer } : first),
      whenOver,
    ],
    deliver: [
      set(charged.state, { noFire: true }),
      ...deliverFlows(approach),
      when<Stepped>(() => isOpen(bout), first.meets),
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

function approachOf(x: Facing, react: React): Approach {
  const { book, unit, foe, pair, among, inches } = x;
  const { contact } = pair;
  const troop = (u: Combatant): Troop => (u === unit ? unit : foe);
  return {
    ...{ book, attacker: unit, defender: foe, bout: contact.bout, charge: contact.charge, inches },
    ...{ fireCause: 'defensive-fire', redeployInto: 'attack-column' },
    supporters: among?.supporters() ?? [],
    ...(among
      ? { beside: { attacker: among.beside(), defender: turned(x).among!.beside() }, hasCome: among.hasCome }
      : {}),
    cause: () => 'combat',
    isLocked: () => pair.stage === 'locked',
    hitsTakenBy: (u) => u.state.hits - troop(u).state.before,
    react: react(turned(x)),
    reach: () => reach(x),
    movesToContact: () => movesFor(inches(), segmentInches(unit)),
    ran: (run) => x.pursue(run, reach(x)),
    winnerMoves: (option) => {
      contact.winnerMove = option;
    },
    // Line 364 of oth-half: who fails the test after a round goes back, and may not fire in its next fire phase.
    failsToHold: (u, moves) => {
      troop(u).state.noFire = true;
      contact.charge.movesBack = Math.min(MOST_MOVES_BACK, moves);
    },
  };
}

/** A charge whose defensive fire and whose combat wait for their phases. */
function waiting(x: Facing, approach: Approach): ChargeSpec {
  const { pair, inches, side } = x;
  const { contact } = pair;
  const waits = (stage: 'delivering' | 'met') =>
    act<Stepped>(() => {
      pair.stage = stage;
      contact.by = side;
      pair.duty.spent = 0;
      if (stage === 'met') x.come(0);
    });
  return {
    ...approach,
    comesOn: (reaction) => {
      contact.by = side;
      setOut(x);
      // Line 358 of oth2: the charger is met where it comes near enough.
      if (reaction === 'opportunity') x.come(Math.min(inches(), opportunityWithin(x.book)));
      noteHits(x);
    },
    delivers: [waits('delivering')],
    meets: [waits('met')],
    isOn: () => isOpen(contact.bout) && pair.stage === 'apart',
  };
}

/** It leaves its ground for the enemy, as far as he is. */
function setOut({ unit, inches }: Facing): void {
  goAtEnemy(unit);
  unit.state.toGround = false;
  countMove(unit, inches());
}

/** A unit goes at an enemy who is in contact already: it tests, and fights beside its friend (OTH2-R58). */
export function joining(x: Facing, react: React): Flows {
  const { among, unit, foe } = x;
  if (!among) return [];
  const { strikes } = among;
  const facts = strikes ? (live(foe.facts, { aspect: strikes }) as FactRecord) : foe.facts;
  const joins = act<Stepped>(() => {
    setOut(x);
    unit.state.into = strikes?.() ?? foe.state.aspect;
    unit.state.contact = 'moved';
    x.come(0);
    among.join();
  });
  const approach = { ...approachOf(x, react), defender: { ...foe, facts } };
  return [block([contactTest(approach, [leave], 'joins the fight'), joins])];
}

/** The winner of a combat comes on: into contact where it may and passes the test for it, or as near as may be. */
function advances(pair: Pair, react: React, faced: Faced): Flows {
  if (!winnersChoose(pair.a.book)) return [];
  return [pair.a, pair.b].map((x) => {
    const { state, label } = x.unit;
    const all = faced(x);
    const near = act<Stepped>(() => comeNear(x, all));
    const meets = (to: Facing): Flows => {
      const isTested = ruled(x.book, 'winnerContact') === 'tested';
      const test = contactTest(approachOf(to, react), [leave], 'comes on into contact');
      return [set(state, { advanced: 1 }), block([...(isTested ? [test] : []), act(() => comeUp(to))])];
    };
    return when<Stepped>(
      () => state.advances === 1,
      [
        note(() => clause(label, 'comes on')),
        set(state, { advances: 0 }),
        branch(() => 1 + placeToMeet(x, all), [[near], ...all.map(meets)]),
      ],
    );
  });
}

/** In contact, to be fought out in the next close combats (ruling winnerAdvance). */
function comeUp(x: Facing): void {
  const { pair, among, unit, foe } = x;
  if (among?.strikes) foe.state.aspect = among.strikes();
  goAtEnemy(unit);
  unit.state.toGround = false;
  pair.stage = 'come';
  pair.contact.by = x.side;
  x.come(0);
  noteHits(x);
}

/** What came before the contact is no part of its total (ruling commanderCheck). */
function noteHits({ book, unit, foe }: Facing): void {
  if (ruled(book, 'commanderCheck') !== 'once-per-combat-on-total') return;
  for (const { state } of [unit, foe]) state.before = state.hits;
}

/** How far a beaten unit goes back, as its result table says: so many segments, or half of that at half speed. */
function retreatSegments({ book, unit, foe }: Facing): () => number {
  if (ruled(book, 'afterRetreat') === 'one-segment') return () => 1;
  const { arm } = unit.given;
  const names = ['either', arm, ...(arm === 'artillery' ? [] : ['opponent'])];
  const results = resultTable(book, unit, foe);
  return () => {
    const row = results().rows.find((r) => r.cells['effect'] === 'retreat' && names.includes(String(r.cells['loser'])));
    // Lines 506 and 511 of oth2: a unit attacked in the rear goes at full speed.
    const slow = row?.cells['speed'] === 'half' && row.cells['fullSpeedFrom'] !== unit.state.aspect;
    return Number(row?.cells['segments'] ?? 1) * (slow ? 0.5 : 1);
  };
}

/** What the ending of a charge or a fight leaves on the ground (rulings locked and afterRetreat). */
function afterEnding(pair: Pair): Flow<Stepped> {
  const { contact, a, b } = pair;
  const places = { a: endingPlaces(a), b: endingPlaces(b) };
  return act((_, emit) => {
    const { by, bout } = contact;
    const { how, whose } = bout;
    pair.stage = 'apart';
    for (const { side } of [a, b]) if (whose === side || whose === 'both') places[side][how]?.(emit);
    for (const x of [a, b]) if (whose === turned(x).side) moveWinner(x);
    const charger = by === 'none' ? undefined : pair[by];
    if (how === 'undecided') undecided(pair, charger);
    // Militia that ran without firing may fire when next they can.
    if (how === 'withdraws' && charger?.foe.given.training === 'militia') charger.foe.state.noFire = false;
    startBout(bout);
    contact.charge.movesBack = 0;
    contact.charge.formed = false;
    contact.winnerMove = 'none';
    if ((pair.stage as string) !== 'locked') {
      contact.by = 'none';
      if (charger?.among?.strikes) charger.foe.state.aspect = 'front';
      pair.release?.(isBeaten(how) ? (whose as SideKey | 'both' | 'none') : 'none');
    }
    pair.duty.spent = 0;
    for (const { unit } of [a, b]) tidy(unit);
  });
}

/** Whether the side of the unit that it ended for has to go. */
const isBeaten = (how: How): boolean => !['open', 'refuses', 'stops-short', 'evades', 'undecided'].includes(how);

/** Where a unit is put by its ending. Nothing is left of a charge that was refused; an evader has run already. */
function endingPlaces(x: Facing): Partial<Record<How, (emit: Emit) => void>> {
  const { book, unit, pair, inches } = x;
  const { contact } = pair;
  const printed = retreatSegments(x);
  /** The charger comes up. */
  const meet = (): void => {
    if (contact.by !== 'none') pair[contact.by].come(0);
  };
  /** From contact. */
  const back = (segments: number): void => {
    if (contact.bout.whose !== 'both') meet();
    goBack(x, segments * segmentInches(unit));
  };
  const gone = (emit: Emit): void => {
    suffer(unit, unit.given.fs, 'combat', emit);
    meet();
  };
  return {
    broken: gone,
    destroyed: gone,
    // As the test that was failed says (oth-half), or else the result table.
    retreats: () => back(contact.charge.movesBack || printed()),
    withdraws: () => back(contact.charge.movesBack),
    // A charger is engaged.
    'driven-back': () => back(drivenBackSegments(book, true)),
    'falls-back': () => back(winnerSegments(book, 'fall-back')),
    'stops-short': () => {
      const share = numberAt(book, 'reactions', 'emergency-square', 'segments');
      x.come(Math.max(1, inches() - share * reach(x)));
    },
  };
}

/** The two fight on in the next turn, or the charger goes half a segment back (ruling locked). */
function undecided(pair: Pair, charger: Facing | undefined): void {
  charger?.come(0);
  if (ruled(pair.a.book, 'locked') === 'fight-on') pair.stage = 'locked';
  else if (charger) goBack(charger, 0.5 * segmentInches(charger.unit));
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
