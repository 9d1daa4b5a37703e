import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { commentedYaml, leastValue } from '../../src/scenarios/starter.ts';
import { bookById } from '../books.ts';
import { grognard } from '../cli/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'grognard-'));

describe('a new scenario', () => {
  const kinds = BOOK_IDS.flatMap((id) => Object.keys(bookById(id).family.encounters).map((kind) => [id, kind]));
  it.each(kinds)('of %s %s can be run as it is', async (id, kind) => {
    const path = join(folder, `${id}-${kind}.yaml`);
    const { code, err } = await grognard(['new', kind, '--rules', id, '--file', path]);
    expect({ code, err }).toEqual({ code: 0, err: `Wrote ${path}. Next: grognard run ${path}\n` });
    expect(prepareCell(await loadScenario(path)).book.id).toBe(id);
  });
});

const schema = {
  type: 'object',
  required: ['firer'],
  properties: {
    firer: {
      type: 'object',
      description: 'Who fires',
      required: ['fs'],
      properties: {
        fs: { type: 'integer', minimum: 1, maximum: 20, description: 'Fatigue score' },
        formation: { enum: ['line', 'square'], default: 'line', description: 'How it stands' },
      },
    },
    range: { type: 'number', default: 6 },
  },
};

describe('the least value', () => {
  it('holds what must be said', () => {
    expect(leastValue(schema)).toEqual({ firer: { fs: 6 } });
  });

  it('keeps a group in the file even where nothing must be said', () => {
    const free = { type: 'object', properties: { name: { type: 'string' }, fs: { type: 'integer', default: 8 } } };
    expect(leastValue(free)).toEqual({ fs: 8 });
  });
});

describe('commented YAML', () => {
  it('shows what is given, and everything else as a comment', () => {
    expect(commentedYaml(schema, { firer: { fs: 7 } })).toBe(
      [
        'firer:  # Who fires',
        '  fs: 7  # Fatigue score',
        '  # formation: line  # How it stands (line, square)',
        '# range: 6',
      ].join('\n'),
    );
  });
});
