import { describe, expect, test } from 'vitest';
import { terminal } from '../../reports/terminal.ts';
import { largestMove, mayMove, size } from '../../src/experiments/hanging/figures.ts';
import {
  type OtherReading,
  otherReadingsInTurn,
  playedInTurn,
  type ReadingPlayer,
  readingPlayer,
} from '../../src/experiments/hanging/player.ts';
import { readingNotes } from '../../src/experiments/hanging/words.ts';
import { compare, load, run, sweep } from '../../src/index.ts';
import { withRuling } from '../../src/rules/check.ts';
import { CONTACT } from '../../src/rules/outcomes.ts';
import { otherReadings } from '../../src/rules/ruling-reads.ts';
import { combinations } from '../../src/scenarios/axes.ts';
import type { NamedVariant } from '../../src/scenarios/loaded.ts';
import { prepareCell, resolveCell } from '../../src/scenarios/prepare.ts';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import type { Tally } from '../../src/sim/tally.ts';

describe('a result that hangs on a doubtful reading says so', () => {
  test('heavy cavalry against a line hangs on the row for its contact', async () => {
    const { readings, cells } = await run(await load('cavalry-v-line'), { rulings: true });
    expect(readings!.consulted).toContain('cavalryContactRow');
    expect(readings!.hanging.map((h) => h.key)).toContain('cavalryContactRow');
    const notes = cells[0].notes.filter((n) => n.kind === 'ruling').map((n) => n.text);
    expect(notes.join('\n')).toMatch(
      /The rules leave open: Whose flanks does line 348 mean\? “With secure flanks” or “Off” would give 66\.4% instead of 41\.5%/,
    );
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

  test('of a grid the best and the worst cell are tried, and the note stands under the cell it speaks of', async () => {
    const { readings, cells } = await run(await load('stand-or-square'), { rulings: true });
    const contact = readings!.hanging.find((h) => h.key === 'cavalryContactRow')!;
    const leads = cells.map(({ outcomes }) =>
      outcomes.reduce((s, o) => s + (o.winner === 'a' ? o.p : o.winner === 'b' ? -o.p : 0), 0),
    );
    const tried = [leads.indexOf(Math.max(...leads)), leads.indexOf(Math.min(...leads))];
    for (const h of readings!.hanging) expect(tried).toContain(h.cell);
    const [most] = readings!.hanging;
    expect(cells[most.cell!].notes.map((n) => n.text).join('\n')).toContain('The rules leave open: ');
    const flip = { path: 'rulings.cavalryContactRow', value: contact.to };
    const other = await run(await load('stand-or-square', { set: [flip] }));
    expect(other.cells[contact.cell!].contact!.met.p).toBeCloseTo(contact.value, 12);
    expect(cells[contact.cell!].contact!.met.p).toBeCloseTo(contact.base, 12);
  });

  test('a sweep names the readings on which its finding hangs', async () => {
    const axis = { path: 'attacker.fs', label: 'attacker FS', kind: 'number', values: [5, 7] } as const;
    const { readings } = await sweep(await load('column-v-line'), { axes: [axis], rulings: true });
    expect(readings!.tried).toBeGreaterThan(0);
    expect(readings!.hanging.map((h) => h.key)).toContain('simultaneous');
  });

  test('a comparison names a reading that turns its verdict, with the difference that it gives', async () => {
    const variants = [{ name: 'oth-half', overrides: [{ path: 'rules', value: 'oth-half' }] }];
    const loaded = await load('column-v-line');
    const { readings, verdicts } = await compare(loaded, { variants, readings: true });
    const reform = readings!.hanging.find((h) => h.key === 'reform' && h.to === 'unable')!;
    expect(reform).toMatchObject({ unit: 'points', turns: true, cell: 1 });
    expect(reform.base).toBeCloseTo(-0.018, 3);
    expect(verdicts![0].notes.join('\n')).toMatch(
      /The rules leave open: .* would give [+−][\d.]+ instead of −1\.8 percentage points \(the attacker’s lead\), and another verdict/,
    );
    // Only one of the two books knows the ruling: the other stays as it is.
    const leadIn = async (options: object) => {
      const [{ outcomes }] = (await run(await load('column-v-line', options))).cells;
      return outcomes.reduce((sum, o) => sum + (o.winner === 'a' ? o.p : o.winner === 'b' ? -o.p : 0), 0);
    };
    const flipped = await leadIn({ set: [{ path: 'rulings.reform', value: 'unable' }] });
    expect((await leadIn({ rules: 'oth-half' })) - flipped).toBeCloseTo(reform.value, 12);
  });

  test('where nobody wins, no reading is said to move a lead', async () => {
    const { readings } = await compare(await load('rally'), { variants: ['unit.fs=7'], readings: true });
    expect(new Set(readings!.hanging.map((h) => h.figure))).toEqual(new Set(['unit recovers']));
  });

  test('a ruling that is itself compared is not flipped', async () => {
    const variants = [{ name: 'other', overrides: [{ path: 'rulings.reform', value: 'unable' }] }];
    const { readings } = await compare(await load('column-v-line'), { variants, readings: true });
    expect(readings!.hanging.map((h) => h.key)).not.toContain('reform');
  });

  /** Shares by outcome and contact, nothing left out but rounding. */
  function sharesOf({ ends }: Tally): Record<string, number> {
    const found: Record<string, number> = {};
    for (const { outcome, values, weight } of ends) {
      const key = `${outcome} ${values.join()}`;
      found[key] = (found[key] ?? 0) + weight;
    }
    return Object.fromEntries(Object.entries(found).filter(([, p]) => p > 1e-13));
  }

  test.each(['cavalry-v-line', 'column-v-line', 'stand-and-deliver', 'grenadiers-charge', 'gendarmes-v-pikes'])(
    '%s: what a reading leaves alone is taken over, and that gives what working all of it out gives',
    async (name) => {
      const loaded = await load(name);
      const overrides = combinations(loaded.vary)[0];
      const { def, situation, book } = resolveCell(loaded, overrides);
      const all = Number.POSITIVE_INFINITY;
      const player = (await readingPlayer(loaded, overrides, { states: 1, method: 'walk' }, all))!;
      for (const { ruling, to } of otherReadingsInTurn([player])) {
        const other = withRuling(book, ruling.key, to);
        const { tally } = await player.under(ruling.key, to, all);
        const isAllowed = def.check(situation, other).length === 0;
        expect(tally !== undefined).toBe(isAllowed);
        if (!isAllowed) continue;
        const whole = exact(compile(def.build(situation, other).machine, { measures: [CONTACT] }));
        const expected = Object.entries(sharesOf(whole)).map(([key, p]) => [key, expect.closeTo(p, 11)]);
        expect(sharesOf(tally!), `${ruling.key}=${to}`).toEqual(Object.fromEntries(expected));
      }
    },
  );

  test('a reading that few states ask for costs little', async () => {
    const loaded = await load('stand-and-deliver');
    const states = (await run(loaded)).cells[0].states!;
    const player = (await readingPlayer(loaded, [], { states, method: 'walk' }, 1e6))!;
    expect((await player.under('testPass', 'strictly-under', 1e6)).cost).toBeLessThan(player.cost / 3);
    expect((await player.under('fsUsed', 'starting', 1e6)).cost).toBeGreaterThan(player.cost / 2);
  });

  test('a book of many rows costs more: nothing is tried where building it again is too much', async () => {
    const rows = Array.from({ length: 450 }, (_, i) => ({ id: `row-${i}`, value: 1, when: { self: { fs: 99 } } }));
    const variant = { title: 'Many', base: 'oth2', add: { 'melee.cavalry': rows, 'melee.infantry': rows } };
    const costOf = async (variants: readonly NamedVariant[]) =>
      (await readingPlayer(await load('column-v-line', { variants }), [], { states: 100, method: 'walk' }, 1e6))!.cost;
    expect(await costOf([{ name: 'many', variant }])).toBeGreaterThan(2 * (await costOf([])));
  });

  test('all readings that are tried stay within the budget', async () => {
    const played: string[] = [];
    const tally = (name: string) => ({ name, outcomes: [], ends: [] }) as unknown as Tally;
    const nameOf = (t: Tally) => (t as unknown as { name: string }).name;
    // Under z an encounter grows to twice its size.
    const player = (consulted: string[]): ReadingPlayer => ({
      ...({ consulted, cost: 30, costOf: () => 30, printed: tally('as printed') } as unknown as ReadingPlayer),
      under: async (key) => {
        played.push(key);
        return { tally: tally(key), cost: key === 'z' ? 60 : 30 };
      },
    });
    const players = [player(['x', 'y', 'z']), player(['y'])];
    const triedWithin = async (budget: number, keys: string) => {
      const readings = [...keys].map((key) => ({ ruling: { key }, to: 1 }) as unknown as OtherReading);
      const found: string[] = [];
      for await (const { reading, tallies } of playedInTurn(readings, players, budget))
        found.push(`${reading.ruling.key}: ${tallies!.map(nameOf).join()}`);
      return found;
    };
    // 60 for the two as they stand, then 30 for x, 60 for y, 60 for z.
    expect(await triedWithin(150, 'xyyx')).toEqual(['x: x,as printed', 'y: y,y']);
    expect(await triedWithin(120, 'xyyx')).toEqual(['x: x,as printed', 'x: x,as printed']);
    expect(await triedWithin(130, 'zx')).toEqual(['z: z,as printed']);
    played.length = 0;
    expect(await triedWithin(60, 'xyz')).toEqual([]);
    expect(played).toEqual([]);
  });

  test('where an answer moves the outcomes, the other answers to that question come next', async () => {
    const shares = (...weights: number[]) =>
      ({ outcomes: weights, ends: weights.map((weight, outcome) => ({ outcome, values: [], weight })) }) as unknown;
    const player = {
      ...{ consulted: ['still', 'moving'], cost: 1, costOf: () => 1, printed: shares(0.5, 0.5) },
      under: async (key: string) => ({ tally: key === 'moving' ? shares(0.4, 0.6) : shares(0.5, 0.5), cost: 1 }),
    } as unknown as ReadingPlayer;
    const readings = ['still 1', 'moving 1', 'still 2', 'moving 2'].map((text) => {
      const [key, to] = text.split(' ');
      return { ruling: { key }, to } as unknown as OtherReading;
    });
    const order: string[] = [];
    for await (const { reading } of playedInTurn(readings, [player], 100))
      order.push(`${reading.ruling.key} ${reading.to}`);
    expect(order).toEqual(['still 1', 'moving 1', 'moving 2', 'still 2']);
  });

  test('what is asked for too seldom to matter is known not to without being tried', async () => {
    const loaded = await load('stand-and-deliver');
    const player = (await readingPlayer(loaded, [], { states: 435, method: 'walk' }, 1e6))!;
    const { encounter } = loaded;
    const { sides } = prepareCell(loaded);
    const seldom = player.consulted.filter((key) => !mayMove(encounter, player.printed, player.exposure(key)));
    expect(seldom).toContain('cavalryVSquare');
    for (const { ruling, to } of otherReadingsInTurn([player])) {
      const { tally } = await player.under(ruling.key, to, 1e6);
      if (!tally) continue;
      const most = largestMove(encounter, sides, player.printed, tally)!;
      if (seldom.includes(ruling.key)) expect(size(most), ruling.key).toBeLessThanOrEqual(0.05);
      const moved = sharesOf(player.printed);
      const shares = Object.entries(sharesOf(tally));
      const shift = shares.reduce((sum, [key, p]) => sum + Math.max(0, p - (moved[key] ?? 0)), 0);
      expect(shift, `${ruling.key}=${to}`).toBeLessThanOrEqual(player.exposure(ruling.key) + 1e-12);
    }
  });

  test('in an engagement no outcome moves by more than the chance that a ruling is asked for, in whatever turn', async () => {
    const loaded = await load('horse-round-the-flank');
    const player = (await readingPlayer(loaded, [], { states: 1, method: 'walk' }, 1e6))!;
    const before = sharesOf(player.printed);
    for (const { ruling, to } of otherReadingsInTurn([player])) {
      const { tally } = await player.under(ruling.key, to, 1e6);
      const moved = Object.entries(tally ? sharesOf(tally) : {}).map(([key, p]) => Math.max(0, p - (before[key] ?? 0)));
      const shift = moved.reduce((sum, p) => sum + p, 0);
      expect(shift, `${ruling.key}=${to}`).toBeLessThanOrEqual(player.exposure(ruling.key) + 1e-12);
    }
  });

  test('a ruling about ways that play does not go, or troops that nobody has, is not asked for', async () => {
    const player = (await readingPlayer(await load('stand-and-deliver'), [], { states: 435, method: 'walk' }, 1e6))!;
    const { consulted } = player;
    for (const key of ['emergencyMods', 'winnerFormation', 'waveringAt']) expect(consulted).not.toContain(key);
    // Only where a fight has been won is it asked what the winner does.
    expect(player.exposure('winnerPolicy')).toBeLessThan(player.exposure('simultaneous'));
  });

  test('the reading that turns the winner of the grenadiers’ charge is named by the plain run', async () => {
    const { readings } = await run(await load('grenadiers-charge'), { rulings: true });
    expect(readings!.hanging).toContainEqual(expect.objectContaining({ key: 'targetTests', to: 'no', turns: true }));
  });

  test('what was not found is told with how far was looked', async () => {
    const textsOf = (tried: number) =>
      readingNotes({ consulted: [], tried, of: 9, hanging: [] })
        .map((n) => n.text)
        .join('\n');
    expect(textsOf(3)).toMatch(/^3 of 9 other readings of unclear rules were tried; none moves this by over 5/);
    expect(textsOf(9)).toBe('');
    const { cells } = await run(await load('commander-at-risk'), { rulings: true });
    expect(cells[0].notes.filter((n) => n.kind === 'ruling')).toEqual([]);
  });

  test('nothing is tried where nobody asks; where the work is too much, that is said', async () => {
    expect((await run(await load('volley'))).readings).toBeUndefined();
    const battle = await run(await load('two-battalions'), { rulings: true, engine: 'sample', trials: 200 });
    expect(battle.readings).toBeUndefined();
    const untried = 'Other readings of unclear rules were not tried: --rulings tries them all.';
    expect(battle.cells[0].notes.map((n) => n.text)).toContain(untried);
  });

  test('all are tried, whatever it costs, where that is asked for', async () => {
    const loaded = await load('stand-and-deliver');
    const [some, all] = [await run(loaded, { rulings: true }), await run(loaded, { rulings: 'all' })];
    expect(some.readings!.tried).toBeLessThan(some.readings!.of);
    expect(all.readings).toMatchObject({ tried: some.readings!.of, of: some.readings!.of });
    expect(all.cells[0].notes.map((n) => n.text).join('\n')).not.toContain('were tried');
  });

  test('whether any were tried, and what turns the finding, stands on the screen whatever else does', async () => {
    const results = await run(await load('column-v-line'));
    const [cell] = results.cells;
    const long = Array.from({ length: 12 }, (_, i) => ({ kind: 'info' as const, text: `A long note number ${i}.` }));
    const shown = (text: string) =>
      terminal({ ...results, cells: [{ ...cell, notes: [...long, { kind: 'ruling', text }] }] }, { columns: 80 });
    const kept = [
      'Other readings of unclear rules were not tried: --rulings tries them all.',
      'The rules leave open: Why? “So” would give 1%, and another winner.',
      'The rules leave open: “So” would give 1%, and this is then no longer best.',
      'The rules leave open: Why? “So” would give 1%, and the hussars then lead.',
      '9 more readings turn the finding; 3 of 12 other readings were tried.',
    ];
    for (const text of kept) expect(shown(text)).toContain(text);
    expect(shown('9 more readings move it.')).not.toContain('9 more readings');
  });
});
