import { describe, expect, test } from 'vitest';
import { compare, load } from '../../src/index.ts';
import { toy } from './toy.ts';

describe('a sampled comparison', () => {
  test('of which no pair flipped still says how large the difference may be', async () => {
    const fight = await load('column-v-line');
    const asked = { variants: ['attacker.fs=9'], objective: 'defender-broken' };
    const of = (r: Awaited<ReturnType<typeof compare>>) => r.differences!.find((d) => d.id === 'defender-broken')!;
    const truth = of(await compare(fight, asked)).difference;
    const found = of(await compare(fight, { ...asked, engine: 'sample', trials: 200, seed: 1 }));
    expect(truth).toBeGreaterThan(0);
    expect(found.low).toBeLessThan(truth);
    expect(found.high).toBeGreaterThan(truth);
    expect(found.high! - found.low!).toBeLessThan(0.06);
  });

  test('says that no result changed only where none did', async () => {
    const sampled = { engine: 'sample', trials: 3_000, seed: 2 } as const;
    const notes = async (variant: string, objective: string) => {
      const loaded = await toy('attacker: { strength: 6, height: true }');
      return (await compare(loaded, { ...sampled, variants: [variant], objective })).verdicts![0].notes.join(' ');
    };
    expect(await notes('rulings.rounds=1', 'winner=a')).toContain('no result changed');
    // Every win stays a win, but there are more hits: something did change.
    const unmoved = await notes('rules.fight.rows.height=1', 'attacker.hits>=9');
    expect(unmoved).not.toContain('no result changed');
    expect(unmoved).toContain('Played under the same dice');
  });

  test('says that sharing gained nothing where it did not', async () => {
    const asked = { variants: ['rulings.naturalTen=also-close-combat'], trials: 3_000, seed: 7 };
    const { verdicts } = await compare(await load('cavalry-v-line'), { ...asked, engine: 'sample' });
    expect(verdicts![0].pairingGain).toBeCloseTo(1, 2);
    expect(verdicts![0].notes.join(' ')).toContain('as much variance as independent runs');
  });

  test('sets all variants against one sample of the base', async () => {
    const loaded = await toy('attacker: { strength: 6, height: true }');
    const variants = ['attacker.strength=7', 'attacker.strength=5', 'rules.fight.rows.height=1'];
    const { cells, differences } = await compare(loaded, { engine: 'sample', trials: 3_000, seed: 2, variants });
    const shares = [
      ['winner=a', 'a'],
      ['winner=b', 'b'],
    ] as const;
    for (const [id, winner] of shares) {
      const base = cells[0].outcomes.filter((o) => o.winner === winner).reduce((sum, o) => sum + o.p, 0);
      const told = differences!.filter((d) => d.id === id).map((d) => d.base);
      expect(told).toEqual(variants.map(() => expect.closeTo(base, 12)));
    }
  });

  test('tries other readings as if the whole comparison had been made under them', async () => {
    const text = 'rulings: { rounds: 2 }\nattacker: { strength: 6, height: true }';
    const variants = ['attacker.strength=7', 'rules.fight.rows.height=1'];
    let turned = 0;
    // Few trials, so that verdicts stand on the edge.
    for (const trials of [50, 100, 200]) turned += await lawHolds(text, variants, trials);
    expect(turned).toBeGreaterThan(0);
  });

  /** Every reading against a comparison made under it; how many turned a verdict. */
  async function lawHolds(text: string, variants: string[], trials: number): Promise<number> {
    const sampled = { engine: 'sample', trials, seed: 3 } as const;
    const { robustness, differences } = await compare(await toy(text), { ...sampled, variants, rulings: true });
    expect(robustness!.length).toBeGreaterThan(1);
    let turned = 0;
    for (const check of robustness!) {
      const other = await toy(`${text}\nset: { rulings.${check.key}: ${check.to} }`);
      const direct = (await compare(other, { ...sampled, variants })).differences!;
      const same = (d: { variant: string; id: string }) => d.variant === check.variant && d.id === check.measure;
      expect(check.difference).toBeCloseTo(direct.find(same)!.difference, 12);
      expect(check.survives, check.text).toBe(direct.find(same)!.verdict === differences!.find(same)!.verdict);
      if (!check.survives) turned++;
    }
    return turned;
  }
});
