import { load, run as play } from '../src/index.ts';
import { cell, modifierTable, type Rulebook, ruled } from '../src/rules/book.ts';
import { readHits } from '../src/rules/oth/hits.ts';
import { prepareCell } from '../src/scenarios/prepare.ts';
import { build, compilers, run } from './native.ts';

const ENGAGEMENT = 'three-a-side';
const CHECKED = 400_000;
/** Nobody has looked at the figures beforehand: further off than this is a mistake, not chance. */
const MOST_SIGMAS = 5;

/** The engagement in straight C, by compiler. */
export const engagementPrograms = async () => build(ENGAGEMENT, await engagementHeader(), compilers(), 'engagement.h');

/** Microseconds of processor time that the engagement takes in straight C, by compiler; each is checked first. */
export async function nativeEngagement(): Promise<Record<string, () => number>> {
  const programs = await engagementPrograms();
  if (programs.length === 0) return {};
  const [ours] = (await play(ENGAGEMENT, { trials: CHECKED, seed: 4 })).cells;
  for (const { compiler, program } of programs) {
    const counts = run(program, [String(CHECKED), '3']).lines.map((line) => line.split(' '));
    for (const { id, p } of ours.outcomes) {
      const theirs = Number(counts.find(([name]) => name === id)?.[1] ?? 0) / CHECKED;
      const off = Math.abs(p - theirs) / Math.sqrt((2 * Math.max(p * (1 - p), 1 / CHECKED)) / CHECKED);
      if (off > MOST_SIGMAS) throw new Error(`${ENGAGEMENT} in C (${compiler}): ${id} ${theirs}, not ${p}`);
    }
  }
  const plays = 200_000;
  return Object.fromEntries(
    programs.map(({ compiler, program }) => [
      `straight C, ${compiler}`,
      () => run(program, [String(plays), '1']).ns / 1e3 / plays,
    ]),
  );
}

/** engagement.h: the figures of the engagement, from the rulebook and the scenario. */
export async function engagementHeader(): Promise<string> {
  const { book, situation } = prepareCell(await load(ENGAGEMENT), []);
  const figures = { ...unitFigures(situation as Situation), ...ruleFigures(book) };
  const hits = (table: 'fire.hits' | 'melee.hits') =>
    Array.from({ length: TOP_SCORE + 1 }, (_, score) => `{${readHits(book, table, score).byFace.join(', ')}}`);
  const constants = Object.entries(figures).map(([name, value]) => `${name} = ${value}`);
  const { a, b } = situation as Situation;
  const list = (values: readonly number[]) => `{${values.join(', ')}}`;
  const control = [a, b].map((side) => side.commander.control);
  const sides: readonly (readonly [string, readonly number[]])[] = [
    ['CONTROL', control],
    ['CONTROL_ROW', control.map((c) => value(book, 'morale.modifiers', c > 2 ? `control-${c}` : 'control-0-2'))],
    ['INSPIRATION', [a, b].map((side) => side.commander.inspiration)],
    // All of his control on one unit needs him in contact with it.
    ['TESTS_ON_ONE', control.map((c) => c - 1)],
  ];
  return [
    `enum { PAIRS = ${1 + a.others.length}, TOP_SCORE = ${TOP_SCORE}, ${constants.join(', ')} };`,
    `static const int FS[2][PAIRS] = {${[a, b].map((side) => list(unitsOf(side).map((u) => u.fs))).join(', ')}};`,
    `static const int MILITIA[PAIRS] = ${list(unitsOf(b).map((u) => (u.training === 'militia' ? 1 : 0)))};`,
    ...sides.map(([name, values]) => `static const int ${name}[2] = ${list(values)};`),
    `static const unsigned char FIRE_HITS[TOP_SCORE + 1][11] = {${hits('fire.hits').join(', ')}};`,
    `static const unsigned char MELEE_HITS[TOP_SCORE + 1][11] = {${hits('melee.hits').join(', ')}};`,
    '',
  ].join('\n');
}

const TOP_SCORE = 10;

interface UnitGiven {
  readonly fs: number;
  readonly training: string;
  readonly commander: { readonly control: number; readonly inspiration: number };
}
interface SideGiven extends UnitGiven {
  readonly others: readonly UnitGiven[];
}
interface Situation {
  readonly a: SideGiven;
  readonly b: SideGiven;
  readonly distance: number;
  readonly edge: number;
  readonly turns: number;
}
const unitsOf = (side: SideGiven): readonly UnitGiven[] => [side, ...side.others];

function value(book: Rulebook, table: string, row: string): number {
  const found = modifierTable(book, table).rows.find((r) => r.id === row)?.value;
  if (typeof found !== 'number') throw new Error(`${table} has no plain figure in row ${row}`);
  return found;
}

/** The scenario's own figures; its tactic for side B asks for three hits, and more than six inches. */
const unitFigures = ({ distance, edge, turns }: Situation): Record<string, number> => ({
  DISTANCE: distance,
  EDGE: edge,
  TURNS: turns,
  RETIRES_AT: 3,
  RETIRES_BEYOND: 6,
});

function ruleFigures(book: Rulebook): Record<string, number> {
  const at = (table: string, row: string, column: string) => Number(cell(book, table, row, column));
  const reach = (row: string) =>
    ['first', 'second', 'third', 'fourth'].reduce((sum, segment) => sum + at('movement.segments', row, segment), 0);
  return {
    ROUTING_AT: Number(ruled(book, 'routingAt')),
    WAVERING_AT: Number(ruled(book, 'waveringAt')),
    ROUNDS: Number(ruled(book, 'maxRounds')),
    COMMAND_TEST_HITS: Number(ruled(book, 'commandTestHits')),
    ENGAGED_WITHIN: 6,
    SUPPORT: value(book, 'morale.modifiers', 'support'),
    ENEMY_WAVERING: value(book, 'contact.modifiers', 'enemy-wavering'),
    AT_MILITIA: value(book, 'contact.modifiers', 'regular-at-militia'),
    RALLY_SUPPORT: value(book, 'rally.modifiers', 'support'),
    NO_ENEMY: value(book, 'rally.modifiers', 'no-enemy'),
    NO_ENEMY_WITHIN: 12,
    INITIAL_VOLLEY: value(book, 'fire.small-arms', 'initial-volley'),
    SHORT_ROW: value(book, 'fire.small-arms', 'short-range'),
    OVER_SHORT_ROW: value(book, 'fire.small-arms', 'over-short-range'),
    MASSED_TARGET: value(book, 'fire.small-arms', 'massed-target'),
    RAGGED_VOLLEY: value(book, 'fire.small-arms', 'ragged-volley'),
    INITIATING: value(book, 'melee.infantry', 'initiating'),
    ATTACK_COLUMN: value(book, 'melee.infantry', 'attack-column'),
    WON_LAST: value(book, 'melee.infantry', 'won-last'),
    SEGMENT: at('movement.segments', 'infantry-line', 'first'),
    LINE_REACH: reach('infantry-line'),
    COLUMN_REACH: reach('infantry-attack-column'),
    SHORT_RANGE: at('fire.small-arms.ranges', 'musket', 'short'),
    MAXIMUM_RANGE: at('fire.small-arms.ranges', 'musket', 'maximum'),
    OVER_SHORT_LIMIT: at('fire.limits', 'over-short', 'hits'),
    DRIVEN_BACK_HITS: at('fire.driven-back', 'target', 'hits'),
    DELIVERED_BACK_HITS: at('reactions', 'stand-and-deliver', 'drivenBackHits'),
    HOLD_FIRE_HITS: at('fire.tests', 'hold-fire', 'hits'),
    NATURAL_TEN_HITS: at('fire.tests', 'natural-ten', 'hits'),
    FIRST_FIRE_MOVES: at('fire.tests', 'first-fire', 'moves'),
    MILITIA_MOVES: at('contact.tests', 'defensive-fire-militia', 'moves'),
    NO_HITS_BY_1: at('contact.tests', 'no-hits-by-1', 'hits'),
    NO_HITS_BY_2: at('contact.tests', 'no-hits-by-2', 'hits'),
    ROUTERS_RUN: at('command.phase', 'routers', 'segments'),
    MARK: at('results.infantry-infantry', 'draw', 'mark'),
    RETREAT_BY: at('results.infantry-infantry', 'by-2', 'by'),
    RALLY_PASSED: at('rally.rules', 'commander', 'hitsIfPassed'),
    SELF_HITS: at('rally.rules', 'self', 'hits'),
    SELF_PASSED: at('rally.rules', 'self', 'hitsIfPassed'),
    SELF_BEYOND: at('rally.rules', 'self', 'enemyBeyond'),
    SELF_MILITIA_HITS: at('rally.rules', 'self-militia', 'hits'),
    SELF_MILITIA_PASSED: at('rally.rules', 'self-militia', 'hitsIfPassed'),
    SELF_MILITIA_BEYOND: at('rally.rules', 'self-militia', 'enemyBeyond'),
  };
}
