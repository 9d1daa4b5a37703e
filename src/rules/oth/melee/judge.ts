import { cell, ruled } from '../../book.ts';
import { isBroken } from '../live.ts';
import { testStep } from '../tests.ts';
import { COLUMNS } from '../words.ts';
import { winnerActs } from './aftermath.ts';
import { burning } from './burn.ts';
import { type Fight, roundPhase, type Stepping, type Steps, wound } from './fight.ts';
import type { Aspect, Fighter } from './fighter.ts';
import { hitsText } from './strike.ts';
import { brokenAtZero, resultTable, roundsAtMost, type Verdict } from './verdict.ts';

/**
 * The result of a round: broken units, the result table, oth-half's test after a draw or a round lost by 1, columns that
 * reform, and either the next round or the end. Ends go to the winner's option, or to `over`.
 */
export function judgeSteps<S extends Stepping>(fight: Fight): Steps<S> {
  const { book, bout, named, attacker, defender } = fight;
  const afterResult = ruled(book, 'brokenTiming') === 'after-result';
  const tests = book.tables['morale.tests'] && cell(book, 'morale.tests', 'combat-round', 'effect') === 'retreat';
  const drawTest = tests ? ruled(book, 'drawTest') : 'off';
  const testHits = Number(cell(book, 'morale.tests', 'combat-round', 'hits') ?? 0);
  const allRounds = ruled(book, 'loseBy') === 'fh-all-rounds';
  const acts = winnerActs(fight);
  const burnsEachRound = burning(book, defender) === 'per-round';
  const foughtInBy = book.tables['results.bua'] ? cell(book, 'results.bua', 'fought-in', 'by') : null;

  const leave = (s: S, unit: Fighter, how: string): void => {
    if (allRounds) bout.lead = bout.margin;
    bout.margin = 0;
    fight.write(`${unit.side}-${how}`);
    const winner = unit === attacker ? 'defender' : 'attacker';
    s.step = named(acts ? `${winner}${how === 'retreats' ? 'Wins' : 'Clears'}` : 'over');
  };
  const stop = (s: S, outcome: string): void => {
    bout.margin = 0;
    fight.write(outcome);
    s.step = named('over');
  };
  /** Ends the fight if a unit has come to FS 0. */
  const broken = (s: S): boolean => {
    if (isBroken(attacker) && isBroken(defender)) stop(s, 'both-broken');
    else if (isBroken(attacker)) leave(s, attacker, 'broken');
    else if (isBroken(defender)) leave(s, defender, 'broken');
    else return false;
    return true;
  };
  const settled = (s: S, v: Verdict): void => {
    if (v.effect === 'carry-on') {
      if (!broken(s)) carryOn(s, v);
      return;
    }
    if (v.loser!.live.aspect === v.turnsFrom) v.loser!.live.aspect = 'front';
    leave(s, v.loser!, v.effect === 'destroyed' ? 'destroyed' : isBroken(v.loser!) ? 'broken' : 'retreats');
  };

  /** What the next round must know of this one; then the tests that it asks for. */
  const carryOn = (s: S, v: Verdict): void => {
    for (const unit of [attacker, defender]) {
      const won = v.winner === unit;
      unit.live.wonLast = won && v.bonus;
      unit.live.aspect = aspectAfter(unit, won && v.mayTurn);
      if (fades(won)) unit.live.contact = 'none';
    }
    bout.foughtIn = foughtInBy !== null && defender.facts['inBua'] === true && bout.margin === foughtInBy;
    if (allRounds) bout.lead = bout.margin;
    const tested = drawTest === 'off' ? [] : testers(v);
    if (tested.includes(attacker)) s.step = named('attackerHolds');
    else if (tested.includes(defender)) s.step = named('defenderHolds');
    else s.step = named('next');
  };
  const flankLasts = ruled(book, 'flankLasts');
  const aspectAfter = (unit: Fighter, turns: boolean): Aspect => {
    if (flankLasts === 'whole-combat') return unit.live.aspect;
    return turns || flankLasts === 'first-round' ? 'front' : unit.live.aspect;
  };
  const bonusLasts = ruled(book, 'contactBonus');
  const fades = (won: boolean): boolean => bonusLasts === 'first-round' || (bonusLasts === 'until-not-won' && !won);
  /** Line 364 of oth-half; guns do not test (OTHH-R4). */
  const testers = (v: Verdict): Fighter[] => {
    const asked = v.loser ? [v.loser] : drawTest === 'both-on-draw' ? [attacker, defender] : [attacker];
    return asked.filter((u) => u.given.arm !== 'artillery');
  };
  /** The margin is 0 on a draw, when the defender may have a test of its own after the attacker's. */
  const defenderTests = (): boolean =>
    bout.margin === 0 && drawTest === 'both-on-draw' && defender.given.arm !== 'artillery';
  const holds = (role: 'attacker' | 'defender') =>
    testStep<S>({
      book,
      test: 'combat-round',
      unit: fight[role],
      enemy: fight.corners[role].facts.enemy,
      now: fight.now,
      title: () => `Round ${bout.round}: ${fight[role].label} tests to hold`,
      passed: (s) => {
        if (role === 'attacker' && defenderTests()) s.step = named('defenderHolds');
        else if (role === 'defender' && bout.attackerFailed) giveWay(s, [attacker]);
        else s.step = named('next');
      },
      failed: (s, _by, emit) => {
        wound(fight, fight[role], testHits, roundPhase(bout), emit);
        if (role === 'attacker' && defenderTests()) {
          bout.attackerFailed = true;
          s.step = named('defenderHolds');
        } else if (role === 'defender' && bout.attackerFailed) giveWay(s, [attacker, defender]);
        else giveWay(s, [fight[role]]);
      },
      failure: () => `${hitsText(testHits)} and a retreat`,
    });
  const giveWay = (s: S, units: readonly Fighter[]): void => {
    bout.attackerFailed = false;
    if (units.length === 1) leave(s, units[0], isBroken(units[0]) ? 'broken' : 'retreats');
    else if (!broken(s)) stop(s, 'both-retreat');
  };

  return {
    [named('judge')]: {
      then: (s) => {
        const table = resultTable(book, attacker, defender);
        const zero = brokenAtZero(table);
        const decided = [attacker, defender].some((u) => u.given.arm === zero && isBroken(u));
        if ((decided || !afterResult) && broken(s)) return;
        settled(s, fight.verdict(bout.margin));
      },
      tell: () => {
        const v = fight.verdict(bout.margin);
        const outcome = v.loser ? `${v.loser.label} has lost (${v.text})` : v.text;
        return `Round ${bout.round}: ${outcome}.`;
      },
    },
    ...(drawTest === 'off'
      ? {}
      : { [named('attackerHolds')]: holds('attacker'), [named('defenderHolds')]: holds('defender') }),
    [named('next')]: {
      then: (s, emit) => {
        const lost = bout.margin > 0 ? defender : bout.margin < 0 ? attacker : null;
        const drawn = lost === null;
        if (drawn || lost === attacker)
          reform(fight, attacker, defender, (n) => wound(fight, attacker, n, roundPhase(bout), emit));
        if (drawn || lost === defender)
          reform(fight, defender, attacker, (n) => wound(fight, defender, n, roundPhase(bout), emit));
        if (broken(s)) return;
        if (bout.round < roundsAtMost(book, resultTable(book, attacker, defender))) {
          bout.round++;
          bout.margin = 0;
          s.step = named(burnsEachRound && !bout.alight ? 'burn' : 'round');
          return;
        }
        undecided(s, lost);
      },
    },
  };

  function undecided(s: S, lost: Fighter | null): void {
    const ruling = ruled(book, 'undecided');
    if (ruling === 'last-round-loser-retreats' && lost) leave(s, lost, 'retreats');
    else stop(s, ruling === 'attacker-falls-back' ? `${attacker.side}-falls-back` : 'undecided');
  }
}

/** Line 394 of oth2: a column that did not win against infantry or guns goes into line, or takes hits if it cannot. */
function reform(fight: Fight, unit: Fighter, foe: Fighter, take: (hits: number) => void): void {
  const { book } = fight;
  if (!book.tables['melee.reform']) return;
  const how = ruled(book, 'reform');
  const column = unit.given.arm === 'infantry' && (COLUMNS as readonly string[]).includes(unit.live.formation);
  if (!column || foe.given.arm === 'cavalry' || how === 'ignore') return;
  if (how === 'unable' || unit.given.cannotReform) take(Number(cell(book, 'melee.reform', 'column', 'hits')));
  else unit.live.formation = String(cell(book, 'melee.reform', 'column', 'formation'));
}
