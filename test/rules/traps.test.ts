import { describe, expect, it } from 'vitest';
import { act } from '../../src/kit/flow.ts';
import { live } from '../../src/kit/live.ts';
import { declareState } from '../../src/kit/machine.ts';
import { cell, cellIfAny, grid, modifiers, onSheet, type Rulebook, row } from '../../src/rules/book.ts';
import type { Pattern } from '../../src/rules/pattern.ts';
import { pikeShot } from '../../src/rules/pike-shot/book.ts';
import { pikeShotFamily } from '../../src/rules/pike-shot/family.ts';
import { playedByOwn } from '../../src/rules/played.ts';
import { applyVariant } from '../../src/rules/variant.ts';
import { int } from '../../src/sim/state.ts';

/* Mistakes that once moved an answer without a word. Rulebook files have the same ones in test/kit/book-file.test.ts. */

const at = onSheet('toy')('toy', 1);
const withRow = (when: Pattern): Rulebook => ({
  ...pikeShot,
  id: 'toy',
  tables: { ...pikeShot.tables, toy: modifiers('toy', 'toy', at, [row('toy', 1, +1, 'toy', when)]) },
});

describe('a built-in book', () => {
  it('is refused with a misspelt fact in a row', () => {
    expect(() => playedByOwn(pikeShotFamily, withRow({ self: { trainig: 'levy' } }))).toThrow(
      /no fact 'self.trainig'.*Did you mean 'self.training'/,
    );
  });

  it('is refused with a word that a fact never takes', () => {
    expect(() => playedByOwn(pikeShotFamily, withRow({ self: { training: 'levies' } }))).toThrow(/never "levies"/);
  });

  it('has no grid with a cell left out, or one too many', () => {
    const of = (...cells: number[]) => grid('toy', 'toy', at, ['a', 'b'], [['r', 1, 'r', cells]]);
    expect(() => of(1)).toThrow("The row 'toy.r' has 1 cells; the grid has 2 columns.");
    expect(() => of(1, 2, 3)).toThrow('3 cells');
    expect(of(1, 2).rows[0].cells).toEqual({ a: 1, b: 2 });
  });

  it('has no cell under a column that is not there', () => {
    expect(() => grid('toy', 'toy', at, ['a', 'b'], [['r', 1, 'r', { c: 1 }]])).toThrow("names the column 'c'");
    expect(grid('toy', 'toy', at, ['a', 'b'], [['r', 1, 'r', { b: 1 }]]).rows[0].cells).toEqual({ a: null, b: 1 });
  });
});

describe('a procedure', () => {
  it('cannot ask for a misspelt row, column or table', () => {
    expect(() => cell(pikeShot, 'charge.may', 'foott', 'horse')).toThrow("no row 'foott'");
    expect(() => cell(pikeShot, 'charge.may', 'foot', 'hrose')).toThrow("no column 'hrose'");
    expect(() => cell(pikeShot, 'charge.might', 'foot', 'horse')).toThrow("no printed table 'charge.might'");
    expect(cell(pikeShot, 'charge.may', 'foot', 'horse')).toBe(false);
  });

  it('finds nothing in a row that a variant has removed, or that it says not every book has', () => {
    const variant = { title: 'toy', base: 'pike-shot', remove: ['charge.may.foot'] };
    const book = applyVariant(pikeShot, variant);
    expect(cell(book, 'charge.may', 'foot', 'horse')).toBeNull();
    expect(cellIfAny(pikeShot, 'charge.may', 'elephants', 'horse')).toBeNull();
  });

  it('cannot take down a value of the state as a fact', () => {
    const { view, machine } = declareState({ unit: { hits: int(0, 3) } });
    const play = [act(() => {})];
    const rest = { start: () => {}, outcomes: [], outcome: () => 'none', measures: [], sums: [] };
    const facts = live({}, { hits: () => view.unit.hits });
    expect(() => machine({ ...rest, name: 'fine', play })).not.toThrow();
    expect(facts.hits).toBe(0);
    expect(() => machine({ ...rest, name: 'early', play })).toThrow(
      "'unit.hits' was looked at while 'early' was put together",
    );
  });
});
