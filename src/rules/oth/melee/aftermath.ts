import { act, choose, type Flow, type Stepped, when } from '../../../kit/flow.ts';
import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, cellTable, numberAt, type Rulebook, ruled } from '../../book.ts';
import { type Combatant, type Flows, hitsTaken, isBroken, quitGround, suffer } from '../combatant.ts';
import { commanderRisk, replacedIfLost } from '../commander.ts';
import { test } from '../tests.ts';
import { FORMATIONS_OF, maySkirmish } from '../words.ts';
import { ends } from './bout.ts';
import { burning, burnRoll } from './burn.ts';
import { type Fight, OTHER, ROLES, type Role } from './fight.ts';

/** What a winner may do that moves it: lines 538 and 539 of oth2. */
export const WINNER_MOVES = ['fall-back', 'advance'] as const;
/** Whether winners choose what they do: what the policy says, unless somebody tries the other options. */
export const winnersChoose = (book: Rulebook): boolean =>
  ruled(book, 'winnerPolicy') !== 'none' || ruled(book, 'followUpTest') === 'on';

/** How far it goes: it falls back at half speed. */
export const winnerSegments = (book: Rulebook, move: (typeof WINNER_MOVES)[number]): number =>
  numberAt(book, 'winner.options', move, 'segments') * (move === 'fall-back' ? 0.5 : 1);

/** Into contact with whom the winner may come on: any enemy once a turn, another one, or nobody. */
export const advancesInto = (book: Rulebook) => cell(book, 'winner.options', 'advance', 'contact');

/** Options that change where or how the winner stands: lines 536 to 539 of oth2. */
const GROUND_OPTIONS = ['change-formation', 'change-facing', ...WINNER_MOVES] as const;
const STAYING = ['hold', 'rally', ...GROUND_OPTIONS] as const;
type Option = (typeof STAYING)[number];

/** The winner's option (rulings winnerPolicy and followUpTest), if one side has won. A winner that follows up opens the bout again. */
export function winnerFlows(fight: Fight): Flows {
  const { book, bout } = fight;
  if (!winnersChoose(book)) return [];
  const hasWon = (role: Role) => () =>
    bout.whose === fight[OTHER[role]].side && ['retreats', 'broken', 'destroyed'].includes(bout.how);
  return ROLES.map((role) => when<Stepped>(hasWon(role), [winnerChoice(fight, role)]));
}

function winnerChoice(fight: Fight, role: Role): Flow<Stepped> {
  const { book, bout } = fight;
  const unit = fight[role];
  const policy = String(ruled(book, 'winnerPolicy'));
  const tested = ruled(book, 'followUpTest') === 'on';
  const mayFollow = (): boolean =>
    bout.how === 'retreats' && unit.given.arm !== 'artillery' && !isBroken(unit) && bout.round < fight.results().rounds;
  const follow = act<Stepped>(() => followUp(fight, role));
  const isAllowed = winnerMay(fight, unit);
  const stay = winnerStays(fight, unit);
  const option = (name: Option) => {
    const stays = act<Stepped>((_, emit) => stay(name, emit));
    const heldBack = () =>
      test({
        ...{ book, test: 'follow-up', unit, enemy: fight[OTHER[role]].facts, now: fight.now },
        passed: [stays],
        failed: [follow],
      });
    return {
      name,
      allowed: () => isAllowed(name) && !(unit.given.impetuous && mayFollow()),
      body: tested ? [when<Stepped>(mayFollow, [heldBack()], [stays])] : [stays],
    };
  };
  return choose(
    unit,
    `What ${clause(unit.label, 'does after winning')}`,
    (options) => (options.length === 1 ? options[0] : options.includes(policy) ? policy : 'hold'),
    [...STAYING.map(option), { name: 'follow-up', allowed: mayFollow, body: [follow] }],
  );
}

/** The options that the table prints, as far as they change anything here. */
function winnerMay(fight: Fight, { given, state }: Combatant): (option: Option) => boolean {
  const { book } = fight;
  const forms = String(ruled(book, 'winnerFormation'));
  const mayForm = FORMATIONS_OF[given.arm].includes(forms) && (forms !== 'skirmish' || maySkirmish(given));
  const printed = cellTable(book, 'winner.options').rows.map((r) => r.cells['effect']);
  return (option) => {
    if (option === 'hold' || option === 'rally') return true;
    if (!printed.includes(option)) return false;
    if (option === 'change-facing') return state.aspect !== 'front';
    if (option === 'change-formation') return mayForm && state.formation !== forms;
    return fight.winnerMoves !== undefined;
  };
}

function winnerStays(fight: Fight, unit: Combatant): (option: Option, emit: Emit) => void {
  const { book } = fight;
  const shed = numberAt(book, 'winner.options', 'rally', 'hits');
  return (option, emit) => {
    if (isBroken(unit)) return;
    if (option === 'rally') suffer(unit, -shed, 'rally', emit);
    else if (option === 'change-formation') unit.state.formation = String(ruled(book, 'winnerFormation'));
    else if (option === 'change-facing') unit.state.aspect = 'front';
    else if (option !== 'hold') fight.winnerMoves?.(option);
  };
}

/** The loser has gone back a move, and the winner, who may turn, has gone after it: the next round. */
function followUp(fight: Fight, winner: Role): void {
  const { bout } = fight;
  ends(bout, 'open');
  bout.round++;
  bout.foughtIn = false;
  if (ruled(fight.book, 'flankLasts') !== 'whole-combat') {
    fight[winner].state.aspect = 'front';
    for (const { state } of fight.besideNow(OTHER[winner])) state.into = 'front';
  }
  for (const role of ROLES)
    for (const { unit } of fight.present(role)) {
      unit.state.wonLast = role === winner;
      unit.state.contact = 'none';
      quitGround(unit);
    }
}

/** When all is over: commanders at risk once for the whole combat (ruling commanderCheck), and buildings that burn. */
export function closingFlows(fight: Fight): Flows {
  const { book, bout, attacker, defender, hitsTakenBy = hitsTaken } = fight;
  const both = [attacker, defender];
  const once = () => ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const commanded = both.filter((u) => u.given.commander?.attached);
  const burns = () => when<Stepped>(() => bout.round > 0 && !bout.alight, [burnRoll(fight)]);
  return [
    ...(commanded.length > 0 && once() ? commanded.map((u) => commanderRisk(book, u, () => hitsTakenBy(u))) : []),
    ...(burning(book, defender) === 'never' ? [] : [burns()]),
    ...(fight.replaces ? commanded.map((u) => replacedIfLost(book, u)) : []),
    act(() => forget(fight)),
  ];
}

/** Clears what only the fight itself had to know. */
function forget({ bout, present }: Fight): void {
  bout.margin = 0;
  bout.lead = 0;
  bout.foughtIn = false;
  for (const role of ROLES)
    for (const { unit } of present(role)) {
      unit.state.wonLast = false;
      unit.state.contact = 'none';
      unit.state.into = 'front';
    }
}
