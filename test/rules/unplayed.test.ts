import { describe, expect, it } from 'vitest';
import { tableText } from '../../src/cli/rules-text.ts';
import { notes, onSheet } from '../../src/rules/book.ts';
import { unplayedEdits, unplayedReason, unplayedText } from '../../src/rules/unplayed.ts';
import { applyVariant, variantSchema } from '../../src/rules/variant.ts';
import { tiny } from '../tiny-family.ts';

const sentences = notes('notes', 'Notes', onSheet('tiny')('Notes', 40), [
  ['wheel', 41, 'wheels at half speed'],
  ['turn', 42, 'turns about'],
]);
const marked = {
  ...tiny,
  tables: { ...tiny.tables, notes: sentences },
  unplayed: {
    'fire.small-arms.column': 'columns do not shoot here',
    'fire.ranges.bow.maximum': '',
    'notes.wheel': 'nobody wheels',
  },
};
const edited = (edit: object) => applyVariant(marked, variantSchema.parse({ title: 'v', base: 'tiny', ...edit }));

describe('what is printed but not played', () => {
  it.each([
    ['fire.small-arms.column', 'columns do not shoot here'],
    ['rules.fire.small-arms.column.first', 'columns do not shoot here'],
    ['fire.ranges.bow.maximum', ''],
    ['fire.ranges.bow.short', undefined],
    ['fire.small-arms', undefined],
    ['notes.wheel', 'nobody wheels'],
  ])('is known by its path: %s', (path, reason) => {
    expect(unplayedReason(marked, path)).toBe(reason);
  });

  it('may be a whole table or a column of one', () => {
    const book = { ...tiny, unplayed: { 'fire.small-arms': 'a', 'fire.ranges.*.short': 'b' } };
    expect(unplayedReason(book, 'fire.small-arms.over-short')).toBe('a');
    expect(unplayedReason(book, 'fire.ranges.bow.short')).toBe('b');
    expect(unplayedReason(book, 'fire.ranges.bow.maximum')).toBeUndefined();
  });

  it.each([
    [{ change: { 'fire.small-arms.column': [1, -1] } }, ['fire.small-arms.column']],
    [{ when: { 'fire.small-arms.column': 'always' } }, ['fire.small-arms.column']],
    [{ remove: ['fire.small-arms.column'] }, ['fire.small-arms.column']],
    [{ change: { 'fire.ranges.bow.maximum': 9 } }, ['fire.ranges.bow.maximum']],
    [{ change: { 'fire.ranges.bow.short': 9, 'fire.small-arms.over-short': 0 } }, []],
    [{ remove: ['notes.wheel', 'notes.turn'] }, ['notes.wheel', 'notes.turn']],
  ])('is told to whoever edits it: %j', (edit, places) => {
    const told = unplayedEdits(marked, edited(edit));
    expect(told.map((text) => /^'([^']+)'/.exec(text)?.[1])).toEqual(places);
  });

  it('is told in one sentence with the reason', () => {
    expect(unplayedText(marked, 'rules.fire.small-arms.column')).toBe(
      "'fire.small-arms.column' is printed but not played (columns do not shoot here): editing it changes nothing.",
    );
  });

  it('is not told of sentences that procedures do read', () => {
    expect(unplayedEdits({ ...marked, readText: ['notes'] }, edited({ remove: ['notes.turn'] }))).toEqual([]);
  });

  it('stands beside its row where tables are shown', () => {
    const shown = Object.values(marked.tables).map((t) => tableText(t, marked));
    expect(shown[0]).toMatch(/column.*line 13, printed but not played \(columns do not shoot here\)/);
    expect(shown[1]).toMatch(/bow.*line 22, maximum printed but not played$/);
    expect(shown.join('\n').match(/not played/g)).toHaveLength(3);
  });
});
