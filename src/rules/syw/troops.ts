import { type Cell, cell, cellTable, type Rulebook } from '../book.ts';

export const ARMS = ['infantry', 'cavalry', 'artillery'] as const;
export const TROOPS = ['massed', 'light'] as const;
export const WEAPONS = ['musket', 'rifle', 'bow', 'spear', 'gun', 'none'] as const;
export const FORMATIONS = ['line', 'column', 'deep-column', 'square'] as const;
export const ORDERS = ['advance', 'reserve', 'stand', 'retreat', 'rout'] as const;
export const MORALES = ['high', 'ordinary', 'poor'] as const;
export const COVERS = ['none', 'soft', 'hard'] as const;
export const PLACES = ['open', 'buildings', 'defences'] as const;
export const TERRAINS = ['open', 'type-1', 'type-2', 'type-3'] as const;
export const ASPECTS = ['front', 'flank', 'rear'] as const;
export const BANDS = ['short', 'long', 'extreme'] as const;

export type Arm = (typeof ARMS)[number];
export type Troops = (typeof TROOPS)[number];
export type Weapon = (typeof WEAPONS)[number];
export type Orders = (typeof ORDERS)[number];
export type Morale = (typeof MORALES)[number];
export type Aspect = (typeof ASPECTS)[number];
export type Band = (typeof BANDS)[number];

/** A unit as a scenario describes it; every encounter's schema takes the fields that count in it. */
export interface UnitInput {
  readonly name?: string;
  readonly type: string;
  readonly stands?: number;
  readonly startingStands?: number;
  readonly shooters?: number;
  readonly weapon?: Weapon;
  readonly formation?: (typeof FORMATIONS)[number];
  readonly orders?: Orders;
  readonly morale?: Morale;
  readonly disordered?: boolean;
  readonly poorShots?: boolean;
  readonly moved?: boolean;
  readonly fired?: boolean;
  readonly cover?: (typeof COVERS)[number];
  readonly place?: (typeof PLACES)[number];
  readonly uphill?: boolean;
  readonly terrain?: (typeof TERRAINS)[number];
  readonly disorderingTerrain?: boolean;
  readonly traits?: readonly string[];
}
/** A group: its first unit, what holds for the group as a whole, and its other units. */
export interface GroupInput extends UnitInput {
  readonly general?: number;
  readonly underArtilleryFire?: boolean;
  readonly others?: readonly UnitInput[];
}

/** A unit with what its type brings from the sheet. */
export interface Unit extends Required<Omit<UnitInput, 'name' | 'orders' | 'shooters'>> {
  readonly label: string;
  readonly arm: Arm;
  readonly troops: Troops;
  /** Orders of its own, where the scenario gives it others than its group's. */
  readonly ownOrders?: Orders;
  readonly shooters?: number;
  /** Reach of its weapon by band, in cm; null where the sheet prints a dash. */
  readonly ranges: Readonly<Record<Band, number | null>>;
  readonly movement: number;
  readonly factor: number;
  readonly factorVInfantry: number;
}
export interface Group {
  readonly side: SideKey;
  /** Its name in measures, "attacker" or "a", and what people call it. */
  readonly name: string;
  readonly title: string;
  readonly units: readonly Unit[];
  readonly orders: Orders;
  readonly morale: Morale;
  readonly troops: Troops;
  readonly general?: number;
  readonly underArtilleryFire: boolean;
  readonly startingStands: number;
}
export type SideKey = 'a' | 'b';
export const otherSide = (side: SideKey): SideKey => (side === 'a' ? 'b' : 'a');

export function unitOf(book: Rulebook, input: UnitInput, morale: Morale = 'ordinary'): Unit {
  const at = (column: string) => cell(book, 'units', input.type, column);
  const stands = input.stands ?? 1;
  const factor = numberIn(at('melee')) ?? 0;
  const weapon = input.weapon ?? usualWeapon(book, input.type);
  return {
    type: input.type,
    label: cellTable(book, 'units').rows.find((r) => r.id === input.type)?.label ?? input.type,
    arm: cell(book, 'units.kinds', input.type, 'arm') as Arm,
    troops: at('formation') as Troops,
    stands,
    startingStands: input.startingStands ?? stands,
    shooters: input.shooters,
    weapon,
    ranges: rangesOf(book, input.type, weapon),
    movement: numberIn(at('movement')) ?? 0,
    factor,
    factorVInfantry: numberIn(at('melee-v-infantry')) ?? factor,
    ownOrders: input.orders,
    morale: input.morale ?? morale,
    formation: input.formation ?? 'line',
    disordered: input.disordered ?? false,
    poorShots: input.poorShots ?? false,
    moved: input.moved ?? false,
    fired: input.fired ?? false,
    cover: input.cover ?? 'none',
    place: input.place ?? 'open',
    uphill: input.uphill ?? false,
    terrain: input.terrain ?? 'open',
    disorderingTerrain: input.disorderingTerrain ?? false,
    traits: input.traits ?? [],
  };
}

export function groupOf(book: Rulebook, side: SideKey, name: string, input: GroupInput, title = name): Group {
  const { name: called, others = [], general, underArtilleryFire = false, orders = 'stand', ...first } = input;
  const morale = input.morale ?? 'ordinary';
  const units = [first, ...others].map((u) => unitOf(book, u, morale));
  return {
    side,
    name,
    title: called ?? title,
    units,
    orders,
    morale,
    // Mixed groups are refused where a test reads this.
    troops: units[0].troops,
    general,
    underArtilleryFire,
    startingStands: units.reduce((sum, u) => sum + u.startingStands, 0),
  };
}

const numberIn = (c: Cell): number | null => (typeof c === 'number' ? c : null);

export const usualWeapon = (book: Rulebook, type: string): Weapon =>
  cell(book, 'units.kinds', type, 'weapon') as Weapon;

/** Printed ranges belong to one weapon of the type; other weapons have their own row, or borrow another type's. */
function rangesOf(book: Rulebook, type: string, weapon: Weapon): Record<Band, number | null> {
  const read = (table: string, id: string) =>
    Object.fromEntries(BANDS.map((b) => [b, numberIn(cell(book, table, id, b))])) as Record<Band, number | null>;
  if (cell(book, 'units.kinds', type, 'ranges-of') === weapon) return read('units', type);
  const as = cell(book, 'weapons', weapon, 'as');
  return typeof as === 'string' ? read('units', as) : read('weapons', weapon);
}

/** The band a distance falls in, or undefined when it lies past the last. A type without a short figure starts long. */
export const bandAt = (unit: Unit, distance: number): Band | undefined =>
  BANDS.find((band) => {
    const reach = unit.ranges[band];
    return reach !== null && distance <= reach;
  });
export const reachOf = (unit: Unit): number => Math.max(0, ...BANDS.map((band) => unit.ranges[band] ?? 0));
