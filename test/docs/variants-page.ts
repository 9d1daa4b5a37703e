import { jsonSchemas, schemaName } from '../../src/scenarios/json-schema.ts';
import { GENERATED_BY } from './cells.ts';
import { groupsOf, keyTable } from './schema-rows.ts';

/** The variant file, from its schema. */
export async function variantsPage(): Promise<string> {
  const { top, groups } = groupsOf((await jsonSchemas()).get(schemaName({ kind: 'variant' }))!);
  const added = groups.find((g) => g.path === 'add')!.rows;
  return `${[
    GENERATED_BY,
    '# Variant files',
    '',
    'A variant is a small file of edits to a rulebook: as small as the change. `grognard new variant --print` shows one to start from, and `grognard rules diff FILE` what yours changes.',
    '',
    '```yaml',
    'title: Weaker columns, better shots',
    'base: oth2',
    'change:',
    '  melee.infantry.attack-column: { was: 2, to: 1 }',
    'add:',
    '  fire.small-arms:',
    '    - id: elite-shots',
    '      label: elite firers',
    '      value: 1',
    '      when: { self: { traits: { has: elite } } }',
    'rulings:',
    '  highScore: shift',
    '```',
    '',
    'Paths are `TABLE.ROW`, or `TABLE.ROW.COLUMN` for a cell of a printed grid; `grognard rules show oth2` lists them with their values. `was` is optional and worth writing: if the base ever says otherwise, the variant is refused rather than quietly meaning something else. Edits are made in the order change, when, unless, remove, add, rulings; several variants are laid on in the order given.',
    '',
    '## Keys',
    '',
    ...keyTable(top),
    '',
    '## A row under `add`',
    '',
    ...keyTable(added),
    '',
    '## Values',
    '',
    '- a number: `2`',
    '- a pair, for the troops named first and for their opponents: `[3, -3]`',
    '- a fact of the situation, perhaps with points on top: `{ fact: self.inspiration, plus: 1 }`',
    '- so much for each of a count: `{ per: self.extraStands, each: 1, max: 3 }`',
    '',
    '## Conditions',
    '',
    'A condition is a pattern over `self` (the unit whose score it is), `enemy`, `now` (range, round, reaction, …) and `ruling`; all of it must hold. A list of patterns means any of them; `always` means no condition.',
    '',
    '```yaml',
    'when: { self: { formation: [line, open-order], fs: { gte: 6 } }, enemy: { arm: cavalry } }',
    '```',
    '',
    'A value stands for itself, a list for any of its values. Operators: `oneOf`, `not`, `gt`, `gte`, `lt`, `lte`, `has` (for lists such as `traits`). `grognard rules show oth2 facts` lists every fact with what it may be; names that do not exist are refused with the nearest that does.',
  ].join('\n')}\n`;
}
