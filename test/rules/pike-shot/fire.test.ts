import { describe, expect, test } from 'vitest';
import { cardsWith, exactly, type Loose, meanOf, messagesOf, odds } from './play.ts';

const target = { card: 'gendarmes' };
const shot = (card: string, order: string, traits: string[] = []): Loose => ({
  firer: { card, order, traits },
  target,
  range: 1,
});
const MARCHING =
  'firer.order: Marching, only veteran and seasoned regiments, light horse, skirmishing horse and enfants perdus fire; this one is levy.';
const DOUBLING = 'firer.order: At the double only light horse, skirmishing horse and enfants perdus fire.';

describe('who may fire', () => {
  test.each([
    ['on Defend anyone', shot('levy-foot', 'defend'), []],
    ['marching seasoned foot', shot('seasoned-pike-and-shot', 'march'), []],
    ['marching veterans', shot('veteran-reiters', 'march'), []],
    ['not marching levy', shot('levy-foot', 'march'), [MARCHING]],
    ['marching levy that are enfants perdus', shot('levy-foot', 'march', ['enfants-perdus']), []],
    ['not doubling veterans', shot('veteran-reiters', 'double'), [DOUBLING]],
    ['doubling light horse', shot('veteran-reiters', 'double', ['light-horse']), []],
    ['doubling skirmishing horse', shot('veteran-reiters', 'double', ['skirmishing-horse']), []],
    ['not on Rally', shot('levy-foot', 'rally'), ['firer.order: Nobody fires on the order Rally.']],
    ['not on Charge', shot('levy-foot', 'charge'), ['firer.order: Nobody fires on the order Charge.']],
    ['not on Harass', shot('levy-foot', 'harass'), ['firer.order: Nobody fires on the order Harass.']],
    ['not without shot', shot('gendarmes', 'defend'), ['firer.order: The firer (gendarmes) has no shot.']],
  ] as [string, Loose, string[]][])('%s', (_name, situation, messages) => {
    expect(messagesOf('fire', situation)).toEqual(messages);
  });

  test('nobody beyond the last band', () => {
    expect(messagesOf('fire', { firer: { card: 'levy-foot' }, target, range: 7 })).toEqual([
      'range: The arquebus of the firer has no such range: it has point-blank to 2, near to 4, far to 6.',
    ]);
  });
  test('a reply must be allowed too', () => {
    const situation = { firer: { card: 'levy-foot' }, target: { card: 'veteran-reiters' }, range: 3, reply: true };
    expect(messagesOf('fire', situation)).toEqual([
      'range: The pistol of the target has no such range: it has point-blank to 1, near to 2.',
    ]);
  });
});

describe('the fire number', () => {
  const disturbed = (firer: Loose, at: Loose, range: number | string = 2) => {
    const found = odds('fire', {
      firer: { card: 'levy-foot', formation: 'shot-forward', ...firer },
      target: { ...target, ...at },
      range,
    });
    return 1 - (found['no-effect'] ?? 0);
  };
  // 3 at point-blank: shifts to 1, 2, 3, 3, 4, 5; on the row of five companies a level goes from 2 up.
  test.each([
    ['intensity alone', {}, {}, 5 / 6],
    ['a column, -1', { formation: 'column' }, {}, 4 / 6],
    ['firer disarrayed, -1', { cohesion: 'disarrayed' }, {}, 4 / 6],
    ['firer mob, -3', { cohesion: 'mob' }, {}, 1 / 6],
    ['target in cover, -2', {}, { inCover: true }, 2 / 6],
    ['target skirmishing, -2', {}, { skirmishing: true }, 2 / 6],
    ['seasoned foot on the march, -1', { card: 'seasoned-pike-and-shot', order: 'march' }, {}, 4 / 6],
    ['few companies, a worse row', { lost: 6 }, {}, 4 / 6],
  ] as [string, Loose, Loose, number][])('%s', (_name, firer, at, p) => {
    expect(disturbed(firer, at)).toBeCloseTo(p, 12);
  });
  test('is less at far range', () => {
    // 0 shifts to -2..2: only a 6 reaches 2.
    expect(disturbed({}, {}, 6)).toBeCloseTo(1 / 6, 12);
  });
  test('0 is a column of its own, and below it nothing happens', () => {
    // Harm in column 0 alone. Intensity 0 shifts to -2, -1, 0, 0, 1, 2: two faces in six.
    const cards = cardsWith((s) => {
      for (const row of s.fire.rows) {
        row.cohesionLoss.forEach((_, column) => {
          row.cohesionLoss[column] = column === 0 ? 1 : 0;
        });
        row.casualties.fill(0);
      }
    });
    const firer = { card: 'levy-foot', formation: 'shot-forward' };
    const tally = exactly('fire', { cards, firer, target, range: 6 });
    expect(meanOf(tally, 'target.cohesion')).toBeCloseTo(2 / 6, 12);
  });
  test('above the last column is the last', () => {
    const cards = cardsWith((s) => {
      s.fire.bands['arquebus'][0].intensity = 15;
      // No other column costs as much.
      for (const { cohesionLoss, casualties } of s.fire.rows)
        [cohesionLoss[cohesionLoss.length - 1], casualties[casualties.length - 1]] = [4, 3];
    });
    const tally = exactly('fire', { cards, firer: { card: 'levy-foot' }, target, range: 1 });
    expect(meanOf(tally, 'target.cohesion')).toBeCloseTo(4, 12);
    expect(meanOf(tally, 'target.casualties')).toBeCloseTo(3, 12);
  });
});

test('volleys add up until the target is destroyed', () => {
  const cards = cardsWith((s) => {
    s.fire.bands['arquebus'][0].intensity = 15;
  });
  const target5 = { cards, firer: { card: 'levy-foot' }, target, range: 1 };
  expect(odds('fire', { ...target5, volleys: 4 })).toEqual({ 'target-hit': expect.closeTo(1, 12) });
  expect(odds('fire', { ...target5, volleys: 5 })).toEqual({ 'target-destroyed': expect.closeTo(1, 12) });
});
