import { describe, expect, test } from 'vitest';
import { compare } from '../../src/experiments/compare.ts';
import { searchNoisy } from '../../src/experiments/search.ts';
import { tune } from '../../src/experiments/tune.ts';
import * as library from '../../src/index.ts';
import { InputError } from '../../src/rules/problem.ts';
import { axisFromFlag } from '../../src/scenarios/axes.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { variantFrom } from '../../src/scenarios/load.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { Sfc32 } from '../../src/sim/random.ts';
import { wilson } from '../../src/stats/wilson.ts';
import { toy } from './toy.ts';

const high = 'attacker: { strength: 6, height: true }';
const height = axisFromFlag('rules.fight.rows.height=-4..5');

describe('tune, exactly', () => {
  test('finds the value that gives the target', async () => {
    const { tuning, cells } = await tune(await toy(high), { target: 0.3, parameters: [height] });
    expect(tuning).toMatchObject({ reached: true, best: [{ path: height.path, from: 2, to: 0 }] });
    expect(tuning!.value).toBeCloseTo(0.3, 12);
    expect(tuning!.interval).toBeUndefined();
    expect(tuning!.tried).toHaveLength(10);
    expect(cells.map((c) => c.labels['variant'])).toEqual(['as printed', 'tuned']);
  });
  test('an axis of the file that is tuned need not be fixed, the others must', async () => {
    const asked = { target: 0.6, parameters: ['unit.commander.control=2..5'] };
    const { tuning } = await library.tune(
      await loadScenario('morale-test', { set: ['unit.moraleSupport=false'] }),
      asked,
    );
    expect(tuning).toMatchObject({ reached: true, objective: { label: 'tester passes the test' }, best: [{ to: 3 }] });
    await expect(library.tune('morale-test', asked)).rejects.toThrow(/varies unit.moraleSupport; fix it/);
  });
  test('a path that leads nowhere is answered with the figures there are', async () => {
    const asked = library.tune('column-v-line', { target: 'even', parameters: ['attacker.fss=3..9'] });
    await expect(asked).rejects.toThrow(/its figures are attacker\.fs, .* Did you mean 'attacker\.fs'\?/);
  });
  test('prints a variant file that does it', async () => {
    const { tuning } = await tune(await toy(high), { target: 0.3, parameters: [height] });
    const variant = await variantFrom(parseText(tuning!.variantFile!, 'tuned.yaml'));
    const plan = { name: 'tuned', overrides: [{ path: 'variant', value: variant }] };
    const { differences } = await compare(await toy(high), { variants: [plan] });
    expect(differences!.find((d) => d.id === 'winner=a')!.value).toBeCloseTo(0.3, 12);
    expect(variant.variant.change).toEqual({ 'fight.rows.height': { was: 2, to: 0 } });
  });
  test('says plainly when no value reaches the target, and that a cap is why', async () => {
    const { tuning } = await tune(await toy(high), { target: 0.5, parameters: [height] });
    expect(tuning!.reached).toBe(false);
    // 3, 4 and 5 give the same 45%: the one that changes least is taken.
    expect(tuning!.best[0].to).toBe(3);
    expect(tuning!.text).toMatch(/^No value reaches 50.0%: the most within these bounds is 45.0%/);
    expect(tuning!.caps.join(' ')).toMatch(
      /“on higher ground” changes nothing beyond 3: always absorbed \(score 9, where nothing above 9 is read/,
    );
  });
  test('does not call a change lost for good that a cap only delays', async () => {
    // Strength 8 and height 2 are 10, read as 9: one point less is swallowed, the next is not.
    const down = axisFromFlag('rules.fight.rows.height=-2..2');
    const { tuning } = await tune(await toy('attacker: { strength: 8, height: true }'), {
      target: 0.3,
      parameters: [down],
    });
    expect(new Set(tuning!.tried.map((t) => t.value)).size).toBeGreaterThan(1);
    expect(tuning!.caps.join(' ')).not.toMatch(/changes nothing beyond/);
    expect(tuning!.caps.join(' ')).toMatch(/“on higher ground”: −1 is always absorbed/);
  });
  test('says what lies on either side when the target falls between two values', async () => {
    const { tuning } = await tune(await toy(high), { target: 0.33, parameters: [height] });
    expect(tuning!.reached).toBe(false);
    expect(tuning!.text).toMatch(
      /^Nearest to 33.0%: “on higher ground” at 1, where the attacker wins 35.0%; at 0, 30.0%; now it is 40.0%\./,
    );
  });
  test('what already is so is left as it is, without a variant file', async () => {
    const { tuning } = await tune(await toy(high), { target: 0.4, parameters: [height] });
    expect(tuning).toMatchObject({ reached: true, variantFile: null });
    expect(tuning!.text).toMatch(/as it is/);
  });
  test('moves several at once, situations and parts of rows included', async () => {
    const parameters = [axisFromFlag('attacker.strength=1..9'), axisFromFlag('rules.fight.rows.wary.second=-3..0')];
    const loaded = await toy('attacker: { plan: press }\ndefender: { plan: wary }');
    const { tuning } = await tune(loaded, { target: 0.6, objective: 'defender.hits', parameters });
    expect(tuning!.value).toBeCloseTo(0.6, 12);
    // Strength 5, +1 for pressing and -1 for the wary: one point more of either does it, and both change as little.
    expect(tuning!.best.map((b) => Math.abs(b.to - b.from)).reduce((a, b) => a + b)).toBe(1);
  });
});

describe('tune to an even fight', () => {
  test('is as many wins as losses, whatever stays undecided', async () => {
    const strength = axisFromFlag('attacker.strength=2..8');
    const { tuning } = await tune(await toy(), { target: 'even', parameters: [strength] });
    expect(tuning).toMatchObject({ objective: { id: 'advantage' }, target: 0, reached: true });
    expect(tuning!.best[0].to).toBe(5);
    // Values on both sides of nothing.
    expect(Math.sign(tuning!.tried[0].value)).toBe(-1);
    expect(Math.sign(tuning!.tried.at(-1)!.value)).toBe(1);
  });
  test('of a named share is half; of a figure it is nothing', async () => {
    const strength = axisFromFlag('attacker.strength=2..8');
    const options = { target: 'even' as const, parameters: [strength] };
    expect((await tune(await toy(), { ...options, objective: 'undecided' })).tuning!.target).toBe(0.5);
    await expect(toy().then((s) => tune(s, { ...options, objective: 'defender.hits' }))).rejects.toThrow(
      /nothing of it is even/,
    );
  });
  test('says when 50% is out of reach because fights stay undecided', async () => {
    const strength = axisFromFlag('attacker.strength=1..3');
    const loaded = await toy('defender: { strength: 1 }');
    const { tuning } = await tune(loaded, { target: 0.9, parameters: [strength] });
    expect(tuning!.text).toMatch(/Neither side wins in \S+ there, so that 90.0% is out of reach; the defender wins in/);
    expect(tuning!.text).toMatch(/As many wins as losses are --target even\.$/);
  });
  test('says how many stay undecided where that is not the whole reason', async () => {
    const column = ['rules.melee.infantry.attack-column=2..3'];
    const { tuning } = await library.tune('column-v-line', { target: 0.5, parameters: column });
    expect(tuning!.text).toMatch(/Neither side wins in 42\.\d% there; the defender wins in 13\.\d%/);
    // Nothing would be gained by a variant.
    expect(tuning!.variantFile).toBeNull();
  });
  test('offers a variant file only where it brings the figure nearer', async () => {
    // Beyond 3 nothing is read: with 3 written, all of 4 to 6 give what stands.
    const loaded = await toy('attacker: { strength: 6, height: true }\nset: { rules.fight.rows.height: 3 }');
    const { tuning } = await tune(loaded, { target: 0.9, parameters: [axisFromFlag('rules.fight.rows.height=4..6')] });
    expect(tuning).toMatchObject({ reached: false, variantFile: null });
    const nearer = await tune(loaded, { target: 0.3, parameters: [axisFromFlag('rules.fight.rows.height=1..6')] });
    expect(nearer.tuning!.variantFile).toContain('to: 1');
  });
});

describe('tune finds what is there', () => {
  // Undecided is likeliest where both hit or both miss; it rises and falls as the attacker grows weaker or stronger.
  const line = (from: number, to: number) => axisFromFlag(`rules.fight.rows.height=${from}..${to}`);
  test('names the other solutions of a curve', async () => {
    const { tuning } = await tune(await toy(high), { target: 0.45, parameters: [line(-4, 5)] });
    expect(tuning!.best[0].to).toBe(3);
    expect(tuning!.text).toMatch(/Others meet it too: 4 to 5\./);
  });
  test('names the other combinations of several values', async () => {
    const parameters = [axisFromFlag('attacker.strength=5..6'), axisFromFlag('defender.strength=5..6')];
    const { tuning } = await tune(await toy(), { target: 'even', parameters });
    expect(tuning!.text).toMatch(/Others meet it too: attacker strength 6, defender strength 6\./);
  });
  test('sampled, looks at every one of 81 values', async () => {
    const options = { engine: 'sample', trials: 60_000, seed: 4, within: 0.01 } as const;
    const { tuning } = await tune(await toy(high), { ...options, target: 0.35, parameters: [line(-50, 30)] });
    expect(tuning).toMatchObject({ looked: 81, values: 81, reached: true, best: [{ to: 1 }] });
  });
});

describe('tune, sampled', () => {
  test('calls nothing nearest while another value that it shows is nearer, however few the trials', async () => {
    const parameters = ['rules.melee.infantry.attack-column=-4..4'];
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      const { tuning } = await library.tune('column-v-line', {
        ...{ target: 'even', parameters, engine: 'sample', trials: 300, seed },
      });
      const off = tuning!.tried.map((t) => Math.abs(t.value));
      expect(Math.abs(tuning!.value)).toBe(Math.min(...off));
      expect(tuning!.text).not.toMatch(/percentage points to/);
    }
  });
  test('comes to the same value under noise', async () => {
    const options = { engine: 'sample', trials: 200_000, seed: 4 } as const;
    const { tuning } = await tune(await toy(high), { ...options, target: 0.3, parameters: [height] });
    expect(tuning).toMatchObject({ reached: true, evidence: 'reached', best: [{ from: 2, to: 0 }] });
    // The whole interval lies within half of one per cent of the target, and is told.
    expect(tuning!.interval!.low).toBeGreaterThan(0.295);
    expect(tuning!.interval!.high).toBeLessThan(0.305);
    expect(tuning!.text).toMatch(/at \S+: the attacker wins 30.\d% \(29.\d% to 30.\d%\)/);
  });
  test('says how long each value was looked at', async () => {
    const options = { engine: 'sample', trials: 60_000, seed: 4 } as const;
    const { tuning } = await tune(await toy(high), { ...options, target: 0.3, parameters: [height] });
    const looks = tuning!.tried.map((t) => t.trials!);
    expect(Math.min(...looks)).toBeLessThan(60_000);
    expect(tuning!.tried.find((t) => t.values[0] === tuning!.best[0].to)!.trials).toBe(60_000);
  });
  test('does not call reached what its trials cannot tell, nor missed', async () => {
    const options = { engine: 'sample', trials: 2_000, seed: 4 } as const;
    const { tuning } = await tune(await toy(high), { ...options, target: 0.3, parameters: [height] });
    expect(tuning).toMatchObject({ reached: false, evidence: 'open' });
    expect(tuning!.text).toMatch(/takes more trials to tell/);
  });
  test('confirms its choice with dice that had no part in choosing it', async () => {
    const options = { engine: 'sample', trials: 50_000, seed: 4 } as const;
    const { tuning } = await tune(await toy(high), { ...options, target: 0.3, parameters: [height] });
    const axes = [`${height.path}=${tuning!.best[0].to}`];
    const won = async (seed: number) => {
      const { cells } = await library.sweep(await toy(high), { ...options, seed, axes });
      return cells[0].outcomes.find((o) => o.id === 'defender-loses')!.p;
    };
    expect(tuning!.value).not.toBe(await won(4));
    expect(tuning!.value).toBe(await won(5));
  });

  const noisy = (curve: (x: number) => number) => {
    const random = new Sfc32(9, 0);
    let looks = 0;
    const evaluate = async (values: readonly number[], trials: number) => {
      looks++;
      const p = curve(values[0]);
      // A normal is near enough to the count of so many trials.
      let z = -6;
      for (let i = 0; i < 12; i++) z += random.next() / 2 ** 32;
      const count = Math.round(Math.min(trials, Math.max(0, trials * p + z * Math.sqrt(trials * p * (1 - p)))));
      return { values, trials, value: count / trials, interval: wilson(count, trials) };
    };
    return { evaluate, looks: () => looks };
  };
  const points = Array.from({ length: 1001 }, (_, i) => [i]);
  const best = (
    tried: readonly { values: readonly number[]; value: number; trials: number | null }[],
    target: number,
  ) =>
    tried
      .filter((t) => t.trials === Math.max(...tried.map((x) => x.trials!)))
      .sort((a, b) => Math.abs(a.value - target) - Math.abs(b.value - target))[0];

  test('bisects a long line instead of trying all of it', async () => {
    const { evaluate, looks } = noisy((x) => x / 1000);
    const tried = await searchNoisy(points, 0.317, 100_000_000, evaluate);
    expect(best(tried, 0.317).values[0]).toBe(317);
    expect(looks()).toBeLessThan(130);
  });
  test('finds both crossings of a line that rises and falls', async () => {
    const { evaluate } = noisy((x) => 1 - ((x - 400) / 600) ** 2);
    const tried = await searchNoisy(points, 0.9, 10_000_000, evaluate);
    const crossing = [400 - 600 * Math.sqrt(0.1), 400 + 600 * Math.sqrt(0.1)];
    for (const c of crossing) expect(tried.some((t) => Math.abs(t.values[0] - c) < 2)).toBe(true);
  });
});

describe('tune refuses in one sentence', () => {
  test.each([
    ['a target of 150%', { target: 1.5, parameters: [height] }, /150% cannot be/],
    ['a target below nothing', { target: -0.1, parameters: [height] }, /-10% cannot be/],
    ['nothing that may move', { target: 0.5, parameters: [] }, /something that may move/],
    ['a row that does not exist', { target: 0.5, parameters: [axisFromFlag('rules.fight.rows.hight=1..2')] }, /hight/],
    ['words', { target: 0.5, parameters: [axisFromFlag('attacker.plan=press,hold')] }, /must move over numbers/],
    ['a ruling of words', { target: 0.5, parameters: [axisFromFlag('rulings.tie=1..2')] }, /a word, not a number/],
    ['a row with two figures', { target: 0.5, parameters: [axisFromFlag('rules.fight.rows.wary=1..2')] }, /wary.first/],
    [
      'a row that is a fact',
      { target: 0.5, parameters: [axisFromFlag('rules.fight.rows.spirit=1..2')] },
      /self.spirit/,
    ],
    ['a whole table', { target: 0.5, parameters: [axisFromFlag('rules.fight.rows=1..2')] }, /name one of its rows/],
    ['too many cells', { target: 0.5, parameters: [height], maxCells: 5 }, /10 cells/],
  ])('%s', async (_, options, pattern) => {
    const work = () => toy(high).then((s) => tune(s, options));
    await expect(work()).rejects.toThrow(InputError);
    await expect(work()).rejects.toThrow(pattern);
  });
});
