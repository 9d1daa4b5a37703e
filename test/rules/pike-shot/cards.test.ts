import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { checkCards } from '../../../src/rules/pike-shot/cards/check.ts';
import { documentedCardsYaml } from '../../../src/rules/pike-shot/cards/documented.ts';
import { illustrative } from '../../../src/rules/pike-shot/cards/illustrative.ts';
import { type CardSet, cardSetSchema } from '../../../src/rules/pike-shot/cards/schema.ts';
import { InputError } from '../../../src/rules/problem.ts';
import { loadScenario } from '../../../src/scenarios/files.ts';
import { cellsOf } from '../../../src/scenarios/load.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { built, cardsWith, messagesOf, odds, outcomesOf } from './play.ts';

const problems = (change: (set: CardSet) => void) =>
  checkCards(cardsWith(change)).map((p) => `${p.path.join('.')}: ${p.message}`);

describe('the stand-in set', () => {
  test('is whole', () => {
    expect(cardSetSchema.parse(illustrative)).toEqual(illustrative);
    expect(checkCards(illustrative)).toEqual([]);
  });
  test('says that it is illustrative beside every result that rests on it', () => {
    const situations = {
      fire: { firer: { card: 'levy-foot' }, target: { card: 'gendarmes' }, range: 2 },
      charge: { attacker: { card: 'gendarmes' }, defender: { card: 'levy-foot' } },
      melee: { attacker: { card: 'gendarmes' }, defender: { card: 'levy-foot' } },
      morale: { unit: { card: 'levy-foot' } },
      rally: { unit: { card: 'levy-foot', cohesion: 3 } },
      engagement: {
        a: { brigades: [{ regiments: [{ card: 'gendarmes' }] }] },
        b: { brigades: [{ regiments: [{ card: 'levy-foot' }] }] },
      },
    } as const;
    for (const [kind, situation] of Object.entries(situations)) {
      const { notes } = built(kind as 'fire', situation);
      expect(notes, kind).toEqual([{ kind: 'illustrative', text: expect.stringContaining('invented') }]);
    }
  });
  test('gives way to a set of the user, whose name is shown instead', () => {
    const cards = cardsWith((set) => Object.assign(set, { title: 'my own', illustrative: false }));
    expect(built('morale', { cards, unit: { card: 'levy-foot' } }).notes).toEqual([
      { kind: 'info', text: 'Tables and cards: my own.' },
    ]);
  });
});

test('the documented file to start from is the stand-in set under another name', () => {
  const { title, notice, ...rest } = illustrative;
  expect(cardSetSchema.parse(parse(documentedCardsYaml()))).toEqual({ ...rest, title: 'my cards' });
});

describe('a card set is refused, with the place, when', () => {
  test.each([
    [
      'a Waver row does not ascend',
      (s: CardSet) => s.cards['gendarmes'].waver.toCharge.splice(0, 2, [11, 'St'], [9, 'Ch']),
      "cards.gendarmes.waver.toCharge.1.0: The Waver row 'to charge' must ascend: 9 follows 11.",
    ],
    [
      'a Waver row does not cover every total',
      (s: CardSet) => s.cards['gendarmes'].waver.disaster.splice(2, 1, [11, 'Ro']),
      "cards.gendarmes.waver.disaster.2.0: The Waver row 'disaster' must cover every total: the last row ends at 11, but 12 can be rolled.",
    ],
    [
      'a Waver row gives a result that it cannot give',
      (s: CardSet) => s.cards['gendarmes'].waver.disaster.splice(0, 1, [8, 'Ch']),
      "cards.gendarmes.waver.disaster.0.1: The Waver row 'disaster' cannot give Ch; it gives St, -1, Ro.",
    ],
    [
      'foot would counter-charge horse',
      (s: CardSet) => s.cards['levy-foot'].waver.chargedByHorse.splice(0, 1, [5, 'Cc']),
      'cards.levy-foot.waver.chargedByHorse.0.1: Foot may not charge horse, so it cannot counter-charge; it gives St, -1, Ev, Ro.',
    ],
    [
      'melee outcomes do not cover 2 to 12 and the shift of a column',
      (s: CardSet) => s.meleeOutcome.types['OV'].all!.splice(2, 1, [12, 'weaker-routs']),
      'meleeOutcome.types.OV.all.2.0: The outcomes of type OV must cover every total: the last row ends at 12, but 13 can be rolled.',
    ],
    [
      'melee outcomes do not ascend',
      (s: CardSet) => s.meleeOutcome.types['OV'].all!.splice(1, 1, [4, 'weaker-routs']),
      'meleeOutcome.types.OV.all.1.0: The outcomes of type OV must ascend: 4 follows 4.',
    ],
    [
      'a type has no list for a column',
      (s: CardSet) => {
        s.meleeOutcome.types['OV'] = { 'inf-inf': [[99, 'weaker-routs']] };
      },
      'meleeOutcome.types.OV: The type OV has no list for inf-cav, and none for all columns.',
    ],
    [
      'a result has no casualty line',
      (s: CardSet) => s.meleeOutcome.types['OV'].all!.splice(0, 1, [4, 'stronger-routs']),
      "meleeOutcome.types.OV.all.0.1: There is no casualty line for the result 'stronger-routs': add casualtyRolls.stronger-routs.",
    ],
    [
      'the Melee Type names an unknown type',
      (s: CardSet) => {
        s.meleeType.byDifference![1].type = 'UZ';
      },
      "meleeType.byDifference.1.type: The Melee Outcome table has no type 'UZ'; it has ES, US, A, OV. Did you mean 'US'?",
    ],
    [
      'loss rows do not start at 0',
      (s: CardSet) => {
        s.losses[0].atLeastPct = 10;
      },
      'losses.0.atLeastPct: The first row must start at 0 percent lost.',
    ],
    [
      'lines of the fire table differ in length',
      (s: CardSet) => s.fire.rows[1].casualties.pop(),
      'fire.rows.1.casualties: Every line of the fire table needs 7 figures, one for each fire number 0 to 6; this one has 6.',
    ],
    [
      'the fire table ends too early',
      (s: CardSet) => s.fire.rows.splice(1, 2),
      'fire.rows.0.maxCompanies: The fire table ends at 2 shot companies, but a card has 4.',
    ],
    [
      'range bands do not go outwards',
      (s: CardSet) => {
        s.fire.bands['pistol'][1].maxRange = 1;
      },
      'fire.bands.pistol.1.maxRange: Range bands go from near to far: 1 follows 1.',
    ],
    [
      'a card names an unknown kind of shot',
      (s: CardSet) => {
        s.cards['veteran-reiters'].shoot = 'pistols';
      },
      "cards.veteran-reiters.shoot: fire.bands has no kind of shot 'pistols'; it has arquebus, pistol, field-gun. Did you mean 'pistol'?",
    ],
    [
      'a trait is misspelt',
      (s: CardSet) => s.cards['veteran-reiters'].traits.push('lanse'),
      "cards.veteran-reiters.traits.1: The trait 'lanse' is no word of the sheet. Did you mean 'lance'?",
    ],
  ] as [string, (s: CardSet) => void, string][])('%s', (_name, change, message) => {
    expect(problems(change)[0]).toBe(message);
  });

  test('a modifier of its own asks a fact that nobody knows', () => {
    const found = problems((s) => {
      s.fire.ownModifiers['wet'] = { value: -1, label: 'wet', when: { now: { weather: 'rain' } } };
    });
    expect(found).toHaveLength(1);
    expect(found[0]).toContain('fire.ownModifiers.wet.when.now.weather');
  });

  test.each([
    ['a casualty line is not six figures', ['casualtyRolls', 'locked', 'weaker'], [0, 0, 1]],
    ['a level of cohesion is missing', ['cohesion', 'ragged'], undefined],
    ['a rally table is not six figures', ['cards', 'gendarmes', 'rally'], [1, 2, 3, 4, 5]],
    ['a result is no word of the table', ['meleeOutcome', 'types', 'OV', 'all', 0, 1], 'weaker-dies'],
  ] as [string, (string | number)[], unknown][])('%s', (_name, path, value) => {
    const set = structuredClone(illustrative) as unknown as Record<string, unknown>;
    const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string, unknown>)[key], set);
    (parent as Record<string, unknown>)[path[path.length - 1]] = value;
    const result = cardSetSchema.safeParse(set);
    expect(result.success).toBe(false);
    expect(result.error!.issues[0].path.slice(0, path.length)).toEqual(path);
  });
});

describe('files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'cards-'));
  const scenario = join(folder, 'charge.yaml');
  writeFileSync(
    scenario,
    'rules: pike-shot\nencounter: charge\ncards: mine.yaml\nattacker: { card: gendarmes }\ndefender: { card: levy-foot }\n',
  );

  test('a mistake in a card file is told with its line', async () => {
    const text = documentedCardsYaml().replace('[ 11, weaker-gives-ground ]', '[ 7, weaker-gives-ground ]');
    writeFileSync(join(folder, 'mine.yaml'), text);
    const line = text.split('\n').findIndex((l) => l.includes('[ 7, weaker-gives-ground ]')) + 1;
    const error = await loadScenario(scenario).then(
      () => undefined,
      (e: unknown) => e,
    );
    expect(error).toBeInstanceOf(InputError);
    const [problem] = (error as InputError).problems;
    expect(problem.message).toBe('The outcomes of type ES must ascend: 7 follows 8.');
    expect(problem.at).toMatchObject({ line });
  });

  test('a good one is used', async () => {
    const text = documentedCardsYaml()
      .replaceAll('[ 9, Ch ]', '[ 10, Ch ]')
      .replace('title: my cards', 'title: bolder');
    writeFileSync(join(folder, 'mine.yaml'), text);
    const { situation } = await loadScenario(scenario);
    expect(odds('charge', situation as Record<string, unknown>)['charge-refused']).toBeCloseTo(3 / 36, 12);
  });
});

describe('modifiers of the user', () => {
  test('count under their own conditions', () => {
    const cards = cardsWith((s) => {
      s.fire.ownModifiers['damp-match'] = {
        value: -2,
        label: 'damp match',
        when: { self: { traits: { has: 'damp' } } },
      };
    });
    const shot = (traits: string[]) =>
      odds('fire', { cards, firer: { card: 'levy-foot', traits }, target: { card: 'gendarmes' }, range: 2 });
    // 3 - 1 = 2 shifts to 0..4, with damp match to -2..2.
    expect(shot([])['no-effect']).toBeCloseTo(2 / 6, 12);
    expect(shot(['damp'])['no-effect']).toBeCloseTo(5 / 6, 12);
  });

  test('specials of a card count for that card alone', () => {
    const cards = cardsWith((s) => {
      s.cards['levy-foot'].meleeSpecials['billmen'] = { value: 2, label: 'billmen' };
    });
    // 5 against 4: the levy is stronger, inf-cav without a shift: 4 drives it back, 8 locks, 11 gives ground.
    const found = odds('melee', { cards, attacker: { card: 'veteran-reiters' }, defender: { card: 'levy-foot' } });
    expect(found['defender-falls-back']).toBeCloseTo(6 / 36, 12);
    expect(found['attacker-driven-back']).toBeCloseTo(9 / 36, 12);
  });

  test('a matrix of Melee Types does what differences do', () => {
    const attacker = { card: 'gendarmes' };
    const defender = { card: 'levy-foot' };
    const cards = cardsWith((s) => {
      delete s.meleeType.byDifference;
      const type = (gap: number) => (gap >= 6 ? 'OV' : gap >= 4 ? 'A' : gap >= 2 ? 'US' : 'ES');
      const places = Array.from({ length: 12 }, (_, i) => i);
      s.meleeType.matrix = { from: -3, cells: places.map((row) => places.map((col) => type(Math.abs(row - col)))) };
    });
    expect(odds('melee', { cards, attacker, defender })).toEqual(odds('melee', { attacker, defender }));
  });
});

test('a card set that an override has broken is refused by the encounter', () => {
  const cards = cardsWith((s) => {
    s.cards['gendarmes'].waver.toCharge[0][0] = 12;
  });
  expect(messagesOf('morale', { cards, unit: { card: 'levy-foot' } })).toEqual([
    "cards.cards.gendarmes.waver.toCharge.1.0: The Waver row 'to charge' must ascend: 11 follows 12.",
  ]);
});

test('card sets are compared on an axis, and a built-in scenario finds the file beside it', async () => {
  const loaded = await loadScenario('two-card-sets');
  const [stock, braced] = cellsOf(loaded).map((overrides) => prepareCell(loaded, overrides));
  expect(stock.labels).toEqual({ cards: 'illustrative' });
  expect(braced.labels).toEqual({ cards: 'cards/braced-pikes.yaml' });
  const routs = (cell: typeof stock) => outcomesOf(exact(compile(cell.built.machine)))['defender-routs'];
  // Braced pikes have 6 against 7, an even fight, and stand on 6 instead of 5.
  expect(routs(stock)).toBeCloseTo((30 / 36) * (10 / 36 + (26 / 36) * (3 / 36 + (7 / 36) * (3 / 36))), 12);
  expect(routs(braced)).toBeCloseTo((30 / 36) * (10 / 36 + (26 / 36) * (3 / 36) * (3 / 36)), 12);
  expect(braced.built.notes[0]).toMatchObject({ kind: 'illustrative' });
});

test('overrides reach into the cards', async () => {
  const loaded = await loadScenario('gendarmes-v-pikes', {
    set: [{ path: 'cards.cards.gendarmes.waver.toCharge.0.0', value: 10 }],
  });
  const cell = prepareCell(loaded, [{ path: 'defender.cohesion', value: 'sharp' }]);
  expect(outcomesOf(exact(compile(cell.built.machine)))['charge-refused']).toBeCloseTo(3 / 36, 12);
});
