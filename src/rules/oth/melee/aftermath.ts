import { act, type Choose, choose, type Flow, type Stepped, set, when } from '../../../kit/flow.ts';
import { clause } from '../../../words/names.ts';
import { cell, cellTable, numberAt, type Rulebook, ruled } from '../../book.ts';
import { asRuled, mayBe, readingsOf } from '../../ruling-reads.ts';
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
const mayChoose = (book: Rulebook): boolean =>
  readingsOf(book, 'winnerPolicy').some((policy) => policy !== 'none') || mayBe(book, 'followUpTest', 'on');

/** How far it goes: it falls back at half speed. */
export const winnerSegments = (book: Rulebook, move: (typeof WINNER_MOVES)[number]): number =>
  numberAt(book, 'winner.options', move, 'segments') * (move === 'fall-back' ? 0.5 : 1);

/** Into contact with whom the winner may come on: any enemy once a turn, another one, or nobody. */
export const advancesInto = (book: Rulebook) => cell(book, 'winner.options', 'advance', 'contact');

/** The winner's option (rulings winnerPolicy and followUpTest), if one side has won. A winner that follows up opens the bout again. */
export function winnerFlows(fight: Fight): Flows {
  const { book, bout } = fight;
  if (!mayChoose(book)) return [];
  const choose = asRuled(book, () => winnersChoose(book));
  const hasWon = (role: Role): boolean =>
    bout.whose === fight[OTHER[role]].side && ['retreats', 'broken', 'destroyed'].includes(bout.how);
  return ROLES.map((role) => when<Stepped>(() => hasWon(role) && choose(), [winnerChoice(fight, role)]));
}

function winnerChoice(fight: Fight, role: Role): Flow<Stepped> {
  const { book, bout } = fight;
  const unit = fight[role];
  const policy = asRuled(book, () => String(ruled(book, 'winnerPolicy')));
  const tested = asRuled(book, () => ruled(book, 'followUpTest') === 'on');
  const mayFollow = (): boolean =>
    bout.how === 'retreats' &&
    unit.given.arm !== 'artillery' &&
    !isBroken(unit) &&
    bout.round < fight.results().rounds();
  const follow = act<Stepped>(() => followUp(fight, role));
  const staying = stayingOptions(fight, unit).map(({ name, allowed = () => true, body }) => {
    const stays = when<Stepped>(() => !isBroken(unit), body);
    const heldBack = () =>
      test({
        ...{ book, test: 'follow-up', unit, enemy: fight[OTHER[role]].facts, now: fight.now },
        passed: [stays],
        failed: [follow],
      });
    return {
      name,
      allowed: (s: Stepped) => allowed(s) && !(unit.given.impetuous && mayFollow()),
      body: mayBe(book, 'followUpTest', 'on')
        ? [when<Stepped>(() => tested() && mayFollow(), [heldBack()], [stays])]
        : [stays],
    };
  });
  return choose(
    unit,
    `What ${clause(unit.label, 'does after winning')}`,
    (options) => (options.length === 1 ? options[0] : options.includes(policy()) ? policy() : 'hold'),
    [...staying, { name: 'follow-up', allowed: mayFollow, body: [follow] }],
  );
}

/** What a winner may do besides following up, as far as it changes anything here: lines 535 to 539 of oth2. */
function stayingOptions({ book, winnerMoves }: Fight, unit: Combatant): Choose<Stepped>['options'] {
  const { given, state } = unit;
  const shed = numberAt(book, 'winner.options', 'rally', 'hits');
  const formation = () => String(ruled(book, 'winnerFormation'));
  const mayForm = (word: string): boolean =>
    FORMATIONS_OF[given.arm].includes(word) && (word !== 'skirmish' || maySkirmish(given)) && state.formation !== word;
  const form = act<Stepped>(() => {
    state.formation = formation();
  });
  const printed = cellTable(book, 'winner.options').rows.map((r) => r.cells['effect']);
  const goes = (name: (typeof WINNER_MOVES)[number]) => {
    return { name, allowed: () => winnerMoves !== undefined, body: [act<Stepped>(() => winnerMoves?.(name))] };
  };
  const forms = { allowed: () => mayForm(formation()), body: [form] };
  const faces = { allowed: () => state.aspect !== 'front', body: [set(state, { aspect: 'front' })] };
  const where = [
    { name: 'change-formation', ...forms },
    { name: 'change-facing', ...faces },
    ...WINNER_MOVES.map(goes),
  ];
  return [
    { name: 'hold', body: [] },
    { name: 'rally', body: [act((_, emit) => suffer(unit, -shed, 'rally', emit))] },
    ...where.filter(({ name }) => printed.includes(name)),
  ];
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
