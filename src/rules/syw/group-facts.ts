import { cell } from '../book.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type Battle, standsOf, unitAt } from './battle.ts';
import { any, disorderedPercent, disorderedUnits, howMany } from './count.ts';
import { deficit, type Fight } from './facts.ts';
import { otherSide, type SideKey, type Unit } from './troops.ts';

export type TestKind = 'charge' | 'charged' | 'other' | 'rally';
/** What only a longer encounter knows about a group. */
export interface GroupExtras {
  readonly fights: () => readonly Fight[];
  readonly underArtilleryFire?: (side: SideKey) => boolean;
}

/** Facts of a group: shares, sums and "any of its units" are derived here. */
export function groupFacts(battle: Battle, side: SideKey, test: TestKind | 'orders', extras: GroupExtras): FactRecord {
  const group = battle[side];
  const lost = () => group.startingStands - standsOf(battle, side);
  const some = (is: (unit: Unit) => boolean) => howMany(battle, side, is) > 0;
  const all = (is: (unit: Unit) => boolean) => howMany(battle, side, is) === howMany(battle, side, any);
  const step = Number(cell(battle.book, 'morale.figures', 'loss-step', 'value'));
  // Only a charge, and a player who thinks of one, weighs the fights to come.
  const fights = (): readonly Fight[] => (test === 'other' || test === 'rally' ? [] : extras.fights());
  return {
    type: group.units[0].type,
    traits: [...new Set(group.units.flatMap((u) => u.traits))],
    arm: group.units.every((u) => u.arm === group.units[0].arm) ? group.units[0].arm : 'mixed',
    troops: group.troops,
    morale: group.morale,
    get orders() {
      return battle.view[side].orders;
    },
    get stands() {
      return standsOf(battle, side);
    },
    get units() {
      return howMany(battle, side, any);
    },
    get generalNear() {
      return battle.view.test.general;
    },
    get uphill() {
      return all((u) => u.uphill);
    },
    get infantryInCover() {
      return all((u) => u.arm === 'infantry' && u.cover !== 'none');
    },
    get militiaInOpen() {
      return some((u) => u.type === 'militia' && u.terrain === 'open');
    },
    get meleesWon() {
      return battle.view[side].won;
    },
    get meleesLost() {
      return battle.view[side].lost;
    },
    get causedMore() {
      return battle.view.causedMore === side;
    },
    get underArtilleryFire() {
      return extras.underArtilleryFire ? extras.underArtilleryFire(side) : group.underArtilleryFire;
    },
    get disordered() {
      return disorderedUnits(battle, side) > 0;
    },
    get disorderedUnits() {
      return disorderedUnits(battle, side);
    },
    get disorderedPercent() {
      return disorderedPercent(battle, side);
    },
    get lossPercent() {
      return (100 * lost()) / group.startingStands;
    },
    get strengthPercent() {
      return (100 * standsOf(battle, side)) / group.startingStands;
    },
    /** Of the units that still have stands. */
    get weakestUnitPercent() {
      const left = (i: number) => unitAt(battle.view[side], i).stands;
      return Math.min(...group.units.map((u, i) => (left(i) > 0 ? (100 * left(i)) / u.startingStands : 100)));
    },
    get lossSteps() {
      const steps = (100 * lost()) / (step * group.startingStands);
      return battle.ruling['per20'] === 'round-up' ? Math.ceil(steps) : Math.floor(steps);
    },
    get facesHigherFactor() {
      // A charge is weighed where it goes in frontally; a charged group fears the charger from any side.
      return fights().some(
        (f) => (test !== 'charge' || f.struckIn[otherSide(side)] === 'front') && deficit(battle, side, f) > 0,
      );
    },
    get footCaughtInOpen() {
      return fights().some((f) => {
        const unit = group.units[f.place[side]];
        const lightFoot = unit.arm === 'infantry' && (unit.troops === 'light' || unit.type === 'militia');
        return (
          lightFoot &&
          unit.terrain === 'open' &&
          battle[otherSide(side)].units[f.place[otherSide(side)]].arm === 'cavalry'
        );
      });
    },
    get struckIn() {
      const aspects = fights().map((f) => f.struckIn[side]);
      return aspects.find((x) => x === 'rear') ?? aspects.find((x) => x === 'flank') ?? 'front';
    },
  };
}

export function testFacts(battle: Battle, side: SideKey, test: TestKind, extras: GroupExtras): Facts {
  return {
    self: groupFacts(battle, side, test, extras),
    enemy: groupFacts(battle, otherSide(side), test, extras),
    now: { test },
    ruling: battle.ruling,
  };
}
