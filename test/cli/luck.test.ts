import { mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { grognard } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'luck-'));
const csv = (text: string): string => {
  const path = join(folder, 'evening.csv');
  writeFileSync(path, text);
  return path;
};
const HEAD = 'encounter,rules,by,against,attacker,defender,result\n';
const EVENING = `${HEAD}column-v-line,,Anna,Bert,,,attacker-retreats\nvolley,,Bert,,,,target.hits=3\ncharge,oth2,Anna,Bert,Old Guard battalion,Line battalion,undecided\n`;

describe('luck', () => {
  test('tells each player and the luckiest moments', async () => {
    const { code, out } = await grognard(['luck', csv(EVENING)]);
    expect(code).toBe(0);
    expect(out.split('\n')[0]).toBe(
      'Bert had a bit of luck: 3 results together as good or better 3.1% of the time (1 in 32)',
    );
    expect(out).toMatch(/The 3 luckiest moments/);
    expect(out).toMatch(/Worked out exactly/);
  });

  test('fits on a screen with the three luckiest moments, however long their names', async () => {
    const log = csv(
      `${EVENING.replace(',Bert,,,,', ',Bert,Anna,,,')}stand-and-deliver,,Bert,Anna,,,defender-retreats\n`,
    );
    const { out } = await grognard(['luck', log]);
    expect(out).toMatch(/\(line 5\)/);
    expect(out.trimEnd().split('\n').length).toBeLessThanOrEqual(25);
  });

  test('judged by a run, is told nothing of who wins under other readings', async () => {
    const { code, out } = await grognard(['run', 'stand-and-deliver', '--observed', csv(EVENING)]);
    expect(code).toBe(0);
    expect(out).toMatch(/3 results together/);
    expect(out).not.toMatch(/leave open|readings/);
  });

  test('writes a chart and a page', async () => {
    const out = join(folder, 'report');
    expect((await grognard(['luck', csv(EVENING), '--out', out])).code).toBe(0);
    expect(readdirSync(out)).toEqual(expect.arrayContaining(['luck.png', 'report.html', 'results.csv']));
  });

  test.each([
    ['encounter,outcome\nvolley,x\n', /evening\.csv:1:1: An evening needs a column 'result'/],
    ['encounter,result\n', /The log has no results/],
    ['encounter,result\nvoley,target.hits=3\n', /evening\.csv:2:1: .*Did you mean 'volley'\?/],
    [
      'encounter,result\nvolley,target.hits=3\nvolley,target.hitz=3\n',
      /evening\.csv:3:1: .*Did you mean 'target.hits'\?/,
    ],
    ['encounter,result\ncharge,undecided\n', /evening\.csv:2:1: A charge needs its rules/],
    ['result\nundecided\n', /evening\.csv:2:1: This line names no encounter/],
    [
      `${HEAD}charge,oth2,,,Old Gard battalion,Line battalion,undecided\n`,
      /evening\.csv:2:1: .*no troop 'Old Gard battalion'/,
    ],
    ['encounter,firer.fs,result\nvolley,99,target.hits=3\n', /evening\.csv:2:1: .*99/],
  ])('%j is refused in a sentence', async (text, expected) => {
    const { code, err } = await grognard(['luck', csv(text)]);
    expect(code).toBe(2);
    expect(err).toMatch(expected);
    expect(err.trim().split('\n').length).toBeLessThan(3);
  });
});
