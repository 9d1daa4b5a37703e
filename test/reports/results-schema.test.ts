import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { json } from '../../reports/json.ts';
import { resultsJsonSchema } from '../../src/results/schema/results.ts';
import { allFixtures, cell, exactRun, measure, results } from './fixtures.ts';

const ajv = new Ajv2020({ allErrors: true });
const strict = ajv.compile({ ...resultsJsonSchema({ strict: true }), $id: 'strict' });
const errors = (value: unknown): unknown => {
  strict(JSON.parse(typeof value === 'string' ? value : JSON.stringify(value)));
  return strict.errors ?? [];
};

describe('the schema of the results', () => {
  it('is the one shipped', () => {
    const shipped = readFileSync(new URL('../../schema/results.schema.json', import.meta.url), 'utf8');
    expect(JSON.parse(shipped)).toEqual(JSON.parse(JSON.stringify(resultsJsonSchema())));
  });

  it.each(allFixtures)('describes %s and leaves no field out', (_, given) => {
    expect(errors(json(given))).toEqual([]);
  });

  it('allows a spread that is not known', () => {
    const unknown = { ...measure('hits', 'hits', [0.5, 0.5], 100), sd: Number.NaN };
    expect(errors(json(results({ cells: [cell({}, [1], 100, { measures: [unknown] })] })))).toEqual([]);
  });

  it.each([
    ['another version', { schema: 'grognard/results@2' }],
    ['no cells', { cells: undefined }],
    [
      'a probability above one',
      { cells: [{ ...exactRun.cells[0], outcomes: [{ ...exactRun.cells[0].outcomes[0], p: 1.2 }] }] },
    ],
  ])('refuses %s', (_, wrong) => {
    expect(errors({ ...exactRun, ...wrong })).not.toEqual([]);
  });
});
