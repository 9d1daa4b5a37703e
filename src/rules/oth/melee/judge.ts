import { act, type Flow, note, type Stepped, when } from '../../../kit/flow.ts';
import { clear } from '../../../kit/scratch.ts';
import type { Emit } from '../../../sim/machine.ts';
import { clause } from '../../../words/names.ts';
import { cell, type Rulebook, ruled } from '../../book.ts';
import { asRuled, readingsOf } from '../../ruling-reads.ts';
import { type Aspect, brokenOf, type Combatant, type Flows, isBroken, sentence } from '../combatant.ts';
import { occasionOf } from '../morale.ts';
import { test } from '../tests.ts';
import { isColumn, spoken } from '../words.ts';
import { ends, type How, isOpen } from './bout.ts';
import { burning, burnRoll } from './burn.ts';
import { type Fight, OTHER, ROLES, type Role } from './fight.ts';
import type { Verdict } from './verdict.ts';

/**
 * The result of a round: broken units, the result table, oth-half's test after a draw or a round lost by 1, columns that
 * reform; the bout has ended then, or stands in its next round.
 */
export function judgeFlows(fight: Fight): Flows {
  const { bout, defender } = fight;
  const over = endOf(fight);
  const reform = reforming(fight);
  const read = resultReader(fight, over, reform);
  const next = nextRound(fight, over, reform);
  const open = () => isOpen(bout);
  return [
    note(() => verdictText(fight)),
    act((_, emit) => read(emit)),
    ...holdTests(fight, over, open),
    when(open, [
      note(() => reformText(fight)),
      act((_, emit) => next(emit)),
      ...(burning(fight.book, defender) === 'per-round'
        ? [when<Stepped>(() => open() && !bout.alight, [burnRoll(fight)])]
        : []),
    ]),
  ];
}

function verdictText({ bout, results }: Fight): string {
  const v = results().verdict(bout.margin);
  return `Round ${bout.round}: ${v.loser ? clause(v.loser.label, `has lost (${v.text})`) : v.text}.`;
}

/** Whether hits of earlier rounds count for the result (ruling loseBy). */
const addsUp = (book: Rulebook) => asRuled(book, () => ruled(book, 'loseBy') === 'fh-all-rounds');

/** The ways in which the bout ends. */
function endOf({ book, bout, attacker, defender }: Fight) {
  const allRounds = addsUp(book);
  const over = (how: How, whose?: Combatant | 'both'): void => {
    // A winner that follows up fights on from there.
    if (allRounds()) bout.lead = bout.margin;
    bout.margin = 0;
    ends(bout, how, whose);
  };
  /** Ends the fight if a unit has come to FS 0. */
  const broken = (): boolean => {
    const whose = brokenOf(attacker, defender);
    if (whose) over('broken', whose);
    return whose !== null;
  };
  return { over, broken };
}
type End = ReturnType<typeof endOf>;
type Reform = (role: Role, emit: Emit) => void;

/** Reads the result table, units at FS 0 before or after it (ruling brokenTiming). */
function resultReader(fight: Fight, { over, broken }: End, reform: Reform): (emit: Emit) => void {
  const { book, bout, attacker, defender } = fight;
  const afterResult = () => ruled(book, 'brokenTiming') === 'after-result';
  const reformsBeaten = () => book.rulings['reformWhenBeaten']?.value === 'yes';
  const carryOn = carriesOn(fight);
  return (emit) => {
    const { brokenAtZero, verdict } = fight.results();
    const atZero = (u: Combatant) => u.given.arm === brokenAtZero && isBroken(u);
    if ((atZero(attacker) || atZero(defender) || !afterResult()) && broken()) return;
    const v = verdict(bout.margin);
    if (v.effect === 'carry-on') {
      if (!broken()) carryOn(v);
      return;
    }
    const role: Role = v.loser === attacker ? 'attacker' : 'defender';
    const loser = fight[role];
    if (loser.state.aspect === v.turnsFrom) loser.state.aspect = 'front';
    for (const { state } of fight.besideNow(OTHER[role])) if (state.into === v.turnsFrom) state.into = 'front';
    if (v.effect === 'retreat' && reformsBeaten()) reform(role, emit);
    over(v.effect === 'destroyed' ? 'destroyed' : isBroken(loser) ? 'broken' : 'retreats', loser);
  };
}

/** What the next round must know of this one; rulings flankLasts and contactBonus. */
function carriesOn(fight: Fight): (v: Verdict) => void {
  const { book, bout, defender } = fight;
  const allRounds = addsUp(book);
  const foughtInBy = book.tables['results.bua'] ? cell(book, 'results.bua', 'fought-in', 'by') : null;
  const aspectAfter = (aspect: Aspect, turns: boolean): Aspect => {
    if (aspect === 'front') return aspect;
    const flankLasts = ruled(book, 'flankLasts');
    if (flankLasts === 'whole-combat') return aspect;
    return turns || flankLasts === 'first-round' ? 'front' : aspect;
  };
  const fades = (won: boolean): boolean => {
    const bonusLasts = ruled(book, 'contactBonus');
    return bonusLasts === 'first-round' || (bonusLasts === 'until-not-won' && !won);
  };
  return (v) => {
    for (const role of ROLES) {
      const won = v.winner === fight[role];
      const turnedOn = v.winner === fight[OTHER[role]] && v.mayTurn;
      fight[role].state.aspect = aspectAfter(fight[role].state.aspect, won && v.mayTurn);
      for (const { state } of fight.besideNow(role)) state.into = aspectAfter(state.into, turnedOn);
      for (const { unit } of fight.present(role)) {
        unit.state.wonLast = won && v.bonus;
        if (fades(won)) unit.state.contact = 'none';
      }
    }
    bout.foughtIn = foughtInBy !== null && defender.facts['inBua'] === true && bout.margin === foughtInBy;
    if (allRounds()) bout.lead = bout.margin;
  };
}

/** Line 364 of oth-half: the test after a draw or a round lost by 1 (ruling drawTest); guns do not test (OTHH-R4). */
function holdTests(fight: Fight, { over, broken }: End, open: () => boolean): Flows {
  const { book, bout, attacker, results } = fight;
  const failure = occasionOf(book, 'combat-round', attacker.given.training)?.failure(1);
  if (failure?.effect !== 'retreat' || readingsOf(book, 'drawTest').every((reading) => reading === 'off')) return [];
  const drawTest = asRuled(book, () => ruled(book, 'drawTest'));
  const isDue = (unit: Combatant): boolean => {
    if (!open() || unit.given.arm === 'artillery' || drawTest() === 'off') return false;
    const { loser } = results().verdict(bout.margin);
    return loser ? loser === unit : unit === attacker || drawTest() === 'both-on-draw';
  };
  const hold = (role: Role): Flow<Stepped> => {
    const unit = fight[role];
    const tested = test({
      ...{ book, test: 'combat-round', unit, enemy: fight.strikers[role][0].facts.enemy, now: fight.now },
      title: () => `Round ${bout.round}: ${clause(unit.label, 'tests to hold')}`,
      cause: fight.cause,
      fails: () => {
        bout.failed[role] = true;
        fight.failsToHold?.(unit, failure?.moves ?? 1);
      },
    });
    return when(() => isDue(unit), [tested]);
  };
  const giveWay = (): void => {
    const failed = { attacker: bout.failed.attacker, defender: bout.failed.defender };
    clear(bout.failed);
    if (failed.attacker && failed.defender) {
      if (!broken()) over('retreats', 'both');
    } else for (const role of ROLES) if (failed[role]) over(isBroken(fight[role]) ? 'broken' : 'retreats', fight[role]);
  };
  return [hold('attacker'), hold('defender'), act(giveWay)];
}

/** Columns that did not win reform; then the next round, or what is left undecided after the last (ruling undecided). */
function nextRound(fight: Fight, { over, broken }: End, reform: Reform): (emit: Emit) => void {
  const { bout, attacker, defender } = fight;
  return (emit) => {
    const lost = bout.margin > 0 ? defender : bout.margin < 0 ? attacker : null;
    for (const role of notWinning(fight)) reform(role, emit);
    if (broken()) return;
    if (bout.round < fight.results().rounds()) {
      bout.round++;
      bout.margin = 0;
      return;
    }
    const undecided = ruled(fight.book, 'undecided');
    if (undecided === 'last-round-loser-retreats' && lost) over('retreats', lost);
    else if (undecided === 'attacker-falls-back') over('falls-back', attacker);
    else over('undecided');
  };
}

/** Line 394 of oth2: a column that did not win against infantry or guns goes into line, or takes hits if it cannot. */
function reforming(fight: Fight): Reform {
  const { book } = fight;
  if (!book.tables['melee.reform']) return () => undefined;
  const hits = Number(cell(book, 'melee.reform', 'column', 'hits'));
  const into = formationAfter(book);
  return (role, emit) => {
    for (const unit of columnsOf(fight, role)) {
      const how = ruled(book, 'reform');
      if (how === 'ignore') continue;
      if (how === 'unable' || unit.given.cannotReform) fight.wound(unit, hits, emit);
      else unit.state.formation = into;
    }
  };
}

const formationAfter = (book: Rulebook): string => String(cell(book, 'melee.reform', 'column', 'formation'));

/** Whoever has not won the round. */
const notWinning = ({ bout }: Fight): Role[] =>
  ROLES.filter((role) => (role === 'attacker' ? bout.margin <= 0 : bout.margin >= 0));

/** Units that fight on in a column against infantry or guns. */
function columnsOf(fight: Fight, role: Role): Combatant[] {
  if (fight[OTHER[role]].given.arm === 'cavalry') return [];
  return fight
    .present(role)
    .map(({ unit }) => unit)
    .filter((u) => u.given.arm === 'infantry' && isColumn(u.state.formation));
}

/** For the story: who goes on in another formation than before. */
function reformText(fight: Fight): string {
  const { book } = fight;
  if (!book.tables['melee.reform'] || ruled(book, 'reform') !== 'able') return '';
  return notWinning(fight)
    .flatMap((role) => columnsOf(fight, role))
    .filter((unit) => !unit.given.cannotReform)
    .map((unit) =>
      sentence(
        clause(
          unit.label,
          `has not won, and reforms from ${spoken(unit.state.formation)} into ${spoken(formationAfter(book))}.`,
        ),
      ),
    )
    .join(' ');
}
