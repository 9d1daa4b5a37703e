import * as z from 'zod';
import { roll, type Stepped } from '../src/kit/flow.ts';
import { declareState } from '../src/kit/machine.ts';
import {
  byId,
  byKey,
  cell,
  grid,
  modifiers,
  modifierTable,
  onSheet,
  type Rulebook,
  row,
  ruled,
  ruling,
} from '../src/rules/book.ts';
import { encounterOf, type Family } from '../src/rules/encounter.ts';
import { rowsFor } from '../src/rules/modifiers.ts';
import { playedByOwn } from '../src/rules/played.ts';
import { ROOT, refusals } from '../src/rules/refusal.ts';
import { d10 } from '../src/sim/die.ts';
import type { Outcome } from '../src/sim/machine.ts';
import { int } from '../src/sim/state.ts';

/** A rulebook of one table, one grid and two rulings, and a family that plays one shot with it: for framework tests. */
const at = onSheet('tiny');
const printed = {
  id: 'tiny',
  title: 'A tiny rulebook',
  sheets: { tiny: 'the tiny sheet' },
  tables: byId([
    modifiers('fire.small-arms', 'Fire', at('Fire', 10), [
      row('initial-volley', 11, 2, 'first volley', { self: { fired: false }, now: { range: 'short' } }),
      row('over-short', 12, -1, 'over short range', { now: { range: 'over' } }),
      row('column', 13, { pair: [3, -3] }, 'column', { self: { formation: 'attack-column' } }),
    ]),
    grid(
      'fire.ranges',
      'Ranges',
      at('Ranges', 20),
      ['short', 'maximum'],
      [
        ['musket', 21, 'muskets', [6, 12]],
        ['bow', 22, 'bows', [3, null]],
      ],
    ),
  ]),
  rulings: byKey([
    ruling('T-R1', 'lowScore', 'What of low scores?', 'roll-under', { words: ['roll-under', 'literal'] }),
    ruling('T-R2', 'most', 'How many hits at most?', 3, { integer: [1, 5] }),
  ]),
};

const schema = (book: Rulebook) => {
  const unit = z.strictObject({
    formation: z.enum(['line', 'attack-column', 'skirmish']).default('line').describe('How it stands'),
    fs: z.int().min(1).max(20).describe('Fatigue score'),
    fired: z.boolean().default(false).describe('Has fired before'),
    weapon: z
      .enum(book.tables['fire.ranges'].rows.map((r) => r.id) as [string])
      .default('musket')
      .describe('Weapon'),
    traits: z.array(z.string()).default([]).describe('Words of your own'),
  });
  return z.strictObject({
    firer: unit.describe('Who fires'),
    target: unit.prefault({ fs: 7 }).describe('Who is fired at'),
    rangeInches: z.number().min(0).default(6).describe('Distance'),
  });
};
type Situation = z.infer<ReturnType<typeof schema>>;

const outcomes: Outcome[] = [
  { id: 'no-effect', label: 'no effect', winner: 'none', severity: 0 },
  { id: 'target-hit', label: 'target hit', winner: 'a', severity: 2 },
];

function machine(s: Situation, book: Rulebook) {
  const { view, machine } = declareState({ hits: int(0, 5) });
  const short = Number(cell(book, 'fire.ranges', s.firer.weapon, 'short'));
  const now = { range: s.rangeInches <= short ? 'short' : 'over' };
  const rows = rowsFor([modifierTable(book, 'fire.small-arms')], { self: s.firer, enemy: s.target, now, ruling: {} });
  const most = Number(ruled(book, 'most'));
  const hits = (score: number, face: number) => (face > score ? 0 : Math.min(most, face <= score - 6 ? 2 : 1));
  const shot = roll<Stepped, number>({
    roll: d10,
    side: 'firer',
    against: () => s.firer.fs + rows.sum(),
    apply: (_, score, face) => {
      view.hits = hits(score, face);
    },
    title: () => 'The firer shoots',
    result: (_, score, face) => `${hits(score, face)} hits`,
    reasons: (_, score) => ({
      base: { label: `fatigue score ${s.firer.fs}`, value: s.firer.fs },
      ...rows.why(),
      total: { label: 'score', value: score },
      reading: `hits on ${score} or less`,
    }),
  });
  return machine({
    name: 'tiny fire',
    play: [shot],
    start: () => {},
    outcomes,
    outcome: () => (view.hits > 0 ? 'target-hit' : 'no-effect'),
    measures: [{ id: 'target.hits', label: 'hits on the target', of: () => view.hits }],
  });
}

const fire = encounterOf<Situation>({
  ...{ kind: 'fire', title: 'Fire', sides: ['firer', 'target'], schema, machine },
  check: (s, book) => {
    const maximum = cell(book, 'fire.ranges', s.firer.weapon, 'maximum');
    const message = `${s.rangeInches} inches is beyond the weapon's range.`;
    return refusals(s, ROOT, [[maximum !== null && s.rangeInches > Number(maximum), 'rangeInches', message]]);
  },
});

export const tinyFamily: Family = {
  id: 'tiny',
  encounters: { fire },
  vocabulary: {
    unit: {
      formation: { type: 'word', values: ['line', 'attack-column', 'skirmish'] },
      fs: { type: 'number' },
      fired: { type: 'flag' },
      weapon: { type: 'word', values: [] },
      traits: { type: 'list' },
    },
    now: { range: { type: 'word', values: ['short', 'over'] }, round: { type: 'number' } },
  },
};

export const tiny = playedByOwn(tinyFamily, printed);
