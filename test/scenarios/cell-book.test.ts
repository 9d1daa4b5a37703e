import { describe, expect, it } from 'vitest';
import { bookHash } from '../../src/rules/hash.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

const row = (id: string, value: number) => ({ id, value, label: id, when: { self: { formation: 'line' } } });
const fight = {
  ...{ title: 'A fight', rules: 'oth2', encounter: 'melee' },
  ...{ attacker: { fs: 8 }, defender: { fs: 7 } },
  variant: { title: 'More rows', base: 'oth2', add: { 'melee.infantry': [row('steady', 1), row('tired', -1)] } },
};

describe('the rulebooks of many cells', () => {
  it('share what they leave alone, rows of the scenario’s own variant too', async () => {
    const loaded = await loadScenario(fight);
    const tables = [1, 2].map(
      (value) => prepareCell(loaded, [{ path: 'rules.melee.infantry.tired', value }]).book.tables,
    );
    const [first, second] = tables.map((t) => t['melee.infantry'].rows as readonly { readonly id: string }[]);
    const of = (rows: typeof first, id: string) => rows.find((r) => r.id === id);
    expect(of(first, 'steady')).toBeDefined();
    expect(of(first, 'steady')).toBe(of(second, 'steady'));
    expect(of(first, 'tired')).not.toBe(of(second, 'tired'));
  });

  it('share a variant that they are compared with, whatever reading is tried on top', async () => {
    const { variant, ...plain } = fight;
    const loaded = await loadScenario(plain);
    const compared = { path: 'variant', value: { name: 'More rows', variant } };
    const tables = ['shift', 'cap'].map(
      (value) => prepareCell(loaded, [compared, { path: 'rulings.highScore', value }]).book.tables,
    );
    expect(tables[0]['melee.infantry']).toBe(tables[1]['melee.infantry']);
  });

  it('are told apart by their figures however the rows came there', async () => {
    const loaded = await loadScenario(fight);
    const { book, hash } = prepareCell(loaded, [{ path: 'rules.melee.infantry.tired', value: -2 }]);
    const anew = await loadScenario({
      ...fight,
      variant: { ...fight.variant, add: { 'melee.infantry': [row('steady', 1), row('tired', -2)] } },
    });
    expect(hash).toBe(prepareCell(anew).hash);
    expect(hash).toBe(bookHash(structuredClone({ ...book, program: undefined }) as typeof book));
    expect(hash).not.toBe(prepareCell(loaded).hash);
  });
});
