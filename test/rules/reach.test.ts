import { describe, expect, it } from 'vitest';
import { tableReads } from '../../src/rules/table-reads.ts';
import { unplayedReason } from '../../src/rules/unplayed.ts';
import { bookById } from '../books.ts';
import { figuresOf } from './reach/figures.ts';
import { keptFor } from './reach/kept.ts';
import { probesRead, withProbes } from './reach/probes.ts';
import { reachIn, readsIn } from './reach/reach.ts';

/*
 * Every figure is edited in situations drawn at random from all that scenario files may say, readings of the rulings
 * included, and played. What is marked as printed but not played must move no answer.
 */
describe('figures marked as printed but not played', () => {
  it.each(['oth2', 'oth-half', 'pike-shot'])('%s: no edit of one moves any answer', (id) => {
    const { book, family } = bookById(id);
    const marked = figuresOf(book).filter(({ path }) => unplayedReason(book, path) !== undefined);
    expect(marked.length).toBeGreaterThan(0);
    const reached = reachIn(book, family, 12);
    expect(marked.filter(reached).map((f) => f.path)).toEqual([]);
  });

  it('syw: there are none; only sentences are left out', () => {
    const { book } = bookById('syw');
    expect(Object.keys(book.unplayed ?? {}).length).toBeGreaterThan(0);
    expect(figuresOf(book).filter(({ path }) => unplayedReason(book, path) !== undefined)).toEqual([]);
  });
});

/*
 * The other way round: what is not marked is read. Situations that between them read every figure were looked for once
 * and are kept; a figure that no procedure reads any more, or a new one that none does, is missing here.
 */
describe('figures that are not marked', () => {
  it.each(['syw', 'oth2', 'oth-half', 'pike-shot'])(
    '%s: each is read in one of the situations kept for that',
    async (id) => {
      const { book, family } = bookById(id);
      // Rows that nothing can use, if tables are read as declared, stand beside the printed ones.
      const relatives = ['oth2', 'oth-half']
        .map((other) => bookById(other).book)
        .filter((b) => b.family === book.family);
      const probed = withProbes(book, (await tableReads(book))!, family.vocabulary, relatives);
      const reads = readsIn(probed, family, keptFor(id));
      const unread = figuresOf(book).filter(({ path }) => !reads.has(path) && unplayedReason(book, path) === undefined);
      expect(unread.map((f) => f.path)).toEqual([]);
      expect(probesRead(book, probed, reads)).toEqual([]);
    },
  );

  it('a row that asks for what happens is seen, and so is one that is looked up', async () => {
    const { book, family } = bookById('syw');
    const reads = { ...(await tableReads(book))!, rows: () => ({}) };
    const facts = { ...reads.facts, 'fire.modifiers': { self: { arm: ['cavalry'] } } };
    const probed = withProbes(book, { ...reads, facts }, family.vocabulary);
    const seen = probesRead(book, probed, readsIn(probed, family, keptFor('syw').slice(0, 8)));
    expect(seen.filter((path) => path.includes('probe-')).length).toBeGreaterThan(1);
  });

  it('a figure that nothing reads is seen', () => {
    const { book, family } = bookById('syw');
    const reads = readsIn(book, family, keptFor('syw').slice(0, 1));
    expect(figuresOf(book).some(({ path }) => !reads.has(path))).toBe(true);
  });
});
