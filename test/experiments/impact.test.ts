import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare } from '../../src/experiments/compare.ts';
import { impact } from '../../src/experiments/impact/impact.ts';
import { loadScenario, loadSuite } from '../../src/scenarios/files.ts';
import { grognard } from '../cli/harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'impact-'));
const written = (name: string, text: string): string => {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
};
const SUITE = written(
  'suite.yaml',
  `title: A few
rules: oth2
situations:
  stand-and-deliver: stand-and-deliver
  reactions: { scenario: formations-v-reactions, weight: 2 }
  volley: volley
  rally: rally
`,
);
const weaker = { name: 'weaker', overrides: [{ path: 'rules.fire.small-arms.initial-volley', value: -1 }] };
const run = async (...variants: (typeof weaker)[]) => impact(await loadSuite(SUITE), { variants });

describe('impact over a suite', () => {
  it('gives for every situation what compare gives for it alone', async () => {
    const { impact: found } = await run(weaker);
    const situation = found!.variants[0].situations.find((s) => s.name === 'stand and deliver')!;
    const alone = await compare(await loadScenario('stand-and-deliver'), { variants: [weaker] });
    const share = (cell: number, winner: string) =>
      alone.cells[cell].outcomes.filter((o) => o.winner === winner).reduce((sum, o) => sum + o.p, 0);
    expect(situation.base[0]).toBeCloseTo(share(0, 'a'), 12);
    expect(situation.value[0]).toBeCloseTo(share(1, 'a'), 12);
    expect(situation.value[1]).toBeCloseTo(share(1, 'b'), 12);
    const apart = alone.cells[0].outcomes.reduce((sum, o, i) => sum + Math.abs(o.p - alone.cells[1].outcomes[i].p), 0);
    expect(situation.endOtherwise).toBeCloseTo(apart / 2, 12);
    const lead = (cell: number) => share(cell, 'a') - share(cell, 'b');
    expect(situation.turned).toBe(lead(0) * lead(1) < 0);
  });

  it('says that it was stopped when not even one situation was done', async () => {
    const suite = await loadSuite(SUITE);
    await expect(impact(suite, { variants: [weaker], signal: AbortSignal.abort() })).rejects.toThrow(/stopped/);
  });

  it('finds that an empty variant moves nothing', async () => {
    const { impact: found } = await run({ name: 'nothing', overrides: [] });
    const [v] = found!.variants;
    expect([v.moved, v.turned, v.endOtherwise]).toEqual([0, 0, 0]);
    expect(v.text).toMatch(/changes nothing in any of \d+ situations/);
  });

  it('sorts by what moves most and names what does not move', async () => {
    const { impact: found } = await run(weaker);
    const [v] = found!.variants;
    const sizes = v.situations.filter((s) => s.moved).map((s) => s.endOtherwise);
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(v.groups.find((g) => g.group === 'rally')!.moved).toBe(0);
    expect(v.moved).toBe(v.situations.filter((s) => s.moved).length);
    expect(v.endOtherwise).toBeCloseTo(
      v.situations.reduce((sum, s) => sum + s.weight * s.endOtherwise, 0),
      12,
    );
  });

  it('turns round when the two change places', async () => {
    const suite = await loadSuite(SUITE);
    const base = { name: 'printed', overrides: [] };
    const there = await impact(suite, { variants: [weaker] });
    const back = await impact(suite, { variants: [base], against: weaker });
    const byName = (r: typeof there) => new Map(r.impact!.variants[0].situations.map((s) => [s.name, s]));
    for (const [name, s] of byName(there)) {
      expect(byName(back).get(name)!.base).toEqual(s.value);
      expect(byName(back).get(name)!.endOtherwise).toBeCloseTo(s.endOtherwise, 12);
    }
  });

  it('keeps the situations that were played before it was stopped, and says so', async () => {
    const controller = new AbortController();
    const suite = await loadSuite(SUITE);
    const signal = controller.signal;
    const found = await impact(suite, {
      variants: [weaker],
      signal,
      onProgress: ({ doneCells }) => {
        if (doneCells >= 3) controller.abort();
      },
    });
    expect(found.partial).toBe(true);
    expect(found.impact!.suite.played).toBeLessThan(found.impact!.suite.situations);
    expect(found.impact!.variants[0].compared).toBe(found.impact!.suite.played);
    expect(found.impact!.variants[0].compared).toBeGreaterThan(0);
  });
});

describe('the impact command', () => {
  it('prints one screen: at most 25 lines of 80 columns, the finding first', async () => {
    for (const words of [
      ['oth-half'],
      ['rules.fire.small-arms.initial-volley=-1', 'rules.melee.infantry.attack-column=0'],
    ]) {
      const { code, out } = await grognard(['impact', ...words, '--suite', SUITE, '--threads', '1'], { columns: 80 });
      expect(code).toBe(0);
      const lines = out.trimEnd().split('\n');
      expect(lines.length).toBeLessThanOrEqual(25);
      // The way to the suite stays whole, and is as long as the temporary folder lies deep.
      const told = lines.filter((l) => !l.includes('suite.yaml'));
      expect(told).toHaveLength(lines.length - 1);
      expect(Math.max(...told.map((l) => l.length))).toBeLessThanOrEqual(80);
      expect(lines[0]).toMatch(/moves|changes most/);
    }
  });

  it('writes results, tables, a page and charts', async () => {
    const out = join(folder, 'out');
    const { code } = await grognard([
      'impact',
      'rules.fire.small-arms.initial-volley=-1',
      '--suite',
      SUITE,
      '--out',
      out,
    ]);
    expect(code).toBe(0);
    const results = JSON.parse(readFileSync(join(out, 'results.json'), 'utf8'));
    expect(results.kind).toBe('impact');
    const csv = readFileSync(join(out, 'results.csv'), 'utf8');
    expect(csv.split('\n').filter((l) => l.startsWith('situation'))).toHaveLength(
      2 * results.impact.variants[0].situations.length,
    );
    for (const name of ['situations.svg', 'map.svg', 'situations.png', 'report.html', 'report.md'])
      expect(readFileSync(join(out, name)).length).toBeGreaterThan(500);
  });

  it.each([
    ['no variant', 'impact', /Name a variant/],
    ['an edit without a rulebook', 'impact rules.fire.small-arms.initial-volley=1', /--rules oth2/],
    ['a row that does not exist', `impact rules.fire.small-arms.initial-voley=1 --suite ${SUITE}`, /initial-volley/],
    ['another game', `impact syw --suite ${SUITE}`, /different games/],
    ['a book against itself', `impact oth2 --suite ${SUITE}`, /against itself/],
    ['a suite that does not exist', 'impact oth-half --suite oth4', /no suite/],
  ])('refuses in a sentence, with exit code 2: %s', async (_, line, sentence) => {
    const { code, err, out } = await grognard(line);
    expect(err).toMatch(sentence);
    expect(code).toBe(2);
    expect(out).toBe('');
  });
});
