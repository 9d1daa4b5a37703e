import { cell } from '../book.ts';
import { type FactRecord, type Facts, withFacts } from '../pattern.ts';
import { type Battle, isDisordered, ordersOf, unitAt } from './battle.ts';
import { disorderedPercent } from './count.ts';
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
    self: withFacts(unitFacts(battle, from.side, from.place, now.moved), {
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
    withFacts(unitFacts(battle, who, fight.place[who]), {
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
