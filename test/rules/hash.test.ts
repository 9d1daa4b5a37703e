import { describe, expect, it } from 'vitest';
import { bookHash, canonical, digest } from '../../src/rules/hash.ts';
import { applyVariant, variantSchema } from '../../src/rules/variant.ts';
import { tiny } from '../tiny-family.ts';

const edited = (edits: object) => applyVariant(tiny, variantSchema.parse({ title: 'v', base: 'tiny', ...edits }));

describe('the hash of a book', () => {
  it('is twelve hex digits', () => {
    expect(bookHash(tiny)).toMatch(/^[0-9a-f]{12}$/);
  });

  it('does not hang on the order of keys or on object identity', () => {
    const turned = { ...structuredClone(tiny), tables: Object.fromEntries(Object.entries(tiny.tables).reverse()) };
    expect(bookHash(turned)).toBe(bookHash(tiny));
  });

  it('changes with a value, a condition, a cell and a ruling', () => {
    const hashes = [
      {},
      { change: { 'fire.small-arms.initial-volley': 1 } },
      { when: { 'fire.small-arms.initial-volley': 'always' } },
      { change: { 'fire.ranges.musket.short': 7 } },
      { rulings: { most: 2 } },
    ].map((e) => bookHash(edited(e)));
    expect(new Set(hashes).size).toBe(hashes.length);
  });

  it('is the same whoever made the same edit', () => {
    const change = { 'fire.small-arms.initial-volley': 1 };
    expect(bookHash(edited({ change, title: 'one' }))).toBe(bookHash(edited({ change, title: 'two' })));
  });
});

describe('canonical JSON', () => {
  it('sorts keys and leaves out what is undefined', () => {
    expect(canonical({ b: 1, a: [{ d: null, c: undefined }] })).toBe('{"a":[{"d":null}],"b":1}');
  });

  it('is hashed with sha256', () => {
    expect(digest('')).toBe('12ae32cb1ec02d01eda3581b127c1fee3b0dc53572ed6baf239721a03d82e126');
  });
});
