import { describe, expect, it } from 'vitest';
import { columnsOf, wrapColumns } from '../../reports/columns.ts';

describe('columns of the screen', () => {
  it.each([
    ['', 0],
    ['rounds fought', 13],
    ['44.5% ±0.3 – −1 → …', 19],
    ['naïve', 5],
    ['nai\u0308ve', 5],
    ['軍団', 4],
    ['⚔️ 🐎', 5],
    ['soft\u00adhyphen', 10],
    ['שלום', 4],
  ])('%j takes %d', (text, columns) => {
    expect(columnsOf(text)).toBe(columns);
  });

  it('breaks paths at their joints, and words only where they have none', () => {
    expect(wrapColumns('attacker.formation line, defender.formation attack-column', 14)).toEqual([
      'attacker.',
      'formation',
      'line,',
      'defender.',
      'formation',
      'attack-column',
    ]);
    expect(wrapColumns('Oberstleutnant', 6)).toEqual(['Oberst', 'leutna', 'nt']);
  });

  it('measures a hundred thousand plain labels in well under a second of work', () => {
    const before = process.cpuUsage();
    for (let i = 0; i < 100_000; i++) columnsOf(`rules.fire.small-arms.initial-volley ${i}`);
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(0.5);
  });
});
