import * as z from 'zod';
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
import { modifierSum } from '../src/rules/bound.ts';
import type { EncounterDef, Family } from '../src/rules/encounter.ts';
import { nearRows, reasonRows } from '../src/rules/modifiers.ts';
import type { Facts } from '../src/rules/pattern.ts';
import { playedByOwn } from '../src/rules/played.ts';
import { d10 } from '../src/sim/die.ts';
import type { Machine } from '../src/sim/machine.ts';
import { int, layout } from '../src/sim/state.ts';

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

function machine(s: Situation, book: Rulebook): Machine<{ hits: number; step: string }> {
  const l = layout({ hits: int(0, 5) }, ['fire']);
  const table = modifierTable(book, 'fire.small-arms');
  const short = Number(cell(book, 'fire.ranges', s.firer.weapon, 'short'));
  const facts: Facts = {
    self: s.firer,
    enemy: s.target,
    now: { range: s.rangeInches <= short ? 'short' : 'over' },
    ruling: {},
  };
  const score = s.firer.fs + modifierSum([table], facts)();
  const most = Number(ruled(book, 'most'));
  const hits = (face: number) => (face > score ? 0 : Math.min(most, face <= score - 6 ? 2 : 1));
  return {
    name: 'tiny fire',
    layout: l as never,
    start: (st) => {
      st.step = 'fire';
    },
    steps: {
      fire: {
        roll: d10,
        side: 'firer',
        title: () => 'The firer shoots',
        result: (_s, _g, face) => `${hits(face)} hits`,
        reasons: () => ({
          base: { label: `fatigue score ${s.firer.fs}`, value: s.firer.fs },
          rows: reasonRows([table], facts),
          near: () => nearRows([table], facts),
          total: { label: 'score', value: score },
          reading: `hits on ${score} or less`,
        }),
        apply: (st, _given, face) => {
          st.hits = hits(face);
          st.step = 'end';
        },
      },
    },
    outcomes: [
      { id: 'no-effect', label: 'no effect', winner: 'none', severity: 0 },
      { id: 'target-hit', label: 'target hit', winner: 'a', severity: 2 },
    ],
    outcome: (st) => (st.hits > 0 ? 'target-hit' : 'no-effect'),
    measures: [{ id: 'target.hits', label: 'hits on the target', of: (st) => st.hits }],
    sums: [],
  };
}

const fire: EncounterDef<Situation> = {
  kind: 'fire',
  title: 'Fire',
  schema,
  check: (s, book) => {
    const maximum = cell(book, 'fire.ranges', s.firer.weapon, 'maximum');
    return maximum !== null && s.rangeInches > Number(maximum)
      ? [
          {
            path: ['rangeInches'],
            message: `${s.rangeInches} inches is beyond the weapon's range.`,
            found: s.rangeInches,
          },
        ]
      : [];
  },
  build: (s, book) => ({ machine: machine(s, book), notes: [], sides: ['firer', 'target'] }),
};

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
