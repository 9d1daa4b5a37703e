import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BOOK_IDS } from '../src/rules/built-in.ts';
import type { AnyMachine } from '../src/rules/encounter.ts';
import { applyVariant } from '../src/rules/variant.ts';
import { exampleNames } from '../src/scenarios/examples.ts';
import { loadScenario } from '../src/scenarios/files.ts';
import { cellsOf } from '../src/scenarios/load.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import type { Automaton } from '../src/sim/automaton.ts';
import { compile } from '../src/sim/compile.ts';
import { StateBudgetError } from '../src/sim/error.ts';
import { exact } from '../src/sim/exact.ts';
import { sample } from '../src/sim/sample.ts';
import { bookById } from './books.ts';
import { sigmasApart } from './sim/agree.ts';

/** What is small is compared over ten million encounters, shared by its cells; what is large over fewer. */
const TRIALS = 10_000_000;
const LARGE_TRIALS = 300_000;
/** Engagements past this are compared where they are built, layer by layer and over local automata. */
const BUDGET = 60_000;

function compiled(machine: AnyMachine): Automaton | null {
  try {
    return compile(machine, { stateBudget: BUDGET });
  } catch (error) {
    if (error instanceof StateBudgetError) return null;
    throw error;
  }
}

/** Compares long rows of numbers as bytes, which says the same as one by one and takes no time. */
function sameTables(one: Automaton, other: Automaton): void {
  for (const key of new Set([...Object.keys(one), ...Object.keys(other)]) as Set<keyof Automaton>) {
    const [a, b]: unknown[] = [one[key], other[key]];
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b)) expect(a, key).toEqual(b);
    else expect(a.constructor === b.constructor && bytes(a).equals(bytes(b)), key).toBe(true);
  }
}
const bytes = (of: ArrayBufferView): Buffer => Buffer.from(of.buffer, of.byteOffset, of.byteLength);

describe.each(exampleNames())('%s', (name) => {
  /** Compiled for the first law, and done with after the second. */
  let cells: { readonly said: string; readonly machine: AnyMachine; readonly automaton: Automaton | null }[] = [];
  let encounter = '';
  beforeAll(async () => {
    const loaded = await loadScenario(name);
    encounter = loaded.encounter;
    cells = cellsOf(loaded).map((overrides) => {
      const { machine } = prepareCell(loaded, overrides).built;
      return { said: JSON.stringify(overrides), machine, automaton: compiled(machine) };
    });
  });
  afterAll(() => {
    cells = [];
  });

  it('has no faces and no turns that are taken for alike and are not', () => {
    for (const { machine, automaton } of cells) {
      if (automaton) sameTables(automaton, compile(machine, { stateBudget: BUDGET, everyFace: true }));
    }
  });

  it('gives the same exactly and sampled, in every cell', async () => {
    for (const { automaton, said } of cells) {
      if (!automaton) {
        expect(encounter).toBe('engagement');
        continue;
      }
      const answer = exact(automaton);
      expect(Math.abs(answer.ends.reduce((sum, e) => sum + e.weight, 0) - 1)).toBeLessThan(1e-12);
      const trials = automaton.states < 5_000 ? Math.round(TRIALS / cells.length) : LARGE_TRIALS;
      const sampled = await sample(automaton, trials, 20);
      expect(sigmasApart(sampled, answer), said).toBeLessThan(5);
    }
  });
});

describe.each(BOOK_IDS)('%s', (id) => {
  it('is not changed by an empty variant', () => {
    const { book } = bookById(id);
    const same = applyVariant(book, { title: 'nothing', base: id });
    expect(same.tables).toEqual(book.tables);
    expect(same.rulings).toEqual(book.rulings);
  });

  it('gives every row a source on a sheet it names, and an id of its own in its table', () => {
    const { book } = bookById(id);
    const sheets = Object.keys(book.sheets);
    for (const table of Object.values(book.tables)) {
      const ids = table.rows.map((r) => r.id);
      expect(new Set(ids).size, table.id).toBe(ids.length);
      for (const row of table.rows) {
        expect(row.source.line, `${table.id}.${row.id}`).toBeGreaterThan(0);
        expect(sheets, `${table.id}.${row.id}`).toContain(row.source.sheet);
      }
    }
  });
});
