import type { Server } from 'node:http';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleEntries } from '../../scripts/bake.ts';
import { evaluatePaired } from '../../src/engine/paired.ts';
import { objective } from '../../src/experiments/objective.ts';
import { pairedDifference } from '../../src/experiments/objective-value.ts';
import { DEFAULT_SEED } from '../../src/experiments/options.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import type { Played, Worth } from '../../web/engine/protocol.ts';
import { chromiumPath, plainHost } from './browser.ts';
import { engineOn } from './engine-page.ts';
import { sharedBrowser } from './stage.ts';

describe.skipIf(chromiumPath === undefined)('the engine of the page', () => {
  let browser: Browser;
  let host: { server: Server; address: string };
  let engine: Awaited<ReturnType<typeof engineOn>>;
  beforeAll(async () => {
    host = await plainHost();
    browser = await sharedBrowser();
    engine = await engineOn(await browser.newPage(), host.address);
  });
  afterAll(async () => {
    await browser?.close();
    host?.server.close();
  });

  describe('choices in an engagement that is too large to be worked out', () => {
    const { scenario } = exampleEntries().find((e) => e.name === 'brigades-engage')!;
    const worth = async (inSight: readonly string[]) =>
      (await engine('worth', { scenario, objective: 'winner=a', inSight })).value as Worth;

    it('are estimated where they are in sight, with the interval that compare would give', async () => {
      const found = await worth(['distance']);
      expect(Object.keys(found.fields)).toEqual(['distance']);
      expect(found).toMatchObject({ plays: 500, done: true });
      const loaded = await loadScenario('brigades-engage');
      for (const { value, change, low, high } of found.fields['distance']) {
        const [base, other] = [prepareCell(loaded), prepareCell(loaded, [{ path: 'distance', value }])];
        const source = ({ built, recipe }: typeof base) => ({ machine: built.machine, recipe });
        const wins = (tally: Parameters<typeof objective>[1]) => objective('winner=a', tally, base.sides);
        const options = { engine: 'sample', seed: DEFAULT_SEED, trials: 500, stateBudget: 1, compared: wins } as const;
        const pair = await evaluatePaired(source(base), source(other), options);
        const expected = pairedDifference(wins(pair.a.tally), wins(pair.b.tally), pair);
        expect([change, low, high]).toEqual([expected.difference, expected.low, expected.high]);
        expect(low!).toBeLessThan(high!);
      }
      expect(found.fields['distance'].map((a) => a.value)).toEqual([9, 11]);
    });

    it('keep what was tried when more comes in sight', async () => {
      const before = await worth(['distance']);
      const after = await worth(['turns', 'distance']);
      expect(Object.keys(after.fields).sort()).toEqual(['distance', 'turns']);
      expect(after.fields['distance']).toEqual(before.fields['distance']);
    });
  });

  describe('an answer that is long in coming', () => {
    const played = async (scenario: unknown) => {
      const { first, value } = await engine('play', { play: { kind: 'run', scenario, command: '' } });
      return { first: first as Played | undefined, whole: value as Played };
    };
    const example = (name: string) => exampleEntries().find((e) => e.name === name)!.scenario;
    const shares = ({ odds }: Played) => odds.flatMap((o) => o.parts.map((p) => p.share));

    it('is sampled meanwhile, every case with its interval, and then replaced by the exact figures', async () => {
      const scenario = example('lines-engage');
      const order: string[] = [];
      const answer = played(scenario).finally(() => order.push('the answer'));
      // The form does not wait for it.
      await engine('form', { scenario }).finally(() => order.push('the form'));
      const { first, whole } = await answer;
      expect(order).toEqual(['the form', 'the answer']);
      expect(first).toMatchObject({ isProvisional: true, isExact: false });
      expect(first!.odds.map((o) => o.name)).toEqual(whole.odds.map((o) => o.name));
      expect(first!.odds).toHaveLength(3);
      for (const { low, high, p } of shares(first!))
        expect([low! <= p, p <= high!, low! < high!]).toEqual([true, true, true]);
      expect(whole).toMatchObject({ isProvisional: false, isExact: true });
      expect(shares(whole).every((s) => s.low === undefined)).toBe(true);
    });

    it('tells what each modifier is worth so far, with intervals', async () => {
      const scenario = { ...example('two-battalions'), turns: 2 };
      const { first, value } = await engine('play', { play: { kind: 'sensitivity', scenario, command: '' } });
      const [{ table }] = (first as Played).lookTables!;
      const changes = table!.rows.flatMap(({ cells }) => cells.slice(2, 5));
      expect(changes.length).toBeGreaterThan(3);
      // "+2.0 (−3.7 to +8.3)"
      expect(changes.every((text) => /^(?:0|[+−][\d.]+) \(/.test(text))).toBe(true);
      expect((value as Played).isExact).toBe(true);
      expect((value as Played).lookTables).toBeUndefined();
    });

    it('is not, where it is there at once', async () => {
      const { first, whole } = await played(example('column-v-line'));
      expect(first).toBeUndefined();
      expect(whole.isExact).toBe(true);
    });
  });
});
