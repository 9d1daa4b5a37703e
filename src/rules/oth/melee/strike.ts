import { d10 } from '../../../sim/die.ts';
import type { RollStep } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, ruled } from '../../book.ts';
import { nearRows, reasonRows } from '../../modifiers.ts';
import { commanderAtRisk, commanderStep } from '../commander-risk.ts';
import { isBroken } from '../live.ts';
import { testStep } from '../tests.ts';
import { roundPhase } from './bout.ts';
import { type Corner, OTHER, type Role } from './corners.ts';
import { type Fight, type Stepping, type Steps, wound } from './fight.ts';
import { type CombatScore, combatScorer, scoreBase } from './score.ts';

const ROLES: readonly Role[] = ['attacker', 'defender'];
/** Rolls for the commanders of both sides come before those for natural tens. */
const TENS_FROM = 2;
const ON = { attacker: 'onDefender', defender: 'onAttacker' } as const;

/**
 * A round up to its result: both strike, hits are taken, attached commanders are at risk, natural tens are tested for
 * (ruling naturalTen: also-close-combat). Goes on to `judge`.
 */
export function roundSteps<S extends Stepping>(fight: Fight): Steps<S> {
  const { book, bout, named, corners, strikers } = fight;
  const order = ruled(book, 'simultaneous');
  const first: Role = order === 'defender-first' ? 'defender' : 'attacker';
  const inOrder = [...strikers[first], ...strikers[OTHER[first]]];
  const atOnce = order === 'yes';
  const ten = Number(cell(book, 'fire.tests', 'natural-ten', 'face'));
  const tenHits = Number(cell(book, 'fire.tests', 'natural-ten', 'hits'));
  const tensCount = ruled(book, 'naturalTen') === 'also-close-combat';
  const byScore = ruled(book, 'loseBy') === 'score-margin';
  const perEvent = ruled(book, 'commanderCheck') === 'per-event';

  // Names are set for every face of every state: they are put together once.
  const strikeNames = inOrder.map((c) => named(`${c.name}Strikes`));
  const [settle, judge] = [named('settle'), named('judge')];
  /** The strike of the first from a place on that can still strike; the first units of both sides always can. */
  const strikeFrom = (place: number): string => {
    let at = place;
    while (at < inOrder.length && isBroken(inOrder[at].unit)) at++;
    return at < inOrder.length ? strikeNames[at] : settle;
  };
  const strike = (
    corner: Corner,
    place: number,
    score = combatScorer(book, corner.unit, corner.tables, corner.facts),
  ): RollStep<S, CombatScore> => ({
    roll: d10,
    side: corner.unit.side,
    given: () => score(fight.countedRound()),
    apply: (s, struck, face, emit) => {
      const hits = struck.reading.byFace[face];
      const foe = corners[OTHER[corner.role]].unit;
      bout[ON[corner.role]] += hits;
      if (!atOnce) wound(fight, foe, hits, roundPhase(bout), emit);
      if (tensCount && face === ten) corner.setTen(true);
      if (byScore) bout.edge += (corner.role === 'attacker' ? 1 : -1) * (struck.score - face);
      corner.unit.live.wonLast = false;
      // Struck down before its turn, a unit no longer strikes.
      s.step = !atOnce && isBroken(foe) ? settle : strikeFrom(place + 1);
    },
    alike: ({ reading }, face) => (byScore ? face : reading.byFace[face] * 2 + (tensCount && face === ten ? 1 : 0)),
    title: () => `Round ${bout.round}: ${clause(corner.unit.label, 'strikes')}`,
    result: (_s, { reading }, face) => hitsText(reading.byFace[face]),
    reasons: (_s, struck) => ({
      base: scoreBase(struck),
      rows: reasonRows(corner.tables, corner.facts),
      near: nearRows(corner.tables, corner.facts),
      total: { label: 'combat score', value: struck.score },
      reading: struck.reading.text,
      bounds: struck.reading.bounds,
    }),
  });

  /** Goes to the first of the named rolls that is needed, else to `judge`. */
  const rolls: readonly { readonly name: string; readonly due: () => boolean }[] = [
    {
      name: named('attackerCommander'),
      due: () => perEvent && bout.onAttacker > 0 && commanderAtRisk(fight.attacker),
    },
    {
      name: named('defenderCommander'),
      due: () => perEvent && bout.onDefender > 0 && commanderAtRisk(fight.defender),
    },
    ...ROLES.flatMap((role) => strikers[role].map((c) => ({ name: named(`${c.name}Ten`), due: c.hasTen }))),
  ];
  const onward = (s: S, after: number): void => {
    let found = after;
    while (found < rolls.length && !rolls[found].due()) found++;
    s.step = found < rolls.length ? rolls[found].name : judge;
    // What no roll to come will ask is forgotten.
    if (found > 0) bout.onAttacker = 0;
    if (found > 1) bout.onDefender = 0;
  };
  const tenStep = (corner: Corner, place: number) => ({
    [named(`${corner.name}Ten`)]: testStep<S>({
      book,
      test: 'natural-ten',
      unit: corner.unit,
      enemy: corner.facts.enemy,
      now: fight.now,
      title: () => `${corner.unit.label} rolled a ${ten} in combat`,
      passed: (s) => {
        corner.setTen(false);
        onward(s, place + 1);
      },
      failed: (s, emit) => {
        wound(fight, corner.unit, tenHits, roundPhase(bout), emit);
        corner.setTen(false);
        onward(s, place + 1);
      },
      failure: () => hitsText(tenHits),
    }),
  });
  return {
    [named('round')]: {
      then: (s) => {
        s.step = strikeFrom(0);
      },
    },
    ...Object.fromEntries(inOrder.map((c, place) => [strikeNames[place], strike(c, place)])),
    [settle]: {
      then: (s, emit) => {
        const { onAttacker, onDefender } = bout;
        const margin = byScore ? bout.edge : onDefender - onAttacker + bout.lead;
        const { mark } = fight.verdict(margin);
        if (atOnce) {
          wound(fight, fight.attacker, onAttacker, roundPhase(bout), emit);
          wound(fight, fight.defender, onDefender, roundPhase(bout), emit);
        }
        if (onAttacker === 0 && onDefender === 0 && mark > 0) {
          bout.onAttacker = mark;
          bout.onDefender = mark;
          for (const { unit } of inOrder) wound(fight, unit, mark, roundPhase(bout), emit);
        }
        bout.margin = margin;
        bout.edge = 0;
        onward(s, 0);
      },
      tell: () => {
        const { onAttacker, onDefender } = bout;
        if (onAttacker + onDefender === 0) return `Round ${bout.round}: neither side is hit.`;
        return `Round ${bout.round}: ${hitsText(onDefender)} on ${fight.defender.label}, ${hitsText(onAttacker)} on ${fight.attacker.label}.`;
      },
    },
    ...(commanderOf(fight.attacker)
      ? {
          [named('attackerCommander')]: commanderStep<S>(
            book,
            fight.attacker,
            () => bout.onAttacker,
            (s) => onward(s, 1),
          ),
        }
      : {}),
    ...(commanderOf(fight.defender)
      ? {
          [named('defenderCommander')]: commanderStep<S>(
            book,
            fight.defender,
            () => bout.onDefender,
            (s) => onward(s, 2),
          ),
        }
      : {}),
    ...(tensCount
      ? Object.assign({}, ...ROLES.flatMap((role) => strikers[role]).map((c, i) => tenStep(c, TENS_FROM + i)))
      : {}),
  };
}

/** Does the scenario attach a commander to the unit? */
export const commanderOf = (unit: {
  readonly given: { readonly commander?: { readonly attached: boolean } };
}): boolean => unit.given.commander?.attached === true;

export const hitsText = (n: number): string => (n === 0 ? 'no hit' : n === 1 ? '1 fatigue hit' : `${n} fatigue hits`);
