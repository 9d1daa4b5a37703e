import { describe, expect, test } from 'vitest';
import { otherReadings } from '../../src/experiments/rulings.ts';
import { load, run } from '../../src/index.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';

describe('a result that hangs on a doubtful reading says so', () => {
  test('heavy cavalry against a line hangs on the row for its contact', async () => {
    const { readings, cells } = await run(await load('cavalry-v-line'), { rulings: true });
    expect(readings!.consulted).toContain('cavalryContactRow');
    expect(readings!.hanging.map((h) => h.key)).toContain('cavalryContactRow');
    const notes = cells[0].notes.filter((n) => n.kind === 'ruling').map((n) => n.text);
    expect(notes.join('\n')).toMatch(/Hangs on ruling cavalryContactRow: \S+ gives 66\.4% instead of 41\.5%/);
  });

  test('every reading that is named turns the winner or moves its figure by more than 5 points', async () => {
    for (const name of ['column-v-line', 'volley', 'stand-and-deliver']) {
      const { readings } = await run(await load(name), { rulings: true });
      expect(readings!.tried).toBeLessThanOrEqual(readings!.of);
      for (const h of readings!.hanging) expect(h.turns || Math.abs(h.value - h.base) > 0.05, h.key).toBe(true);
    }
  });

  test('the other figure is what the ruling gives when it is set', async () => {
    const { readings } = await run(await load('column-v-line'), { rulings: true });
    const [first] = readings!.hanging;
    const set = [{ path: `rulings.${first.key}`, value: first.to }];
    const { cells } = await run(await load('column-v-line', { set }));
    const won = (w: 'a' | 'b') => cells[0].outcomes.filter((o) => o.winner === w).reduce((s, o) => s + o.p, 0);
    expect(won(first.figure === 'attacker wins' ? 'a' : 'b')).toBeCloseTo(first.value, 12);
  });

  test.each(['volley', 'commander-at-risk', 'rally'])(
    '%s: a ruling that was not asked for changes nothing',
    async (name) => {
      const loaded = await load(name);
      const { readings } = await run(loaded, { rulings: true });
      const { book, built } = prepareCell(loaded);
      const shares = (machine: typeof built.machine) =>
        exact(compile(machine))
          .ends.map((e) => e.weight)
          .join();
      const printed = shares(built.machine);
      const unasked = Object.values(book.rulings).filter(
        (r) => !readings!.consulted.includes(r.key) && otherReadings(r).length > 0,
      );
      expect(unasked.length).toBeGreaterThan(0);
      for (const ruling of unasked.slice(0, 12)) {
        const flip = { path: `rulings.${ruling.key}`, value: otherReadings(ruling)[0] };
        expect(shares(prepareCell(loaded, [flip]).built.machine), ruling.key).toBe(printed);
      }
    },
  );

  test('nothing is tried where nobody asks, where cells vary, or where the work is too much', async () => {
    expect((await run(await load('volley'))).readings).toBeUndefined();
    expect((await run(await load('column-strength'), { rulings: true })).readings).toBeUndefined();
    const battle = await run(await load('two-battalions'), { rulings: true, engine: 'sample', trials: 200 });
    expect(battle.readings).toBeUndefined();
  });
});
