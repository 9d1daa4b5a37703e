import { expect, it } from 'vitest';
import { load } from '../../src/index.ts';
import { encounterOf } from '../../src/rules/encounter.ts';
import { playedByOwn } from '../../src/rules/played.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { tiny, tinyFamily } from '../tiny-family.ts';

it('notes are put together when they are wanted, once for a cell', async () => {
  let asked = 0;
  const { build, ...fire } = tinyFamily.encounters.fire!;
  const counting = encounterOf({
    ...{ ...fire, sides: ['firer', 'target'] as const },
    machine: (situation, book) => build(situation, book).machine,
    notes: () => {
      asked++;
      return [{ kind: 'info', text: 'A note.' }];
    },
  });
  const rules = playedByOwn({ ...tinyFamily, encounters: { fire: counting } }, tiny);
  const loaded = await load({ rules, encounter: 'fire', firer: { fs: 7 } });
  expect(prepareCell(loaded).built.notes).toEqual([{ kind: 'info', text: 'A note.' }]);
  expect(asked).toBe(1);
});
