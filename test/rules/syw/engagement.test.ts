import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { exact } from '../../../src/sim/exact.ts';
import { exactByLayers } from '../../../src/sim/layers.ts';
import { sample } from '../../../src/sim/sample.ts';
import { exactly, type Loose, machineOf, measureOf, outcomesOf } from './play.ts';

const close = (found: Record<string, number>, wanted: Record<string, number>) => {
  expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
  for (const [id, p] of Object.entries(wanted)) expect(found[id], id).toBeCloseTo(p, 12);
};
const play = (situation: Loose) => outcomesOf(exactly('engagement', situation));

const battery = { type: 'medium-artillery', stands: 2, tactic: 'hold' };
const militia = (stands: number) => ({ type: 'militia', stands, tactic: 'hold' });

describe('an engagement worked by hand', () => {
  it('shells one stand of militia at long range: -1 long, +1 extra stand, 5 and 6 kill', () => {
    close(play({ a: militia(1), b: battery, distance: 30, turns: 1 }), { 'a-destroyed': 1 / 3, even: 2 / 3 });
    close(play({ a: militia(1), b: battery, distance: 30, turns: 2 }), { 'a-destroyed': 5 / 9, even: 4 / 9 });
  });

  it('starts a lone group where its line, its lane and `forward` put it', () => {
    const at = (a: object, more: object = {}) => play({ a: { ...militia(1), ...a }, b: battery, distance: 30, turns: 1, ...more }); // biome-ignore format: one line
    // At 30cm it is shelled as above; out to 50cm the battery shoots at extreme range, past 60cm not at all.
    const further = play({ a: militia(1), b: battery, distance: 45, turns: 1 });
    expect(further['a-destroyed'] ?? 0).toBeLessThan(1 / 3);
    close(at({ forward: -15 }), further);
    close(at({ line: 'second' }, { depth: 15 }), further);
    close(at({}, { lanes: [{ lane: 1, distance: 45 }] }), further);
    close(at({ forward: 15 }, { distance: 60 }), further);
  });

  it('makes a group test when it has lost stands, the lost share counting against it', () => {
    // One of two stands gone: -2 losses, -1 disorganised, -1 militia in the open: D6-4: 1 2 3 rout, 4 5 retreat.
    close(play({ a: militia(2), b: battery, distance: 30, turns: 1 }), {
      even: 2 / 3,
      'a-routs': 1 / 6,
      'a-retreats': 1 / 9,
      'a-worse': 1 / 18,
    });
  });

  it('counts short-range artillery fire while the battery can give it', () => {
    // At 10cm: +1 extra stand: 4 5 kill one, 6 two (destroyed). One lost: D6-5: 1 to 4 rout, 5 6 retreat.
    close(play({ a: { ...militia(2), fire: 'hold' }, b: battery, distance: 10, turns: 1 }), {
      even: 3 / 6,
      'a-destroyed': 1 / 6,
      'a-routs': (2 / 6) * (4 / 6),
      'a-retreats': (2 / 6) * (2 / 6),
    });
  });

  it('plays a charge as the charge encounter does', () => {
    const horse = { type: 'medium-cavalry', stands: 4 };
    const charge = outcomesOf(exactly('charge', { attacker: horse, defender: { type: 'militia', stands: 4 } }));
    const b = { ...militia(4), fire: 'hold' };
    const engaged = play({ a: { ...horse, tactic: 'charge-home' }, b, distance: 10, turns: 1 });
    close(engaged, {
      even: charge['charge-refused'],
      'b-routs': charge['defender-routs'],
      'b-retreats': charge['defender-falls-back'],
    });
  });

  it('mixes plans in hundredths', () => {
    const horse = { type: 'medium-cavalry', stands: 4, tactic: [{ do: { charge: 25, stand: 75 } }] };
    const found = play({ a: horse, b: { ...militia(4), fire: 'hold' }, distance: 10, turns: 1 });
    close(found, { even: 0.75 + 0.25 / 3, 'b-routs': (0.25 * 16) / 36, 'b-retreats': (0.25 * 8) / 36 });
  });
});

describe('moves and orders', () => {
  const foot = { type: 'medium-infantry', stands: 1, tactic: 'hold' };
  const none = { melee: false, losses: false };
  const lossOf = (situation: Loose) => measureOf(exactly('engagement', situation), 'b.lost');

  it('an advance stops at 10cm on Stand, where it shoots as troops that moved', () => {
    // One stand: +1 first shot, -1 long, -1 moved: D6-1: 6 kills.
    const lost = lossOf({
      a: { ...foot, tactic: 'advance-and-shoot' },
      b: foot,
      distance: 25,
      turns: 1,
      testAfter: none,
    });
    // B answers in its own turn; its target, side A, is not what is counted here.
    expect(lost[1]).toBeCloseTo(1 / 6, 12);
  });

  it('an advance that ends out of range does not shoot', () => {
    const lost = lossOf({ a: { ...foot, tactic: 'advance-and-shoot' }, b: foot, distance: 40, turns: 1 });
    expect(lost).toEqual({ 0: expect.closeTo(1, 12) });
  });

  it('edging nearer on Stand brings muskets to short range', () => {
    // From 10 to 5cm: +1 first shot, +1 short, -1 moved: D6+1: 4 5 6 kill the single stand.
    const tactic = [{ do: 'close' }];
    const lost = lossOf({ a: { ...foot, tactic }, b: { ...foot, fire: 'hold' }, distance: 10, turns: 1 });
    expect(lost[1]).toBeCloseTo(3 / 6, 12);
  });

  it('a held volley is kept', () => {
    const a = { ...foot, fire: [{ when: { now: { turn: 1 } }, do: 'hold' }, { do: 'shoot' }] };
    const once = lossOf({ a, b: { ...foot, fire: 'hold' }, distance: 10, turns: 1 });
    expect(once).toEqual({ 0: expect.closeTo(1, 12) });
    // Turn 2: +1 first shot, -1 long: 5 6 kill.
    const twice = lossOf({ a, b: { ...foot, fire: 'hold' }, distance: 10, turns: 2 });
    expect(twice[1]).toBeCloseTo(2 / 6, 12);
  });

  it('infantry with muskets charges only from the halt, cavalry from a move away', () => {
    const charges = (type: string, distance: number) =>
      play({
        a: { type, stands: 4, tactic: [{ do: 'charge' }, { do: 'stand' }] },
        b: { ...militia(4), fire: 'hold' },
        distance,
        turns: 1,
      });
    expect(charges('medium-cavalry', 30)['b-routs']).toBeGreaterThan(0);
    expect(charges('medium-cavalry', 31)).toEqual({ even: expect.closeTo(1, 12) });
    expect(charges('heavy-infantry', 20)).toEqual({ even: expect.closeTo(1, 12) });
  });

  it('a group that chooses to retreat ends it', () => {
    close(play({ a: { ...foot, tactic: [{ do: 'retreat' }] }, b: foot, distance: 40 }), { 'a-retreats': 1 });
  });

  it('goes on after a retreat when the scenario says so', () => {
    const situation = { a: militia(2), b: battery, distance: 30, turns: 2, endWhen: [] };
    const [short, long] = [play({ ...situation, turns: 1 }), play(situation)];
    expect(short['a-retreats']).toBeCloseTo(1 / 9, 12);
    // After a retreat side A stands again in its second turn, 20cm further off, and is shelled at extreme range no more.
    expect(long['a-retreats']).toBeLessThan(2 / 9);
    expect(long['a-worse']).toBeGreaterThan(short['a-worse']);
  });

  it('follows another sequence of phases when told', () => {
    // Shooting before the move: nobody is in range yet.
    const lost = lossOf({
      a: { ...foot, tactic: 'advance-and-shoot' },
      b: { ...foot, fire: 'hold' },
      distance: 25,
      turns: 1,
      sequence: ['orders', 'shoot', 'move', 'melee', 'morale'],
    });
    expect(lost).toEqual({ 0: expect.closeTo(1, 12) });
  });

  it('keeps groups in contact fighting, or parts them', () => {
    const horse = { type: 'medium-cavalry', stands: 4, tactic: 'charge-home' };
    const guard = { type: 'heavy-infantry', stands: 4, morale: 'high', tactic: 'hold', fire: 'hold' };
    const base = { a: horse, b: guard, distance: 10, turns: 2, testAfter: none };
    const melee = (locked: string) => {
      const tally = exactly('engagement', { ...base, locked });
      return tally.sums.find((m) => m.id === 'b.lost.melee')!.mean;
    };
    expect(melee('fight-on')).toBeGreaterThan(melee('attacker-falls-back'));
  });

  it('lets disorder pass when the scenario says so', () => {
    const foot4 = { type: 'medium-infantry', stands: 4, tactic: 'hold' };
    const base = { a: foot4, b: foot4, distance: 10, turns: 3 };
    expect(play({ ...base, recover: 'own-turn' })).not.toEqual(play(base));
  });

  it('gives the larger group an overlap on the last enemy', () => {
    const horse = { type: 'medium-cavalry', stands: 2 };
    const at = (others: Loose[]) => {
      const a = { ...horse, tactic: 'charge-home', others };
      const tally = exactly('engagement', {
        a,
        b: { ...horse, tactic: 'hold' },
        distance: 10,
        turns: 1,
        testAfter: none,
      });
      return tally.sums.find((m) => m.id === 'b.lost.melee')!.mean;
    };
    expect(at([horse])).toBeGreaterThan(at([]));
  });
});

describe('tactics by name', () => {
  it('are those of the rules and those of the scenario', () => {
    const horse = { type: 'medium-cavalry', stands: 4 };
    const base = { b: { ...militia(4), fire: 'hold' }, distance: 10, turns: 1 };
    const mine = { tactics: { now: [{ do: 'charge' }] } };
    close(
      play({ ...base, ...mine, a: { ...horse, tactic: 'now' } }),
      play({ ...base, a: { ...horse, tactic: 'charge-home' } }),
    );
    close(play({ ...base, a: { ...horse, tactic: 'hold' } }), { even: 1 });
  });

  it('look at the facts of the moment', () => {
    // Charges only what is disordered, and nothing here ever is.
    const horse = { type: 'medium-cavalry', stands: 4, tactic: 'charge-the-shaken' };
    close(play({ a: horse, b: { ...militia(4), fire: 'hold' }, distance: 10, turns: 2 }), { even: 1 });
    const shaken = { ...militia(4), fire: 'hold', disordered: true };
    expect(play({ a: horse, b: shaken, distance: 10, turns: 1 })['b-routs']).toBeGreaterThan(0);
  });
});

describe('the engines on an engagement', () => {
  const foot = (stands: number) => ({ type: 'medium-infantry', stands });
  const situation = {
    a: { ...foot(2), general: 10, tactic: 'charge-home', others: [{ type: 'heavy-infantry', stands: 2 }] },
    b: { ...foot(2), general: 15, tactic: 'hold', others: [{ type: 'howitzers', stands: 1 }] },
    distance: 30,
    turns: 2,
  };

  it('agree: compiled whole, layer by layer', () => {
    const whole = outcomesOf(exact(compile(machineOf('engagement', situation))));
    const layered = outcomesOf(exactByLayers(machineOf('engagement', situation)).tally);
    close(layered, whole);
    expect(Object.values(whole).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 12);
  });

  it('agree: exact and ten million sampled', async () => {
    const automaton = compile(machineOf('engagement', { ...situation, turns: 1 }));
    const trials = 10_000_000;
    const sampled = outcomesOf(await sample(automaton, trials, 1759));
    for (const [id, p] of Object.entries(outcomesOf(exact(automaton)))) {
      expect(Math.abs((sampled[id] ?? 0) - p), id).toBeLessThanOrEqual(5 * Math.sqrt((p * (1 - p)) / trials) + 1e-12);
    }
  });
});
