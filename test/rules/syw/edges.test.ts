import { describe, expect, it } from 'vitest';
import { outcomeOf, sideMeasures } from '../../../src/rules/syw/engagement-outcome.ts';
import type { Field } from '../../../src/rules/syw/field.ts';
import { playedStory } from '../../../src/sim/trace.ts';
import { type Loose, machineOf } from './play.ts';

const never = { now: { turn: { gt: 99 } } };
const foot = { type: 'medium-infantry', stands: 4, tactic: 'hold', fire: 'shoot' };

/** The rolls of an engagement in which every die shows this face, with the rows that count. */
function rolls(situation: Loose, face: number) {
  const machine = machineOf('engagement', { endWhen: never, ...situation });
  return playedStory(machine, { seed: 1, encounter: 0 }, (faces) => Math.min(faces, face) - 1).entries.flatMap(
    (entry) =>
      entry.kind === 'roll'
        ? [{ title: entry.title, rows: (entry.reasons?.rows ?? []).map(({ id }) => id.replace(/^.*\./, '')) }]
        : [],
  );
}

describe('shooting in an engagement', () => {
  it('counts the first shot of the day once for each side', () => {
    const shots = rolls({ a: foot, b: foot, distance: 10, turns: 3 }, 1);
    expect(shots.map(({ rows }) => rows.includes('first-shot'))).toEqual([true, true, false, false, false, false]);
  });
  it('is not the first of whoever has fired before', () => {
    const shots = rolls({ a: { ...foot, fired: true }, b: foot, distance: 10, turns: 2 }, 1);
    expect(shots.map(({ rows }) => rows.includes('first-shot'))).toEqual([false, true, false, false]);
  });
  it('is left to whoever holds its fire', () => {
    const shots = rolls({ a: { ...foot, fire: 'hold' }, b: foot, distance: 10, turns: 2 }, 1);
    expect(shots.map(({ rows }) => rows.includes('first-shot'))).toEqual([true, false]);
  });
});

/** A side of groups: its fate, stands left of those before, and whether it routs as things are. */
type Fate = readonly [fate: string, left: number, before: number];
const fieldOf = (a: readonly Fate[], b: readonly Fate[]) => {
  const bodies = (list: readonly Fate[]) =>
    list.map(([fate, stands, before]) => ({
      group: {
        state: { fate },
        stands,
        orders: fate === 'routs' ? 'rout' : 'stand',
        members: [{ before: { stands: before } }],
      },
    }));
  return { of: (side: string) => bodies(side === 'a' ? a : b) } as unknown as Field;
};

describe('how an engagement ends', () => {
  const [holds, hurt, retreats, routs, dead]: Fate[] = [['holds', 4, 4], ['holds', 3, 4], ['retreats', 4, 4], ['routs', 2, 4], ['holds', 0, 4]]; // biome-ignore format: a table
  it.each<[string, readonly Fate[], readonly Fate[]]>([
    ['even', [holds], [holds]],
    ['a-worse', [hurt], [holds]],
    ['b-worse', [holds], [hurt]],
    ['a-retreats', [retreats], [holds]],
    ['b-retreats', [holds], [retreats]],
    ['both-retreat', [retreats], [retreats]],
    ['a-routs', [routs], [retreats]],
    ['b-routs', [hurt], [routs]],
    ['both-broken', [routs], [routs]],
    ['both-broken', [dead], [dead]],
    ['a-destroyed', [dead], [routs]],
    ['b-destroyed', [routs, routs], [dead, dead]],
    // The best fate counts; then the share of groups that are out, before the share of stands.
    ['a-worse', [dead, holds], [holds, hurt]],
    ['b-worse', [holds, hurt], [routs, holds]],
    ['b-worse', [dead, holds, holds], [dead, holds]],
    ['even', [dead, holds], [holds, dead]],
    ['a-worse', [hurt, hurt], [hurt, holds]],
    ['b-worse', [hurt, ['holds', 8, 8]], [hurt, holds]],
  ])('%s', (outcome, a, b) => {
    expect(outcomeOf(fieldOf(a, b))).toBe(outcome);
  });
  it('counts who is out of it where a side has several groups', () => {
    const found = sideMeasures(fieldOf([dead, routs, retreats, holds], [holds]));
    expect(found.filter(({ id }) => id.endsWith('.out')).map(({ id, of }) => [id, of(null as never)])).toEqual([
      ['a.out', 2],
    ]);
  });
});
