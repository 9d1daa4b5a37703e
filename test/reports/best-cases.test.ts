import { expect, it } from 'vitest';
import { comparisonFinding } from '../../reports/comparison.ts';
import { PAGE_SCRIPT } from '../../reports/page-script.ts';
import type { Difference, Results } from '../../src/results/types.ts';
import { theLabel } from '../../src/words/labels.ts';
import { exactRun } from './fixtures.ts';

const difference = (id: string, base: number, value: number): Difference =>
  ({
    cell: 1,
    variant: 'best found for the Foot',
    id,
    label: id,
    kind: 'outcome',
    base,
    value,
    difference: value - base,
    verdict: 'less',
  }) as unknown as Difference;

it('tells what the best play was judged by, though the side’s own wins became fewer', () => {
  const differences = [difference('winner=b', 0.117, 0.067), difference('winner=a', 0.574, 0.539)];
  const best = { objective: { id: 'winner=a', label: 'attacker wins' } };
  const [cell] = exactRun.cells;
  const results = { ...exactRun, cells: [cell, cell], differences, best } as unknown as Results;
  expect(comparisonFinding(results, differences.slice(0, 1))).toMatch(
    /^With the best found for the Foot .*53\.9%.* instead of 57\.4%$/,
  );
});

it('gives best play of a side its article', () =>
  expect(theLabel('best found for the Foot')).toBe('the best found for the Foot'));

it('waits for the font by whose letters the charts are laid out', () => {
  const drawn: string[] = [];
  const asked: string[] = [];
  const load = (font: string): Promise<never> => {
    asked.push(font);
    return new Promise(() => {});
  };
  const document = {
    fonts: { load },
    getElementById: (id: string) => (id === 'charts' ? { textContent: '{"charts":[{"name":"x"}],"dark":{}}' } : null),
  };
  const window = { addEventListener: () => {}, vegaEmbed: () => drawn.push('x') };
  new Function('document', 'window', PAGE_SCRIPT)(document, window);
  expect(asked).toEqual(['400 14px Inter', '600 14px Inter']);
  expect(drawn).toEqual([]);
});
