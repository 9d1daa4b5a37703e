import { describe, expect, test } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import { tallyPlay } from '../../../src/sim/play/counts.ts';
import { StreamDice } from '../../../src/sim/play/dice.ts';
import { Player } from '../../../src/sim/play/player.ts';
import {
  built,
  cardsWith,
  exactly,
  type Loose,
  meanOf,
  measureOf,
  messagesOf,
  odds,
  outcomesOf,
  type Rulings,
} from './play.ts';

const brigade = (cards: readonly (string | Loose)[], order: unknown, strategy = 3): Loose => ({
  strategy,
  orders: typeof order === 'string' ? [{ do: order }] : order,
  regiments: cards.map((card) => (typeof card === 'string' ? { card } : card)),
});
const field = (a: Loose[], b: Loose[], more: Loose = {}): Loose => ({
  a: { brigades: a },
  b: { brigades: b },
  turns: 1,
  distance: 6,
  ...more,
});
const p = (situation: Loose, rulings?: Rulings) => odds('engagement', situation, rulings);

describe('an engagement', () => {
  test('in which nobody does anything decides nothing', () => {
    const situation = field([brigade(['gendarmes'], 'defend')], [brigade(['levy-foot'], 'defend')], {
      distance: 12,
      turns: 6,
    });
    expect(p(situation)).toEqual({ even: 1 });
  });

  test('of one turn is the charge, played at a distance', () => {
    // On Harass the defender neither shoots nor charges back, so nothing is added to the charge.
    const attacker = { card: 'gendarmes' };
    const defender = { card: 'seasoned-pike-and-shot' };
    const situation = field([brigade(['gendarmes'], 'charge', 5)], [brigade(['seasoned-pike-and-shot'], 'harass')]);
    const tally = exactly('engagement', situation);
    const charge = exactly('charge', { attacker, defender, pursuitTurns: 0 });
    expect(outcomesOf(tally)['b-routs']).toBeCloseTo(outcomesOf(charge)['defender-routs'], 12);
    expect(meanOf(tally, 'a.casualties')).toBeCloseTo(meanOf(charge, 'attacker.casualties'), 12);
    expect(meanOf(tally, 'b.casualties')).toBeCloseTo(meanOf(charge, 'defender.casualties'), 12);
  });

  test('lets nobody charge beyond its reach, and foot never charge horse', () => {
    const far = field([brigade(['gendarmes'], 'charge')], [brigade(['levy-foot'], 'harass')], { distance: 9 });
    expect(p(far)).toEqual({ even: 1 });
    const orders = [{ do: 'charge' }, { do: 'rally' }];
    const foot = field([brigade(['levy-foot'], orders)], [brigade(['gendarmes'], 'harass')], { distance: 2 });
    expect(p(foot)).toEqual({ even: 1 });
  });

  test('lets brigades on Harass charge only what is ragged or mob', () => {
    const against = (cohesion: string) =>
      p(field([brigade(['gendarmes'], 'harass')], [brigade([{ card: 'levy-foot', cohesion }], 'rally')]))['even'] ?? 0;
    expect(against('disarrayed')).toBe(1);
    expect(against('ragged')).toBeLessThan(0.5);
  });

  test('mirrors when the sides are exchanged', () => {
    const one = brigade(['gendarmes'], 'charge', 4);
    const two = brigade(['veteran-reiters'], 'charge', 2);
    const there = p(field([one], [two]));
    const back = p(field([two], [one]));
    const mirror = (id: string) => id.replace(/^[ab]-/, (s) => (s === 'a-' ? 'b-' : 'a-'));
    expect(Object.keys(back).length).toBeGreaterThan(3);
    for (const [id, chance] of Object.entries(there)) expect(back[mirror(id)], id).toBeCloseTo(chance, 12);
  });

  test('goes by strategy, or side a first', () => {
    // Whoever charges first decides a turn: with the higher strategy it is side b.
    const situation = field([brigade(['gendarmes'], 'charge', 1)], [brigade(['gendarmes'], 'charge', 5)]);
    const swapped = field([brigade(['gendarmes'], 'charge', 5)], [brigade(['gendarmes'], 'charge', 1)]);
    expect(p(situation)['a-routs']).toBeCloseTo(p(swapped)['b-routs'], 12);
    expect(p(situation, { sequence: 'sides' })).toEqual(p(swapped));
    expect(p(situation)).not.toEqual(p(swapped));
  });

  test('keeps a march out of point-blank range of the enemy, or of its own', () => {
    const situation = field([brigade(['veteran-reiters'], 'march')], [brigade(['levy-foot'], 'harass')], {
      distance: 3,
    });
    const shot = (closeness: string) => meanOf(exactly('engagement', situation, { closeness }), 'b.casualties');
    // At 2 (near): 1 + 1 deep - 1 moved = 1, no company. At 1 (point-blank): 3, a company on 5 and 6.
    expect(shot('enemy')).toBe(0);
    expect(shot('own')).toBeCloseTo(2 / 6, 12);
  });

  test('obeys the order of its phases', () => {
    // Shooting before moving leaves the reiters out of range.
    const situation = field([brigade(['veteran-reiters'], 'march')], [brigade(['levy-foot'], 'harass')], {
      distance: 3,
      sequence: ['shoot', 'move', 'melee', 'rally'],
    });
    expect(meanOf(exactly('engagement', situation, { closeness: 'own' }), 'b.casualties')).toBe(0);
  });

  test('knows the tactics hold and charge by name', () => {
    const lines = {
      hold: [{ do: 'defend' }],
      charge: [{ when: { now: { inReach: true } }, do: 'charge' }, { do: 'march' }],
    };
    const of = (a: unknown, b: unknown) => {
      const brigade = (card: string, orders: unknown) => ({ brigades: [{ orders, regiments: [{ card }] }] });
      return odds('engagement', { a: brigade('gendarmes', a), b: brigade('levy-foot', b), distance: 10, turns: 2 });
    };
    expect(of('charge', 'hold')).toEqual(of(lines.charge, lines.hold));
    expect(of('charge', 'hold')).not.toEqual(of('hold', 'hold'));
    const unknown = {
      a: { brigades: [{ orders: 'chrage', regiments: [{ card: 'gendarmes' }] }] },
      b: { brigades: [{ regiments: [{ card: 'levy-foot' }] }] },
    };
    expect(messagesOf('engagement', unknown).join()).toMatch(/no tactic called 'chrage'.*'charge'/);
  });

  test('rallies a brigade on Rally by its rally table', () => {
    const situation = field(
      [brigade(['gendarmes'], 'harass')],
      [brigade([{ card: 'levy-foot', cohesion: 3 }], 'rally')],
      {
        distance: 12,
      },
    );
    const { machine } = built('engagement', situation);
    const view = machine.layout.view as { lanes: { lane1: { b: { cohesion: number } } } };
    const level = { id: 'level', label: 'level', of: () => view.lanes.lane1.b.cohesion };
    const found = measureOf(exact(compile({ ...machine, measures: [level] })), 'level');
    expect(found).toEqual({ 1: expect.closeTo(1 / 6), 2: expect.closeTo(3 / 6), 3: expect.closeTo(2 / 6) });
  });

  test('is decided by tactics with conditions and mixes', () => {
    const orders = [
      { when: { now: { inReach: true }, enemy: { level: { oneOf: ['ragged', 'mob'] } } }, do: 'charge' },
      { do: { march: 50, charge: 50 } },
    ];
    const sometimes = p(field([brigade(['gendarmes'], orders)], [brigade(['levy-foot'], 'harass')], { distance: 6 }));
    const always = p(field([brigade(['gendarmes'], 'charge')], [brigade(['levy-foot'], 'harass')], { distance: 6 }));
    expect(sometimes['b-routs']).toBeCloseTo(always['b-routs'] / 2, 12);
  });
});

describe('the news of a rout', () => {
  const both = (b: Loose[]) => {
    const a = [brigade(['gendarmes'], 'charge', 5), brigade(['gendarmes'], 'defend', 1)];
    return measureOf(exactly('engagement', field(a, b)), 'b.out');
  };
  const alone = (card: string) => {
    const tally = exactly('charge', { attacker: { card: 'gendarmes' }, defender: { card }, pursuitTurns: 0 });
    return outcomesOf(tally)['defender-routs'];
  };
  // A levy's disaster test fails above 8: 10 of 36.
  test('shakes the rest of the brigade', () => {
    const out = both([brigade(['levy-foot', 'levy-foot'], 'harass')]);
    expect(out[2]).toBeCloseTo((alone('levy-foot') * 10) / 36, 12);
  });
  test('shakes a neighbour of a worse grade', () => {
    const out = both([brigade(['seasoned-pike-and-shot'], 'harass'), brigade(['levy-foot'], 'harass')]);
    expect(out[2]).toBeCloseTo((alone('seasoned-pike-and-shot') * 10) / 36, 12);
  });
  test('leaves a neighbour of an equal grade alone', () => {
    const out = both([brigade(['levy-foot'], 'harass'), brigade(['levy-foot'], 'harass')]);
    // Some that ran before contact have rallied again within the turn.
    expect(out[1]).toBeGreaterThan(0.3);
    expect(out[1]).toBeLessThan(alone('levy-foot'));
    expect(out[2]).toBeUndefined();
  });
});

describe('engines agree', () => {
  const attack = [{ when: { now: { inReach: true } }, do: 'charge' }, { do: 'march' }];
  const hold = [{ when: { self: { worstCohesion: { gte: 3 } } }, do: 'rally' }, { do: 'defend' }];
  const two = field(
    [brigade(['gendarmes'], attack, 4), brigade(['veteran-reiters'], [{ do: { march: 60, defend: 40 } }], 5)],
    [brigade(['levy-foot', 'levy-foot'], hold, 2)],
    { turns: 1, distance: 6 },
  );
  const { machine } = built('engagement', two);

  const whole = outcomesOf(exact(compile(machine)));

  test('compiled whole and layer by layer', () => {
    const layers = outcomesOf(exactByLayers(machine).tally);
    for (const [id, chance] of Object.entries(whole)) expect(layers[id], id).toBeCloseTo(chance, 12);
  });

  test('over local automata and stepped directly, die for die', () => {
    const play = (direct: boolean) => {
      const counts = new Player(machine, { direct }).block(new StreamDice(11, 0), 0, 4000)!;
      return outcomesOf(tallyPlay(machine, counts, false));
    };
    expect(play(false)).toEqual(play(true));
  });

  test('played and exact', () => {
    const n = 20_000;
    const counts = new Player(machine).block(new StreamDice(5, 0), 0, n)!;
    const found = outcomesOf(tallyPlay(machine, counts, false));
    for (const [id, chance] of Object.entries(whole)) {
      expect(Math.abs((found[id] ?? 0) - chance), id).toBeLessThan(5 * Math.sqrt((chance * (1 - chance)) / n) + 1 / n);
    }
  });
});

describe('an engagement is refused when', () => {
  const a = [brigade(['gendarmes'], 'charge')];
  const b = [brigade(['levy-foot'], 'defend')];
  test.each([
    [
      'the sides are unequal',
      field(a, [brigade(['levy-foot', 'levy-foot'], 'defend')], { together: false }),
      'together: Regiments that face each other one by one have no lanes and lines, and are as many on each side.',
    ],
    [
      'a phase is missing from the sequence',
      field(a, b, { sequence: ['move', 'melee'] }),
      'sequence: The sequence names each of move, shoot, melee, rally once, in any order.',
    ],
    [
      'the edge is nearer than the enemy',
      field(a, b, { distance: 20, edge: 20 }),
      'edge: The edge (20) must be further off than the lines are at the start (20).',
    ],
    [
      'a tactic has no such name',
      field([{ orders: 'storm', regiments: [{ card: 'gendarmes' }] }], b, { tactics: { stand: [{ do: 'defend' }] } }),
      "a.brigades.0.orders: There is no tactic called 'storm'.",
    ],
  ])('%s', (_name, situation, message) => {
    expect(messagesOf('engagement', situation)).toContain(message);
  });

  test('the card set has no move rates', () => {
    const cards = cardsWith((s) => {
      delete s.moves;
    });
    expect(messagesOf('engagement', { ...field(a, b), cards })).toEqual([
      'cards: An engagement needs move rates: the card set has no part moves.',
    ]);
  });
});
