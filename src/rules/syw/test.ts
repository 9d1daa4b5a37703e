import { type Die, d4, d6, d10 } from '../../sim/die.ts';
import type { Emit, RollStep, Step } from '../../sim/machine.ts';
import { cell, modifierTable, type Rulebook } from '../book.ts';
import { modifierSum } from '../bound.ts';
import { applied, nearRows, reasonRows } from '../modifiers.ts';
import type { Facts } from '../pattern.ts';
import { type Battle, type BattleState, forget, standsOf, unitAt, within } from './battle.ts';
import type { Fight } from './facts.ts';
import { type GroupExtras, type TestKind, testFacts } from './group-facts.ts';
import { groupKey, remembered } from './remembered.ts';
import { boundsOf, rowAt } from './results.ts';
import type { Orders, SideKey } from './troops.ts';

/** What a test does: the orders the group is on afterwards, and how far it falls back at once. */
export interface Verdict {
  readonly passed: boolean;
  readonly orders: Orders;
  readonly fallsBack: number;
  readonly artilleryKilled: boolean;
}
export interface TestOptions<S> extends GroupExtras {
  readonly test: TestKind;
  readonly then: (s: S, verdict: Verdict, emit: Emit) => void;
  readonly scope?: string;
}

const DICE: Readonly<Record<string, Die>> = { D4: d4, D6: d6, D10: d10 };

/**
 * A group tests:  name ─▶ name.general (D4, when its reach may matter) ─▶ name.sum ─▶ name.roll
 * The modifiers are added up before the die is thrown, so groups that differ in nothing else share their states.
 */
export function testSteps<S extends BattleState>(
  battle: Battle<S>,
  name: string,
  side: SideKey,
  options: TestOptions<S>,
): Record<string, Step<S>> {
  const group = battle[side];
  const facts = testFacts(battle, side, options.test, options);
  const tables = [modifierTable(battle.book, 'morale.modifiers')];
  const near = generalNear(battle, side);
  const bare = battle.ruling['chargeRawDie'] === 'raw';
  const rows = modifierSum(tables, facts);
  const sum = () => within(rows());
  const shelled = (who: SideKey) => options.underArtilleryFire?.(who) ?? battle[who].underArtilleryFire;
  const key = () =>
    `${battle.view.test.general} ${battle.view.causedMore} ${shelled('a')} ${shelled('b')} ` +
    `${groupKey(battle, 'a')}${groupKey(battle, 'b')}`;
  // A test on its way into a charge looks at the fights to come as well, and is made once.
  const added = options.test === 'other' ? remembered(key, sum) : sum;
  // What the faces mean depends on three small numbers; each case is worked out once.
  const known = new Map<string, readonly Verdict[]>();
  const verdictsAt = (s: S): readonly Verdict[] => {
    const key = `${s[side].orders} ${s.test.needs} ${s.test.modifier}`;
    let verdicts = known.get(key);
    if (!verdicts) {
      verdicts = d6.faces.map((face) => verdictOf(battle, side, options.test, s, face + s.test.modifier));
      known.set(key, verdicts);
    }
    return verdicts;
  };
  return {
    [name]: {
      then: (s) => {
        s.test.needs = options.test === 'charge' ? infantryNeeds(battle, side, options.fights()) : 0;
        // A bare die needs neither general nor modifiers (SYW-R20).
        if (s.test.needs > 0 && bare) {
          s.step = `${name}.roll`;
          return;
        }
        s.test.general = near === true;
        s.step = near === 'rolled' ? `${name}.general` : `${name}.sum`;
      },
    },
    [`${name}.general`]: generalStep(battle, name, side, options),
    [`${name}.sum`]: {
      then: (s) => {
        s.test.modifier = added();
        s.step = `${name}.roll`;
      },
    },
    [`${name}.roll`]: {
      roll: d6,
      side: group.title,
      ...(options.scope ? { scope: options.scope } : {}),
      given: (s) => verdictsAt(s),
      apply: (s, verdicts, face, emit) => {
        const verdict: Verdict = verdicts[face - 1];
        s.test.general = false;
        s.test.modifier = 0;
        s.test.needs = 0;
        s.test.fellBack = verdict.fallsBack;
        s[side].orders = verdict.orders;
        if (verdict.artilleryKilled) {
          group.units.forEach((u, i) => {
            if (u.arm === 'artillery') forget(unitAt(s[side], i));
          });
        }
        options.then(s, verdict, emit);
      },
      title: () => `${TITLES[options.test](group.title)}`,
      result: (s, verdicts, face) => verdictText(options.test, s[side].orders, verdicts[face - 1]),
      reasons: (s) => {
        const table = tableFor(options.test, s.test.needs);
        const raw = table === 'charge.raw' && bare;
        return {
          rows: raw ? [] : reasonRows(tables, facts),
          near: raw ? [] : nearRows(tables, facts),
          total: { label: 'added to the D6', value: raw ? 0 : s.test.modifier },
          reading: raw ? 'the bare D6 against the score printed for infantry' : `the score on table '${table}'`,
          bounds: boundsOf(battle.book, table, d6.faces),
        };
      },
    } satisfies RollStep<S, readonly Verdict[]>,
  };
}

const TITLES: Readonly<Record<TestKind, (who: string) => string>> = {
  charge: (who) => `${who} tests to charge`,
  charged: (who) => `${who} tests as it is charged`,
  other: (who) => `${who} tests morale`,
  rally: (who) => `${who} tests to rally`,
};

function verdictText(test: TestKind, before: Orders, verdict: Verdict): string {
  if (test === 'charge') return verdict.passed ? 'charges' : 'goes to Stand';
  if (test === 'rally') return verdict.passed ? 'rallies' : 'keeps routing';
  if (verdict.orders === before) return `stays on ${before} orders`;
  const back = verdict.fallsBack > 0 ? `, falling back ${verdict.fallsBack}cm` : '';
  return `${before} orders become ${verdict.orders}${back}${verdict.artilleryKilled ? ', artillery is killed' : ''}`;
}

/** Whether the general reaches the group: yes, no, or for the D4 to say (SYW-R19). */
function generalNear(battle: Battle, side: SideKey): boolean | 'rolled' {
  const distance = battle[side].general;
  if (distance === undefined) return false;
  const reach = battle.ruling['generalRange'];
  if (typeof reach === 'number') return distance <= reach;
  const { faces, each } = reachDie(battle.book);
  if (distance <= Math.min(...faces) * each) return true;
  return distance <= Math.max(...faces) * each ? 'rolled' : false;
}
function reachDie(book: Rulebook): { roll: Die; faces: readonly number[]; each: number } {
  const roll = DICE[String(cell(book, 'morale.figures', 'general-die', 'value'))] ?? d4;
  return { roll, faces: roll.faces, each: Number(cell(book, 'morale.figures', 'general-reach', 'value')) };
}

function generalStep<S extends BattleState>(
  battle: Battle<S>,
  name: string,
  side: SideKey,
  { scope }: TestOptions<S>,
): RollStep<S> {
  const { roll, each } = reachDie(battle.book);
  const distance = battle[side].general ?? 0;
  return {
    roll,
    side: battle[side].title,
    ...(scope ? { scope } : {}),
    apply: (s, _, face) => {
      s.test.general = face * each >= distance;
      s.step = `${name}.sum`;
    },
    title: () => `How far does the general of the ${battle[side].title} reach? (${distance}cm away)`,
    result: (_, __, face) => `${face * each}cm: ${face * each >= distance ? 'near enough' : 'too far'}`,
  };
}

/** The table a test reads. `needs` is there only for infantry that charges frontally with muskets or bows. */
function tableFor(test: TestKind, needs: number): string {
  switch (test) {
    case 'rally':
      return 'rally';
    case 'charge':
      return needs > 0 ? 'charge.raw' : 'charge.others';
    default:
      return 'morale.other';
  }
}

/** Fights that infantry with muskets or bows enters frontally. */
const chargingFoot = (battle: Battle, side: SideKey, fights: readonly Fight[]): Fight[] =>
  fights.filter((f) => {
    const { arm, weapon } = battle[side].units[f.place[side]];
    const enemySide = side === 'a' ? 'b' : 'a';
    return arm === 'infantry' && (weapon === 'musket' || weapon === 'bow') && f.struckIn[enemySide] === 'front';
  });

/**
 * What infantry that charges frontally with muskets or bows must score; 0 when no such infantry charges. The better row
 * is for heavy infantry and for attacks on defences or soft cover, as long as casualties are short of the limit.
 */
function infantryNeeds(battle: Battle, side: SideKey, fights: readonly Fight[]): number {
  const enemySide = side === 'a' ? 'b' : 'a';
  const group = battle[side];
  const limit = Number(cell(battle.book, 'charge.raw', 'other', 'casualties'));
  const lostPercent = (100 * (group.startingStands - standsOf(battle, side))) / group.startingStands;
  const foot = chargingFoot(battle, side, fights);
  if (foot.length === 0) return 0;
  const steady = foot.every((f) => {
    const enemy = battle[enemySide].units[f.place[enemySide]];
    return group.units[f.place[side]].type === 'heavy-infantry' || enemy.place === 'defences' || enemy.cover === 'soft';
  });
  return Number(cell(battle.book, 'charge.raw', steady && lostPercent < limit ? 'steady' : 'other', 'from'));
}

function verdictOf<S extends BattleState>(
  battle: Battle<S>,
  side: SideKey,
  test: TestKind,
  s: S,
  score: number,
): Verdict {
  const { book } = battle;
  const { troops } = battle[side];
  const { orders } = s[side];
  const still = { orders, fallsBack: 0, artilleryKilled: false };
  const table = tableFor(test, s.test.needs);
  switch (table) {
    case 'rally': {
      const passed = rowAt(book, table, score).cells[troops] === 'rallies';
      return { ...still, passed };
    }
    case 'charge.raw': {
      const passed = score >= s.test.needs;
      return { ...still, passed, orders: passed ? orders : 'stand' };
    }
    case 'charge.others': {
      const passed = rowAt(book, table, score).cells[troops] === 'keeps';
      return { ...still, passed, orders: passed ? orders : 'stand' };
    }
    default: {
      const { cells } = rowAt(book, table, score);
      const next = cells[`${troops}-${orders}`] as Orders;
      const back = next === 'retreat' && orders !== 'retreat' ? Number(cells[`${troops}-falls-back`] ?? 0) : 0;
      const killed = cells[`${troops}-artillery`] === 'killed' && battle[side].units.some((u) => u.arm === 'artillery');
      return { passed: next === orders, orders: next, fallsBack: back, artilleryKilled: killed };
    }
  }
}

/** Whether any row counts now only because the group is charged (SYW-R23). */
export function chargedRowApplies(battle: Battle, side: SideKey, extras: GroupExtras): boolean {
  const table = modifierTable(battle.book, 'morale.modifiers');
  const ids = (test: TestKind) =>
    applied(table, testFacts(battle, side, test, extras) as Facts).map((row) => row.row.id);
  const calm = new Set(ids('other'));
  return ids('charged').some((id) => !calm.has(id));
}
