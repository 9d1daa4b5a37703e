import { describe, expect, test } from 'vitest';
import { cardsWith, exactly, type Loose, meanOf, odds, outcomesOf, type Rulings } from './play.ts';
import { after } from './stages.ts';

const pike = { card: 'seasoned-pike-and-shot' };
const levy = { card: 'levy-foot' };
const gendarmes = { card: 'gendarmes' };

test('who fires first decides whether the other replies at all', () => {
  // A last company that may fall to the first volley; a reply at point-blank, from a regiment whose fire stays as it is.
  const situation = { firer: pike, target: { ...levy, lost: 7 }, range: 'point-blank', reply: true };
  const hurt = (exchange: string) => {
    const tally = exactly('fire', situation, { exchange });
    return { falls: outcomesOf(tally)['target-destroyed'], level: meanOf(tally, 'firer.cohesion') };
  };
  const [together, first] = [hurt('simultaneous'), hurt('firer-first')];
  const { falls } = first;
  expect(falls).toBeGreaterThan(0.1);
  expect(together.falls).toBeCloseTo(falls, 12);
  expect(together.level).toBeGreaterThan(0);
  expect(first.level).toBeCloseTo(together.level * (1 - falls), 12);
});

test('above the last number of a Waver row its last result stands', () => {
  const ends = (last: number) =>
    cardsWith(({ cards }) => {
      cards['levy-foot'].waver.disaster.at(-1)![0] = last;
    });
  const unit = { ...levy, cohesion: 'ragged', lost: 4 };
  const [short, long] = [12, 99].map((last) => odds('morale', { cards: ends(last), unit }));
  expect(short).toEqual(long);
  expect(short['routs']).toBeGreaterThan(0.1);
});

test('a weapon of one range band fires at a charge at that, whatever band is asked for', () => {
  const shot = (bands: number, chargedFireBand: string) => {
    const cards = cardsWith(({ fire }) => {
      fire.bands['arquebus'] = fire.bands['arquebus'].slice(0, bands);
    });
    const { sums } = exactly('charge', { cards, attacker: gendarmes, defender: pike }, { chargedFireBand });
    return sums.find((s) => s.id === 'defensiveFire.casualties')!.mean;
  };
  expect(shot(1, 'second-nearest')).toBe(shot(1, 'nearest'));
  expect(shot(2, 'second-nearest')).toBeLessThan(shot(2, 'nearest'));
});

test('a melee that stays locked is fought on for as many rounds as are said', () => {
  // Reiters against levy: 18 of 36 stay locked; casualties change neither strength.
  const fight = { attacker: { card: 'veteran-reiters' }, defender: levy };
  for (const rounds of [1, 2, 3]) {
    const found = odds('melee', fight, { meleeRounds: rounds });
    expect(found['undecided']).toBeCloseTo(0.5 ** rounds, 12);
    expect(found['attacker-driven-back']).toBeCloseTo((3 / 36) * (2 - 2 * 0.5 ** rounds), 12);
  }
});

describe('a mob that loses cohesion routs where the ruling says so, and runs at once: foot its 4', () => {
  const mob = { ...levy, cohesion: 'mob' };
  const [isRout, stays]: Rulings[] = [{ beyondMob: 'rout' }, {}];
  const brigade = (regiment: Loose, order: string): Loose => ({
    brigades: [{ strategy: 3, orders: [{ do: order }], regiments: [regiment] }],
  });
  const played = (
    a: Loose,
    b: Loose,
    distance: number,
    dice: readonly number[],
    rulings: Rulings,
    more: Loose = {},
  ) => {
    const { lane1 } = after({ a, b, turns: 1, distance, ...more }, dice, rulings).view.lanes;
    return [lane1.a.status, lane1.b.status, lane1.distance];
  };
  test('by fire', () => {
    const shot = (rulings: Rulings) => played(brigade(pike, 'defend'), brigade(mob, 'harass'), 2, [6], rulings);
    expect(shot(isRout)).toEqual(['steady', 'routing', 6]);
    expect(shot(stays)).toEqual(['steady', 'steady', 2]);
  });
  test('by going at the double', () => {
    const gone = (rulings: Rulings) => played(brigade(mob, 'double'), brigade(levy, 'harass'), 20, [], rulings);
    expect(gone(isRout)).toEqual(['routing', 'steady', 20]);
    expect(gone(stays)).toEqual(['steady', 'steady', 16]);
  });
  test('by crossing an obstacle: 2 on and 4 back', () => {
    const obstacle = { kind: 'minor', at: 8 };
    const crosses = (rulings: Rulings) =>
      played(brigade(mob, 'march'), brigade(levy, 'harass'), 8, [], { obstacleDisorder: 1, ...rulings }, { obstacle });
    expect(crosses(isRout)).toEqual(['routing', 'steady', 10]);
    expect(crosses(stays)).toEqual(['steady', 'steady', 6]);
  });
});
