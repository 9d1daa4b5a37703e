import { describe, expect, test } from 'vitest';
import { namedOverrides } from '../../src/experiments/inputs.ts';
import {
  charts,
  compare,
  diffRules,
  explain,
  InputError,
  type LoadOptions,
  load,
  loadBook,
  matrix,
  rules,
  run,
  sensitivity,
  story,
  svg,
  sweep,
  text,
  tune,
} from '../../src/index.ts';
import { exampleText } from '../../src/scenarios/examples.ts';
import { loadVariant } from '../../src/scenarios/files.ts';
import { toy, toyBooks } from './toy.ts';

const loaded = await toy();
const attacker = { strength: 6, height: true, plan: 'press' };
const ofToy = (options: LoadOptions = {}, own: object = attacker) =>
  load({ rules: 'toy', encounter: 'melee', attacker: own }, { books: toyBooks, ...options });
const scenario = await ofToy();

describe('the library', () => {
  test('runs a scenario given as an object, or loaded before', async () => {
    const object = exampleText('volley')!.value as Record<string, unknown>;
    expect((await run(object)).cells[0].outcomes).toEqual((await run('volley')).cells[0].outcomes);
    expect((await run(scenario)).cells[0].outcomes[2].p).toBeCloseTo(0.45, 12);
    expect((await run(loaded)).cells[0].outcomes[2].p).toBeCloseTo(0.25, 12);
  });
  test('has the built-in books by their names', async () => {
    const book = await loadBook('oth-half');
    const { cells } = await run(await load('volley', { rules: book }));
    expect(cells[0].outcomes).toEqual((await run(await load('volley', { rules: 'oth-half' }))).cells[0].outcomes);
    await expect(loadBook('oth3')).rejects.toThrow(/no rulebook 'oth3'; there are oth2.*Did you mean 'oth2'/);
    await expect(loadBook('nowhere.yaml')).rejects.toThrow(/no such file/);
  });
  test('compares with books, values and edits', async () => {
    const edits = { title: 'No height', base: 'toy', remove: ['fight.rows.height'] };
    const { cells } = await compare(scenario, {
      variants: ['toy-two', 'attacker.plan=hold', edits, ['attacker.plan=hold', edits]],
    });
    expect(cells.map((c) => c.labels['variant'])).toEqual([
      'toy',
      'toy-two',
      'attacker.plan=hold',
      'No height',
      'attacker.plan=hold + No height',
    ]);
    expect(cells.map((c) => c.outcomes[2].p)).toEqual([0.45, 0.45, 0.4, 0.35, 0.3].map((p) => expect.closeTo(p, 12)));
  });
  test('lays variants over a scenario by file or as objects, and refuses what is none in a sentence', async () => {
    const edits = { title: 'No height', base: 'toy', remove: ['fight.rows.height'] };
    const fought = await run(await ofToy({ variants: [edits] }));
    expect(fought.cells[0].outcomes[2].p).toBeCloseTo(0.35, 12);
    const refusal = async (variants: unknown) =>
      ofToy({ variants } as LoadOptions).then(
        () => 'taken',
        (e: Error) => `${e.name}: ${e.message}`,
      );
    expect(await refusal(['nowhere.json'])).toMatch(/^InputError: nowhere\.json: There is no such file/);
    expect(await refusal(['attacker.fs=9'])).toMatch(/^InputError: .*is a single value.*'set'/);
    expect(await refusal([3])).toMatch(/^InputError: .*in the shape of one, not 3/);
    expect(await refusal([{}])).toMatch(/^InputError: title: It is missing/);
    expect(await refusal('nowhere.json')).toMatch(/^InputError: .*is a list/);
  });
  test('reads axes and targets as people write them', async () => {
    expect((await sweep(scenario, { axes: ['attacker.strength=4..6'] })).cells).toHaveLength(3);
    const rows = 'attacker.plan=press,hold';
    expect((await matrix(scenario, { rows, columns: 'defender.plan=press,hold' })).game!.values).toHaveLength(2);
    const { tuning } = await tune(scenario, {
      target: 'defender.hits=0.8',
      parameters: ['rules.fight.rows.height=0..3'],
    });
    expect(tuning).toMatchObject({ reached: true, objective: { id: 'defender.hits' }, best: [{ to: 1 }] });
    // Rows that are worth nothing here count too where a point of them would.
    expect((await sensitivity(scenario)).sensitivity!.rows).toHaveLength(3);
  });
  test('loads with values set as people write them', async () => {
    const bare = await ofToy({ set: ['attacker.plan=hold', { path: 'attacker.height', value: false }] });
    const whole = await run(await ofToy({}, { strength: 6, height: false, plan: 'hold' }));
    expect((await run(bare)).cells[0].outcomes).toEqual(whole.cells[0].outcomes);
    await expect(ofToy({ set: ['attacker.plan'] })).rejects.toThrow(/write PATH=VALUE/);
    await expect(ofToy({ set: [{ attacker: 5 } as never] })).rejects.toThrow(/takes a list of PATH=VALUE/);
    await expect(ofToy({ set: 'attacker.plan=hold' as never })).rejects.toThrow(/found "attacker.plan=hold"/);
    const byPath = await ofToy({ set: { 'attacker.plan': 'hold', 'attacker.height': false } });
    expect((await run(byPath)).cells).toEqual((await run(bare)).cells);
  });
  test('explains, tells a fight and draws', async () => {
    const [first] = await explain('volley');
    expect(first.reasons?.rows.map((row) => row.value)).toEqual([2, 1]);
    expect(await story('column-v-line', { encounter: 3, seed: 5 })).toEqual(
      await story(await load('column-v-line'), { encounter: 3, seed: 5 }),
    );
    const results = await compare('column-v-line', { variants: ['attacker.fs=9'] });
    const [chart] = await charts(results, { theme: 'dark', title: 'Mine' });
    expect(await svg(chart.spec)).toMatch(/^<svg .*Mine/s);
    expect((await text(results, { columns: 60 })).split('\n').every((line) => line.length <= 60)).toBe(true);
  });
  test('gives rulebooks as values, and what differs between two', async () => {
    const [oth2, half] = await Promise.all([rules('oth2'), rules('oth-half')]);
    expect(oth2.tables['fire.small-arms'].rows.map((row) => row.id)).toContain('initial-volley');
    expect((await diffRules(oth2, half)).length).toBeGreaterThan(100);
    expect(await diffRules(oth2, oth2)).toEqual([]);
    await expect(rules('oth3')).rejects.toThrow(/Did you mean 'oth2'/);
  });
  test('refuses with an InputError', async () => {
    await expect(run('no-such-scenario')).rejects.toThrow(InputError);
    await expect(run({ rules: 'oth2', encounter: 'melee', attaker: {} })).rejects.toThrow(/attaker/);
    await expect(namedOverrides('no-such-file.yaml', loadVariant)).rejects.toThrow(/no such file/);
    await expect(namedOverrides('attacker.fs=', loadVariant)).rejects.toThrow(/write PATH=VALUE/);
  });
});
