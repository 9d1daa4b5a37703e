import { tabled } from '../../../kit/tabled.ts';
import { cellIfAny, figure, type ModifierTable, modifierTable, type Rulebook, ruled } from '../../book.ts';
import { rowsFor } from '../../modifiers.ts';
import { combatHits } from '../hits.ts';
import { fsReader, type Scored, type Share, scoreOf, WHOLE } from '../scores.ts';
import { formationOf } from '../unit.ts';
import { type Arm, spoken } from '../words.ts';
import type { Striker } from './fight.ts';

/** Shares that a sheet does not print, by the ruling that settles them. */
const RULED: Readonly<Record<Arm, Readonly<Record<string, string>>>> = {
  infantry: {
    'closed-column': 'closedColumnCombatPct',
    'open-order': 'openSkirmishCombatPct',
    skirmish: 'openSkirmishCombatPct',
  },
  cavalry: { 'open-order': 'cavalryOpenCombatPct' },
  artillery: {},
};

/** What part of its fatigue score a unit fights with, or null where neither sheet nor ruling gives one. */
export function combatShare(
  book: Rulebook,
  unit: { readonly arm: Arm; readonly formation: string; readonly inBua: boolean },
  round: number,
): Share | null {
  const table = `melee.${unit.arm}.shares`;
  const row = unit.arm === 'infantry' && unit.inBua ? 'bua' : unit.formation;
  const at = (column: string) => figure(cellIfAny(book, table, row, column));
  const label = spoken(unit.formation);
  const fixed = at('fixed');
  if (fixed !== null) return { ...WHOLE, label, fixed };
  const key = RULED[unit.arm][row];
  const byRuling = key && book.rulings[key] ? Number(ruled(book, key)) : null;
  const percent = (round > 1 ? at('later') : null) ?? at('percent') ?? byRuling;
  return percent === null ? null : { ...WHOLE, label, percent, cap: at('cap') };
}

/** The tables whose rows count for an arm. Some rows of the gunners' table are for whoever fights guns. */
function combatTables(book: Rulebook, arm: Arm): ModifierTable[] {
  const ids = [...new Set([`melee.${arm}`, 'melee.artillery', 'commander.combat'])];
  return ids.filter((id) => book.tables[id]).map((id) => modifierTable(book, id));
}

/** The modified combat score of a unit, read off the hit table, in a round. */
export function combatScorer(book: Rulebook, { unit, facts }: Striker): (round: number) => Scored {
  const { arm } = unit.given;
  const start = formationOf(unit.given);
  /** In the open or not, in the first round or later. */
  const shares = [false, true].map((inBua) =>
    [1, 2].map((round) =>
      tabled((formation: string) => {
        const share = combatShare(book, { arm, formation, inBua }, round);
        if (share === null) throw new Error(`${book.id} gives ${arm} in ${formation} no combat share`);
        return formation === start ? share : { ...share, label: `${share.label} (${spoken(start)} at first)` };
      }),
    ),
  );
  const reading = combatHits(book);
  const { sum, why } = rowsFor(combatTables(book, arm), facts);
  const fsNow = fsReader(book, unit);
  return (round) => {
    const share = shares[facts.self['inBua'] === true ? 1 : 0][round > 1 ? 1 : 0](unit.state.formation);
    const fs = fsNow();
    const { base, score } = scoreOf(book, fs, share, sum());
    return { fs, share, base, score, reading: reading(score), why };
  };
}
