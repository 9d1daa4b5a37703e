import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { problemText } from '../../src/cli/problem-text.ts';
import { builtInBook } from '../../src/rules/built-in.ts';
import { type PlayedBook, playedByOwn } from '../../src/rules/played.ts';
import { InputError } from '../../src/rules/problem.ts';
import { applyVariant } from '../../src/rules/variant.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';
import { loadScenario, readText } from '../../src/scenarios/files.ts';
import { type LoadOptions, scenarioFrom, variantFrom } from '../../src/scenarios/load.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { buildRecipe } from '../../src/scenarios/recipe.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { tiny, tinyFamily } from '../tiny-family.ts';

const load = (text: string, options: LoadOptions = {}) =>
  scenarioFrom(parseText(text, 'fight.yaml'), { books: [tiny], ...options }, async (path) => readText(path));

const complaints = async (text: string, options: LoadOptions = {}): Promise<string[]> => {
  try {
    await load(text, options);
  } catch (e) {
    if (e instanceof InputError) return e.problems.map(problemText);
    throw e;
  }
  return [];
};

const good = `title: A volley
rules: tiny
encounter: fire
firer: { fs: 8 }
`;

describe('a scenario', () => {
  it('is refused with what was found, cut where it is long, in whole quotes', async () => {
    const long = 'a regiment of a name that goes on and on until nobody reads it any more';
    expect((await complaints(good.replace('fs: 8', `fs: 8, formation: ${long}`))).join()).toMatch(
      /Found "a regiment [^"]*…";/,
    );
  });

  it('is read with the defaults a player would assume', async () => {
    const cell = prepareCell(await load(good));
    expect(cell.situation).toMatchObject({ firer: { formation: 'line', weapon: 'musket' }, target: { fs: 7 } });
    expect(cell.variantName).toBeNull();
  });

  it('may be JSON, tabs and all', async () => {
    const loaded = await load('{\n\t"rules": "tiny",\n\t"encounter": "fire",\n\t"firer": { "fs": 8 }\n}');
    expect(loaded.encounter).toBe('fire');
  });

  it('may be an object', async () => {
    const loaded = await loadScenario({ rules: 'tiny', encounter: 'fire', firer: { fs: 3 } }, { books: [tiny] });
    expect(prepareCell(loaded).situation).toMatchObject({ firer: { fs: 3 } });
  });

  it('lays set, rulings and cell overrides over each other in that order', async () => {
    const loaded = await load(
      `${good}rulings: { most: 2 }\nset: { firer.fs: 5, rules.fire.small-arms.over-short: -2 }\n`,
    );
    const cell = prepareCell(loaded, [
      { path: 'firer.fs', value: 6 },
      { path: 'rules.fire.small-arms.initial-volley', value: 0 },
    ]);
    expect(cell.situation).toMatchObject({ firer: { fs: 6 } });
    expect(cell.book.rulings['most'].value).toBe(2);
    expect(cell.book.tables['fire.small-arms'].rows.map((r) => (r as { value: unknown }).value)).toEqual([
      0,
      -2,
      { pair: [3, -3] },
    ]);
    expect(cell.labels).toEqual({ 'firer.fs': 6, 'rules.fire.small-arms.initial-volley': 0 });
    expect(cell.variantName).toBe('fire.small-arms.over-short=-2 + fire.small-arms.initial-volley=0');
  });

  it('shares the book and its schema among cells that differ in the situation only', async () => {
    const loaded = await load(good);
    const a = prepareCell(loaded, [{ path: 'firer.fs', value: 5 }]);
    const b = prepareCell(loaded, [{ path: 'firer.fs', value: 6 }]);
    expect(a.book).toBe(b.book);
    expect(a.hash).toBe(b.hash);
  });

  it('prepares thousands of cells a second', async () => {
    const loaded = await load(good);
    const before = process.cpuUsage();
    for (let i = 0; i < 1000; i++) {
      prepareCell(loaded, [
        { path: 'firer.fs', value: 1 + (i % 20) },
        { path: 'rules.fire.small-arms.over-short', value: -(i % 50) },
      ]);
    }
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(1);
  });

  it('gives a recipe of plain data that builds the same machine', async () => {
    const cell = prepareCell(await loadScenario('volley'));
    const copy = structuredClone(cell.recipe);
    expect((await buildRecipe(copy)).machine.name).toBe(cell.built.machine.name);
  });

  it('says that a book with code of its own cannot follow to another thread', async () => {
    const { recipe, built } = prepareCell(await load(good));
    expect((await buildRecipe(recipe)).machine.name).toBe(built.machine.name);
    await expect(buildRecipe(structuredClone(recipe))).rejects.toThrow("'tiny' is played by code of its own");
  });

  it('may be read with different books of the same id side by side', async () => {
    const milder = applyVariant(tiny, {
      title: 'Milder',
      base: 'tiny',
      change: { 'fire.small-arms.initial-volley': 0 },
    });
    const oth2 = playedByOwn(tinyFamily, { ...tiny, id: 'oth2' });
    const hit = async (book: PlayedBook) => {
      const loaded = await load(good.replace('tiny', book.id), { books: [book] });
      const { ends, outcomes } = exact(compile(prepareCell(loaded).built.machine));
      return ends.filter((e) => outcomes[e.outcome].id === 'target-hit').reduce((sum, e) => sum + e.weight, 0);
    };
    expect([await hit(tiny), await hit(milder), await hit(tiny)].map((p) => p.toFixed(6))).toEqual(
      [1, 0.8, 1].map((p) => p.toFixed(6)),
    );
    // A book of one's own goes before a built-in one of the same id, and nobody else's is touched.
    expect(await hit(oth2)).toBeCloseTo(1, 12);
    expect(prepareCell(await loadScenario('volley')).book).toBe(await builtInBook('oth2'));
  });

  it('reads axes and tells them in order', async () => {
    const loaded = await load(`${good}vary:\n  firer.fs: 5..7\n  firer.formation: [line, skirmish]\n`);
    expect(loaded.vary.map((a) => [a.path, a.kind, a.values])).toEqual([
      ['firer.fs', 'number', [5, 6, 7]],
      ['firer.formation', 'list', ['line', 'skirmish']],
    ]);
  });

  it('no longer varies what the command line fixes: --set takes the axis away, and the value holds in every cell', async () => {
    const text = `${good}vary:\n  firer.fs: 5..7\n  firer.formation: [line, skirmish]\n`;
    const loaded = await load(text, { set: [{ path: 'firer.fs', value: 4 }] });
    expect(loaded.vary.map((a) => a.path)).toEqual(['firer.formation']);
    for (const value of ['line', 'skirmish'])
      expect(prepareCell(loaded, [{ path: 'firer.formation', value }]).situation).toMatchObject({ firer: { fs: 4 } });
    // --rules fixes an axis of rulebooks likewise.
    const books = await load(`${good}vary: { rules: [tiny, oth2] }\n`, { rules: 'tiny' });
    expect(books.vary).toEqual([]);
  });

  it('reads variants beside itself, by name in an axis too', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grognard-'));
    writeFileSync(
      join(folder, 'weak.yaml'),
      'title: Weak\nbase: tiny\nchange: { fire.small-arms.initial-volley: 0 }\n',
    );
    writeFileSync(join(folder, 'fight.yaml'), `${good}vary: { variant: [none, weak.yaml] }\n`);
    const loaded = await loadScenario(join(folder, 'fight.yaml'), { books: [tiny] });
    const cells = ['none', 'weak.yaml'].map((value) => prepareCell(loaded, [{ path: 'variant', value }]));
    expect(cells.map((c) => c.variantName)).toEqual([null, 'Weak']);
    expect(cells[0].hash).not.toBe(cells[1].hash);
  });
});

describe('mistakes', () => {
  it('are all told in one pass, each with its line and column', async () => {
    const text = `title: A volley
rules: tiny
encounter: fire
rulings: { lowscore: literal }
firer:
  formaton: line
  fs: eight
target: { formation: attack-collumn, fs: 70 }
rnage: 3
`;
    expect(await complaints(text.replace('rulings: { lowscore: literal }\n', ''))).toEqual([
      "fight.yaml:5:3: firer.formaton: There is no 'formaton' here; allowed are formation, fs, fired, weapon, traits. Did you mean 'formation'?",
      'fight.yaml:6:7: firer.fs: Found "eight"; it must be a number.',
      'fight.yaml:7:22: target.formation: Found "attack-collumn"; it may be line, attack-column, skirmish. Did you mean \'attack-column\'?',
      'fight.yaml:7:42: target.fs: Found 70; it must be at most 20.',
      expect.stringMatching(
        /^fight.yaml:8:1: rnage: There is no 'rnage' here; allowed are firer, target, rangeInches, .*\. Did you mean 'rangeInches'\?$/,
      ),
    ]);
    expect((await complaints(text)).join('\n')).toMatch(
      /fight.yaml:4:\d+: rulings.lowscore: .*Did you mean 'lowScore'/,
    );
  });

  it.each<[string, string, RegExp]>([
    ['a missing key', 'rules: tiny\nfirer: { fs: 3 }\n', /^fight.yaml:1:1: encounter: It is missing; it may be fire/],
    [
      'a misspelt common key',
      'rules: tiny\nencounterr: fire\nfirer: { fs: 3 }\n',
      /encounter: It is missing.*'encounterr'/,
    ],
    [
      'an unknown rulebook',
      'rules: oth3\nencounter: fire\n',
      /^fight.yaml:1:8: rules: There is no rulebook 'oth3'.*Did you mean 'oth2'/,
    ],
    [
      'an encounter that the book lacks',
      'rules: syw\nencounter: pursuit\n',
      /syw has no encounter 'pursuit'; it has fire/,
    ],
    ['a refusal of the sheet', `${good}rangeInches: 30\n`, /^fight.yaml:5:14: rangeInches: 30 inches is beyond/],
    ['a bad axis', `${good}vary: { firer.fs: 5..3..1 }\n`, /vary.firer.fs: A step of 1 never leads from 5 to 3/],
    ['an axis on nothing', `${good}vary: { firer.sf: 5..6 }\n`, /^fight.yaml:5:19: firer.sf: There is no 'sf' here/],
    ['an axis value that does not fit', `${good}vary: { firer.fs: [5, 6, 70] }\n`, /Found 70; it must be at most 20/],
    [
      'a rule path on nothing',
      `${good}set: { rules.fire.small-arms.initial-voley: 1 }\n`,
      /^fight.yaml:5:8: rules.fire.*Did you mean/,
    ],
    ['bad YAML', 'rules: [tiny\nfirer: }\n', /^fight.yaml:\d+:\d+: /],
    ['a key given twice', `${good}firer: { fs: 3 }\n`, /^fight.yaml:5:1: firer: 'firer' stands here twice/],
    ['a list in place of keys', '- rules\n', /A scenario file is a list of keys/],
    ['trials that are none', `${good}trials: many\n`, /trials: Found "many".*Trials are a whole number/],
    ['a variant that is not there', `${good}variant: nowhere.yaml\n`, /nowhere.yaml: There is no such file/],
  ])('%s', async (_name, text, message) => {
    expect((await complaints(text)).join('\n')).toMatch(message);
  });

  it('in edits of the book and in the situation are told together', async () => {
    const found = await complaints(`${good}target: { fs: 1e300 }\nset: { rules.fire.nope: 3, rulings.nope: 4 }\n`);
    expect(found).toHaveLength(3);
    expect(found[0]).toMatch(/^fight\.yaml:5:15: target\.fs: Found 1e\+300; it must be at most \d{1,3}\.$/);
    expect(found[1]).toMatch(/^fight\.yaml:6:8: rules\.fire\.nope/);
    expect(found[2]).toMatch(/^fight\.yaml:6:\d+: rulings\.nope/);
  });

  it('beside a misspelt rulebook or encounter are told by the nearest', async () => {
    const found = await complaints('titel: x\nrules: tinny\nencounter: fires\nfirer: { fs: eight }\n');
    expect(found.map((line) => line.replace(/^fight\.yaml:(\d+):\d+: (\w+).*$/, '$1 $2'))).toEqual([
      '1 titel',
      '2 rules',
      '3 encounter',
      '4 firer',
    ]);
  });

  it('deep in a condition of a variant are told where they are', async () => {
    const text = `title: x
base: tiny
change: { fire.small-arms.initial-volley: { to: 1 } }
add: { fire: [{ id: e, value: 1, when: { self: { fs: { gte: a }, formation: { oneof: [line] } } } }] }
`;
    const found: string[] = [];
    try {
      await variantFrom(parseText(text, 'v.yaml'));
    } catch (e) {
      found.push(...(e as InputError).problems.map(problemText));
    }
    expect(found).toEqual([
      'v.yaml:4:61: add.fire.0.when.self.fs.gte: Found "a"; it must be a number.',
      expect.stringMatching(/^v\.yaml:4:79: .*\.oneof: There is no 'oneof' here; .*Did you mean 'oneOf'\?$/),
    ]);
  });

  it('of flags are told by the flag', async () => {
    const set = [{ path: 'fs', value: 9, at: { file: '--set fs=9' } }];
    expect((await complaints(good, { set })).join('\n')).toMatch(
      /^--set fs=9: 'fs' may be firer.fs or target.fs; write the one that is meant in full.$/,
    );
    expect((await complaints(good, { vary: [axisFromFlag('firer.fz=1..2')] })).join('\n')).toMatch(
      /^--vary firer.fz: .*Did you mean 'fs'/,
    );
    expect((await complaints(good, { rules: 'tinny' })).join('\n')).toMatch(/^--rules tinny: .*Did you mean 'tiny'/);
  });

  it('of a variant file carry its own lines', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'grognard-'));
    writeFileSync(
      join(folder, 'v.yaml'),
      'title: V\nbase: tiny\nchange:\n  fire.small-arms.over-shrt: 1\nremvoe: []\n',
    );
    writeFileSync(join(folder, 'w.yaml'), 'title: W\nbase: tiny\nchange:\n  fire.small-arms.over-shrt: 1\n');
    const variant = (name: string) => complaints(`${good}variant: ${join(folder, name)}\n`);
    expect((await variant('v.yaml')).join('\n')).toMatch(
      /v.yaml:5:1: remvoe: There is no 'remvoe' here.*Did you mean 'remove'/,
    );
    expect((await variant('w.yaml')).join('\n')).toMatch(/w.yaml:4:3: .*Did you mean 'fire.small-arms.over-short'/);
  });
});
