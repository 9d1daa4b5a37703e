import { describe, expect, test } from 'vitest';
import { solvedText } from '../../src/experiments/best-words.ts';
import { objective, shapeOf } from '../../src/experiments/objective.ts';
import { load } from '../../src/index.ts';
import type { BestDecision } from '../../src/results/types.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

describe('best play in words', () => {
  const loaded = load('stand-and-deliver');
  const text = async (choosers: string[]): Promise<string> => {
    const base = prepareCell(await loaded, combinations((await loaded).vary)[0]);
    const option = (name: string, value: number, taken: number) => ({ option: name, label: name, value, taken });
    const decision = {
      ...{ id: 'd', title: 'What the attacker does', side: 'attacker', chance: 1.6, value: 0.6 },
      options: [option('hold', 0.55, 0.7), option('charge', 0.4, 0.3)],
    } as unknown as BestDecision;
    return solvedText(
      { asked: objective('attacker wins', shapeOf(base), base.sides), high: 'a', base },
      {
        ...{ decisions: [decision], value: 0.6, written: 0.45, choosers, asWritten: [] },
        keeping: [{ side: 'attacker', value: 0.5 }],
      },
    );
  };

  test('whoever keeps to what is written is told against whom', async () => {
    const both = await text(['attacker', 'defender']);
    expect(both).toContain('; as written against the other’s best, 50.0%.');
    expect(both).toContain('60.0% if both play their best, 45.0% if both play as written.');
    const one = await text(['attacker']);
    expect(one).toContain('; as written, 50.0%.');
    expect(one).toContain('60.0% under best play, 45.0% as written.');
  });
});
