import { act, type Flow, note, roll, type Stepped, set, when } from '../../../kit/flow.ts';
import { d10 } from '../../../sim/die.ts';
import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { type RulingValue, ruled } from '../../book.ts';
import { asRuled, mayBe } from '../../ruling-reads.ts';
import { byRuling } from '../by-ruling.ts';
import { type Flows, isBroken } from '../combatant.ts';
import { commanderRisk } from '../commander.ts';
import { GENERAL, tenFace } from '../morale.ts';
import { scoreReasons } from '../scores.ts';
import { test } from '../tests.ts';
import { type Fight, hitsText, OTHER, ROLES, type Role, type Striker } from './fight.ts';
import { combatScorer } from './score.ts';

/**
 * A round up to its result: both strike, hits are taken, attached commanders are at risk, natural tens are tested for
 * (ruling naturalTen: also-close-combat).
 */
export function roundFlows(fight: Fight): Flows {
  const { book, bout, strikers } = fight;
  // Struck down before its turn, a unit no longer strikes.
  const mayStrike = (striker: Striker, atOnce: boolean): boolean =>
    fight.isIn(striker) &&
    !isBroken(striker.unit) &&
    (atOnce || !(isBroken(fight.attacker) || isBroken(fight.defender)));
  // Of a unit without a commander the ruling is not asked.
  const isChecked = (role: Role) => !fight[role].given.commander || ruled(book, 'commanderCheck') === 'per-event';
  const afterHits = (role: Role): Flows => [
    ...(isChecked(role) ? [commanderRisk(book, fight[role], () => bout.hitsOn[role])] : []),
    set(bout.hitsOn, { [role]: 0 }),
  ];
  const strike = (order: RulingValue): Flows => {
    const first: Role = order === 'defender-first' ? 'defender' : 'attacker';
    const inOrder = [...strikers[first], ...strikers[OTHER[first]]];
    const atOnce = order === 'yes';
    return [
      ...inOrder.map((striker) => when<Stepped>(() => mayStrike(striker, atOnce), [blow(fight, striker, atOnce)])),
      note(() => roundText(fight)),
      act(takeHits(fight, inOrder, atOnce)),
    ];
  };
  const tests = () => ROLES.flatMap((role) => strikers[role].map((s) => tenTest(fight, s)));
  return [
    ...byRuling(book, 'simultaneous', strike),
    ...ROLES.flatMap(afterHits),
    ...(mayBe(book, 'naturalTen', TENS_COUNT) ? tests() : []),
  ];
}

const TENS_COUNT = 'also-close-combat';
const byScore = ({ book }: Fight) => asRuled(book, () => ruled(book, 'loseBy') === 'score-margin');
const tensCount = ({ book }: Fight) => asRuled(book, () => ruled(book, 'naturalTen') === TENS_COUNT);

/** One unit strikes: a D10 against its combat score. */
function blow(fight: Fight, striker: Striker, atOnce: boolean): Flow<Stepped> {
  const { book, bout } = fight;
  const { role, unit } = striker;
  const score = combatScorer(book, striker);
  const enemy = OTHER[role];
  const [scores, countsTen, ten] = [byScore(fight), tensCount(fight), tenFace(book)];
  const sign = role === 'attacker' ? 1 : -1;
  return roll({
    roll: d10,
    side: unit.side,
    against: () => score(fight.countedRound()),
    // Hits, whether it was a ten that counts and, where it matters, by how much the die lay under the score.
    comesTo: ({ reading, score: of }, face) =>
      reading.byFace[face] * 2 + (face === ten && countsTen() ? 1 : 0) + (scores() ? EDGES * (of - face) : 0),
    apply: (_s, _against, result, emit) => {
      const edge = scores() ? Math.floor(result / EDGES) : 0;
      const rest = result - edge * EDGES;
      bout.hitsOn[enemy] += rest >> 1;
      if (!atOnce) fight.wound(fight[enemy], rest >> 1, emit);
      if ((rest & 1) !== 0) unit.state.ten = true;
      bout.edge += sign * edge;
      unit.state.wonLast = false;
    },
    title: () => `Round ${bout.round}: ${clause(unit.label, 'strikes')}`,
    result: (_s, { reading }, face) => hitsText(reading.byFace[face]),
    reasons: (_s, scored) => scoreReasons('combat score', scored),
  });
}
/** More than twice the hits of any blow. */
const EDGES = 256;

/** Both have struck: hits are taken and the margin is known; where neither was hit, the table may mark both. */
function takeHits(fight: Fight, all: readonly Striker[], atOnce: boolean): (s: Stepped, emit: Emit) => void {
  const { bout } = fight;
  const scores = byScore(fight);
  return (_, emit) => {
    const { attacker, defender } = bout.hitsOn;
    const margin = scores() ? bout.edge : defender - attacker + bout.lead;
    const { mark } = fight.results().verdict(margin);
    if (atOnce) for (const role of ROLES) fight.wound(fight[role], bout.hitsOn[role], emit);
    if (attacker === 0 && defender === 0 && mark > 0) {
      for (const role of ROLES) bout.hitsOn[role] = mark;
      for (const striker of all) if (fight.isIn(striker)) fight.wound(striker.unit, mark, emit);
    }
    bout.margin = margin;
    bout.edge = 0;
  };
}

function roundText({ bout: { hitsOn, round }, attacker, defender }: Fight): string {
  if (hitsOn.attacker + hitsOn.defender === 0) return `Round ${round}: neither side is hit.`;
  const on = (hits: number, label: string) => `${hitsText(hits)} on ${label}`;
  return `Round ${round}: ${on(hitsOn.defender, defender.label)}, ${on(hitsOn.attacker, attacker.label)}.`;
}

function tenTest(fight: Fight, { unit, facts }: Striker): Flow<Stepped> {
  const tested = test({
    ...{ book: fight.book, test: 'natural-ten', unit, enemy: facts.enemy, now: fight.now, cause: fight.cause },
    tables: GENERAL,
    title: `${unit.label} rolled a ${tenFace(fight.book)} in combat`,
  });
  return when(() => unit.state.ten, [tested, set(unit.state, { ten: false })]);
}
