import { describe, expect, test } from 'vitest';
import { compare } from '../../src/experiments/compare.ts';
import { namedOverrides, type ReadVariant } from '../../src/experiments/inputs.ts';
import { InputError } from '../../src/rules/problem.ts';
import { chance, toy } from './toy.ts';

const press = 'attacker: { strength: 6, height: true, plan: press }';
const flat = { name: 'flat', overrides: [{ path: 'rules.fight.rows.height', value: 0 }] };
const more = { name: 'more', overrides: [{ path: 'rules.fight.rows.height', value: 3 }] };
const sampled = { engine: 'sample', trials: 200_000, seed: 3 } as const;

const noFiles: ReadVariant = (path) => {
  throw new Error(`${path} is not to be read`);
};

describe('compare, exactly', () => {
  test('gives base, variant and difference of every outcome and measure', async () => {
    const { differences, cells } = await compare(await toy(press), { variants: [flat] });
    const wins = differences!.find((d) => d.id === 'winner=a')!;
    expect(wins.base).toBeCloseTo(chance(9) * 0.5, 12);
    expect(wins.value).toBeCloseTo(chance(7) * 0.5, 12);
    expect(wins.difference).toBeCloseTo(-0.1, 12);
    expect(wins).toMatchObject({ verdict: 'less', size: 'clearly less often (1 fight in 10)', label: 'attacker wins' });
    expect(wins.low).toBeUndefined();
    expect(wins.pValue).toBeUndefined();
    expect(differences!.map((d) => d.id)).toEqual([
      'winner=a',
      'winner=b',
      'advantage',
      'attacker-loses',
      'undecided',
      'defender-loses',
      'attacker.hits',
      'defender.hits',
      'hits',
    ]);
    expect(cells.map((c) => c.labels)).toEqual([{ variant: 'as printed' }, { variant: 'flat' }]);
    expect(cells[1].rulebook.variant).toContain('fight.rows.height=0');
  });

  test('says the same where nothing differs, and that a cap absorbed the change and from where it would count', async () => {
    const { verdicts } = await compare(await toy(press), { variants: [more] });
    expect(verdicts![0].text).toBe('attacker wins: the same (45.0%).');
    expect(verdicts![0].notes.join()).toMatch(
      /cap absorbs this change: the table stops at 9, and the score is 5 to 10 \(5 to 9 in the base\)\. A change shows only at 8 or less\./,
    );
  });

  test('says when a cap absorbs the change', async () => {
    const { verdicts } = await compare(await toy('attacker: { strength: 10, height: true }'), { variants: [flat] });
    expect(verdicts![0].notes.join()).toMatch(
      /absorbs this change: the table stops at 9, and the score is 5 to 10 \(5 to 12 in the base\)\./,
    );
  });

  test('a change that no cap swallows brings no word of a cap', async () => {
    const { verdicts } = await compare(await toy(press), { variants: [flat] });
    expect(verdicts![0].notes).toEqual([]);
  });

  test('an empty variant changes nothing', async () => {
    const { differences } = await compare(await toy(press), { variants: [{ name: 'none', overrides: [] }] });
    expect(differences!.every((d) => d.verdict === 'same' && d.difference === 0)).toBe(true);
  });

  test('other books, edits, situations and vary can all be set against the base', async () => {
    const edits = { title: 'Low', base: ['toy', 'toy-two'], change: { 'fight.rows.press': { was: 1, to: -1 } } };
    const results = await compare(await toy(press), {
      variants: [
        { name: 'book', overrides: [{ path: 'rules', value: 'toy-two' }] },
        { name: 'edits', overrides: [{ path: 'variant', value: edits }] },
        { name: 'weak', overrides: [{ path: 'attacker.strength', value: 2 }] },
      ],
    });
    expect(results.cells.map((c) => c.rulebook.id)).toEqual(['toy', 'toy-two', 'toy', 'toy']);
    expect(results.verdicts!.map((v) => v.text.includes('the same'))).toEqual([true, false, false]);
    const varied = await compare(await toy('vary: { attacker.strength: [5, 6, 8] }'));
    expect(varied.cells.map((c) => c.labels['variant'])).toEqual(
      [5, 6, 8].map((value) => `attacker.strength=${value}`),
    );
  });

  test.each<[string, string, string[], string]>([
    ['the rulebook beside another', '', ['toy-two'], 'toy'],
    ['its value beside another value', '', ['attacker.strength=2', 'attacker.strength=3'], 'attacker.strength=6'],
    ['its reading beside another reading', '', ['rulings.tie=attacker'], 'rulings.tie=nobody'],
    ['what is printed beside a changed rule', '', ['rules.fight.rows.height=1'], 'as printed'],
    [
      'its own edit beside another',
      'set: { rules.fight.rows.height: 3 }',
      ['rules.fight.rows.press=1'],
      'fight.rows.height=3',
    ],
    [
      'no print where it takes a reading of its own',
      'rulings: { tie: attacker }',
      ['rules.fight.rows.press=2'],
      'as it stands',
    ],
    [
      'what it is where variants differ in several ways',
      '',
      ['attacker.strength=2', 'defender.strength=3'],
      'as it stands',
    ],
  ])('the base is called %s', async (_what, more, variants, name) => {
    const { cells } = await compare(await toy(`${press}\n${more}`), {
      variants: await Promise.all(variants.map((v) => namedOverrides(v, noFiles, ['toy-two']))),
    });
    expect(cells[0].labels).toEqual({ variant: name });
  });

  test('an objective of its own is compared and leads the verdict', async () => {
    const { verdicts, differences } = await compare(await toy(press), {
      variants: [flat],
      objective: 'defender.hits>=1',
    });
    expect(differences!.find((d) => d.id === 'defender.hits>=1')!.difference).toBeCloseTo(-0.2, 12);
    expect(verdicts![0].text).toMatch(/^hits on the defender: at least 1: much less often \(1 fight in 5\)/);
  });
});

describe('compare, sampled under the same dice', () => {
  test('every interval of a difference holds the exact difference, and the gain is told', async () => {
    const exact = await compare(await toy(press), { variants: [flat] });
    const { differences, verdicts } = await compare(await toy(press), { ...sampled, variants: [flat] });
    for (const d of differences!) {
      const truth = exact.differences!.find((e) => e.id === d.id)!.difference;
      expect(d.low! - 1e-9, d.id).toBeLessThanOrEqual(truth);
      expect(d.high! + 1e-9, d.id).toBeGreaterThanOrEqual(truth);
    }
    expect(verdicts![0].pairingGain).toBeGreaterThan(2);
    expect(verdicts![0].notes.join()).toMatch(/all 9 comparisons are corrected together \(Holm\)/);
    expect(verdicts![0].notes.join()).toMatch(/times less variance/);
    expect(verdicts![0].tests![0]).toMatchObject({ name: 'chi-squared over outcomes', pValue: 0 });
  });

  test('"goes the other way" is said only under the same dice, with how often', async () => {
    const { verdicts, differences } = await compare(await toy(press), { ...sampled, variants: [flat] });
    expect(verdicts![0].text).toMatch(/Under the same dice, .* of fights go the other way/);
    const wins = differences!.find((d) => d.id === 'winner=a')!;
    // Fewer faces hit and no other roll changes: nothing can turn towards the attacker.
    expect(wins.flips!.towards).toBe(0);
    expect(wins.flips!.away).toBeCloseTo(0.1, 2);
    const exact = await compare(await toy(press), { variants: [flat] });
    expect(exact.verdicts![0].text).not.toMatch(/other way/);
  });

  test('no result changed is no detectable difference', async () => {
    const { differences, verdicts } = await compare(await toy(press), { ...sampled, variants: [more] });
    expect(differences!.every((d) => d.verdict === 'no detectable difference')).toBe(true);
    expect(verdicts![0].notes.join()).toMatch(/no result changed/);
  });

  test('few trials claim little', async () => {
    const shade = { name: 'shade', overrides: [{ path: 'defender.strength', value: 6 }] };
    const { differences } = await compare(await toy(press), {
      engine: 'sample',
      trials: 20,
      seed: 1,
      variants: [shade],
    });
    expect(differences!.find((d) => d.id === 'winner=a')!.verdict).toBe('no detectable difference');
  });

  test('the same seed gives the same bytes', async () => {
    const once = () => toy(press).then((s) => compare(s, { ...sampled, variants: [flat] }));
    expect(JSON.stringify(await once())).toBe(JSON.stringify(await once()));
  });
});

describe('compare --rulings', () => {
  test.each(['exact', 'sample'] as const)('flips every ruling that touches the encounter (%s)', async (engine) => {
    const loaded = await toy('attacker: { strength: 5 }\ndefender: { strength: 5 }');
    const swap = { name: 'swap', overrides: [{ path: 'rulings.tie', value: 'attacker' }] };
    const { robustness } = await compare(loaded, { variants: [flat, swap], rulings: true, engine, trials: 50_000 });
    const keys = new Set(robustness!.map((r) => r.key));
    expect([...keys].sort()).toEqual(['rounds', 'tie']);
    // The colour of the dice touches nothing.
    expect(keys.has('colour')).toBe(false);
    // A variant that is itself about a ruling is not set against other readings of it.
    expect(robustness!.filter((r) => r.key === 'tie').map((r) => r.variant)).not.toContain('swap');
  });

  test('says which verdicts do not survive', async () => {
    // The attacker hits a little more often: he wins more of the decided fights, but once ties go to the defender …
    const loaded = await toy('attacker: { strength: 9, height: true }\ndefender: { strength: 9 }');
    const weaker = { name: 'weaker', overrides: [{ path: 'defender.strength', value: 8 }] };
    const { robustness } = await compare(loaded, { variants: [weaker], rulings: true, objective: 'undecided' });
    const gone = robustness!.filter((r) => r.measure === 'undecided');
    expect(gone.map((r) => [r.key, r.to, r.survives])).toEqual([
      ['tie', 'defender', false],
      ['tie', 'attacker', false],
      ['rounds', 2, true],
    ]);
    expect(gone[0].text).toBe('Who takes a tie? “Defender”: undecided less becomes same (−8.0 → 0 percentage points).');
  });

  test('readings that turn a verdict come first, then by how far they move the headline; the rest is counted and named', async () => {
    const loaded = await toy('attacker: { strength: 9, height: true }\ndefender: { strength: 9 }');
    const weaker = { name: 'weaker', overrides: [{ path: 'defender.strength', value: 6 }] };
    const { robustness, verdicts, differences } = await compare(loaded, { variants: [weaker], rulings: true });
    const wins = differences!.find((d) => d.id === 'winner=a')!;
    const headline = robustness!.filter((r) => r.measure === 'winner=a');
    const turned = (r: (typeof headline)[number]) =>
      r.survives ? (robustness!.every((x) => x.key !== r.key || x.to !== r.to || x.survives) ? 2 : 1) : 0;
    const order = headline.map((r) => [turned(r), Math.abs(r.difference - wins.difference)] as const);
    expect(order.length).toBeGreaterThan(2);
    expect(order).toEqual([...order].sort((a, b) => a[0] - b[0] || b[1] - a[1]));
    // What else a reading turns stands right behind its headline.
    const groups = robustness!.map((r) => `${r.key}=${r.to}`);
    expect(groups.filter((g, i) => g !== groups[i - 1])).toEqual(headline.map((r) => `${r.key}=${r.to}`));
    expect(verdicts![0].notes.at(-1)).toMatch(
      /^Other readings of the rulings: \d+ change figures here, none turns the verdict on 'attacker wins' and (none|\d+) turns? another; 1 ruling has no effect: colour\.$/,
    );
  });
});

describe('compare refuses in one sentence', () => {
  const message = async (rest: string, options: Parameters<typeof compare>[1]) => {
    try {
      await compare(await toy(rest), options);
    } catch (e) {
      expect(e).toBeInstanceOf(InputError);
      return (e as InputError).message;
    }
    throw new Error('nothing was refused');
  };
  test('nothing to compare', async () => {
    expect(await message('', {})).toMatch(/needs something to set against the base/);
  });
  test('variants over a scenario that varies', async () => {
    expect(await message('vary: { attacker.strength: 1..3 }', { variants: [flat] })).toMatch(
      /varies attacker.strength/,
    );
  });
  test('a variant whose `was` no longer holds', async () => {
    const stale = { title: 'Stale', base: 'toy', change: { 'fight.rows.press': { was: 4, to: 0 } } };
    const variants = [{ name: 'stale', overrides: [{ path: 'variant', value: stale }] }];
    expect(await message('', { variants })).toMatch(/says fight.rows.press was 4, but the rulebook says 1/);
  });
  test('a path that names nothing', async () => {
    const variants = [{ name: 'x', overrides: [{ path: 'rules.fight.rows.hieght', value: 1 }] }];
    expect(await message('', { variants })).toMatch(/height/);
  });
  test('an objective that names nothing', async () => {
    expect(await message('', { variants: [flat], objective: 'defendr.hits' })).toMatch(/Did you mean 'defender.hits'/);
  });
});
