import * as z from 'zod';
import {
  byId,
  byKey,
  grid,
  modifiers,
  modifierTable,
  onSheet,
  type Rulebook,
  row,
  ruled,
  ruling,
} from '../../src/rules/book.ts';
import { modifierSum } from '../../src/rules/bound.ts';
import type { EncounterDef, Family } from '../../src/rules/encounter.ts';
import { reasonRows } from '../../src/rules/modifiers.ts';
import type { Facts } from '../../src/rules/pattern.ts';
import { playedByOwn } from '../../src/rules/played.ts';
import { scenarioFrom } from '../../src/scenarios/load.ts';
import type { LoadedScenario } from '../../src/scenarios/prepare.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { d10 } from '../../src/sim/die.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { flag, int, layout, oneOf, type State } from '../../src/sim/state.ts';

/**
 * A game small enough to work out by hand. Each side throws one D10 against its score and hits when it is no higher; the
 * score is the strength plus the rows that count, and nothing above 9 or below 1 is read. One hit more wins; a tie goes by
 * the ruling.
 */
const at = onSheet('toy');
const printed = {
  id: 'toy',
  title: 'A toy game',
  sheets: { toy: 'The toy sheet' },
  tables: byId([
    modifiers('fight.rows', 'Rows', at('Fight', 1), [
      row('height', 2, 2, 'on higher ground', { self: { height: true } }),
      row('press', 3, 1, 'presses', { self: { plan: 'press' } }),
      row('wary', 4, { pair: [1, -1] }, 'wary against one that presses', {
        self: { plan: 'wary' },
        enemy: { plan: 'press' },
      }),
      row('never', 5, 3, 'elephants', { self: { elephants: true } }),
      row('spirit', 6, { fact: 'self.spirit' }, 'spirit'),
    ]),
    grid('fight.ends', 'Ends', at('Fight', 9), ['low', 'high'], [['score', 9, 'score', [1, 9]]]),
  ]),
  rulings: byKey([
    ruling('TOY-R1', 'tie', 'Who takes a tie?', 'nobody', { words: ['nobody', 'defender', 'attacker'] }),
    ruling('TOY-R2', 'colour', 'Which colour are the dice?', 'red', { words: ['red', 'green'] }),
    ruling('TOY-R3', 'rounds', 'How many rounds?', 1, { integer: [1, 3] }),
  ]),
};

const side = z.strictObject({
  strength: z.int().min(0).max(20).default(5),
  height: z.boolean().default(false),
  plan: z.enum(['press', 'wary', 'hold']).default('hold'),
  spirit: z.int().min(-2).max(2).default(0),
});
const situationSchema = z.strictObject({ attacker: side.prefault({}), defender: side.prefault({}) });
type Situation = z.infer<typeof situationSchema>;

const spec = {
  round: int(1, 3),
  turn: oneOf('attacker', 'defender'),
  attacker: { hits: int(0, 3) },
  defender: { hits: int(0, 3) },
  done: flag(),
};
type S = State<typeof spec, 'strike'>;

const melee: EncounterDef<Situation> = {
  kind: 'melee',
  title: 'A fight',
  schema: () => situationSchema,
  check: ({ attacker, defender }) =>
    attacker.plan === 'wary' && defender.plan === 'wary'
      ? [{ path: ['defender', 'plan'], message: 'Both cannot be wary.' }]
      : [],
  build: (situation, book) => ({ machine: machine(situation, book), notes: [], sides: ['attacker', 'defender'] }),
};

function machine(situation: Situation, book: Rulebook): Machine<S> {
  const l = layout(spec, ['strike']);
  const tables = [modifierTable(book, 'fight.rows')];
  const rounds = ruled(book, 'rounds') as number;
  const factsOf = (who: 'attacker' | 'defender'): Facts => ({
    self: situation[who],
    enemy: situation[who === 'attacker' ? 'defender' : 'attacker'],
    now: {},
    ruling: {},
  });
  const facts = { attacker: factsOf('attacker'), defender: factsOf('defender') };
  const score = (who: 'attacker' | 'defender') => situation[who].strength + modifierSum(tables, facts[who])();
  return {
    name: 'toy fight',
    layout: l as Machine<S>['layout'],
    start: (s) => {
      s.round = 1;
      s.step = 'strike';
    },
    steps: {
      strike: {
        roll: d10,
        against: (s) => Math.min(9, Math.max(1, score(s.turn))),
        title: (s) => `the ${s.turn} strikes`,
        result: (_s, given: number, face) => (face <= given ? 'a hit' : 'a miss'),
        reasons: (s) => ({
          base: { label: 'strength', value: situation[s.turn].strength },
          rows: reasonRows(tables, facts[s.turn]),
          total: { label: 'score', value: score(s.turn) },
          bounds: { low: 1, high: 9 },
        }),
        apply: (s, given: number, face, emit) => {
          const other = s.turn === 'attacker' ? 'defender' : 'attacker';
          if (face <= given) {
            s[other].hits += 1;
            emit('hits', 1);
          }
          if (s.turn === 'defender') {
            if (s.round === rounds) {
              s.turn = 'attacker';
              s.step = 'end';
              return;
            }
            s.round += 1;
          }
          s.turn = other;
        },
      },
    },
    outcomes: [
      { id: 'attacker-loses', label: 'attacker loses', winner: 'b', severity: -2 },
      { id: 'undecided', label: 'undecided', winner: 'none', severity: 0 },
      { id: 'defender-loses', label: 'defender loses', winner: 'a', severity: 2 },
    ],
    outcome: (s) => {
      const tie = { nobody: 'undecided', defender: 'attacker-loses', attacker: 'defender-loses' };
      if (s.attacker.hits === s.defender.hits) return tie[ruled(book, 'tie') as keyof typeof tie];
      return s.attacker.hits > s.defender.hits ? 'attacker-loses' : 'defender-loses';
    },
    measures: [
      { id: 'attacker.hits', label: 'hits on the attacker', of: (s) => s.attacker.hits },
      { id: 'defender.hits', label: 'hits on the defender', of: (s) => s.defender.hits },
    ],
    sums: [{ id: 'hits', label: 'hits in all' }],
  };
}

const toyFamily: Family = {
  id: 'toy',
  encounters: { melee },
  vocabulary: {
    unit: {
      strength: { type: 'number' },
      height: { type: 'flag' },
      elephants: { type: 'flag' },
      plan: { type: 'word', values: ['press', 'wary', 'hold'] },
      spirit: { type: 'number' },
    },
    now: {},
  },
};

export const toyBook = playedByOwn(toyFamily, printed);
const toyTwo = playedByOwn(toyFamily, { ...printed, id: 'toy-two', title: 'Another toy game' });
export const toyBooks = [toyBook, toyTwo];

/** A scenario of the toy game; `rest` is YAML below the common keys. */
export async function toy(rest = ''): Promise<LoadedScenario> {
  const text = parseText(`title: toy\nrules: toy\nencounter: melee\n${rest}`, 'toy.yaml');
  return scenarioFrom(text, { books: toyBooks }, () => {
    throw new Error('the toy names no files');
  });
}

/** The chance that a D10 is no higher than the score as it is read. */
export const chance = (score: number): number => Math.min(9, Math.max(1, score)) / 10;
