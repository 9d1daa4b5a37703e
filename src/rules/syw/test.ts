import { type Flow, leave, roll, type Stepped, when } from '../../kit/flow.ts';
import { clear } from '../../kit/scratch.ts';
import { d6 } from '../../sim/die.ts';
import { clause } from '../../words/names.ts';
import { cell, cellTable, type Rulebook } from '../book.ts';
import { type Battle, otherSide } from './battle.ts';
import { type Fight, type GroupExtras, scoreOn, type TestKind, testFacts } from './facts.ts';
import type { Group, Unit } from './group.ts';
import { boundsOf, rowAt } from './results.ts';
import { type Orders, TROOPS } from './troops.ts';

/** What a test does: the orders the group is on afterwards, and how far it falls back at once. */
export interface Verdict {
  readonly passed: boolean;
  readonly orders: Orders;
  readonly fallsBack: number;
  readonly artilleryKilled: boolean;
}
export interface TestOptions extends GroupExtras {
  readonly test: TestKind;
  /** What comes of it besides the orders. */
  readonly then: (verdict: Verdict) => void;
  /** Whether play leaves the block that the test stands in. */
  readonly leaves?: (verdict: Verdict) => boolean;
}

/** Did the test drive the group away? */
export const isGone = ({ passed, orders }: Verdict): boolean => !passed && (orders === 'retreat' || orders === 'rout');

export const fateBy = ({ orders }: Verdict) => (orders === 'rout' ? 'routs' : 'retreats');

/** A group tests: the D4 for its general where his reach may matter, then the D6. */
export function test(battle: Battle, group: Group, options: TestOptions): Flow<Stepped>[] {
  const { book } = battle;
  const kind = options.test;
  const rows = scoreOn(book, 'morale.modifiers', testFacts(battle, group, kind, options));
  const needs = () => (kind === 'charge' ? infantryNeeds(battle, group, options.fights()) : 0);
  // A bare die needs neither general nor modifiers (SYW-R20).
  const isBare = () => kind === 'charge' && battle.ruling['chargeRawDie'] === 'raw' && needs() > 0;
  const die = roll<Stepped, { modifier: number; needs: number; verdicts: readonly Verdict[] }>({
    roll: d6,
    side: group.title,
    against: () => {
      const [modifier, from] = [isBare() ? 0 : rows.sum(), needs()];
      const verdicts = d6.faces.map((f) => verdictOf(battle, group, kind, from, f + modifier));
      return { modifier, needs: from, verdicts };
    },
    apply: (_, { verdicts }, face) => {
      const verdict = verdicts[face - 1];
      group.ground.generalReaches = false;
      group.state.orders = verdict.orders;
      if (verdict.artilleryKilled) for (const u of group.members) if (u.arm === 'artillery') clear(u.state);
      options.then(verdict);
      return options.leaves?.(verdict) ? 0 : -1;
    },
    branches: [[leave]],
    title: () => clause(group.title, TITLES[kind]),
    result: (_, { verdicts }, face) => verdictText(kind, group.orders, verdicts[face - 1]),
    reasons: (_, { modifier, needs: from }) => {
      const table = tableFor(kind, from);
      const bare = isBare();
      const score = bare
        ? 'the bare D6 against the score printed for infantry'
        : `the score on “${book.tables[table].title}”`;
      const reasons = rows.reasons(modifier, score, boundsOf(book, table));
      return bare ? { ...reasons, rows: [], near: () => [] } : reasons;
    },
  });
  return [when(() => group.general.near === 'rolled' && !isBare(), [general(group)]), die];
}

const TITLES: Readonly<Record<TestKind, string>> = {
  charge: 'tests to charge',
  charged: 'tests when charged',
  other: 'tests morale',
  rally: 'tests to rally',
};

function verdictText(test: TestKind, before: Orders, verdict: Verdict): string {
  if (test === 'charge') return verdict.passed ? 'charges' : 'goes to Stand';
  if (test === 'rally') return verdict.passed ? 'rallies' : 'keeps routing';
  if (verdict.orders === before) return `stays on ${before} orders`;
  const back = verdict.fallsBack > 0 ? `, falling back ${verdict.fallsBack}cm` : '';
  return `${before} orders become ${verdict.orders}${back}${verdict.artilleryKilled ? ', artillery is killed' : ''}`;
}

function general(group: Group): Flow<Stepped> {
  const { title, ground, reach } = group;
  const { die, each } = reach;
  const reaches = (face: number) => face * each >= group.general.distance;
  return roll({
    roll: die,
    side: title,
    apply: (_, __, face) => {
      ground.generalReaches = reaches(face);
    },
    title: () => `How far does the general of the ${title} reach? (${group.general.distance}cm away)`,
    result: (_, __, face) => `${face * each}cm: ${reaches(face) ? 'near enough' : 'too far'}`,
  });
}

/** The table a test reads. `needs` is there only for infantry that charges frontally with muskets or bows. */
function tableFor(test: TestKind, needs: number): string {
  if (test === 'charge') return needs > 0 ? 'charge.raw' : 'charge.others';
  return test === 'rally' ? 'rally' : 'morale.other';
}

/**
 * What infantry that charges frontally with muskets or bows must score; 0 when no such infantry charges. The better row
 * is for heavy infantry and for attacks on defences or soft cover, as long as casualties are short of the limit.
 */
function infantryNeeds({ book }: Battle, group: Group, fights: readonly Fight[]): number {
  const { side } = group;
  const foe = otherSide(side);
  const frontal = fights.filter((f) => f[side].arm === 'infantry' && f.struckIn[foe] === 'front');
  const foot = frontal.filter(({ [side]: { weapon } }) => weapon === 'musket' || weapon === 'bow');
  if (foot.length === 0) return 0;
  const isSofter = ({ place, cover }: Unit) => place === 'defences' || cover === 'soft';
  const steady = foot.every(({ [side]: own, [foe]: enemy }) => own.type === 'heavy-infantry' || isSofter(enemy));
  const limit = Number(cell(book, 'charge.raw', 'other', 'casualties'));
  return Number(cell(book, 'charge.raw', steady && group.lossPercent < limit ? 'steady' : 'other', 'from'));
}

function verdictOf({ book }: Battle, group: Group, test: TestKind, needs: number, score: number): Verdict {
  const { troops, orders } = group;
  const table = tableFor(test, needs);
  const still = { orders, fallsBack: 0, artilleryKilled: false };
  if (table === 'charge.raw') return { ...still, ...keptOr(score >= needs, orders) };
  const { cells } = rowAt(book, table, score);
  if (table === 'rally') return { ...still, passed: cells[troops] === 'rallies' };
  if (table === 'charge.others') return { ...still, ...keptOr(cells[troops] === 'keeps', orders) };
  const next = cells[`${troops}-${orders}`] as Orders;
  const back = next === 'retreat' && orders !== 'retreat' ? Number(cells[`${troops}-falls-back`] ?? 0) : 0;
  const killed = cells[`${troops}-artillery`] === 'killed' && group.members.some((u) => u.arm === 'artillery');
  return { passed: next === orders, orders: next, fallsBack: back, artilleryKilled: killed };
}
/** The furthest that any test sends a group back. */
export function furthestBack(book: Rulebook): number {
  const { rows } = cellTable(book, 'morale.other');
  return Math.max(...rows.flatMap((r) => TROOPS.map((kind) => Number(r.cells[`${kind}-falls-back`] ?? 0))));
}
/** A charge that is refused goes to Stand. */
const keptOr = (passed: boolean, orders: Orders) => ({ passed, orders: passed ? orders : ('stand' as const) });

/** Whether any row counts now only because the group is charged (SYW-R23). */
export function chargedRowApplies(battle: Battle, group: Group, extras: GroupExtras): () => boolean {
  const rows = (['other', 'charged'] as const).map((test) =>
    scoreOn(battle.book, 'morale.modifiers', testFacts(battle, group, test, extras)),
  );
  return () => {
    const [calm, charged] = rows.map(({ counting }) => counting().map(({ row }) => row.id));
    return charged.some((id) => !calm.includes(id));
  };
}
