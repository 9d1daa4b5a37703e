import { describe, expect, it } from 'vitest';
import { compare, load, matrix, run, sweep } from '../../src/index.ts';
import type { Results } from '../../src/results/types.ts';
import { sidesOf } from '../../src/scenarios/side-names.ts';

const fight = (more: object = {}) =>
  load({
    title: 'Named',
    rules: 'oth2',
    encounter: 'melee',
    attacker: { name: 'Old Guard', formation: 'attack-column', fs: 8 },
    defender: { name: 'The defender of <Hougoumont>', formation: 'line', fs: 7 },
    ...more,
  });
const names: Results['cells'][number]['sides'] = ['Old Guard', 'defender of <Hougoumont>'];

describe('names of units', () => {
  it('are the names of the sides, in outcomes and measures too; ids stay', async () => {
    const { cells } = await run(await fight());
    expect(cells[0].sides).toEqual(names);
    const label = (id: string) =>
      [...cells[0].outcomes, ...cells[0].measures].find((x) => x.id === id)?.label ?? `no ${id}`;
    expect(label('attacker-broken')).toBe('Old Guard broken');
    expect(label('defender-retreats')).toBe('defender of <Hougoumont> retreats');
    expect(label('attacker.hits')).toBe('fatigue hits on the Old Guard');
    expect(label('defender.fs')).toBe('fatigue score left to the defender of <Hougoumont>');
    expect(label('rounds')).toBe('rounds fought');
  });

  it('take an article where a side of an engagement had none', async () => {
    const set = [
      { path: 'a.name', value: 'Old Guard' },
      { path: 'turns', value: 1 },
    ];
    const { cells } = await run(await load('two-battalions', { set }));
    const labels = cells[0].measures.map((m) => m.label);
    expect(labels).toContain('fatigue hits on the Old Guard');
    expect(labels).toContain('fatigue hits on the regiment that waits');
    expect(cells[0].outcomes[0].label).toBe('Old Guard destroyed');
  });

  it('are in the verdicts of compare, in the game of matrix and in what threads work out', async () => {
    const compared = await compare(await fight(), { variants: ['attacker.fs=7'], objective: 'attacker wins' });
    expect(compared.differences?.find((d) => d.id === 'winner=a')?.label).toBe('Old Guard wins');
    expect(compared.verdicts?.[0].text).toMatch(/^Old Guard wins: /);
    const axes = { rows: 'defender.formation=line,attack-column', columns: 'attacker.formation=line,attack-column' };
    const { game } = await matrix(await fight(), { ...axes, objective: 'Old Guard wins' });
    expect([game?.rowPlayer.side, game?.columnPlayer.side]).toEqual([names[1], names[0]]);
    const swept = await sweep(await fight(), { axes: ['attacker.fs=6..10', 'defender.fs=6..10'], threads: 2 });
    for (const cell of swept.cells) {
      expect(cell.sides).toEqual(names);
      expect(cell.outcomes[1].label).toBe('Old Guard broken');
    }
  });

  it('are left out where each case has another unit: no case is called by the name of another', async () => {
    const { cells } = await sweep(await load('musket-melee'), { axes: ['attacker.type=old-guard,line-battalion'] });
    for (const { sides } of cells) expect(sides[0]).toBe('attacker');
    expect((await run(await load('musket-melee'))).cells[0].sides[0]).toBe('Old guard');
    expect(sidesOf(['tester', 'enemy'], { unit: { name: 'Levies' } }, ['unit.type']).names).toEqual([
      'tester',
      'enemy',
    ]);
    const named = sidesOf(['side A', 'side B'], { a: { name: 'Levies' }, b: { name: 'Horse' } }, ['b', 'a.fs']);
    expect(named.names).toEqual(['Levies', 'side B']);
  });

  it('leave everything as it was where there are none', async () => {
    const { cells } = await run(await load('column-v-line'));
    expect(cells[0].sides).toEqual(['attacker', 'defender']);
    expect(cells[0].outcomes.map((o) => o.label)).toContain('attacker broken');
  });
});

describe('what a side is called', () => {
  it.each<[string, readonly [string, string], unknown, readonly [string, string]]>([
    ['units of one name by their parts too', ['a', 'b'], { a: { name: 'X' }, b: { name: 'X' } }, ['X (a)', 'X (b)']],
    [
      'one of several firers does not stand for all',
      ['firer', 'target'],
      { firer: [{ name: 'X' }, {}] },
      ['firer', 'target'],
    ],
    ['a list of one', ['firer', 'target'], { firer: [{ name: 'X' }] }, ['X', 'target']],
    ['the unit that is tested', ['tester', 'enemy'], { unit: { name: 'X' } }, ['X', 'enemy']],
    ['a side of an engagement', ['side A', 'side B'], { a: { name: 'X', others: [] }, b: {} }, ['X', 'side B']],
    ['a side of several units', ['side A', 'side B'], { a: { name: 'X', others: [{}] } }, ['side A', 'side B']],
    ['a side of several groups', ['side A', 'side B'], { a: { name: 'X', groups: [{}] } }, ['side A', 'side B']],
    ['a side of one brigade', ['side A', 'side B'], { b: { brigades: [{ name: 'X' }] } }, ['side A', 'X']],
    ['nothing but an article', ['unit', 'enemy'], { unit: { name: 'the ' } }, ['unit', 'enemy']],
  ])('%s', (_what, ids, situation, shown) => {
    expect(sidesOf(ids, situation).names).toEqual(shown);
  });
});
