import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, cellIfAny, ruled } from '../../book.ts';
import { isBroken } from '../live.ts';
import { testStep } from '../tests.ts';
import { COLUMNS } from '../words.ts';
import { winnerActs } from './aftermath.ts';
import { roundPhase } from './bout.ts';
import { burning } from './burn.ts';
import { OTHER, type Role } from './corners.ts';
import { type Fight, type Stepping, type Steps, wound } from './fight.ts';
import type { Aspect, Fighter } from './fighter.ts';
import { hitsText } from './strike.ts';
import type { Verdict } from './verdict.ts';

/**
 * The result of a round: broken units, the result table, oth-half's test after a draw or a round lost by 1, columns that
 * reform, and either the next round or the end. Ends go to the winner's option, or to `over`.
 */
export function judgeSteps<S extends Stepping>(fight: Fight): Steps<S> {
  const { book, bout, named, attacker, defender } = fight;
  const both = [attacker, defender];
  const afterResult = ruled(book, 'brokenTiming') === 'after-result';
  const prints = book.tables['morale.tests'] && cellIfAny(book, 'morale.tests', 'combat-round', 'effect') === 'retreat';
  const drawTest = prints ? ruled(book, 'drawTest') : 'off';
  const testHits = Number(cellIfAny(book, 'morale.tests', 'combat-round', 'hits') ?? 0);
  const allRounds = ruled(book, 'loseBy') === 'fh-all-rounds';
  const acts = winnerActs(fight);
  const reform = {
    attacker: fight.strikers.attacker.map(({ unit }) => reforming(fight, unit, defender)),
    defender: fight.strikers.defender.map(({ unit }) => reforming(fight, unit, attacker)),
  };
  const burnsEachRound = burning(book, defender) === 'per-round';
  const foughtInBy = book.tables['results.bua'] ? cell(book, 'results.bua', 'fought-in', 'by') : null;

  // Names are set for every face of every state: they are put together once.
  const [over, next, round, burn] = [named('over'), named('next'), named('round'), named('burn')];
  const ending = (role: Role, how: string) => ({
    outcome: `${fight[role].side}-${how}`,
    step: acts ? named(`${OTHER[role]}${how === 'retreats' ? 'Wins' : 'Clears'}`) : over,
  });
  const endings = (role: Role) => ({
    broken: ending(role, 'broken'),
    destroyed: ending(role, 'destroyed'),
    retreats: ending(role, 'retreats'),
  });
  const endingsOf = { attacker: endings('attacker'), defender: endings('defender') };
  const leave = (s: S, unit: Fighter, how: 'broken' | 'destroyed' | 'retreats'): void => {
    if (allRounds) bout.lead = bout.margin;
    bout.margin = 0;
    const { outcome, step } = endingsOf[unit === attacker ? 'attacker' : 'defender'][how];
    fight.write(outcome);
    s.step = step;
  };
  const stop = (s: S, outcome: string): void => {
    bout.margin = 0;
    fight.write(outcome);
    s.step = over;
  };
  /** Ends the fight if a unit has come to FS 0. */
  const broken = (s: S): boolean => {
    if (isBroken(attacker) && isBroken(defender)) stop(s, 'both-broken');
    else if (isBroken(attacker)) leave(s, attacker, 'broken');
    else if (isBroken(defender)) leave(s, defender, 'broken');
    else return false;
    return true;
  };
  const reformsBeaten = book.rulings['reformWhenBeaten']?.value === 'yes';
  const settled = (s: S, v: Verdict, emit: Emit): void => {
    if (v.effect === 'carry-on') {
      if (!broken(s)) carryOn(s, v);
      return;
    }
    if (v.loser!.live.aspect === v.turnsFrom) v.loser!.live.aspect = 'front';
    for (const { live } of fight.beside[v.loser === attacker ? 'defender' : 'attacker'])
      if (live.into === v.turnsFrom) live.into = 'front';
    if (reformsBeaten && v.effect === 'retreat')
      for (const unit of reform[v.loser === attacker ? 'attacker' : 'defender']) unit(emit);
    leave(s, v.loser!, v.effect === 'destroyed' ? 'destroyed' : isBroken(v.loser!) ? 'broken' : 'retreats');
  };

  /** What the next round must know of this one; then the tests that it asks for. */
  const carryOn = (s: S, v: Verdict): void => {
    for (const unit of both) {
      const won = v.winner === unit;
      unit.live.wonLast = won && v.bonus;
      unit.live.aspect = aspectAfter(unit.live.aspect, won && v.mayTurn);
      if (fades(won)) unit.live.contact = 'none';
    }
    for (const role of ['attacker', 'defender'] as const) {
      const won = v.winner === fight[role];
      const turnedOn = v.winner === fight[OTHER[role]] && v.mayTurn;
      for (const { live } of fight.beside[role]) {
        live.wonLast = won && v.bonus;
        live.into = aspectAfter(live.into, turnedOn);
        if (fades(won)) live.contact = 'none';
      }
    }
    bout.foughtIn = foughtInBy !== null && defender.facts['inBua'] === true && bout.margin === foughtInBy;
    if (allRounds) bout.lead = bout.margin;
    if (drawTest !== 'off' && tests(v, attacker)) s.step = named('attackerHolds');
    else if (drawTest !== 'off' && tests(v, defender)) s.step = named('defenderHolds');
    else s.step = next;
  };
  const flankLasts = ruled(book, 'flankLasts');
  const aspectAfter = (aspect: Aspect, turns: boolean): Aspect => {
    if (flankLasts === 'whole-combat') return aspect;
    return turns || flankLasts === 'first-round' ? 'front' : aspect;
  };
  const bonusLasts = ruled(book, 'contactBonus');
  const fades = (won: boolean): boolean => bonusLasts === 'first-round' || (bonusLasts === 'until-not-won' && !won);
  /** Line 364 of oth-half; guns do not test (OTHH-R4). */
  const tests = (v: Verdict, unit: Fighter): boolean => {
    if (unit.given.arm === 'artillery') return false;
    return v.loser ? v.loser === unit : unit === attacker || drawTest === 'both-on-draw';
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
      title: () => `Round ${bout.round}: ${clause(fight[role].label, 'tests to hold')}`,
      passed: (s) => {
        if (role === 'attacker' && defenderTests()) s.step = named('defenderHolds');
        else if (role === 'defender' && bout.attackerFailed) giveWay(s, [attacker]);
        else s.step = next;
      },
      failed: (s, emit) => {
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
      then: (s, emit) => {
        const zero = fight.results().brokenAtZero;
        const decided =
          (attacker.given.arm === zero && isBroken(attacker)) || (defender.given.arm === zero && isBroken(defender));
        if ((decided || !afterResult) && broken(s)) return;
        settled(s, fight.verdict(bout.margin), emit);
      },
      tell: () => {
        const v = fight.verdict(bout.margin);
        const outcome = v.loser ? clause(v.loser.label, `has lost (${v.text})`) : v.text;
        return `Round ${bout.round}: ${outcome}.`;
      },
    },
    ...(drawTest === 'off'
      ? {}
      : { [named('attackerHolds')]: holds('attacker'), [named('defenderHolds')]: holds('defender') }),
    [next]: {
      then: (s, emit) => {
        const lost = bout.margin > 0 ? defender : bout.margin < 0 ? attacker : null;
        const drawn = lost === null;
        if (drawn || lost === attacker) for (const unit of reform.attacker) unit(emit);
        if (drawn || lost === defender) for (const unit of reform.defender) unit(emit);
        if (broken(s)) return;
        if (bout.round < fight.results().rounds) {
          bout.round++;
          bout.margin = 0;
          s.step = burnsEachRound && !bout.alight ? burn : round;
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
function reforming(fight: Fight, unit: Fighter, foe: Fighter): (emit: Emit) => void {
  const { book, bout } = fight;
  if (!book.tables['melee.reform']) return () => undefined;
  const how = ruled(book, 'reform');
  if (unit.given.arm !== 'infantry' || foe.given.arm === 'cavalry' || how === 'ignore') return () => undefined;
  const unable = how === 'unable' || unit.given.cannotReform;
  const hits = Number(cell(book, 'melee.reform', 'column', 'hits'));
  const into = String(cell(book, 'melee.reform', 'column', 'formation'));
  return (emit) => {
    if (!(COLUMNS as readonly string[]).includes(unit.live.formation)) return;
    if (unable) wound(fight, unit, hits, roundPhase(bout), emit);
    else unit.live.formation = into;
  };
}
