import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { rulebookStarter } from '../../src/cli/rulebook-starter.ts';
import { variantStarter } from '../../src/cli/variant-starter.ts';
import { BOOK_IDS, isBookFile } from '../../src/rules/built-in.ts';
import { exampleFiles, exampleNames, exampleSource } from '../../src/scenarios/examples.ts';
import { packageRoot } from '../../src/scenarios/files.ts';
import { jsonSchemas, schemaName } from '../../src/scenarios/json-schema.ts';
import { bookById } from '../books.ts';

const folder = join(packageRoot(), 'schema');
const schemas = await jsonSchemas();
const ajv = new Ajv2020({ strict: false, allErrors: true });
for (const [name, schema] of schemas) ajv.addSchema(schema, name);
const faults = (name: string, value: unknown) => {
  const check = ajv.getSchema(name)!;
  return check(value) ? [] : check.errors!.map((e) => `${e.instancePath} ${e.message}`);
};

describe('the shipped JSON Schemas', () => {
  it.each([...schemas])('%s is up to date (npm run schema)', (name, schema) => {
    expect(readFileSync(join(folder, name), 'utf8')).toBe(`${JSON.stringify(schema, null, 2)}\n`);
  });

  it('are all there are, but for the results', () => {
    const there = readdirSync(folder).filter((f) => f.endsWith('.schema.json') && f !== 'results.schema.json');
    expect(there.sort()).toEqual([...schemas.keys()].sort());
  });

  it.each(exampleNames())('accept the built-in scenario %s', (name) => {
    const value = parse(exampleSource(name)!) as { rules: string; encounter: 'fire' };
    if (isBookFile(value.rules)) {
      expect(faults('rulebook.schema.json', parse(exampleFiles(name).get(value.rules)!))).toEqual([]);
      return;
    }
    expect(faults(schemaName({ book: value.rules, encounter: value.encounter }), value)).toEqual([]);
  });

  it.each(BOOK_IDS)('accept a new variant of %s', (id) => {
    expect(faults('variant.schema.json', parse(variantStarter(bookById(id).book)))).toEqual([]);
  });

  it('accept a new rulebook', () => {
    expect(faults('rulebook.schema.json', parse(rulebookStarter(undefined)))).toEqual([]);
  });

  it('accept shipped cards', () => {
    const { family } = bookById('pike-shot');
    const { documented } = family.attachments!['cards'];
    expect(faults('pike-shot.cards.schema.json', parse(documented()))).toEqual([]);
  });

  it('complain about a wrong word, a wrong key and a wrong ruling', () => {
    const value = parse(exampleSource('volley')!) as Record<string, unknown>;
    const wrong = { ...value, firer: { formation: 'hedgehog' }, distnace: 3, rulings: { lowScore: 'never' } };
    const found = faults('oth2.fire.schema.json', wrong).join('\n');
    expect(found).toMatch(/\/firer/);
    expect(found).toMatch(/additional properties/);
    expect(found).toMatch(/\/rulings\/lowScore/);
  });
});
