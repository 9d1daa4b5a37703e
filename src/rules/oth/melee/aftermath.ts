import type { ChoiceStep } from '../../../sim/machine.ts';
import { cell, ruled } from '../../book.ts';
import { commanderAtRisk, commanderStep } from '../commander-risk.ts';
import { isBroken } from '../live.ts';
import { testStep } from '../tests.ts';
import { burning, burnStep } from './burn.ts';
import { OTHER, type Role } from './corners.ts';
import type { Fight, Stepping, Steps } from './fight.ts';
import { type Fighter, quitsGround } from './fighter.ts';
import { commanderOf } from './strike.ts';

/** Is anything played once a side has won? */
export const winnerActs = (fight: Fight): boolean =>
  ruled(fight.book, 'winnerPolicy') !== 'none' || ruled(fight.book, 'followUpTest') === 'on';

/**
 * The winner's option (rulings winnerPolicy and followUpTest): at `attackerWins` the loser has retreated and may be
 * followed, at `attackerClears` it is gone; the same for the defender.
 */
export function winnerSteps<S extends Stepping>(fight: Fight): Steps<S> {
  return winnerActs(fight) ? { ...optionSteps<S>(fight, 'attacker'), ...optionSteps<S>(fight, 'defender') } : {};
}

function optionSteps<S extends Stepping>(fight: Fight, role: Role): Steps<S> {
  const { book, bout, named } = fight;
  const unit = fight[role];
  const loser = fight[OTHER[role]];
  const policy = String(ruled(book, 'winnerPolicy'));
  const tested = ruled(book, 'followUpTest') === 'on';

  const mayFollow = (): boolean =>
    unit.given.arm !== 'artillery' && !isBroken(unit) && bout.round < fight.results().rounds;
  const followUp = (s: S): void => {
    fight.write('none');
    bout.round++;
    bout.foughtIn = false;
    // The loser has gone back a move, and the winner, who may turn, has gone after it.
    if (ruled(book, 'flankLasts') !== 'whole-combat') {
      unit.live.aspect = 'front';
      for (const { live } of fight.beside[OTHER[role]]) live.into = 'front';
    }
    for (const who of [role, OTHER[role]])
      for (const striker of fight.strikers[who].map((c) => c.unit)) {
        striker.live.wonLast = who === role;
        striker.live.contact = 'none';
        quitsGround(striker);
      }
    s.step = named('round');
  };
  const stay = (s: S, rallies: boolean): void => {
    const shed = Number(cell(book, 'winner.options', 'rally', 'hits') ?? 0);
    if (rallies && !isBroken(unit)) unit.live.hits = Math.max(0, unit.live.hits - shed);
    s.step = named('over');
  };
  const choice = (gone: boolean): ChoiceStep<S> => ({
    side: unit.side,
    options: () => {
      if (gone || !mayFollow()) return ['hold', 'rally'];
      return unit.given.impetuous ? ['follow-up'] : ['hold', 'rally', 'follow-up'];
    },
    decide: (_s, options) => (options.length === 1 ? options[0] : options.includes(policy) ? policy : 'hold'),
    choose: (s, picked) => {
      if (picked === 'follow-up') followUp(s);
      else if (tested && !gone && mayFollow())
        s.step = named(`${role}Holds${picked === 'rally' ? 'AndRallies' : 'Back'}`);
      else stay(s, picked === 'rally');
    },
    title: () => `What ${unit.label} does after winning`,
  });
  const heldBack = (rallies: boolean) =>
    testStep<S>({
      book,
      test: 'follow-up',
      unit,
      enemy: loser.facts,
      now: fight.now,
      title: `${unit.label} is held back from following up`,
      passed: (s) => stay(s, rallies),
      failed: followUp,
      failure: () => 'it must follow up',
    });
  return {
    [named(`${role}Wins`)]: choice(false),
    [named(`${role}Clears`)]: choice(true),
    ...(tested
      ? { [named(`${role}HoldsBack`)]: heldBack(false), [named(`${role}HoldsAndRallies`)]: heldBack(true) }
      : {}),
  };
}

/** When all is over: commanders at risk once for the whole combat (ruling commanderCheck), and buildings that burn. */
export function closingSteps<S extends Stepping>(fight: Fight): Steps<S> {
  const { book, bout, named, attacker, defender } = fight;
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const burns = burning(book, defender);
  const taken = (u: Fighter): number => fight.taken?.(u) ?? u.live.hits - Math.min(u.given.fs, u.given.hits);
  const atRisk = (u: Fighter): boolean => once && commanderAtRisk(u) && taken(u) > 0;
  const rolls: readonly [string, () => boolean][] = [
    ['attackerCommanderAtEnd', () => atRisk(attacker)],
    ['defenderCommanderAtEnd', () => atRisk(defender)],
    ['burnAtEnd', () => burns !== 'never' && bout.round > 0 && !bout.alight],
  ];
  const close = (s: S, from: number): void => {
    const found = rolls.findIndex(([, needed], i) => i >= from && needed());
    if (found < 0) forget(fight);
    s.step = found < 0 ? fight.end : named(rolls[found][0]);
  };
  const atEnd = (u: Fighter, place: number): Steps<S> =>
    once && commanderOf(u)
      ? {
          [named(rolls[place][0])]: commanderStep<S>(
            book,
            u,
            () => taken(u),
            (s) => close(s, place + 1),
          ),
        }
      : {};
  return {
    [named('over')]: { then: (s) => close(s, 0) },
    ...atEnd(attacker, 0),
    ...atEnd(defender, 1),
    ...(burns === 'never' ? {} : { [named('burnAtEnd')]: burnStep<S>(fight, (s) => close(s, rolls.length)) }),
    ...(burns === 'per-round'
      ? {
          [named('burn')]: burnStep<S>(fight, (s) => {
            s.step = named('round');
          }),
        }
      : {}),
  };
}

/** Clears what only the fight itself had to know. */
function forget(fight: Fight): void {
  const { bout } = fight;
  bout.margin = 0;
  bout.lead = 0;
  bout.foughtIn = false;
  for (const role of ['attacker', 'defender'] as const) {
    for (const { unit } of fight.strikers[role]) {
      unit.live.wonLast = false;
      unit.live.contact = 'none';
    }
    for (const { live } of fight.beside[role]) live.into = 'front';
  }
}
