import { describe, expect, test } from 'vitest';
import { headline } from '../../reports/headline.ts';
import { newControl } from '../../src/engine/control.ts';
import { doPiece } from '../../src/engine/do-piece.ts';
import { evaluate } from '../../src/engine/evaluate.ts';
import type { Evaluation } from '../../src/engine/types.ts';
import type { Workforce } from '../../src/engine/workforce.ts';
import { absorbedChanges, absorption } from '../../src/experiments/caps.ts';
import { objective } from '../../src/experiments/objective.ts';
import { objectiveValue } from '../../src/experiments/objective-value.ts';
import { type Scores, scoresOf } from '../../src/experiments/scores.ts';
import { sensitivity } from '../../src/experiments/sensitivity.ts';
import { InputError } from '../../src/rules/problem.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { type Override, prepareCell } from '../../src/scenarios/prepare.ts';
import { toy } from './toy.ts';

const wary = 'attacker: { strength: 5, height: true, plan: press, spirit: 1 }\ndefender: { plan: wary }';

describe('sensitivity', () => {
  test('moves every row that comes up by one point either way, and ranks them', async () => {
    // Attacker 5 + 2 + 1 - 1 + 1 = 8, defender 5 + 1 = 6; the attacker wins 0.8 × 0.4 = 0.32.
    const { sensitivity: found } = await sensitivity(await toy(wary));
    expect(found!.base).toBeCloseTo(0.32, 12);
    // The whole of height is two points of score, 0.08; of spirit a point on either side, 0.05 at most; the rest 0.04.
    expect(found!.rows.map((r) => r.path)).toEqual([
      'rules.fight.rows.wary.first',
      'rules.fight.rows.height',
      'rules.fight.rows.spirit.plus',
      'rules.fight.rows.press',
      'rules.fight.rows.wary.second',
    ]);
    const [first, height, spirit] = found!.rows;
    expect(height.withoutChange).toBeCloseTo(0.6 * 0.4 - 0.32, 12);
    expect(first).toMatchObject({ value: 1, source: 'toy, Fight, line 4' });
    expect(first.minusChange).toBeCloseTo(0.8 * 0.5 - 0.32, 12);
    expect(first.plusChange).toBeCloseTo(0.8 * 0.3 - 0.32, 12);
    expect(height.minusChange).toBeCloseTo(-0.04, 12);
    expect(height.plusChange).toBeCloseTo(0.04, 12);
    // Spirit counts on both sides: a point on top of it takes 0.9 × 0.3 or 0.7 × 0.5 instead of 0.8 × 0.4.
    expect(spirit.plusChange).toBeCloseTo(0.27 - 0.32, 12);
    expect(spirit.minusChange).toBeCloseTo(0.35 - 0.32, 12);
    expect(found!.unmoved).toEqual([]);
  });
  test('names a row that counts only where a cap lets it, with the other', async () => {
    // 8 + 2 + 1 = 11, read as 9: neither row alone is missed, both together cost a point.
    const loaded = await toy('attacker: { strength: 8, height: true, plan: press }');
    const { sensitivity: found } = await sensitivity(loaded);
    const [pair] = found!.pairs!;
    expect([...pair.labels].sort()).toEqual(['on higher ground', 'presses']);
    expect(pair.alone).toBe(0);
    expect(pair.change).toBeCloseTo(0.8 * 0.5 - 0.9 * 0.5, 12);
  });
  test('ranks a row by its whole worth where a point of it is swallowed', async () => {
    // 8 + 2 = 10, read as 9: a point either way is nothing, the row is worth one point of score.
    const { sensitivity: found } = await sensitivity(await toy('attacker: { strength: 8, height: true }'));
    const height = found!.rows.find((r) => r.path === 'rules.fight.rows.height')!;
    expect(height).toMatchObject({ minusChange: 0, plusChange: 0 });
    expect(height.withoutChange).toBeCloseTo(0.8 * 0.5 - 0.9 * 0.5, 12);
  });
  test('includes a row that applies, is worth nothing here, and would move the result', async () => {
    const { sensitivity: found } = await sensitivity(await toy('attacker: { strength: 6 }'));
    const spirit = found!.rows.find((r) => r.path === 'rules.fight.rows.spirit.plus')!;
    expect(spirit.plusChange).not.toBe(0);
    expect(spirit.withoutChange).toBe(0);
  });
  test('of rows added under one condition each has the answers it has when played alone', async () => {
    const strong = { self: { fs: { lt: 7 } } };
    const weak = { self: { fs: { lt: 6.5 } } };
    const rows = [
      { id: 'a', value: 1, when: strong },
      { id: 'b', value: 1, when: strong },
      { id: 'c', value: -1, when: strong },
      { id: 'd', value: 1, when: weak },
      { id: 'e', value: 1, when: { self: { hits: { gt: 3 } } }, replaces: ['f'] },
      { id: 'f', value: 1, when: weak },
      { id: 'g', value: 1, when: weak },
    ];
    const scenario = await loadScenario('column-v-line');
    const variant = { title: 't', base: 'oth2', add: { 'melee.infantry': rows } };
    const value = { name: 't', variant };
    const loaded = {
      ...scenario,
      overrides: [
        { path: 'attacker.fs', value: 6 },
        { path: 'variant', value },
      ],
    };
    const { sensitivity: found } = await sensitivity(loaded);
    const alone = async (override: Override) => {
      const { built, sides } = prepareCell(loaded, [override]);
      const { tally } = await evaluate({ machine: built.machine }, { engine: 'exact', seed: 1 });
      return objectiveValue(objective(found!.objective.id, tally, sides), tally).value;
    };
    const answers = new Set<string>();
    for (const { id, value } of rows) {
      const path = `rules.melee.infantry.${id}`;
      const still = { minus: found!.base, plus: found!.base, without: found!.base };
      const row = found!.rows.find((r) => r.path === path) ?? still;
      const remove = { title: 'without', base: 'oth2', remove: [`melee.infantry.${id}`] };
      expect(row.minus, `${id} less`).toBeCloseTo(await alone({ path, value: value - 1 }), 12);
      expect(row.plus, `${id} more`).toBeCloseTo(await alone({ path, value: value + 1 }), 12);
      const gone = await alone({ path: 'variant', value: { name: 'without', variant: remove } });
      expect(row.without, `without ${id}`).toBeCloseTo(gone, 12);
      answers.add([row.minus, row.plus, row.without].map((x) => x.toFixed(9)).join(' '));
    }
    expect(answers.size).toBeGreaterThan(3);
  });
  test('lists every row on request, and those that do not come up as such', async () => {
    const { sensitivity: found } = await sensitivity(await toy(), { everyRow: true });
    expect(found!.rows.map((r) => r.path)).toEqual(['rules.fight.rows.spirit.plus']);
    expect(found!.unmoved.find((u) => u.path === 'rules.fight.rows.never')!.reason).toBe('does not come up here');
    expect(found!.unmoved).toHaveLength(5);
  });
  test('says when a cap absorbs a point, and from which score it would count', async () => {
    const capped = await sensitivity(await toy('attacker: { strength: 7, height: true }'));
    const height = capped.sensitivity!.rows.find((r) => r.path === 'rules.fight.rows.height')!;
    expect(height).toMatchObject({ plusChange: 0 });
    expect(height.note).toBe('+1 always absorbed (score 9, where nothing above 9 is read: it would count from 8 down)');
    const beyond = await sensitivity(await toy('attacker: { strength: 12, height: true }'));
    expect(beyond.sensitivity!.rows.map((r) => r.path)).toEqual(['rules.fight.rows.spirit.plus']);
    expect(beyond.sensitivity!.unmoved[0].reason).toMatch(
      /^−1 always absorbed \(score 14, .* from 9 down\); \+1 always absorbed \(.* from 8 down\)$/,
    );
  });
  test('asks about anything', async () => {
    const { sensitivity: found } = await sensitivity(await toy(wary), { objective: 'attacker.hits' });
    expect(found!.objective).toEqual({ id: 'attacker.hits', label: 'hits on the attacker' });
    expect(found!.rows.map((r) => r.path)).toEqual(['rules.fight.rows.wary.first', 'rules.fight.rows.spirit.plus']);
    expect(found!.unmoved.find((u) => u.path.endsWith('height'))!.reason).toBe(
      'counts here, but does not change this outcome',
    );
  });
  test('sampled under the same dice, its intervals hold the exact changes', async () => {
    const exact = (await sensitivity(await toy(wary))).sensitivity!;
    const { sensitivity: found } = await sensitivity(await toy(wary), { engine: 'sample', trials: 100_000, seed: 5 });
    for (const row of found!.rows) {
      const truth = exact.rows.find((r) => r.path === row.path)!;
      expect(row.minusInterval!.low).toBeLessThan(truth.minusChange);
      expect(row.minusInterval!.high).toBeGreaterThan(truth.minusChange);
      expect(row.plusInterval!.high - row.plusInterval!.low).toBeLessThan(0.006);
    }
    expect(found!.rows).toHaveLength(5);
  });
  test('calls no row the one that matters most where chance alone may have moved it', async () => {
    const few = await sensitivity(await toy(wary), { engine: 'sample', trials: 20 });
    expect(few.sensitivity!.rows.every((r) => r.note?.startsWith('no detectable change'))).toBe(true);
    expect(headline(few)).toBe('No modifier moves the result by more than these trials can detect');
    const many = await sensitivity(await toy(wary), { engine: 'sample', trials: 100_000 });
    expect(headline(many)).toMatch(/matters most/);
  });
  test('refuses a scenario that varies', async () => {
    const work = toy('vary: { attacker.strength: 1..3 }').then((s) => sensitivity(s));
    await expect(work).rejects.toThrow(InputError);
  });
});

const small = { method: 'compiled whole', states: 7 } as Evaluation;

describe('of an engagement that is played', () => {
  const small = { engine: 'sample', stateBudget: 20, trials: 64 } as const;

  test('changes that are played side by side give what they give one after the other', async () => {
    const loaded = await loadScenario('two-battalions', { set: [{ path: 'turns', value: 2 }] });
    const one = await sensitivity(loaded, small);
    const two = await sensitivity(loaded, { ...small, workforce: sideBySide(2) });
    expect(two.sensitivity!.rows.length).toBeGreaterThan(0);
    expect(two.sensitivity).toEqual(one.sensitivity);
  });

  test('an objective that names nothing is refused before anything is played', async () => {
    const onProgress = () => expect.fail('played already');
    const asked = sensitivity(await toy(wary), { engine: 'sample', objective: 'wimming', onProgress });
    await expect(asked).rejects.toThrow("'wimming' is no outcome");
  });
});

/** A workforce without threads that has so many pieces in hand. */
const sideBySide = (width: number): Workforce => ({
  width,
  grain: 'fine',
  run: (piece) => ({ answer: doPiece(structuredClone(piece), newControl()), trials: () => 0 }),
  close: async () => {},
});

describe('the note about caps', () => {
  const scores = (totals: readonly (readonly [number, number])[], parts: readonly string[]): Scores => ({
    rolls: new Map([['k', { label: 'score', low: 1, high: 10, totals: new Map(totals), parts: new Set(parts) }]]),
    rows: new Map(),
    whole: true,
  });
  test('is silent where the change counts, although the scores that may come up stay the same', () => {
    const before = scores(
      [
        [9, 0.9],
        [12, 0.1],
      ],
      ['row=1'],
    );
    const after = scores(
      [
        [9, 0.1],
        [12, 0.9],
      ],
      ['row=2'],
    );
    expect(absorbedChanges(before, after)).toEqual([]);
  });
  test('is silent of rolls that the change does not touch', () => {
    const before = scores([[11, 1]], ['row=1']);
    expect(absorbedChanges(before, scores([[12, 1]], ['row=1']))).toEqual([]);
  });
  test('says by chance how much is absorbed', () => {
    const before = scores(
      [
        [5, 0.5],
        [11, 0.5],
      ],
      ['row=1'],
    );
    expect(
      absorbedChanges(
        before,
        scores(
          [
            [6, 0.5],
            [12, 0.5],
          ],
          ['row=2'],
        ),
      )[0],
    ).toMatch(/^A cap absorbs 50.0% of/);
    expect(absorbedChanges(scores([[11, 1]], ['row=1']), scores([[12, 1]], ['row=2']))[0]).toMatch(
      /^A cap absorbs this change: /,
    );
  });
});

describe('scores', () => {
  test('of an encounter too large to be looked at whole come from play, and say so', async () => {
    const { built } = prepareCell(await toy(wary));
    const played = scoresOf(built.machine, { ...small, states: 1e9 });
    expect(played.whole).toBe(false);
    expect([...played.rows.keys()].sort()).toEqual([...scoresOf(built.machine, small).rows.keys()].sort());
  });

  test('come from every reachable state', async () => {
    const { built } = prepareCell(await toy(wary));
    const scores = scoresOf(built.machine, small);
    expect(scores.whole).toBe(true);
    expect([...scores.rolls.values()].flatMap((r) => [...r.totals.keys()]).sort()).toEqual([6, 8]);
    expect([...scores.rows.keys()].sort()).toEqual([
      'fight.rows.height',
      'fight.rows.press',
      'fight.rows.spirit',
      'fight.rows.wary',
    ]);
    expect([...scores.rows.get('fight.rows.wary')!.worth.keys()].sort()).toEqual([-1, 1]);
  });
  test('an end of the table at the bottom absorbs too', async () => {
    const { built } = prepareCell(await toy('attacker: { strength: 0, plan: press }'));
    const use = scoresOf(built.machine, small).rows.get('fight.rows.press')!;
    expect(absorption(use, -1)!.text).toBe(
      'always absorbed (score 1, where nothing below 1 is read: it would count from 2 up)',
    );
    expect(absorption(use, 1)).toBeUndefined();
  });
});
