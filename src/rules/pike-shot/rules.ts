import { live } from '../../kit/live.ts';
import { capital } from '../../words/names.ts';
import { type Cell, cell, type ModifierTable, modifierTable, type Rulebook, ruled } from '../book.ts';
import { rowsFor as boundTo } from '../modifiers.ts';
import type { FactRecord, Facts, FactValue } from '../pattern.ts';
import { rulingFacts } from '../ruling-reads.ts';
import type { CardSet, OwnModifier } from './cards/schema.ts';

/** A book and a card set, made ready for the procedures. */
export interface Rules {
  readonly book: Rulebook;
  readonly cards: CardSet;
  /** Rulings in force, as facts that rows may ask. */
  readonly ruling: FactRecord;
  /** The user's figures that rows of the book name. */
  readonly figures: FactRecord;
  readonly fire: ModifierTable;
  readonly waver: ModifierTable;
  readonly melee: ModifierTable;
  readonly halt: ModifierTable;
}

export function rulesOf(book: Rulebook, cards: CardSet): Rules {
  const { fire, melee } = cards;
  return {
    book,
    cards,
    ruling: rulingFacts(book),
    figures: {
      ...named('fire', fire.modifiers),
      ...named('melee', melee.modifiers),
      veteranRoutRally: ruled(book, 'veteranRoutRally'),
    },
    fire: withOwn(modifierTable(book, 'fire.number'), fire.ownModifiers, 'fire.ownModifiers'),
    waver: modifierTable(book, 'waver.modifiers'),
    melee: withOwn(modifierTable(book, 'melee.strength'), melee.ownModifiers, 'melee.ownModifiers'),
    halt: modifierTable(book, 'pursuit.halt'),
  };
}

/** The user's figures by what rows call them: fireTargetInCover, meleeUphill. */
const named = (part: 'fire' | 'melee', figures: Readonly<Record<string, number>>): FactRecord =>
  Object.fromEntries(Object.entries(figures).map(([key, figure]) => [`${part}${capital(key)}`, figure]));

/** A table of the book with the user's own rows after the printed ones. */
export function withOwn(
  table: ModifierTable,
  own: Readonly<Record<string, OwnModifier>>,
  where: string,
): ModifierTable {
  const rows = Object.entries(own).map(([id, { value, label, when }]) => ({
    id,
    label,
    value,
    ...(when === undefined ? {} : { when }),
    source: { sheet: 'card set', section: where, line: table.source.line },
  }));
  return rows.length === 0 ? table : { ...table, rows: [...table.rows, ...rows] };
}

/** What rows see of the moment: the user's figures, what stands still here, and what follows the state. */
export const moment = (
  rules: Rules,
  still: FactRecord,
  asks: Readonly<Record<string, () => FactValue>> = {},
): FactRecord => live({ ...rules.figures, ...still }, asks);

/** The rows of tables for one regiment: what they add up to as things are, and why. */
export function rowsFor(tables: readonly ModifierTable[], facts: Facts) {
  const { sum, why } = boundTo(tables, facts);
  // Many figures of a card set are 0: rows that would change nothing are not worth a word.
  const worthAWord = () => {
    const { rows, near } = why();
    return { rows, near: () => near().filter((n) => n.value !== 0) };
  };
  return { sum, why: worthAWord };
}

export const says = (rules: Rules, key: string): string | number => ruled(rules.book, key);
export const at = (rules: Rules, table: string, row: string, column: string): Cell =>
  cell(rules.book, table, row, column);
/** Whether the sheet's brackets allow an action on an order. */
export const onOrder = (rules: Rules, action: string, order: string): boolean => allows(rules, 'orders', action, order);
export const allows = (rules: Rules, table: string, row: string, column: string): boolean =>
  at(rules, table, row, column) === true;
