import { describe, expect, test } from 'vitest';
import { apartness, playSlowly, tallied, weyl } from '../slow-stepper.ts';
import { built, exactly, type Loose, measureOf, messagesOf, outcomesOf, type Rulings } from './play.ts';
import { after } from './stages.ts';

/*
 * Regiments that act together, with the stand-in cards in hand: foot marches 2 and charges 4, horse marches 4 and charges
 * 8; arquebuses reach 2, 4 and 6. Lanes lie 3 apart. On Harass nobody moves or shoots unless the enemy is ragged.
 */
const brigade = (regiments: readonly Loose[], order: string, strategy = 3): Loose => ({
  strategy,
  orders: [{ do: order }],
  regiments,
});
const field = (a: Loose | Loose[], b: Loose | Loose[], more: Loose = {}): Loose => ({
  a: { brigades: [a].flat() },
  b: { brigades: [b].flat() },
  turns: 1,
  distance: 8,
  ...more,
});
const [levy, pikes, horse] = [{ card: 'levy-foot' }, { card: 'seasoned-pike-and-shot' }, { card: 'gendarmes' }];
const close = (found: Record<string | number, number>, wanted: Record<string | number, number>) => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [id, p] of Object.entries(wanted)) expect(found[id], id).toBeCloseTo(p, 12);
};
interface Post {
  at: number;
  cohesion: number;
  status: string;
  shaken: boolean;
}
type Posts = Record<'a' | 'a2' | 'b' | 'b2', Post>;
const lanesOf = (situation: Loose, dice?: readonly number[], rulings?: Rulings) => {
  const { view, next } = after(situation, dice, rulings);
  const records = view.lanes as unknown as Record<string, { units: Posts }>;
  const lanes = Object.fromEntries(Object.entries(records).map(([lane, { units }]) => [lane, units]));
  return { lanes, next };
};

describe('regiments in lanes', () => {
  test('whose lane is empty goes for the next: 4 a march, level with the enemy at most', () => {
    const goes = (turns: number) =>
      lanesOf(field(brigade([{ ...horse, lane: 2 }], 'march'), brigade([levy], 'harass'), { turns })).lanes['l2'].a.at;
    // 8 ahead and 3 across: the enemy's point-blank range is 2, so that it may come level.
    expect([1, 2, 3].map(goes)).toEqual([4, 8, 8]);
    const stays = lanesOf(field(brigade([{ ...horse, lane: 2 }], 'march'), brigade([levy], 'harass')), [], { changeOpponent: 'no' }); // biome-ignore format: one line
    expect(stays.lanes['l2'].a.at).toBe(0);
  });

  test('a second line halts a step behind the first', () => {
    const second = { ...levy, lane: 1, line: 'second' };
    const of = (turns: number) =>
      lanesOf(
        field([brigade([levy], 'harass', 5), brigade([second], 'march')], brigade([levy], 'harass'), {
          turns,
          distance: 12,
        }),
      ).lanes['l1'].a2.at;
    expect([1, 2, 3].map(of)).toEqual([-4, -2, -1]);
  });

  test('who has no shot straight ahead fires into the next lane: 4 ahead and 3 across are 5, far', () => {
    // Side A's horse has no shot; the foot of lane 2 has nobody in front. Shot at far range is what a pair 5 apart gives.
    const across = field(brigade([horse, pikes], 'defend'), brigade([horse], 'harass'), { distance: 4 });
    const straight = field(brigade([pikes], 'defend'), brigade([horse], 'harass'), { distance: 5 });
    close(measureOf(exactly('engagement', across), 'b.casualties'), measureOf(exactly('engagement', straight), 'b.casualties')); // biome-ignore format: one line
    expect(lanesOf(across).next).toMatch(/pike and shot.*: fire/);
    expect(lanesOf(across, [], { fireAcross: 'no' }).next).toBe('end');
    expect(lanesOf({ ...across, lanes: [{ lane: 2, neighbours: [] }] }).next).toBe('end');
  });

  test('a charge from the next lane strikes the flank of whoever has another in front, and makes it a mob (line 55)', () => {
    // 5 ahead and 3 across are the 8 of a charge. Dice: to charge 2 (charges), charged 2 (stands).
    const flank = field([brigade([levy], 'harass', 1), brigade([horse], 'charge', 5)], brigade([horse], 'harass', 2), {
      distance: 5,
    });
    const { lanes } = lanesOf(flank, [2, 2]);
    expect(lanes['l1'].b.cohesion).toBe(5);
    expect([lanes['l2'].a.at, lanes['l1'].b.at]).toEqual([5, 0]);
    // In front of it alone it keeps its order.
    const alone = field(brigade([{ ...horse, lane: 2 }], 'charge', 5), brigade([horse], 'harass', 2), { distance: 5 });
    expect(lanesOf(alone, [2, 2]).lanes['l1'].b.cohesion).toBeLessThan(5);
    expect(lanesOf({ ...flank, distance: 6 }).next).toBe('end');
    expect(lanesOf(flank, [], { flankCharge: 'no' }).next).toBe('end');
  });

  test('in lanes, too, evaders run at charge rate and their charger marches after them (lines 74, 78)', () => {
    // 2D6 of 8 and ferocity 1 is 9: charge. 9 and ferocity 2 is 11: evade. The reiters go 8 back, the gendarmes 4 on.
    const reiters = { card: 'veteran-reiters' };
    const chase = field(
      [brigade([horse], 'charge', 5), brigade([levy], 'harass')],
      [brigade([reiters], 'rally'), brigade([reiters], 'harass')],
      { distance: 6, together: true, edge: 40 },
    );
    const { a, b } = lanesOf(chase, [8, 9]).lanes['l1'];
    expect([a.at, b.at, b.status]).toEqual([4, -8, 'steady']);
    // With the edge 5 off the evader has 4 to go, and the charger's 4 bring it to 1.
    const near = lanesOf({ ...chase, distance: 1, edge: 5 }, [8, 9]).lanes['l1'];
    expect([near.a.at, near.b.at]).toEqual([4, -4]);
  });

  test('whoever is run through takes a disaster test whatever his grade (line 75)', () => {
    // Side B's horse charges levies, who rout on 12; behind them stands a better regiment of another brigade.
    const second = { ...pikes, lane: 1, line: 'second' };
    const situation = field(
      [brigade([levy], 'harass', 1), brigade([second], 'harass', 1)],
      brigade([horse], 'charge', 5),
    );
    expect(lanesOf(situation, [2, 12]).next).toMatch(/pike and shot.*disaster/);
    const beside = field(
      [brigade([levy], 'harass', 1), brigade([pikes], 'harass', 1)],
      [brigade([horse], 'charge', 5), brigade([horse], 'harass', 1)],
      { together: true },
    );
    expect(lanesOf(beside, [2, 12]).next).not.toMatch(/pike and shot.*disaster/);
  });

  test('a regiment in contact that runs from the rout beside it is out of the contact (lines 74, 90)', () => {
    // Two charges (7: goes in). The first levies stand on 3 and hit nobody with a 3; the second rout on 12, which shakes
    // the first, who have not fought yet: a disaster test of 12 is a rout. Foot runs 4.
    const situation = field(brigade([horse, horse], 'charge', 5), brigade([levy, levy], 'harass'), { distance: 4 });
    const { l1 } = after({ ...situation, together: true }, [7, 3, 3, 7, 12, 12]).view.lanes;
    const { a, b } = l1.units;
    expect([b.status, b.at, a.at, a.status]).toEqual(['routing', -4, 4, 'steady']);
    expect([l1.contact, l1.fresh, a.fights, b.fights]).toEqual(['none', false, 0, 0]);
    // Who stands on 5 fights.
    expect(after({ ...situation, together: true }, [7, 3, 3, 7, 12, 5]).view.lanes.l1.contact).toBe('a');
  });

  test('ground that a regiment stands in covers it', () => {
    const shot = (ground: Loose[]) =>
      measureOf(
        exactly('engagement', field(brigade([pikes], 'defend'), brigade([horse], 'harass'), { distance: 2, lanes: [{ lane: 1, ground }] })), // biome-ignore format: one line
        'b.casualties',
      );
    const given = measureOf(
      exactly('engagement', field(brigade([pikes], 'defend'), brigade([{ ...horse, inCover: true }], 'harass'), { distance: 2 })), // biome-ignore format: one line
      'b.casualties',
    );
    close(shot([{ from: 2, to: 4, inCover: true }]), given);
    expect(shot([{ from: 3, to: 4, inCover: true }])).not.toEqual(given);
  });
});

describe('laws of several regiments', () => {
  const charge = { orders: 'charge', regiments: [horse] };
  const hold = { orders: 'hold', regiments: [levy] };
  test('one regiment a side is the same alone and in a lane', () => {
    const situation = { a: { brigades: [charge] }, b: { brigades: [hold] }, distance: 6, turns: 2 };
    const [alone, lane] = [exactly('engagement', situation), exactly('engagement', { ...situation, together: true })];
    close(outcomesOf(lane), outcomesOf(alone));
    for (const id of ['a.casualties', 'b.casualties', 'turns']) close(measureOf(lane, id), measureOf(alone, id));
  });

  test('a regiment that cannot reach anything changes nothing but the count', () => {
    const base = field(brigade([pikes], 'defend'), brigade([pikes], 'defend'), { distance: 4 });
    const idle = brigade([{ ...levy, lane: 5 }], 'defend');
    const more = {
      ...base,
      a: { brigades: [brigade([pikes], 'defend'), idle] },
      lanes: [{ lane: 5, neighbours: [] }],
    };
    for (const id of ['a.casualties', 'b.casualties'])
      close(measureOf(exactly('engagement', more), id), measureOf(exactly('engagement', base), id));
  });

  test('sides swapped are mirrored, where strategy says who acts', () => {
    const x = [brigade([levy], 'defend', 5), brigade([horse], 'charge', 4)];
    const y = [brigade([pikes], 'defend', 3)];
    const [there, back] = [field(x, y, { distance: 5 }), field(y, x, { distance: 5 })].map((s) =>
      outcomesOf(exactly('engagement', s)),
    );
    const swapped = Object.fromEntries(
      Object.entries(there).map(([id, p]) => [id.replace(/^[ab]-/, (s) => (s === 'a-' ? 'b-' : 'a-')), p]),
    );
    expect(Object.keys(there).length).toBeGreaterThan(2);
    close(back, swapped);
  });

  test('two engagements that never touch multiply', () => {
    const one = (x: Loose, y: Loose, distance: number) =>
      measureOf(exactly('engagement', field(brigade([x], 'defend'), brigade([y], 'harass'), { distance })), 'b.casualties'); // biome-ignore format: one line
    const both = field(
      [brigade([pikes], 'defend'), brigade([levy], 'defend')],
      [brigade([levy], 'harass'), brigade([levy], 'harass')],
      { distance: 2, lanes: [{ lane: 1, neighbours: [] }, { lane: 2, distance: 4, neighbours: [] }] }, // biome-ignore format: one line
    );
    const product: Record<number, number> = {};
    for (const [x, p] of Object.entries(one(pikes, levy, 2)))
      for (const [y, q] of Object.entries(one(levy, levy, 4)))
        product[Number(x) + Number(y)] = (product[Number(x) + Number(y)] ?? 0) + p * q;
    close(measureOf(exactly('engagement', both), 'b.casualties'), product);
  });

  test('turns after the end change nothing: what is over in the first turn is so with any number of them', () => {
    const overInOne = (turns: number) => {
      const { ends, measures, outcomes } = exactly(
        'engagement',
        field(brigade([horse], 'charge', 4), brigade([levy], 'defend'), { distance: 4, turns, together: true }),
      );
      const turn = measures.findIndex(({ id }) => id === 'turns');
      const over = ends.filter(({ values }) => values[turn] === 1);
      return Object.fromEntries(over.map((e) => [`${outcomes[e.outcome].id} ${e.values.join(' ')}`, e.weight]));
    };
    const two = overInOne(2);
    expect(Object.keys(two).length).toBeGreaterThan(1);
    close(overInOne(3), two);
  });

  test('the engine agrees with a slow stepper', () => {
    const situation = field(
      [brigade([levy, { ...pikes, lane: 1, line: 'second' }], 'defend'), brigade([{ ...horse, lane: 2 }], 'charge', 5)],
      brigade([pikes, levy], 'march'),
      { distance: 6 },
    );
    const { machine } = built('engagement', situation);
    const random = weyl(11);
    const slow = tallied(Array.from({ length: 300 }, () => playSlowly(machine, random).outcome));
    const exact = outcomesOf(exactly('engagement', situation));
    expect(apartness(slow, new Map(Object.entries(exact).map(([id, p]) => [id, 1e6 * p]))).z).toBeLessThan(4.5);
  });
});

describe('refusals', () => {
  const ok = field(brigade([levy], 'defend'), brigade([levy], 'defend'));
  test.each([
    ['nine regiments', { a: { brigades: [brigade(Array(9).fill(levy), 'defend')] } }, /has 9 regiments; an engagement has 1 to 8 a side/],
    ['a neighbour that is not there', { lanes: [{ lane: 1, neighbours: [3] }] }, /Nobody stands in lane 3/],
    ['distances that cross', { a: { brigades: [brigade([{ ...levy, forward: 8 }], 'defend')] } }, /The distances cross/],
    ['pairs of unequal sides', { together: false, a: { brigades: [brigade([levy, levy], 'defend')] } }, /as many on each side/],
    ['foot that is only to charge horse', { a: { brigades: [brigade([levy], 'charge')] }, b: { brigades: [brigade([horse], 'defend')] } }, /can never do 'charge'/],
    ['a start behind the edge', { depth: 30, a: { brigades: [brigade([levy, { ...levy, lane: 1, line: 'second' }], 'defend')] } }, /the edge of the table/],
  ])('%s', (_name, more, sentence) => {
    const found = messagesOf('engagement', { ...ok, ...more });
    expect(found.join('\n')).toMatch(sentence);
    expect(found).toHaveLength(1);
  });
}); // biome-ignore format: one line
