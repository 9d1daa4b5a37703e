import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import type { EncounterKind } from '../../src/rules/encounter.ts';
import { familyOf } from '../../src/rules/played.ts';
import { schemaOf } from '../../src/scenarios/prepare.ts';
import { entryIn, fieldsOf, groupIn, looseField, type Node } from '../../web/engine/schema-fields.ts';
import { alternatives } from '../../web/form/fields.ts';
import { bookById } from '../books.ts';

async function keysOf(id: string, encounter: EncounterKind): Promise<Readonly<Record<string, Node>>> {
  const { book } = bookById(id);
  const schema = schemaOf(familyOf(book).encounters[encounter]!, book);
  return (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node).properties!;
}
const kinds = (fields: ReturnType<typeof fieldsOf>) => Object.fromEntries(fields.map((f) => [f.path, f.kind]));

describe('the fields of a form', () => {
  it('lay out one firer, or each of several', async () => {
    const { firer } = await keysOf('oth2', 'fire');
    expect(kinds(fieldsOf('firer', groupIn(firer, { fs: 8 })!, { fs: 8 }, {}))).toMatchObject({ 'firer.fs': 'number' });
    expect(groupIn(firer, [{ fs: 8 }])).toBeUndefined();
    expect(entryIn(firer, [{ fs: 8 }])?.properties).toHaveProperty('fs');
  });

  it('lay out the entries of lists inside lists, with the names that a set of cards gives', async () => {
    const { a } = await keysOf('pike-shot', 'engagement');
    const value = { brigades: [{ orders: 'stand fast', regiments: [{ card: 'levy-foot' }] }] };
    const fields = fieldsOf('a', groupIn(a, value)!, value, { card: ['levy-foot', 'gendarmes'] });
    expect(fields.find((f) => f.path === 'a.brigades.0.regiments.0.card')).toMatchObject({
      kind: 'word',
      label: 'brigade 1, regiment 1: card',
      options: ['levy-foot', 'gendarmes'],
    });
    expect(kinds(fields)).toMatchObject({ 'a.brigades.0.orders': 'other', 'a.brigades': 'other' });
  });

  it('leave lines of tactics and conditions to be written', async () => {
    const { a, endWhen } = await keysOf('oth2', 'engagement');
    const value = { tactic: [{ when: { self: { fs: 3 } }, do: 'hold' }] };
    expect(kinds(fieldsOf('a', groupIn(a, value)!, value, {}))['a.tactic']).toBe('other');
    expect(looseField('endWhen', endWhen, {}).kind).toBe('other');
  });

  it('take a figure or a name where both may stand', async () => {
    const { range } = await keysOf('pike-shot', 'fire');
    expect(looseField('range', range, {})).toMatchObject({ kind: 'text', mayBeNumber: true });
    expect(looseField('range', range, { range: ['close'] })).toMatchObject({ kind: 'word', mayBeWritten: true });
  });

  it('are tried one step either way and at the ends of their range', () => {
    const field = { path: 'a.fs', label: 'FS', kind: 'number', min: 1, max: 20 } as const;
    expect(alternatives(field, 8)).toEqual([7, 9, 1, 20]);
    expect(alternatives(field, 1)).toEqual([2, 20]);
    expect(alternatives({ ...field, max: 5000 }, 8)).toEqual([7, 9, 1]);
  });
});
