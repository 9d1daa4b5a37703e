import { expect, it } from 'vitest';
import { loadScenario } from '../../src/scenarios/files.ts';
import { baseBook } from '../../src/scenarios/load.ts';
import { figuresOf } from '../../web/engine/sheet-of.ts';

it.each([
  ['a plain figure of a rulebook file has no sign', 'hills-column', 'figures', false],
  ['points that are added have their sign', 'column-v-line', 'modifiers', true],
])('%s', async (_, name, kind, isSigned) => {
  const book = baseBook(await loadScenario(name));
  const tables = Object.values(book.tables).filter(
    (t) => t.kind === 'modifiers' && (t.figures ? 'figures' : 'modifiers') === kind,
  );
  const figures = tables.flatMap((t) => t.rows.flatMap((row) => figuresOf(t, row, row)));
  expect(figures.length).toBeGreaterThan(0);
  expect(new Set(figures.map((f) => f.isSigned))).toEqual(new Set([isSigned]));
});
