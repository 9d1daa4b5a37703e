import { describe, expect, it } from 'vitest';
import { exactly, outcomesOf } from './play.ts';

const faces = [1, 2, 3, 4, 5, 6];
const stands = (score: number) => (score >= 10 ? 3 : score >= 7 ? 2 : score >= 5 ? 1 : 0);

/** A battery of two stands charged by four stands of medium cavalry, every die thrown by hand: figures as printed. */
function batteryByHand(): Record<string, number> {
  const p: Record<string, number> = {};
  const add = (id: string, weight: number) => {
    p[id] = (p[id] ?? 0) + weight;
  };
  for (const charge of faces) {
    if (charge < 3) {
      add('charge-refused', 1 / 6);
      continue;
    }
    for (const nerve of faces) {
      // Charged by a higher factor, 3 against 0.
      const score = nerve - 2;
      if (score <= -1) add('defender-routs', 1 / 36);
      else if (score <= 1) add('defender-destroyed', 1 / 36);
      else for (const shot of faces) afterShot(shot, 1 / 216, add);
    }
  }
  return p;
}

function afterShot(shot: number, weight: number, add: (id: string, weight: number) => void) {
  // +1 at 5cm, +1 second stand; short range.
  const hit = shot + 2;
  const horse = 4 - stands(hit);
  const shaken = hit >= 4;
  const contact = Math.min(2, horse) - 1;
  for (const sabre of faces) {
    for (const rammer of faces) {
      const gunsLost = Math.min(2, stands(sabre + contact - (shaken ? 1 : 0)));
      const horseLost = Math.min(horse, stands(rammer + contact - 3));
      const guns = 2 - gunsLost;
      const left = horse - horseLost;
      const lead = Math.sign(gunsLost - horseLost);
      const horseTest =
        (lead > 0 ? 3 : lead < 0 ? -2 : 0) -
        Math.floor((4 - left) / 4 / 0.2 + 1e-9) -
        (shaken || horseLost > 0 ? 1 : 0);
      const gunTest =
        (lead < 0 ? 3 : lead > 0 ? -2 : 0) - Math.floor(gunsLost / 2 / 0.2 + 1e-9) - (gunsLost > 0 ? 1 : 0);
      for (const a of faces) {
        for (const b of faces) {
          const horseFate = left === 0 ? 'destroyed' : fate(a + horseTest, 'retreats');
          const gunFate = guns === 0 ? 'destroyed' : fate(b + gunTest, 'destroyed');
          add(told(horseFate, gunFate, lead), weight / 1296);
        }
      }
    }
  }
}
const fate = (score: number, shaky: string) => (score <= -1 ? 'routs' : score <= 1 ? shaky : 'holds');
const RANK = ['holds', 'retreats', 'routs', 'destroyed'];
function told(horse: string, guns: string, lead: number): string {
  const [a, b] = [RANK.indexOf(horse), RANK.indexOf(guns)];
  if (a > b) return `attacker-${horse}`;
  if (b > a) return `defender-${guns}`;
  if (a >= 2) return 'both-broken';
  if (a === 1) return 'both-retreat';
  return lead > 0 ? 'defender-loses' : lead < 0 ? 'attacker-loses' : 'undecided';
}

describe('a charge from the test to the morale of both groups', () => {
  it('comes out as when every die is thrown by hand', () => {
    const found = outcomesOf(
      exactly('charge', {
        attacker: { type: 'medium-cavalry', stands: 4 },
        defender: { type: 'medium-artillery', stands: 2 },
      }),
    );
    const wanted = batteryByHand();
    expect(Object.keys(found).sort()).toEqual(Object.keys(wanted).sort());
    for (const [id, p] of Object.entries(wanted)) expect(found[id], id).toBeCloseTo(p, 12);
  });

  it('counts the disorder and the stands that the target’s shot cost', () => {
    const charge = (rulings: Record<string, string>) =>
      exactly(
        'charge',
        { attacker: { type: 'medium-cavalry', stands: 4 }, defender: { type: 'medium-infantry', stands: 4 } },
        rulings,
      );
    const lost = (t: ReturnType<typeof charge>) => t.sums.find((m) => m.id === 'defender.lost.melee')!.mean;
    expect(lost(charge({}))).toBeLessThan(lost(charge({ targetShoots: 'no' })));
  });

  it('no group shoots that is not on Stand', () => {
    const shot = (orders: string) =>
      exactly('charge', {
        attacker: { type: 'medium-cavalry', stands: 4 },
        defender: { type: 'medium-infantry', stands: 4, orders },
      }).sums.find((m) => m.id === 'attacker.lost.fire')!.mean;
    expect(shot('stand')).toBeGreaterThan(0);
    expect(shot('reserve')).toBe(0);
    // On Advance a score of 2 or 3 puts the charged group on Stand, and those may shoot.
    expect(shot('advance')).toBeGreaterThan(0);
    expect(shot('advance')).toBeLessThan(shot('stand'));
  });

  /** Lines 113 to 115: raw 5 or 6 keeps it for the steady row, 6 alone for the other one. */
  it.each([
    ['heavy infantry', { type: 'heavy-infantry', stands: 4 }, {}, 2],
    ['heavy infantry that has lost three of eight', { type: 'heavy-infantry', stands: 5, startingStands: 8 }, {}, 2],
    ['heavy infantry that has lost three of seven', { type: 'heavy-infantry', stands: 4, startingStands: 7 }, {}, 2],
    ['heavy infantry that has lost half', { type: 'heavy-infantry', stands: 4, startingStands: 8 }, {}, 1],
    ['other infantry in the open', { type: 'medium-infantry', stands: 4 }, {}, 1],
    ['other infantry against soft cover', { type: 'medium-infantry', stands: 4 }, { cover: 'soft' }, 2],
    ['other infantry against hard cover', { type: 'medium-infantry', stands: 4 }, { cover: 'hard' }, 1],
    ['other infantry against defences', { type: 'medium-infantry', stands: 4 }, { place: 'defences' }, 2],
  ])('%s with muskets goes in on so many faces', (_, attacker, more, faces) => {
    const found = outcomesOf(
      exactly('charge', { attacker, defender: { type: 'medium-infantry', stands: 4, ...more } }),
    );
    expect(6 * (1 - found['charge-refused'])).toBeCloseTo(faces, 12);
  });

  it('two units that charge a unit each lose and kill twice what one does: one shot away leaves the other its fight', () => {
    const horse = { type: 'medium-cavalry', stands: 1 };
    const foot = { type: 'medium-infantry', stands: 2 };
    const one = exactly('charge', { attacker: horse, defender: foot }).sums;
    const two = exactly('charge', {
      attacker: { ...horse, others: [horse] },
      defender: { ...foot, others: [foot] },
    }).sums;
    expect(one.find((s) => s.id === 'defender.lost.melee')!.mean).toBeGreaterThan(0);
    for (const [i, { id, mean }] of one.entries()) expect(two[i].mean, id).toBeCloseTo(2 * mean, 12);
  });
});
