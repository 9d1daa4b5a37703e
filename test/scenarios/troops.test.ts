import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { BOOK_IDS } from '../../src/rules/built-in.ts';
import { InputError } from '../../src/rules/problem.ts';
import { loadBook, loadScenario, loadTroops } from '../../src/scenarios/files.ts';
import { jsonSchemas } from '../../src/scenarios/json-schema.ts';
import { wholeScenario } from '../../src/scenarios/link-of.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { bookTroops } from '../../src/scenarios/troops/roster.ts';
import { bookById } from '../books.ts';

const folder = mkdtempSync(join(tmpdir(), 'troops-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const charge = (attacker: unknown, more: Record<string, unknown> = {}) => ({
  rules: 'oth2',
  encounter: 'charge',
  attacker,
  defender: { fs: 7 },
  ...more,
});
type Unit = Record<string, unknown>;
const situation = async (source: Parameters<typeof loadScenario>[0], options = {}) =>
  prepareCell(await loadScenario(source, options)).situation as Record<string, Unit>;
const message = async (work: () => Promise<unknown>): Promise<{ text: string; line?: number; file?: string }> => {
  try {
    await work();
  } catch (e) {
    if (!(e instanceof InputError)) throw e;
    const [p] = e.problems;
    return { text: p.message, ...(p.at?.line ? { line: p.at.line } : {}), ...(p.at ? { file: p.at.file } : {}) };
  }
  throw new Error('nothing was refused');
};

describe('a troop stands for its values', () => {
  test('by name alone, and the unit is called by it', async () => {
    const { attacker } = await situation(charge('Old Guard battalion'));
    expect(attacker).toMatchObject({ name: 'Old Guard battalion', arm: 'infantry', fs: 10, elite: true });
  });

  test('the same as writing the values out', async () => {
    const named = await situation(charge('Old Guard battalion'));
    const written = {
      name: 'Old Guard battalion',
      arm: 'infantry',
      fs: 10,
      elite: true,
      french: true,
      skirmishClass: 'B',
    };
    expect(named).toEqual(await situation(charge(written)));
  });

  test.each([['old guard battalion'], ['old-guard-battalion'], ['OLD GUARD  BATTALION']])(
    'capitals, dashes and spaces do not matter: %s',
    async (name) => {
      expect((await situation(charge(name)))['attacker']['fs']).toBe(10);
    },
  );

  test('values that are said go before its own', async () => {
    const { attacker } = await situation(charge({ troop: 'Old Guard battalion', fs: 9, name: 'the Grumblers' }));
    expect(attacker).toMatchObject({ fs: 9, elite: true, name: 'the Grumblers' });
  });

  test('a path leads into it', async () => {
    const { attacker } = await situation(charge('Old Guard battalion'), { set: ['attacker.fs=6'] });
    expect(attacker).toMatchObject({ fs: 6, elite: true });
  });

  test('an override names another, and keeps what is said beside it', async () => {
    const source = charge({ troop: 'Old Guard battalion', hits: 2 });
    const { attacker } = await situation(source, { set: ['attacker.troop=Militia battalion'] });
    expect(attacker).toMatchObject({ fs: 6, training: 'militia', hits: 2, elite: false });
  });

  test('a side whose troop varies keeps its plain name in every cell', async () => {
    const loaded = await loadScenario(
      charge('Line battalion', { vary: { attacker: ['Hussars', 'Militia battalion'] } }),
    );
    for (const value of ['Hussars', 'Militia battalion'])
      expect(prepareCell(loaded, [{ path: 'attacker', value }]).sides.names[0]).toBe('attacker');
  });

  test('what an encounter does not ask of a unit does not count in it', async () => {
    const volley = {
      rules: 'syw',
      encounter: 'fire',
      firer: 'Grenadier battalion',
      target: 'hussar regiment',
      distance: 5,
    };
    const { firer } = await situation(volley);
    expect(firer).toMatchObject({ type: 'heavy-infantry', stands: 4 });
    expect(firer).not.toHaveProperty('morale');
  });

  test('units of a list, some of them several times', async () => {
    const engagement = { rules: 'oth2', encounter: 'engagement', distance: 12, b: { others: [{}, {}] } };
    const { a } = await situation({ ...engagement, a: { troop: 'Hussars', others: ['2 x Line battalion'] } });
    expect((a['others'] as Unit[]).map((u) => u['name'])).toEqual(['Line battalion', 'Line battalion']);
  });

  test('results say that suggested values are suggestions', async () => {
    const notes = prepareCell(await loadScenario(charge('Old Guard battalion'))).built.notes;
    expect(notes.map((n) => n.text).join()).toMatch(/values of Old Guard battalion are suggestions/);
    expect(
      prepareCell(await loadScenario(charge({ fs: 8 })))
        .built.notes.map((n) => n.text)
        .join(),
    ).not.toMatch(/suggest/);
  });
});

describe('every built-in troop', () => {
  const volleys: Readonly<Record<string, Record<string, unknown>>> = {
    oth2: { firer: {}, distance: 2 },
    'oth-half': { firer: {}, distance: 2 },
    syw: { firer: 'medium infantry', distance: 5 },
    'pike-shot': { firer: 'seasoned pike and shot', range: 'near' },
  };
  test.each(Object.keys(volleys))('of %s can be a target', async (rules) => {
    const troops = bookTroops(bookById(rules).book, {});
    expect(troops.length).toBeGreaterThan(4);
    for (const { name } of troops) {
      const { target } = await situation({ rules, encounter: 'fire', ...volleys[rules], target: name });
      expect(target['name']).toBe(name);
    }
  });

  test('has a name of its own', () => {
    for (const id of BOOK_IDS) {
      const names = bookTroops(bookById(id).book, {}).map((t) => t.name.toLowerCase());
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe("the user's own", () => {
  const own = () =>
    file(
      'own.yaml',
      'troops:\n  My lads: { like: line battalion, fs: 7, goodShot: true, points: 12 }\narmies:\n  Division: [2 x My lads, Hussars]\n',
    );

  test('troops from a file beside the scenario', async () => {
    own();
    const path = file(
      'fight.yaml',
      'rules: oth2\nencounter: charge\ntroops: own.yaml\nattacker: My lads\ndefender: {}\n',
    );
    expect((await situation(path))['attacker']).toMatchObject({ fs: 7, goodShot: true, skirmishClass: 'C' });
  });

  test('army lists make a line of units', async () => {
    const source = { rules: 'oth2', encounter: 'engagement', distance: 12, a: 'Division', b: { others: [{}, {}] } };
    const { a } = await situation({ ...source, troops: own() });
    expect([a['name'], ...(a['others'] as Unit[]).map((u) => u['name'])]).toEqual(['My lads', 'My lads', 'Hussars']);
  });

  test('a link carries them', async () => {
    const loaded = await loadScenario(charge('My lads', { troops: own() }));
    const whole = wholeScenario(loaded);
    expect((await situation(whole))['attacker']).toEqual(
      (await situation(charge('My lads', { troops: own() })))['attacker'],
    );
    expect(JSON.stringify(whole)).not.toContain('own.yaml');
  });

  test('the types of a rulebook file are its troops, by row or label, and may be built upon', async () => {
    const rules = 'src/scenarios/examples/games/club-muskets.rules.yaml';
    const book = await loadBook(rules);
    expect(bookTroops(book, {}).map((t) => t.name)).toContain('Old guard');
    const troops = await loadTroops([file('club.yaml', 'troops:\n  Veterans: { like: old-guard }\n')], book).catch(
      (e) => e,
    );
    expect(troops).toMatchObject({ troops: [{ name: 'Veterans' }] });
  });
});

describe('mistakes are told in a sentence with their place', () => {
  test('a troop that does not exist', async () => {
    const path = file('bad.yaml', 'rules: oth2\nencounter: charge\nattacker: Old Gard battalion\ndefender: {}\n');
    expect(await message(() => loadScenario(path))).toMatchObject({
      text: expect.stringMatching(/no troop 'Old Gard battalion' in oth2.*Did you mean 'Old Guard battalion'\?/),
      line: 3,
      file: path,
    });
  });

  test.each([
    ['troops:\n  Lads: { fz: 7 }\n', /Units have no 'fz'\. Did you mean 'fs'\?/, 2],
    ['troops:\n  Lads: { fs: 70 }\n', /20/, 2],
    [
      'troops:\n  Lads: { like: Line batalion }\n',
      /no troop 'Line batalion' to be like\. Did you mean 'Line battalion'/,
      2,
    ],
    ['troops:\n  Lads: { like: Chaps }\n  Chaps: { like: Lads }\n', /like it in turn/, 2],
    ['troops:\n  Lads: { fs: 7 }\narmies:\n  Mine: [Ladz]\n', /no troop 'Ladz'.*Did you mean 'Lads'/, 4],
    ['title: nothing\n', /names no troop/, 1],
  ])('%j', async (text, expected, line) => {
    const path = file('wrong.yaml', text);
    expect(await message(() => loadTroops([path], bookById('oth2').book))).toMatchObject({
      text: expect.stringMatching(expected),
      line,
      file: path,
    });
  });

  test('a file that is not there', async () => {
    const path = file(
      'lost.yaml',
      'rules: oth2\nencounter: charge\ntroops: nowhere.yaml\nattacker: {}\ndefender: {}\n',
    );
    expect(await message(() => loadScenario(path))).toMatchObject({
      text: 'nowhere.yaml: There is no such file.',
      line: 3,
    });
  });
});

test('editors are offered the names of troops', async () => {
  const schema = (await jsonSchemas()).get('oth2.charge.schema.json')!;
  const attacker = (schema['properties'] as Record<string, { anyOf: unknown[] }>)['attacker'];
  expect(JSON.stringify(attacker.anyOf[0])).toContain('Old Guard battalion');
  expect(Object.keys((attacker.anyOf[1] as { properties: object }).properties)[0]).toBe('troop');
});
