import { describe, expect, it } from 'vitest';
import { compile } from '../../src/sim/compile.ts';
import { exact } from '../../src/sim/exact.ts';
import { sample } from '../../src/sim/sample.ts';
import { sigmasApart } from '../sim/agree.ts';
import { exactly, meanOf, sharesOf, situationOf } from './games.ts';

/** Every figure here is worked out by code of its own, straight from the rules of the game, without the kit. */

const choose = (n: number, k: number): number => (k < 0 || k > n ? 0 : k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k);
const binomial = (n: number, k: number, p: number): number => choose(n, k) * p ** k * (1 - p) ** (n - k);
/** Shares of 0, 1, 2 … successes, those above `most` counted as `most`. */
const capped = (n: number, p: number, most: number): number[] => {
  const shares = new Array<number>(most + 1).fill(0);
  for (let k = 0; k <= n; k++) shares[Math.min(k, most)] += binomial(n, k, p);
  return shares;
};

describe('club muskets', () => {
  const twoD6 = (atLeast: number): number => {
    let ways = 0;
    for (let a = 1; a <= 6; a++) for (let b = 1; b <= 6; b++) if (a + b >= atLeast) ways++;
    return ways / 36;
  };

  it.each([
    { bases: 8, target: 10, plus: 0, save: 5, morale: 0 },
    { bases: 12, target: 6, plus: 1, save: 5, morale: 1 },
    { bases: 5, target: 12, plus: -1, save: 5, morale: -1 },
  ])(
    'a volley at long range is binomial, and morale follows from the losses: %o',
    async ({ bases, target, plus, save, morale }) => {
      const quality = { '-1': 'raw', '0': 'trained', '1': 'veteran' };
      const tally = await exactly('club-muskets', {
        encounter: 'fire',
        distance: 12,
        firer: { bases, quality: quality[String(plus) as '0'] },
        target: { bases: target, quality: quality[String(morale) as '0'] },
      });
      // A natural 1 misses and a 6 hits, so between 1 and 5 faces of six hit.
      const hits = Math.min(5, Math.max(1, 7 - (4 - plus))) / 6;
      const expected: Record<string, number> = {
        'no-effect': 0,
        'target-hit': 0,
        'target-driven-back': 0,
        'target-broken': 0,
        'target-destroyed': 0,
      };
      capped(bases, hits * (1 - (7 - save) / 6), target).forEach((p, lost) => {
        const percent = (100 * lost) / target;
        if (lost === target) expected['target-destroyed'] += p;
        else if (lost === 0) expected['no-effect'] += p;
        else if (percent < 25) expected['target-hit'] += p;
        else {
          const added = morale - (Math.floor(percent) >= 50 ? 2 : 0);
          expected['target-hit'] += p * twoD6(7 - added);
          expected['target-driven-back'] += p * (twoD6(5 - added) - twoD6(7 - added));
          expected['target-broken'] += p * (1 - twoD6(5 - added));
        }
      });
      const found = sharesOf(tally);
      for (const [id, p] of Object.entries(expected)) expect(found[id]).toBeCloseTo(p, 12);
    },
  );

  it('a melee of one round loses what two independent throws lose', async () => {
    const tally = await exactly('club-muskets', {
      encounter: 'melee',
      attacker: { bases: 6 },
      defender: { bases: 12 },
      set: { 'rules.melee.rounds': 1, 'rules.morale.losses': 100 },
    });
    // The charge adds 1: 3 and more hit; what is left of the defender strikes back at 4 and more.
    let mean = 0;
    capped(6, (4 / 6) * (4 / 6), 12).forEach((p, lost) => {
      capped(12 - lost, (3 / 6) * (4 / 6), 6).forEach((q, own) => {
        mean += p * q * (6 - own);
      });
    });
    expect(meanOf(tally, 'attacker.left')).toBeCloseTo(mean, 12);
  });
});

describe('the map of the world', () => {
  /** Losses of the attacker in one throw, by going through all faces. */
  const lossesIn = (mine: number, theirs: number): number[] => {
    const shares = [0, 0, 0];
    const fall = (n: number): number[][] =>
      n === 0 ? [[]] : fall(n - 1).flatMap((rest) => [1, 2, 3, 4, 5, 6].map((f) => [...rest, f]));
    const sorted = (n: number) => fall(n).map((f) => f.sort((a, b) => b - a));
    const [a, b] = [sorted(mine), sorted(theirs)];
    for (const x of a)
      for (const y of b) {
        let lost = 0;
        for (let i = 0; i < Math.min(mine, theirs); i++) if (x[i] <= y[i]) lost++;
        shares[lost]++;
      }
    return shares.map((cases) => cases / (a.length * b.length));
  };
  const known = new Map<string, number[]>();
  const losses = (a: number, b: number): number[] => {
    const key = `${a},${b}`;
    if (!known.has(key)) known.set(key, lossesIn(a, b));
    return known.get(key)!;
  };
  /** The chance that the country falls, by recursion over armies. */
  const taken = new Map<string, number>();
  const chance = (a: number, d: number): number => {
    if (d === 0) return 1;
    if (a <= 1) return 0;
    const key = `${a},${d}`;
    let p = taken.get(key);
    if (p === undefined) {
      const pairs = Math.min(Math.min(3, a - 1), Math.min(2, d));
      const shares = losses(Math.min(3, a - 1), Math.min(2, d));
      p = 0;
      for (let lost = 0; lost <= pairs; lost++) p += shares[lost] * chance(a - lost, d - (pairs - lost));
      taken.set(key, p);
    }
    return p;
  };

  it('one throw of three against two falls as it is known to', () => {
    expect(losses(3, 2).map((p) => Math.round(p * 7776))).toEqual([2890, 2611, 2275]);
  });

  it.each([
    [2, 1],
    [4, 4],
    [8, 5],
    [15, 12],
    [30, 30],
    [100, 100],
  ])('%i armies against %i take the country as often as the Markov chain says', async (a, d) => {
    const tally = await exactly('conquest', { encounter: 'attack', attacker: { armies: a }, defender: { armies: d } });
    expect(sharesOf(tally)['country-taken']).toBeCloseTo(chance(a, d), 12);
  });

  it('an attacker who breaks off early keeps what he wanted to keep', async () => {
    const scenario = { encounter: 'attack', stop: 6, attacker: { armies: 10 }, defender: { armies: 20 } };
    const tally = await exactly('conquest', scenario);
    expect(Math.min(...tally.ends.map((e) => e.values[0]))).toBeGreaterThanOrEqual(5);
  });
});

describe('star squads', () => {
  it('shots hit, wound and pass the save as three throws in a row do', async () => {
    const tally = await exactly('star-squads', {
      encounter: 'firefight',
      rounds: 1,
      first: { models: 5, shots: 2, skill: 3, strength: 5, toughness: 4, reroll: 'ones' },
      second: { models: 12, toughness: 4, save: 4, skill: 6, shots: 1, strength: 1 },
    });
    // 3 and more, ones again: 4/6 + 1/6 · 4/6. Strength 5 on toughness 4 wounds on 3 and more. A save on 4 and more.
    const one = (4 / 6 + (1 / 6) * (4 / 6)) * (4 / 6) * (3 / 6);
    const mean = 12 - capped(10, one, 12).reduce((sum, p, k) => sum + p * k, 0);
    expect(meanOf(tally, 'second.left')).toBeCloseTo(mean, 12);
  });

  it('a wound of D3 kills a model of two wounds by two or more, or by what is left of it', async () => {
    const tally = await exactly('star-squads', {
      encounter: 'firefight',
      rounds: 1,
      first: { models: 1, shots: 3, skill: 2, strength: 10, damage: 'D3' },
      second: { models: 3, wounds: 2, toughness: 1, save: 7, skill: 6, strength: 1 },
    });
    const p = (5 / 6) * (5 / 6);
    const fallen = (wounds: number, hurt: number): number => {
      if (wounds === 0) return 0;
      let mean = 0;
      for (const d of [1, 2, 3]) mean += (hurt + d >= 2 ? 1 + fallen(wounds - 1, 0) : fallen(wounds - 1, hurt + d)) / 3;
      return mean;
    };
    const mean = [0, 1, 2, 3].reduce((sum, k) => sum + binomial(3, k, p) * fallen(k, 0), 0);
    expect(meanOf(tally, 'second.left')).toBeCloseTo(3 - mean, 12);
  });
});

describe('line ahead', () => {
  interface Ship {
    readonly guns: number;
    readonly hull: number;
    readonly gunnery: number;
    readonly armour: number;
  }
  const SHIPS: Record<string, Ship> = {
    frigate: { guns: 3, hull: 3, gunnery: 5, armour: 7 },
    'two-decker': { guns: 6, hull: 5, gunnery: 5, armour: 6 },
    sloop: { guns: 2, hull: 2, gunnery: 4, armour: 7 },
  };
  /** Ships that are afloat at the end, worked out by recursion over hits, ship after ship. */
  function ends(a: string[], b: string[], turns: number): Record<string, number> {
    const found: Record<string, number> = {};
    const end = (id: string, p: number) => {
      found[id] = (found[id] ?? 0) + p;
    };
    const afloat = (names: string[], hits: number[]) => names.map((n, i) => hits[i] < SHIPS[n].hull);
    const fire = (
      names: string[],
      hits: number[],
      i: number,
      theirs: string[],
      taken: number[],
    ): [number[], number][] => {
      const at = afloat(theirs, taken).indexOf(true);
      if (!afloat(names, hits)[i] || at < 0) return [[taken, 1]];
      const ship = SHIPS[names[i]];
      const target = SHIPS[theirs[at]];
      const guns = hits[i] * 2 >= ship.hull ? Math.ceil(ship.guns / 2) : ship.guns;
      const p = ((7 - ship.gunnery) / 6) * (1 - Math.max(0, 7 - target.armour) / 6);
      return capped(guns, p, target.hull - taken[at]).map((share, k) => [
        taken.map((h, j) => (j === at ? h + k : h)),
        share,
      ]);
    };
    const side = (
      names: string[],
      hits: number[],
      theirs: string[],
      taken: number[],
      i: number,
      p: number,
      then: (taken: number[], p: number) => void,
    ): void => {
      if (i === names.length) then(taken, p);
      else
        for (const [after, share] of fire(names, hits, i, theirs, taken))
          side(names, hits, theirs, after, i + 1, p * share, then);
    };
    const done = (names: string[], hits: number[], id: string, p: number): boolean => {
      const left = afloat(names, hits).filter(Boolean).length;
      if (left === 0) end(`${id}-sunk`, p);
      else if ((names.length - left) * 2 >= names.length) end(`${id}-breaks-off`, p);
      else return false;
      return true;
    };
    const total = (hits: number[]) => hits.reduce((x, y) => x + y, 0);
    const turn = (n: number, ha: number[], hb: number[], p: number): void => {
      if (p === 0) return;
      if (n === 0) end(total(ha) > total(hb) ? 'a-worse-off' : total(ha) < total(hb) ? 'b-worse-off' : 'even', p);
      else
        side(a, ha, b, hb, 0, p, (nb, q) => {
          if (!done(b, nb, 'b', q))
            side(b, nb, a, ha, 0, q, (na, r) => {
              if (!done(a, na, 'a', r)) turn(n - 1, na, nb, r);
            });
        });
    };
    turn(turns, a.map(() => 0), b.map(() => 0), 1); // biome-ignore format: one line reads better
    return found;
  }

  it.each([
    [['frigate'], ['sloop', 'sloop'], 2],
    [['two-decker', 'sloop'], ['frigate', 'frigate'], 2],
    [['sloop', 'frigate', 'sloop'], ['two-decker'], 2],
  ])('%j against %j over %i turns ends as it does ship by ship', async (a, b, turns) => {
    const found = sharesOf(await exactly('line-ahead', { encounter: 'action', turns, a, b }));
    const expected = ends(a, b, turns);
    for (const id of Object.keys(found)) expect(found[id]).toBeCloseTo(expected[id] ?? 0, 12);
  });
});

describe('every example game', () => {
  it.each([
    ['club-muskets', { encounter: 'melee', attacker: 'old-guard', defender: 'levy' }],
    ['conquest', { encounter: 'attack', attacker: { armies: 9 }, defender: { armies: 9 } }],
    ['star-squads', { encounter: 'firefight', first: 'veterans', second: 'swarm' }],
    ['hills-infantry', { encounter: 'melee', attacker: { formation: 'attack-column', fs: 9 }, defender: { fs: 6 } }],
    ['line-ahead', { encounter: 'action', a: ['frigate', 'sloop'], b: ['frigate', 'sloop'] }],
  ])(
    '%s: reads seen give the same as every face of every state, and sampled agrees with exact',
    async (game, scenario) => {
      const { machine } = (await situationOf(game, scenario)).built;
      const seen = compile(machine);
      const plain = compile(machine, { everyFace: true });
      expect(seen.states).toBe(plain.states);
      expect(exact(seen).ends).toEqual(exact(plain).ends);
      expect(sigmasApart(await sample(seen, 200_000, 17), exact(seen))).toBeLessThan(4.5);
    },
  );
});
