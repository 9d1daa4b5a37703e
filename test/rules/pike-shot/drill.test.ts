import { describe, expect, test } from 'vitest';
import { cardsWith, exactly, type Loose, messagesOf, outcomesOf, type Rulings } from './play.ts';
import { after } from './stages.ts';

/*
 * What regiments do besides marching, shooting and charging (lines 9 to 12 and 15), with the stand-in cards in hand: foot
 * marches 2 and charges 4, horse marches 4 and charges 8; arquebuses reach 2, 4 and 6, so that 2 is as near as one comes.
 * On Harass nobody moves or shoots unless the enemy is ragged.
 */
const turnsOf = (...orders: string[]) => [
  ...orders.map((order, i) => ({ when: { now: { turn: i + 1 } }, do: order })),
  { do: 'harass' },
];
const brigade = (regiments: readonly Loose[], ...orders: string[]): Loose => ({
  orders: turnsOf(...orders),
  regiments,
});
const field = (a: Loose, b: Loose, turns: number, more: Loose = {}): Loose => ({
  ...{ a: { brigades: [a] }, b: { brigades: [b] } },
  ...{ turns, distance: 10, edge: 30, ...more },
});
const [levy, pikes, horse] = [{ card: 'levy-foot' }, { card: 'seasoned-pike-and-shot' }, { card: 'gendarmes' }];
const still = (regiment: Loose) => brigade([regiment], 'harass', 'harass', 'harass', 'harass');
const laneAfter = (situation: Loose, dice?: readonly number[], rulings?: Rulings) =>
  after(situation, dice, rulings).view.lanes.lane1;

describe('turning about (line 9)', () => {
  const goes = (turns: number, regiment: Loose, ...orders: string[]) =>
    laneAfter(field(brigade([regiment], ...orders), still(horse), turns));
  test('it goes away at march rate, and comes back at march rate once it turns again', () => {
    const orders = ['turn-about', 'turn-about', 'march', 'march'];
    const walks = (regiment: Loose) => [1, 2, 3, 4].map((t) => goes(t, regiment, ...orders));
    expect(walks(levy).map((l) => l.distance)).toEqual([12, 14, 12, 10]);
    expect(walks(horse).map((l) => l.distance)).toEqual([14, 18, 14, 10]);
    expect(walks(levy).map((l) => l.a.turned)).toEqual([true, true, false, false]);
  });
  test('each such march costs what a march costs (line 39); half a one to step back or to form costs nothing', () => {
    const cards = cardsWith((set) => {
      set.moveDisorder.march = 1;
    });
    const cohesion = (regiment: Loose, ...orders: string[]) =>
      orders.map((_, i) => laneAfter(field(brigade([regiment], ...orders), still(horse), i + 1, { cards })).a.cohesion);
    expect(cohesion(levy, 'turn-about', 'march', 'march')).toEqual([1, 2, 3]);
    expect(cohesion(levy, 'back-up')).toEqual([0]);
    expect(cohesion({ ...levy, otherFormation: 'shot-forward' }, 'change-formation')).toEqual([0]);
  });
  test('on other orders it stays as it is, neither fires nor charges; one that steps back faces the enemy', () => {
    // At 6 the arquebuses would reach, and a charge of horse is 8.
    const near = (order: string, regiment: Loose) =>
      after(field(brigade([regiment], 'turn-about', order), still(horse), 2, { distance: 4 }));
    for (const order of ['defend', 'double', 'rally']) {
      const { view, next } = near(order, pikes);
      expect([view.lanes.lane1.distance, view.lanes.lane1.a.turned, next]).toEqual([6, true, 'end']);
    }
    expect(near('charge', horse).view.lanes.lane1).toMatchObject({ distance: 8, a: { turned: true } });
    expect(near('back-up', pikes).view.lanes.lane1).toMatchObject({ distance: 7, a: { turned: false } });
  });
  test('charged, it does not fire, and is overwhelmed (line 56), as in a charge in the rear', () => {
    const situation = field({ ...brigade([pikes], 'turn-about'), strategy: 5 }, brigade([horse], 'charge'), 1, {
      distance: 4,
    });
    // Away 2, to 6. Gendarmes charge on 2 and pikes stand on 2: no fire is rolled for, but the melee.
    const { view, next } = after(situation, [2, 2]);
    expect(view.lanes.lane1.b.order).toBe('charge');
    expect(next).toMatch(/fight/);
    const charge = outcomesOf(exactly('charge', { attacker: horse, defender: pikes, aspect: 'rear' }));
    const front = outcomesOf(exactly('charge', { attacker: horse, defender: pikes, aspect: 'front' }));
    // After one turn, who routs in the engagement is who routs in the charge: 2D6 on the same table.
    const played = outcomesOf(exactly('engagement', situation, { pursueAfter: 'rout-only' }));
    expect(played['a-routs']).toBeCloseTo(routs(charge, 'defender'), 12);
    expect(played['a-routs']).not.toBeCloseTo(routs(front, 'defender'), 3);
  });
  test('struck in the rear it fights on facing its enemy', () => {
    const situation = field({ ...brigade([pikes], 'turn-about'), strategy: 5 }, brigade([horse], 'charge'), 1, {
      distance: 4,
    });
    // 2D6 of 7 and casualties of 1 and 1.
    expect(after(situation, [2, 2, 7, 1, 1]).view.lanes.lane1.a.turned).toBe(false);
  });
  const routs = (found: Record<string, number>, who: string) =>
    (found[`${who}-routs`] ?? 0) + (found[`${who}-destroyed`] ?? 0);
});

describe('changing formation and frontage (lines 11 and 12)', () => {
  const changing = (regiment: Loose, order: string, turns = 1, more: Loose = {}) =>
    after(field(brigade([regiment], order), still(horse), turns, more)).view.lanes.lane1;
  const hedgehog = { ...pikes, otherFormation: 'hedgehog' };
  const twoDepths = cardsWith((set) => {
    const { deep } = set.cards['veteran-reiters'].formations;
    set.cards['veteran-reiters'].formations['shallow'] = { ...deep, deep: false, melee: 1 };
  });

  test('neither moves nor fires, on Rally', () => {
    const lane = changing(hedgehog, 'change-formation', 1, { distance: 4 });
    expect(lane).toMatchObject({ distance: 4, a: { order: 'rally', changed: 1 }, b: { cohesion: 0 } });
    const back = field(brigade([hedgehog], 'change-formation', 'change-formation'), still(horse), 2);
    expect(laneAfter(back).a.changed).toBe(0);
  });
  test('foot that changes its frontage neither moves nor fires; horse goes at half march rate', () => {
    const foot = after(field(brigade([hedgehog], 'change-frontage'), still(horse), 1, { distance: 4 }));
    expect([foot.view.lanes.lane1.distance, foot.view.lanes.lane1.a.changed, foot.next]).toEqual([4, 1, 'end']);
    const reiters = { card: 'veteran-reiters', otherFormation: 'shallow' };
    expect(changing(reiters, 'change-frontage', 1, { cards: twoDepths })).toMatchObject({
      distance: 8,
      a: { changed: 1 },
    });
  });
  test('the card says what the new formation is worth: shot forward fights as 2, not 4', () => {
    const fights = (more: Loose, ...orders: string[]) =>
      outcomesOf(
        exactly(
          'engagement',
          field(
            { ...brigade([{ ...pikes, ...more }], ...orders), strategy: 1 },
            { ...brigade([horse], 'harass', 'charge'), strategy: 5 },
            2,
            { distance: 8 },
          ),
        ),
      );
    const changed = fights({ otherFormation: 'shot-forward' }, 'change-formation', 'harass');
    expect(changed).toEqual(fights({ formation: 'shot-forward' }, 'rally', 'harass'));
    expect(changed).not.toEqual(fights({}, 'rally', 'harass'));
  });
  test('a brigade without another formation is told so, and so is one of the same or of no card', () => {
    const wrong = (regiment: Loose) => messagesOf('engagement', field(brigade([regiment]), still(horse), 1));
    expect(wrong({ ...pikes, otherFormation: 'column' })[0]).toMatch(
      /'column' is no other formation .* hedgehog, shot-forward/,
    );
    expect(wrong({ ...horse, otherFormation: 'deep' })[0]).toMatch(/it has no other/);
    const never = { orders: [{ do: 'change-formation' }], regiments: [levy] };
    expect(messagesOf('engagement', field(never, still(horse), 1))[0]).toMatch(/can never do 'change-formation'/);
  });
});

describe('pushing back (line 15)', () => {
  interface Post {
    at: number;
  }
  // Levies on the march do not fire.
  const pushed = (foe: Loose, order: string, rulings?: Rulings, more: Loose = {}) => {
    const situation = field(brigade([levy], order, order), brigade([foe], 'harass', 'harass'), 2, {
      ...{ distance: 3, together: true },
      ...more,
    });
    const { l1 } = after(situation, [], rulings).view.lanes as unknown as { l1: { units: { a: Post; b: Post } } };
    return [l1.units.a.at, l1.units.b.at];
  };
  test('foot on March comes on 2 a turn, and light troops and lances give way to 2 off', () => {
    // 3 off: 2 on is 1 too near, so they go back 1; then 2 for 2.
    expect(pushed({ ...horse, traits: ['light-horse'] }, 'march')).toEqual([4, -3]);
    expect(pushed(horse, 'march', {}, { cards: cardsWith((set) => set.cards['gendarmes'].traits.splice(0)) })).toEqual([
      1, 0,
    ]);
    expect(pushed({ ...levy, traits: ['enfants-perdus'] }, 'march')).toEqual([4, -3]);
  });
  test('not on other orders, not by horse, not under the other ruling, and not over the edge', () => {
    const light = { ...horse, traits: ['light-horse'] };
    expect(pushed(light, 'double')[1]).toBe(0);
    expect(pushed(light, 'march', { pushing: 'no' })).toEqual([1, 0]);
    expect(pushed(light, 'march', {}, { edge: 5 })).toEqual([3, -2]);
  });
});
