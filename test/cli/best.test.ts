import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Best, Results } from '../../src/results/types.ts';
import { grognard } from './harness.ts';

const results = async (line: string) => JSON.parse((await grognard(`${line} --format json`)).out) as Results;
const best = async (line: string): Promise<Best> => (await results(`best ${line}`)).best!;
const share = async (reaction: string, winner: 'a' | 'b') => {
  const { cells } = await results(`run stand-and-deliver --set defender.reaction=${reaction}`);
  return cells[0].outcomes.filter((o) => o.winner === winner).reduce((sum, o) => sum + o.p, 0);
};

describe('best', () => {
  it('is the best of the reactions, each worked out by itself', async () => {
    const found = await best('stand-and-deliver --side defender');
    const { options } = found.decisions[0];
    const alone = await Promise.all(options.map((o) => share(o.option, 'a')));
    expect(found.value).toBeCloseTo(Math.min(...alone), 10);
    expect(alone[options.findIndex((o) => o.taken > 0.999)]).toBeCloseTo(Math.min(...alone), 10);
  });

  it('calls an option that is worth as much as the best one as good, and says where nothing matters', async () => {
    const { out } = await grognard('best cavalry-v-square --side attacker');
    expect(out).toMatch(/^contact +0% +best\nstop +0% +as good$/m);
    // Over all he does come off better now and then.
    expect(out.replaceAll('\n', ' ')).toMatch(/^It makes no difference .* there the attacker never comes off better/);
  });

  it.each([
    'winner=a',
    'winner=b',
    'advantage',
    'defender.hits',
    'attacker.hits',
    'defender.fs',
    'attacker.hits>=3',
    'attacker.hits<=1',
  ])('never marks an option of the defender best while another is better for him (%s)', async (asked) => {
    const goodForDefender = /^winner=b|^attacker.hits(>=.*)?$|^defender.fs/.test(asked);
    const found = await best(`stand-and-deliver --side defender --objective ${asked}`);
    expect(found.goodFor).toBe(goodForDefender ? 'defender' : 'attacker');
    for (const { options } of found.decisions) {
      const sign = goodForDefender ? 1 : -1;
      const top = Math.max(...options.map((o) => sign * o.value));
      for (const o of options) if (o.taken > 1 - 1e-9) expect(sign * o.value).toBeCloseTo(top, 9);
    }
  });

  it('takes what is asked of a side that is to want the opposite', async () => {
    const few = await best('stand-and-deliver --side defender --objective rounds --minimise defender');
    const many = await best('stand-and-deliver --side defender --objective rounds --maximise defender');
    expect(few.value).toBeLessThan(many.value);
    expect((await grognard('best stand-and-deliver --objective rounds')).err).toMatch(/good for neither side/);
  });

  it('says "as written" of the side that keeps to the scenario, and marks nothing of it best', async () => {
    const found = await best('stand-and-deliver --side attacker');
    expect(found).toMatchObject({ choosers: ['attacker'], asWritten: ['defender'] });
    expect(found.decisions.every((d) => d.side === 'attacker')).toBe(true);
    expect(found.written).toBeCloseTo(await share('stand-and-deliver', 'a'), 10);
    expect((await grognard('best stand-and-deliver --side attacker')).out).toMatch(/The defender plays as written/);
  });

  it('starts with the decision that matters most, whoever takes it', async () => {
    const { out } = await grognard('best stand-or-square');
    expect(out).toMatch(/^Emergency square \(how the defender reacts/);
    expect(out.replace(/\s+/g, ' ')).toContain('Nothing that the attacker chooses matters.');
  });

  it('starts with a sentence that a player can use', async () => {
    const { out } = await grognard('best stand-or-square --side defender');
    expect(out.replace(/\s+/g, ' ')).toMatch(
      /^Emergency square .*: the defender is not beaten \d times in 10; .*stand or counter, 1 in 8/,
    );
  });

  it.each(['cavalry-attack', 'gendarmes-advance'])('solves the engagement %s', async (name) => {
    const found = await best(`${name} --side a`);
    expect(found.method).toBe('solved');
    // The choice stands in one pair of brackets.
    expect(found.text.split(': ')[0]).not.toMatch(/\) \(|\([^)]*\(/);
    expect(found.value).toBeGreaterThanOrEqual(found.written - 1e-12);
    for (const d of found.decisions) {
      for (const o of d.options) expect(d.value, `${d.title}: ${o.option}`).toBeGreaterThanOrEqual(o.value - 1e-12);
      if (d.rule) expect(d.rule.value).toBeLessThanOrEqual(found.value + 1e-12);
    }
    // A rule that can be followed where the right choice varies; means of options would look reversed.
    if (name === 'gendarmes-advance') {
      const [{ rule }] = found.decisions;
      expect(found.text).toMatch(
        /^Double in turn 1; charge after turn 1: Gendarmerie wins [\d.]+%; choosing right each time, [\d.]+%; as written,/,
      );
      expect(rule!.value).toBeGreaterThan(found.value - 0.05);
    }
  });

  it('searches what is past solving, and does not call it proved', async () => {
    const found = await best('brigades-engage --side b --trials 1000');
    expect(found.method).toBe('searched');
    expect(found.text).toMatch(/not proved best/);
    expect(found.interval!.low).toBeLessThan(found.value);
    const [chosen, ...more] = found.tactics!.filter((t) => t.chosen);
    expect(more).toEqual([]);
    // No two ways to play bear one name: a rule is for the whole side, or says for whom.
    const labels = found.tactics!.map((t) => t.label);
    expect(new Set(labels).size).toBe(labels.length);
    expect(labels).toEqual(
      expect.arrayContaining(['defend whenever possible', 'with the Levies, defend whenever possible']),
    );
    for (const t of found.tactics!) expect(chosen.value, t.label).toBeLessThanOrEqual(t.value);
    // In its own terms: what side A does not win is what side B is not beaten in.
    const name = chosen.label.charAt(0).toUpperCase() + chosen.label.slice(1);
    const figures = [found.value, found.written].map((v) => `${((1 - v) * 100).toFixed(1)}%`);
    expect(found.text).toContain(`${name}: side B is not beaten in ${figures[0]} instead of ${figures[1]}.`);
    expect(found.text).toMatch(/Found with fresh dice: \S+ percentage points more \(95% interval \d/);
    // Good for side B is what makes side A win less.
    expect(found.value).toBeLessThan(found.written);
  });

  it('says of a long run the best of what its table lists', async () => {
    // As many trials as are played over local automata; the looks of the search are stepped as they are written.
    const found = await best('cavalry-on-the-flank --side a --set turns=1 --engine sample --trials 1000');
    const [chosen, ...more] = found.tactics!.filter((t) => t.chosen);
    expect(more).toEqual([]);
    for (const t of found.tactics!) expect(t.value, t.label).toBeLessThanOrEqual(chosen.value);
    expect(found.text.toLowerCase()).toContain(`${chosen.label.toLowerCase()}: side a wins`);
    // Fresh dice find what the search found.
    expect(found.interval!.low).toBeLessThan(chosen.interval.high);
    expect(found.interval!.high).toBeGreaterThan(chosen.interval.low);
  });

  it('gives every group of a side its own side to choose for', async () => {
    const swapped = { a: { name: 'Line', type: 'heavy-infantry', stands: 3, tactic: 'hold' } };
    const b = { name: 'Pinning', type: 'medium-infantry', stands: 2, tactic: 'hold' };
    const groups = [{ name: 'Dragoons', type: 'medium-cavalry', stands: 2, lane: 2 }];
    const file = { rules: 'syw', encounter: 'engagement', ...swapped, b: { ...b, groups }, distance: 10, turns: 1 };
    const folder = await mkdtemp(join(tmpdir(), 'best-'));
    const path = join(folder, 'swapped.json');
    await writeFile(path, JSON.stringify(file));
    const { tactics } = await best(`${path} --side b --engine sample --trials 20`);
    await rm(folder, { recursive: true });
    expect(tactics!.map((t) => t.label)).toContain('with the Dragoons, charge whenever possible');
  });

  it('tells what it comes to in the same terms as the headline, and charts those', async () => {
    const { text } = await best('stand-and-deliver');
    expect(text).toMatch(/the defender is not beaten 7 times in 10.*In all, the defender is not beaten in 69\.2%/s);
    expect(text).not.toContain('ttacker comes off better');
  });

  it('does not speak of a gain where there is none, nor of a lead in per cent', async () => {
    const asked = 'three-a-side --side b --set turns=1 --engine sample --trials 50 --objective advantage';
    const { text, tactics } = await best(asked);
    if (tactics!.some((t) => t.chosen)) expect(text).toMatch(/Found with fresh dice/);
    else expect(text).not.toMatch(/\bgain|Found with fresh dice:/);
    expect(text).toMatch(/side B wins [\d.]+ percentage points oftener than side A/);
    expect(text).not.toMatch(/[\d.]+%? oftener|how much oftener/);
  });

  it('says first what the scenario does wrong', async () => {
    // As written the gendarmes hold; whoever is worst off for it must hear of that before all else.
    const found = await best('horse-round-the-flank');
    expect(found.text).toMatch(
      /^Charge \(the order of Gendarmes\): side A wins 6 times in 10; anything else, 1 in 7\./,
    );
    for (const d of found.decisions) expect(d.lost).toBeGreaterThanOrEqual(0);
    const kept = found.keeping!.find((k) => k.side === 'side A')!;
    expect(kept.value).toBeLessThanOrEqual(found.value);
  });

  it('says so where nobody has a choice', async () => {
    expect((await grognard('best volley')).out).toMatch(/Nobody has a choice here/);
  });

  it('says who has a choice where the side that was asked for has none', async () => {
    const { text } = await best('stand-or-square --side attacker');
    expect(text).toMatch(
      /^The attacker has nothing to choose against the defender as written; the defender has a choice\./,
    );
  });

  it('tells a lead in percentage points, for the side that asked', async () => {
    const { text } = await best('stand-or-square --side defender --objective advantage');
    expect(text).toMatch(
      /: the defender comes off better 6\.6 percentage points oftener than the attacker; .*, 55\.0 less/,
    );
    expect(text).toMatch(
      /In all, the defender comes off better 3\.3 percentage points oftener .* best play, 43\.4 less often as/,
    );
  });

  it('refuses a side that is not there', async () => {
    expect(await grognard('best volley --side defendr')).toMatchObject({ code: 2 });
    expect((await grognard('best stand-and-deliver --side defendr')).err).toMatch(/Did you mean 'defender'/);
  });
});
