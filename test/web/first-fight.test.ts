import { describe, expect, it } from 'vitest';
import { bookEntries, exampleEntries } from '../../scripts/bake.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { firstFight } from '../../web/state/first-fight.ts';

const books = await bookEntries();

describe('the fight that a book starts with', () => {
  const examples = exampleEntries();
  const kinds = books.flatMap((b) => b.encounters.map((e): [string, string] => [b.id, e.kind]));

  it.each(kinds)('of %s is allowed by its sheet: %s', async (book, kind) => {
    const fight = firstFight(book, kind, examples, books)!;
    const loaded = await loadScenario({ ...fight });
    expect(() => prepareCell(loaded)).not.toThrow();
    expect(loaded.encounter).toBe(kind);
    expect(loaded.vary).toEqual([]);
  });

  it('is one fight, and none of another kind where there is one of this', () => {
    expect(firstFight('oth2', 'melee', examples, books)).not.toHaveProperty('vary');
    expect(firstFight('pike-shot', 'no such thing', examples, books)).not.toMatchObject({ encounter: 'engagement' });
  });
});
