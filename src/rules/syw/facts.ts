import { cell } from '../book.ts';
import type { FactRecord, Facts } from '../pattern.ts';
import { type Battle, isDisordered, ordersOf, standsOf, unitAt } from './battle.ts';
import { type Aspect, bandAt, otherSide, type SideKey, type Unit } from './troops.ts';

/**
 * Facts for the rows of the sheet. Records are made once a machine; what changes is a getter on the live state.
 */
export interface Fight {
  readonly place: Readonly<Record<SideKey, number>>;
  /** Which side of each unit faces the enemy in this fight. */
  readonly struckIn: Readonly<Record<SideKey, Aspect>>;
  /** Stands in contact where the scenario says so. */
  readonly contact: Readonly<Partial<Record<SideKey, number>>>;
  readonly overlap: (side: SideKey) => boolean;
}

/** `base` with more facts, getters kept as getters. */
const more = (base: FactRecord, extra: FactRecord): FactRecord =>
  Object.defineProperties(Object.create(base), Object.getOwnPropertyDescriptors(extra)) as FactRecord;

/** What is true of a unit whatever it does. `moved` may come from the state of a longer encounter. */
export function unitFacts(battle: Battle, side: SideKey, place: number, moved?: () => boolean): FactRecord {
  const unit = battle[side].units[place];
  return {
    type: unit.type,
    traits: unit.traits,
    arm: unit.arm,
    troops: unit.troops,
    weapon: unit.weapon,
    formation: unit.formation,
    morale: unit.morale,
    poorShots: unit.poorShots,
    cover: unit.cover,
    place: unit.place,
    uphill: unit.uphill,
    terrain: unit.terrain,
    disorderingTerrain: unit.disorderingTerrain,
    get moved() {
      return moved ? moved() : unit.moved;
    },
    get orders() {
      return ordersOf(battle, side, place);
    },
    get fired() {
      return unitAt(battle.view[side], place).fired;
    },
    get disordered() {
      return isDisordered(battle, side, place);
    },
    get stands() {
      return unitAt(battle.view[side], place).stands;
    },
  };
}

/** Facts of a shot; `extraStands` is what the shot in hand counts beyond its first stand. */
export function shotFacts(
  battle: Battle,
  from: { readonly side: SideKey; readonly place: number },
  to: { readonly side: SideKey; readonly place: number },
  now: { readonly distance: () => number; readonly extraStands: () => number; readonly moved?: () => boolean },
): Facts {
  const shooter = battle[from.side].units[from.place];
  return {
    self: more(unitFacts(battle, from.side, from.place, now.moved), {
      get extraStands() {
        return now.extraStands();
      },
    }),
    enemy: unitFacts(battle, to.side, to.place),
    now: {
      test: 'fire',
      // A row's value may be a fact, so the figure of SYW-R10 is one.
      hardCoverSmallArms: battle.ruling['hardCoverSmallArms'],
      get distance() {
        return now.distance();
      },
      get range() {
        return bandAt(shooter, now.distance());
      },
    },
    ruling: battle.ruling,
  };
}

/** Combat value against an opponent: the melee factor, or the routers' own (SYW-R14, SYW-R17). */
export function combatValue(battle: Battle, side: SideKey, place: number, enemy: Unit): number {
  if (ordersOf(battle, side, place) === 'rout') {
    return Number(cell(battle.book, 'orders.figures', 'rout-combat-value', 'value'));
  }
  const unit = battle[side].units[place];
  return enemy.arm === 'infantry' ? unit.factorVInfantry : unit.factor;
}

/** Points by which a unit's combat value lies below its opponent's in a fight; negative when above. */
export function deficit(battle: Battle, side: SideKey, fight: Fight): number {
  const other = otherSide(side);
  const own = battle[side].units[fight.place[side]];
  const enemy = battle[other].units[fight.place[other]];
  return combatValue(battle, other, fight.place[other], own) - combatValue(battle, side, fight.place[side], enemy);
}

/** Facts of one unit in one fight. `charged` tells which side was charged to bring it about. */
export function fightFacts(battle: Battle, side: SideKey, fight: Fight, charged: () => SideKey | 'none'): Facts {
  const of = (who: SideKey): FactRecord =>
    more(unitFacts(battle, who, fight.place[who]), {
      struckIn: fight.struckIn[who],
      get overlap() {
        return fight.overlap(who);
      },
      get extraContact() {
        return Math.max(0, contactOf(battle, who, fight) - 1);
      },
      get factorDeficit() {
        return Math.max(0, deficit(battle, who, fight));
      },
      get disorderedPercent() {
        return disorderedPercent(battle, who);
      },
      get charged() {
        return charged() === who;
      },
    });
  return { self: of(side), enemy: of(otherSide(side)), now: { test: 'melee' }, ruling: battle.ruling };
}

/** Stands in contact: as stated, or as many as the smaller unit; never more than are left. */
function contactOf(battle: Battle, side: SideKey, fight: Fight): number {
  const own = unitAt(battle.view[side], fight.place[side]).stands;
  const other = otherSide(side);
  const theirs = unitAt(battle.view[other], fight.place[other]).stands;
  return Math.min(own, fight.contact[side] ?? theirs);
}

/** The units of a group that still have stands, as far as `counts` takes them; loops, for it is asked at every node. */
function howMany(battle: Battle, side: SideKey, counts: (unit: Unit, place: number) => boolean): number {
  const { units } = battle[side];
  let n = 0;
  for (let i = 0; i < units.length; i++) if (unitAt(battle.view[side], i).stands > 0 && counts(units[i], i)) n++;
  return n;
}
const any = () => true;
const disorderedUnits = (battle: Battle, side: SideKey) =>
  howMany(battle, side, (_, place) => isDisordered(battle, side, place));
function disorderedPercent(battle: Battle, side: SideKey): number {
  const units = howMany(battle, side, any);
  return units === 0 ? 0 : (100 * disorderedUnits(battle, side)) / units;
}

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

/** `sum`, worked out once for each key: long engagements come to the same fights and tests again and again. */
export function remembered(key: () => string, sum: () => number): () => number {
  const known = new Map<string, number>();
  return () => {
    const k = key();
    let value = known.get(k);
    if (value === undefined) {
      value = sum();
      known.set(k, value);
    }
    return value;
  };
}

/** Everything of a group that changes and that the facts of its fights and tests look at, in a few characters. */
export function groupKey(battle: Battle, side: SideKey): string {
  const s = battle.view[side];
  let key = `${s.orders} ${s.won} ${s.lost} `;
  for (let i = 0; i < battle[side].units.length; i++) {
    const { stands, disorganised, fired } = unitAt(s, i);
    key += String.fromCharCode(stands * 4 + (disorganised ? 2 : 0) + (fired ? 1 : 0));
  }
  return key;
}
