import { act, type Flow, note, roll, type Stepped, when } from '../../../kit/flow.ts';
import { d10 } from '../../../sim/die.ts';
import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, ruled } from '../../book.ts';
import { nearRows, reasonRows } from '../../modifiers.ts';
import { type Flows, isBroken } from '../combatant.ts';
import { commanderAtRisk, commanderRoll } from '../commander-risk.ts';
import { baseLabel } from '../scores.ts';
import { test } from '../tests.ts';
import { type Fight, hitsText, OTHER, ROLES, type Role, type Striker } from './fight.ts';
import { combatScorer, combatTables } from './score.ts';

const ON = { attacker: 'onAttacker', defender: 'onDefender' } as const;

/**
 * A round up to its result: both strike, hits are taken, attached commanders are at risk, natural tens are tested for
 * (ruling naturalTen: also-close-combat).
 */
export function roundFlows(fight: Fight): Flows {
  const { book, bout, strikers } = fight;
  const order = ruled(book, 'simultaneous');
  const first: Role = order === 'defender-first' ? 'defender' : 'attacker';
  const inOrder = [...strikers[first], ...strikers[OTHER[first]]];
  const [atOnce, scores] = [order === 'yes', byScore(fight)];
  // Struck down before its turn, a unit no longer strikes.
  const mayStrike = ({ unit }: Striker): boolean =>
    !isBroken(unit) && (atOnce || !(isBroken(fight.attacker) || isBroken(fight.defender)));
  const perEvent = ruled(book, 'commanderCheck') === 'per-event';
  const commander = (role: Role): Flows => [
    ...(perEvent
      ? [
          when<Stepped>(
            () => bout[ON[role]] > 0 && commanderAtRisk(fight[role]),
            [commanderRoll(book, fight[role], () => bout[ON[role]])],
          ),
        ]
      : []),
    act(() => {
      bout[ON[role]] = 0;
    }),
  ];
  return [
    ...inOrder.map((striker) => when<Stepped>(() => mayStrike(striker), [blow(fight, striker, atOnce)])),
    note(() => roundText(fight)),
    act((_, emit) => settle(fight, inOrder, { atOnce, scores }, emit)),
    ...ROLES.flatMap(commander),
    ...(tensCount(fight) ? ROLES.flatMap((role) => strikers[role].map((s) => tenTest(fight, s))) : []),
  ];
}

const byScore = ({ book }: Fight): boolean => ruled(book, 'loseBy') === 'score-margin';
const tensCount = ({ book }: Fight): boolean => ruled(book, 'naturalTen') === 'also-close-combat';
const tenFace = ({ book }: Fight): number => Number(cell(book, 'fire.tests', 'natural-ten', 'face'));

/** One unit strikes: a D10 against its combat score. */
function blow(fight: Fight, striker: Striker, atOnce: boolean): Flow<Stepped> {
  const { book, bout } = fight;
  const { role, unit, facts } = striker;
  const tables = combatTables(book, unit.given.arm);
  const score = combatScorer(book, striker);
  const foe = fight[OTHER[role]];
  const [scores, tens, ten] = [byScore(fight), tensCount(fight), tenFace(fight)];
  const sign = role === 'attacker' ? 1 : -1;
  return roll({
    roll: d10,
    side: unit.side,
    given: () => score(fight.countedRound()),
    // Hits, whether it was a ten that counts and, where it matters, by how much the die lay under the score.
    comesTo: ({ reading, score: of }, face) =>
      reading.byFace[face] * 2 + (tens && face === ten ? 1 : 0) + (scores ? EDGES * (of - face) : 0),
    apply: (_s, _given, result, emit) => {
      const edge = scores ? Math.floor(result / EDGES) : 0;
      const rest = result - edge * EDGES;
      const hits = rest >> 1;
      bout[ON[OTHER[role]]] += hits;
      if (!atOnce) fight.wound(foe, hits, emit);
      if ((rest & 1) !== 0) unit.state.ten = true;
      bout.edge += sign * edge;
      unit.state.wonLast = false;
    },
    title: () => `Round ${bout.round}: ${clause(unit.label, 'strikes')}`,
    result: (_s, { reading }, face) => hitsText(reading.byFace[face]),
    reasons: (_s, { share, fs, base, score: of, reading }) => ({
      base: { label: baseLabel(share, fs), value: base },
      rows: reasonRows(tables, facts),
      near: nearRows(tables, facts),
      total: { label: 'combat score', value: of },
      reading: reading.text,
      bounds: reading.bounds,
    }),
  });
}
/** More than twice the hits of any blow. */
const EDGES = 256;

/** Both have struck: hits are taken and the margin is known; where neither was hit, the table may mark both. */
function settle(
  fight: Fight,
  all: readonly Striker[],
  { atOnce, scores }: { readonly atOnce: boolean; readonly scores: boolean },
  emit: Emit,
): void {
  const { bout, attacker, defender } = fight;
  const { onAttacker, onDefender } = bout;
  const margin = scores ? bout.edge : onDefender - onAttacker + bout.lead;
  const { mark } = fight.results().verdict(margin);
  if (atOnce) {
    fight.wound(attacker, onAttacker, emit);
    fight.wound(defender, onDefender, emit);
  }
  if (onAttacker === 0 && onDefender === 0 && mark > 0) {
    bout.onAttacker = mark;
    bout.onDefender = mark;
    for (const { unit } of all) fight.wound(unit, mark, emit);
  }
  bout.margin = margin;
  bout.edge = 0;
}

function roundText({ bout, attacker, defender }: Fight): string {
  const { onAttacker, onDefender, round } = bout;
  if (onAttacker + onDefender === 0) return `Round ${round}: neither side is hit.`;
  return `Round ${round}: ${hitsText(onDefender)} on ${defender.label}, ${hitsText(onAttacker)} on ${attacker.label}.`;
}

function tenTest(fight: Fight, { unit, facts }: Striker): Flow<Stepped> {
  const hits = Number(cell(fight.book, 'fire.tests', 'natural-ten', 'hits'));
  const tested = test({
    ...{ book: fight.book, test: 'natural-ten', unit, enemy: facts.enemy, now: fight.now },
    title: `${unit.label} rolled a ${tenFace(fight)} in combat`,
    costs: { hits, cause: fight.cause },
    failure: () => hitsText(hits),
  });
  const forget = act<Stepped>(() => {
    unit.state.ten = false;
  });
  return when(() => unit.state.ten, [tested, forget]);
}
