import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { rulebookStarter } from '../../src/cli/rulebook-starter.ts';
import { VERSION } from '../../src/results/version.ts';
import { grognard } from './harness.ts';

describe('explain of a game from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grognard-'));
  const fight = join(folder, 'fight.yaml');
  beforeAll(() => {
    writeFileSync(join(folder, 'rulebook.yaml'), rulebookStarter(undefined));
    writeFileSync(
      fight,
      [
        'rules: ./rulebook.yaml',
        'encounter: firefight',
        'attacker: { type: guards, name: Guards }',
        'defender: { type: militia, name: Militia }',
      ].join('\n'),
    );
  });

  it('calls sides by their names, and leaves out a save that no face makes', async () => {
    const { out } = await grognard(`explain ${fight}`);
    expect(out).toContain('1. Guards fire at Militia  10 × D6 4+, in every encounter');
    expect(out).toContain('= 1  added: 5+ becomes 4+');
    expect(out).not.toMatch(/saved|7\+/);
  });
  it('tells of a save that can be made, and of a natural face that alone would count', async () => {
    const { out } = await grognard(
      `explain ${fight} --set defender.cover=true --set attacker.quality=green --set rules.fire.to-hit=6`,
    );
    expect(out).toContain('10 × D6 7+, a natural 6 always counts; saved by D6 5+');
  });
  it('tells of a throw in a story once', async () => {
    const { out } = await grognard(`explain ${fight} --encounter 3`);
    expect(out).toMatch(/Guards fire at Militia: 10 × D6 4\+ → \d+ success/);
  });
});

describe('roll', () => {
  it('carries version and reproduce line in JSON, and gives CSV', async () => {
    const { out } = await grognard('roll D6 --format json');
    expect(JSON.parse(out)).toMatchObject({ version: VERSION, command: 'grognard roll D6' });
    const csv = (await grognard('roll D4 --format csv')).out.trim().split('\n');
    expect(csv).toHaveLength(5);
    expect(csv.slice(0, 2)).toEqual(['throw,value,exactly,at_least', '"D4",1,0.25,1']);
  });
});
