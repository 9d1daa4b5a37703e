import { describe, expect, it } from 'vitest';
import { diffText } from '../../src/cli/rules-text.ts';
import { diffBooks } from '../../src/rules/diff.ts';
import { oth2, othHalf } from '../../src/rules/oth/books.ts';
import { applyVariant, variantSchema } from '../../src/rules/variant.ts';
import { tiny } from '../tiny-family.ts';

describe('the difference between two books', () => {
  it('is nothing for a book and itself', () => {
    expect(diffBooks(tiny, structuredClone(tiny))).toEqual([]);
  });

  it('lists every edit of a variant, and nothing else', () => {
    const variant = variantSchema.parse({
      title: 'v',
      base: 'tiny',
      change: { 'fire.small-arms.initial-volley': 1, 'fire.ranges.musket.short': 8 },
      when: { 'fire.small-arms.over-short': 'always' },
      remove: ['fire.small-arms.column'],
      add: { 'fire.small-arms': [{ id: 'own', value: 1 }] },
      rulings: { lowScore: 'literal' },
    });
    const found = diffBooks(tiny, applyVariant(tiny, variant));
    expect(found.map((d) => [d.kind, d.table, d.row, d.part, d.from, d.to])).toEqual([
      ['changed', 'fire.small-arms', 'initial-volley', 'value', 2, 1],
      ['changed', 'fire.small-arms', 'over-short', 'when', [{ now: { range: 'over' } }], undefined],
      ['removed', 'fire.small-arms', 'column', undefined, { pair: [3, -3] }, undefined],
      ['added', 'fire.small-arms', 'own', undefined, undefined, 1],
      ['changed', 'fire.ranges', 'musket', 'short', 6, 8],
      ['changed', 'rulings', 'lowScore', 'value', 'roll-under', 'literal'],
    ]);
  });

  it('tells whole tables that only one book has', () => {
    const { 'fire.ranges': _gone, ...tables } = tiny.tables;
    const found = diffBooks(tiny, { ...tiny, tables });
    expect(found).toEqual([{ table: 'fire.ranges', title: 'Ranges', kind: 'removed', from: '2 rows' }]);
  });
});

describe('the two sheets of Over the Hills', () => {
  const found = diffBooks(oth2, othHalf);
  const shown = diffText(found.filter((d) => d.part !== 'label'));

  it('differ in the order of play: who fires first and who fires last', () => {
    const order = found.find((d) => d.table === 'sequence' && d.part === 'order')!;
    // 001:9 side A fires first; 002:20 it fires last, after side B's combats.
    expect((order.from as string[])[0]).toBe('a-shoots');
    expect((order.to as string[]).at(-1)).toBe('a-shoots');
    expect(shown).toMatch(/order +a-shoots, a-command.* → a-command/);
  });

  it.each([
    ['woods-line', 1],
    ['dense-line', 2],
    ['dense-open-order', 1],
  ])('differ in %s, which costs %i hits on the first alone (001:153, 156, 157)', (row, hits) => {
    expect(shown).toMatch(new RegExp(`- +${row} +hits ${hits}, per segment`));
  });

  it('differ in whom a winner may advance into', () => {
    expect(shown).toMatch(/advance\.contact +once-a-turn → another-enemy/);
  });

  it('name the tables that are borrowed, which are not a difference of the sheets', () => {
    expect(shown).toMatch(/^rally\.rules: .*\(borrowed from oth2\)$/m);
    expect(new Set(found.filter((d) => d.borrowed).map((d) => d.table))).toEqual(
      new Set(found.map((d) => d.table).filter((id) => othHalf.borrowed?.[id])),
    );
  });

  it('do not differ from themselves in any order', () => {
    expect(diffBooks(oth2, oth2)).toEqual([]);
  });
});
