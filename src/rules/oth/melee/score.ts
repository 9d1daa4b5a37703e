import { cellIfAny, type ModifierTable, modifierTable, type Rulebook, ruled } from '../../book.ts';
import { modifierSum } from '../../bound.ts';
import type { Facts } from '../../pattern.ts';
import { type HitReading, readHits } from '../hits.ts';
import { baseLabel, type Share, scoreFs, scoreOf, WHOLE } from '../scores.ts';
import type { Arm } from '../words.ts';
import type { Fighter } from './fighter.ts';

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
  const figure = (column: string): number | null => {
    const found = cellIfAny(book, table, row, column);
    return typeof found === 'number' ? found : null;
  };
  const label = unit.formation.replaceAll('-', ' ');
  const fixed = figure('fixed');
  if (fixed !== null) return { ...WHOLE, label, fixed };
  const key = RULED[unit.arm][row];
  const byRuling = key && book.rulings[key] ? Number(ruled(book, key)) : null;
  const percent = (round > 1 ? figure('later') : null) ?? figure('percent') ?? byRuling;
  return percent === null ? null : { ...WHOLE, label, percent, cap: figure('cap') };
}

/** The tables whose rows count for an arm. Some rows of the gunners' table are for whoever fights guns. */
export function combatTables(book: Rulebook, arm: Arm): ModifierTable[] {
  const ids = [...new Set([`melee.${arm}`, 'melee.artillery', 'commander.combat'])];
  return ids.filter((id) => book.tables[id]).map((id) => modifierTable(book, id));
}

export interface CombatScore {
  readonly fs: number;
  readonly share: Share;
  readonly base: number;
  readonly score: number;
  readonly reading: HitReading;
}

/** The modified combat score of a unit in a round, read off the hit table. Shares and readings are looked up once. */
export function combatScorer(
  book: Rulebook,
  unit: Fighter,
  tables: readonly ModifierTable[],
  facts: Facts,
): (round: number) => CombatScore {
  /** By formation; then in the open or not, in the first round or later. */
  const shares = new Map<string, Share[]>();
  const readings = new Map<number, HitReading>();
  const shareIn = (round: number): Share => {
    const { formation } = unit.live;
    const inBua = facts.self['inBua'] === true;
    const place = (inBua ? 2 : 0) + (round > 1 ? 1 : 0);
    let known = shares.get(formation);
    if (!known) {
      known = [];
      shares.set(formation, known);
    }
    if (known[place]) return known[place];
    const share = combatShare(book, { arm: unit.given.arm, formation, inBua }, round);
    if (share === null) throw new Error(`${book.id} gives ${unit.given.arm} in ${formation} no combat share`);
    known[place] = share;
    return share;
  };
  const readingOf = (score: number): HitReading => {
    let reading = readings.get(score);
    if (!reading) {
      reading = readHits(book, 'melee.hits', score);
      readings.set(score, reading);
    }
    return reading;
  };
  const rows = modifierSum(tables, facts);
  return (round) => {
    const share = shareIn(round);
    const fs = scoreFs(book, unit.given, unit.live);
    const { base, score } = scoreOf(book, fs, share, rows());
    return { fs, share, base, score, reading: readingOf(score) };
  };
}
export const scoreBase = ({ share, fs, base }: CombatScore) => ({ label: baseLabel(share, fs), value: base });
