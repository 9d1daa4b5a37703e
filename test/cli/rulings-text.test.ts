import { expect, it } from 'vitest';
import { rulingsText } from '../../src/cli/rules-text.ts';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { bookById } from '../books.ts';

it.each(BOOK_IDS)('%s: a ruling without other readings tells how it is read', (id) => {
  const { book } = bookById(id);
  const lines = rulingsText(book).split('\n').slice(1);
  const alone = Object.values(book.rulings).filter((r) => !r.allowed.integer && r.allowed.words?.length === 1);
  expect(alone.length).toBeGreaterThan(0);
  for (const { key, reason } of alone) {
    const line = lines.find((text) => text.trim().startsWith(`${key} `))!;
    expect(line).not.toContain('May be');
    expect(line.length).toBeGreaterThan(key.length);
    expect(reason ?? '', key).not.toBe('');
    expect(line).toContain(reason);
  }
});
