import { describe, expect, test } from 'vitest';
import { readingNotes } from '../../src/experiments/hanging/words.ts';
import { load, run, sweep } from '../../src/index.ts';
import type { HangingReading } from '../../src/results/types.ts';
import { CONTACT } from '../../src/rules/outcomes.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import { exampleNames, exampleSource } from '../../src/scenarios/examples.ts';
import { type LoadedScenario, prepareCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { isOneSided } from '../../src/words/kinds.ts';

/** The figure that a note speaks of, added up anew from all ends under the reading that is set. */
function figureUnder(loaded: LoadedScenario, { key, to, figure, cell = 0 }: HangingReading): number {
  const flip = { path: `rulings.${key}`, value: to };
  const { built, sides } = prepareCell(loaded, [...combinations(loaded.vary)[cell], flip]);
  const { ends, measures, outcomes } = exact(compile(built.machine, { measures: [CONTACT] }));
  const met = measures.findIndex((m) => m.id === CONTACT);
  const share = (test: (winner: string, meets: boolean) => boolean): number =>
    ends.reduce((s, e) => s + (test(outcomes[e.outcome].winner, met < 0 || e.values[met] === 1) ? e.weight : 0), 0);
  if (isOneSided(loaded.encounter))
    return ends.reduce((s, e) => s + (outcomes[e.outcome].label === figure ? e.weight : 0), 0);
  const contact = share((_, meets) => meets);
  if (figure === 'charges that come to contact') return contact;
  const [, name, given] = /^(.*) wins?( when the two meet)?$/.exec(figure)!;
  expect(sides.names.map((n) => n.replace(/^the /i, ''))).toContain(name);
  const side = sides.names[0].endsWith(name) ? 'a' : 'b';
  return share((winner, meets) => meets && winner === side) / (given ? contact : 1);
}

const foot = { formation: 'line', fs: 8, commander: { control: 5 } };
const horse = { ...foot, arm: 'cavalry', cavalryType: 'heavy' };
const charge = (attacker: object, defender: object) => ({ rules: 'oth2', encounter: 'charge', attacker, defender });

/** Every charge comes to contact as the rulings stand, but not under every other reading. */
const CHARGES = {
  'an opportunity charge over an obstacle': charge(
    { ...horse, reaction: 'counter' },
    { ...horse, place: 'obstacle', reaction: 'opportunity' },
  ),
  'a counter out of woods': charge(foot, { ...foot, woods: 'woods', reaction: 'counter' }),
};

/** So many are named under a result; further ones would only take time. */
const LOOKED_AT = 2;

async function assertFigures(loaded: LoadedScenario, most = LOOKED_AT): Promise<readonly HangingReading[]> {
  const { readings } = await run(loaded, { rulings: true });
  const found = readings?.hanging ?? [];
  for (const h of found.slice(0, most))
    expect(h.value, `${h.key}=${h.to}: ${h.figure}`).toBeCloseTo(figureUnder(loaded, h), 10);
  return found;
}

describe('the other figure of a note is what the same run gives when the ruling is set', () => {
  test.each(Object.entries(CHARGES))('%s', async (_, scenario) => {
    const found = await assertFigures(await load(scenario), Number.POSITIVE_INFINITY);
    // One charge in ten is refused under this reading.
    const tens = found.find((h) => h.to === 'ten-always-fails');
    expect(tens).toMatchObject({ figure: 'charges that come to contact', base: expect.closeTo(1), turns: false });
    expect(tens!.value).toBeCloseTo(0.9, 10);
  });

  // Engagements are too large for other readings to be tried.
  const worked = exampleNames().filter((name) => !/^encounter: engagement/m.test(exampleSource(name)!));
  test.each(worked)('%s', async (name) => {
    const loaded = await load(name);
    // Two cases of each axis are as good a trial as twenty.
    const vary = loaded.vary.map((axis) => ({ ...axis, values: [axis.values[0], axis.values.at(-1)!] }));
    await assertFigures({ ...loaded, vary });
  });
});

describe('the words of a note', () => {
  const reading = (key: string, to: string, value: number, more: Partial<HangingReading> = {}): HangingReading => ({
    ...{ ruling: 'R1', key, question: `Which ${key}?`, from: 'printed', to, figure: 'attacker wins' },
    ...{ base: 0.5, value, unit: 'share', turns: false, ...more },
  });
  const texts = (...hanging: HangingReading[]): string[] =>
    readingNotes({ consulted: [], tried: 9, of: 9, hanging }).map((n) => n.text);

  test('a question is asked once, with every answer to it', () => {
    const [x, y] = [reading('flank', 'strict', 0.8), reading('flank', 'off', 0.8)];
    expect(texts(x, y)).toEqual([
      'The rules leave open: Which flank? “Strict” or “Off” would give 80.0% instead of 50.0% (attacker wins).',
    ]);
    expect(texts(x, reading('flank', 'loose', 0.3))).toEqual([
      'The rules leave open: Which flank? “Strict” would give 80.0%, “Loose” 30.0%, instead of 50.0% (attacker wins).',
    ]);
  });

  test('an answer that moves another figure or case is counted, not named', () => {
    const others = [{ figure: 'defender wins' }, { cell: 2 }].map((more) => reading('flank', 'off', 0.8, more));
    for (const other of others) {
      expect(texts(reading('flank', 'strict', 0.9), other)).toEqual([
        'The rules leave open: Which flank? “Strict” would give 90.0% instead of 50.0% (attacker wins).',
        '1 more reading moves it by over 5 percentage points.',
      ]);
    }
  });

  test('what turns the finding without moving it far is not said to move it by over 5 points', () => {
    const turning = [0.49, 0.48].map((value, i) => reading(`r${i}`, 'off', value, { turns: true }));
    const last = (...more: HangingReading[]) => texts(reading('a', 'x', 0.9), reading('b', 'y', 0.9), ...more).at(-1);
    expect(last(reading('c', 'z', 0.9))).toBe('1 more reading moves it by over 5 percentage points.');
    expect(last(turning[0])).toBe('1 more reading turns the finding.');
    expect(last(...turning)).toBe('2 more readings turn the finding.');
    expect(last(...turning, reading('c', 'z', 0.9))).toBe(
      '2 more readings turn the finding and 1 more moves it by over 5 percentage points.',
    );
  });

  test('of choices, a reading under which the best one stays best is not said to turn anything', async () => {
    const { readings, cells } = await run(await load('stand-or-square'), { rulings: true });
    const strict = readings!.hanging.find((h) => h.key === 'testPass' && h.to === 'strictly-under');
    expect(strict?.turns ?? false).toBe(false);
    expect(cells.flatMap((c) => c.notes.map((n) => n.text)).join('\n')).not.toContain('no longer');
  });

  test('a reading under which best and worst change places says so', async () => {
    const axis = { path: 'rules', label: 'rules', kind: 'list', values: ['oth2', 'oth-half'] } as const;
    const { readings, cells } = await sweep(await load('column-v-line', { books: ['oth-half'] }), {
      axes: [axis],
      rulings: true,
    });
    const turning = readings!.hanging.filter((h) => h.turns);
    expect(turning.map((h) => h.key)).toContain('reform');
    expect(cells.flatMap((c) => c.notes.map((n) => n.text)).join('\n')).toMatch(
      /, and this is then no longer the (?:best|worst) case for the attacker\./,
    );
  });
});
