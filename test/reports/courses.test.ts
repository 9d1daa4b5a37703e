import { describe, expect, it } from 'vitest';
import { best } from '../../reports/charts/best.ts';
import { terminal } from '../../reports/terminal.ts';
import type { Best, BestDecision, Results } from '../../src/results/types.ts';
import { exactRun } from './fixtures.ts';

/** A decision that comes up turn after turn: what an option is worth is what one of its moments is. */
const ofEachTurn: BestDecision = {
  side: 'attacker',
  step: 'order',
  title: 'The order of the horse',
  chance: 3.4,
  value: 0.556,
  lost: 0.08,
  rule: { text: 'double in turn 1; charge after turn 1', value: 0.62 },
  options: [
    { option: 'charge', value: 0.497, taken: 0.6 },
    { option: 'double', value: 0.473, taken: 0.4 },
  ],
};
const [cell] = exactRun.cells;
const resultsWith = (decision: BestDecision): Results => {
  const played: Best = {
    objective: { id: 'winner=a', label: 'attacker wins' },
    goodFor: 'attacker',
    method: 'solved',
    text: 'Double in turn 1; charge after turn 1: the attacker wins 62.0%; choosing right each time, 62.8%; as written, 54.4%.',
    choosers: ['attacker', 'defender'],
    asWritten: [],
    written: 0.601,
    value: 0.628,
    keeping: [
      { side: 'attacker', value: 0.544 },
      { side: 'defender', value: 0.638 },
    ],
    decisions: [decision],
  };
  return { ...exactRun, kind: 'best', cells: [cell, cell], best: played };
};

describe('a choice that hangs on the moment', () => {
  const results = resultsWith(ofEachTurn);

  it('is drawn by the figures that its title tells', () => {
    const rows = best(results).data.values as { name: string; shown: string; which: string }[];
    expect(rows.map((r) => [r.name, r.shown, r.which])).toEqual([
      ['choosing right each time', '62.8%', 'best'],
      ['by the rule of thumb', '62.0%', 'other choices'],
      ['as written', '54.4%', 'other choices'],
    ]);
  });

  it('has the same figures on the screen, and those of its moments with --full', () => {
    const screen = terminal(results, { columns: 80 });
    expect(screen).toMatch(/by the rule of thumb +62\.0%/);
    expect(screen).toContain('charge in 60.0% of the cases and double in 40.0%');
    expect(screen).not.toContain('49.7%');
    expect(terminal(results, { columns: 80, full: true })).toMatch(/charge +49\.7%/);
  });

  it('is no concern of one that a single option nearly always gets right', () => {
    const once = { ...ofEachTurn, chance: 0.9, value: 0.498 };
    const rows = best(resultsWith(once)).data.values as { name: string }[];
    expect(rows.map((r) => r.name)).toEqual(['the right one each time', 'charge', 'double']);
  });
});
