import type { ChoiceStep } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, cellTable, ruled } from '../../book.ts';
import { commanderAtRisk, commanderStep, replacementStep } from '../commander-risk.ts';
import { isBroken } from '../live.ts';
import { testStep } from '../tests.ts';
import { FORMATIONS_OF } from '../words.ts';
import { burning, burnStep } from './burn.ts';
import { OTHER, type Role } from './corners.ts';
import type { Fight, Stepping, Steps } from './fight.ts';
import { type Fighter, quitsGround } from './fighter.ts';
import { commanderOf } from './strike.ts';

/** What a winner may do that moves it: lines 538 and 539 of oth2. */
export const WINNER_MOVES = ['fall-back', 'advance'] as const;
export type WinnerMove = (typeof WINNER_MOVES)[number];

/** Options that change where or how the winner stands: lines 536 to 539 of oth2. */
const GROUND_OPTIONS = ['change-formation', 'change-facing', ...WINNER_MOVES];

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
  const forms = String(ruled(book, 'winnerFormation'));
  /** The options that the table prints, as far as they change anything here. */
  const open = (option: string): boolean => {
    const { arm, training } = unit.given;
    if (!cellTable(book, 'winner.options').rows.some((r) => r.cells['effect'] === option)) return false;
    if (option === 'change-facing') return unit.live.aspect !== 'front';
    if (option !== 'change-formation') return fight.winnerMoves !== undefined;
    const may =
      FORMATIONS_OF[arm].includes(forms) && (arm !== 'cavalry' || forms !== 'skirmish' || training === 'irregular');
    return may && unit.live.formation !== forms;
  };
  const stay = (s: S, option: string): void => {
    s.step = named('over');
    if (isBroken(unit)) return;
    const shed = Number(cell(book, 'winner.options', 'rally', 'hits') ?? 0);
    if (option === 'rally') unit.live.hits = Math.max(0, unit.live.hits - shed);
    else if (option === 'change-formation') unit.live.formation = forms;
    else if (option === 'change-facing') unit.live.aspect = 'front';
    else if (isWinnerMove(option)) fight.winnerMoves?.(option);
  };
  const choice = (gone: boolean): ChoiceStep<S> => ({
    side: unit.side,
    options: () => {
      const staying = ['hold', 'rally', ...GROUND_OPTIONS.filter(open)];
      if (gone || !mayFollow()) return staying;
      return unit.given.impetuous ? ['follow-up'] : [...staying, 'follow-up'];
    },
    decide: (_s, options) => (options.length === 1 ? options[0] : options.includes(policy) ? policy : 'hold'),
    choose: (s, picked) => {
      if (picked === 'follow-up') followUp(s);
      else if (tested && !gone && mayFollow()) s.step = heldStep(picked);
      else stay(s, picked);
    },
    title: () => `What ${clause(unit.label, 'does after winning')}`,
  });
  const heldStep = (option: string): string => named(`${role}Holds-${option}`);
  const heldBack = (option: string) =>
    testStep<S>({
      book,
      test: 'follow-up',
      unit,
      enemy: loser.facts,
      now: fight.now,
      title: clause(unit.label, 'is held back from following up'),
      passed: (s) => stay(s, option),
      failed: followUp,
      failure: () => 'it must follow up',
    });
  const held = tested ? ['hold', 'rally', ...GROUND_OPTIONS].map((o) => [heldStep(o), heldBack(o)]) : [];
  return {
    [named(`${role}Wins`)]: choice(false),
    [named(`${role}Clears`)]: choice(true),
    ...Object.fromEntries(held),
  };
}

const isWinnerMove = (option: string): option is WinnerMove => (WINNER_MOVES as readonly string[]).includes(option);

/** The place in the closing rolls of those that follow the die for buildings. */
const AFTER_BURNING = 3;

/** When all is over: commanders at risk once for the whole combat (ruling commanderCheck), and buildings that burn. */
export function closingSteps<S extends Stepping>(fight: Fight): Steps<S> {
  const { book, bout, named, attacker, defender } = fight;
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const burns = burning(book, defender);
  const taken = (u: Fighter): number => fight.taken?.(u) ?? u.live.hits - Math.min(u.given.fs, u.given.hits);
  const atRisk = (u: Fighter): boolean => once && commanderAtRisk(u) && taken(u) > 0;
  const isReplaced = (u: Fighter): boolean =>
    fight.replaces === true && u.live.commanderLost && u.live.replacement === 0;
  const rolls: readonly [string, () => boolean][] = [
    ['attackerCommanderAtEnd', () => atRisk(attacker)],
    ['defenderCommanderAtEnd', () => atRisk(defender)],
    ['burnAtEnd', () => burns !== 'never' && bout.round > 0 && !bout.alight],
    ['attackerReplaced', () => isReplaced(attacker)],
    ['defenderReplaced', () => isReplaced(defender)],
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
  const replaced = (u: Fighter, place: number): Steps<S> =>
    fight.replaces && commanderOf(u)
      ? { [named(rolls[place][0])]: replacementStep<S>(book, u, (s) => close(s, place + 1)) }
      : {};
  return {
    [named('over')]: { then: (s) => close(s, 0) },
    ...atEnd(attacker, 0),
    ...atEnd(defender, 1),
    ...(burns === 'never' ? {} : { [named('burnAtEnd')]: burnStep<S>(fight, (s) => close(s, AFTER_BURNING)) }),
    ...replaced(attacker, AFTER_BURNING),
    ...replaced(defender, AFTER_BURNING + 1),
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
