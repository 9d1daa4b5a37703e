import { describe, expect, it } from 'vitest';
import { diffBooks } from '../../src/rules/diff.ts';
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
