import { live } from '../../kit/live.ts';
import type { Reasons } from '../../sim/machine.ts';
import { modifierTable, type Rulebook } from '../book.ts';
import { rowsFor } from '../modifiers.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type Battle, otherSide } from './battle.ts';
import type { Group, Unit } from './group.ts';
import { orderFigure } from './pace.ts';
import { type Aspect, bandAt, type SideKey } from './troops.ts';

export type TestKind = 'charge' | 'charged' | 'other' | 'rally';

/** A melee between a unit of each group. */
export interface Fight extends Readonly<Record<SideKey, Unit>> {
  /** Which side of each unit faces the enemy. */
  readonly struckIn: Readonly<Record<SideKey, Aspect>>;
  /** Stands in contact where the scenario says so. */
  readonly contact?: Readonly<Partial<Record<SideKey, number>>>;
  readonly overlap: (side: SideKey) => boolean;
}

/** Units and groups are records of their own facts; patterns see only what the vocabulary names. */
const factsOf = (who: object): FactRecord => who as FactRecord;

/** Facts of a shot; `extraStands` is what the shot in hand counts beyond its first stand. */
export const shotFacts = (
  { ruling }: Battle,
  from: Unit,
  to: Unit,
  distance: () => number,
  extraStands: () => number,
): Facts => ({
  self: factsOf(live(from, { extraStands })),
  enemy: factsOf(to),
  // A row's value may be a fact, so the figure of SYW-R10 is one.
  now: live(
    { test: 'fire', hardCoverSmallArms: ruling['hardCoverSmallArms'] },
    { distance, range: () => bandAt(from, distance()) },
  ),
  ruling,
});

/** Combat value against an opponent: the melee factor, or the routers' own (SYW-R14, SYW-R17). */
function combatValue(book: Rulebook, unit: Unit, enemy: Unit): number {
  if (unit.orders === 'rout') return orderFigure(book, 'rout-combat-value');
  return enemy.arm === 'infantry' ? unit.factorVInfantry : unit.factor;
}
/** Points by which a unit's combat value lies below its opponent's in a fight; negative when above. */
const deficit = (book: Rulebook, own: Unit, enemy: Unit): number =>
  combatValue(book, enemy, own) - combatValue(book, own, enemy);

/** Facts of one unit in one fight. `charged` tells which side was charged to bring it about. */
export function fightFacts(battle: Battle, side: SideKey, fight: Fight, charged: () => SideKey | 'none'): Facts {
  const of = (who: SideKey): FactRecord => {
    const { [who]: own, [otherSide(who)]: enemy } = fight;
    const facts = live(own, {
      struckIn: () => fight.struckIn[who],
      overlap: () => fight.overlap(who),
      /** Stands in contact: as stated, or as many as the smaller unit; never more than are left. */
      extraContact: () => Math.max(0, Math.min(own.stands, fight.contact?.[who] ?? enemy.stands) - 1),
      factorDeficit: () => Math.max(0, deficit(battle.book, own, enemy)),
      disorderedPercent: () => battle[who].disorderedPercent,
      charged: () => charged() === who,
    });
    return factsOf(facts);
  };
  return { self: of(side), enemy: of(otherSide(side)), now: { test: 'melee' }, ruling: battle.ruling };
}

/** What only a longer encounter knows about a group: fights to come, and whether guns play on it. */
export interface GroupExtras {
  readonly fights: () => readonly Fight[];
  readonly underArtilleryFire?: (group: Group) => boolean;
}

/** Facts of a group that tests, or whose player thinks of a charge: those alone weigh the fights to come. */
export function groupFacts(battle: Battle, group: Group, test: TestKind | 'orders', extras: GroupExtras): FactRecord {
  const { side } = group;
  const foe = otherSide(side);
  const fights = () => (test === 'other' || test === 'rally' ? [] : extras.fights());
  const shelled = extras.underArtilleryFire;
  const facts = live(group, {
    // A charge is weighed where it goes in frontally; a charged group fears the charger from any side.
    facesHigherFactor: () =>
      fights().some(
        (f) => (test !== 'charge' || f.struckIn[foe] === 'front') && deficit(battle.book, f[side], f[foe]) > 0,
      ),
    footCaughtInOpen: () =>
      fights().some(({ [side]: unit, [foe]: enemy }) => {
        const lightFoot = unit.arm === 'infantry' && (unit.troops === 'light' || unit.type === 'militia');
        return lightFoot && unit.terrain === 'open' && enemy.arm === 'cavalry';
      }),
    struckIn: () => {
      const aspects = fights().map((f) => f.struckIn[side]);
      return aspects.find((x) => x === 'rear') ?? aspects.find((x) => x === 'flank') ?? 'front';
    },
  });
  return factsOf(shelled ? live(facts, { underArtilleryFire: () => shelled(group) }) : facts);
}

export const testFacts = (battle: Battle, { side }: Group, test: TestKind, extras: GroupExtras): Facts => ({
  self: groupFacts(battle, battle[side], test, extras),
  enemy: groupFacts(battle, battle[otherSide(side)], test, extras),
  now: { test },
  ruling: battle.ruling,
});

/** The rows of a table for one unit or group: what they add up to as things are, and the reasons for a roll. */
export function scoreOn(book: Rulebook, table: string, facts: Facts) {
  const { sum, counting, why } = rowsFor([modifierTable(book, table)], facts);
  const reasons = (value: number, reading: string, bounds: Reasons['bounds']): Reasons => ({
    ...why(),
    ...{ total: { label: 'added to the D6', value }, reading, bounds },
  });
  return { sum, counting, reasons };
}
