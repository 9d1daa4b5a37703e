import * as z from 'zod';
import { type Cell, type CellRow, cell, cellIfAny, cellTable, type Rulebook } from '../book.ts';
import { stated } from '../given.ts';
import type { Troop, TroopLibrary } from '../troop.ts';

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

export type Orders = (typeof ORDERS)[number];
export type Aspect = (typeof ASPECTS)[number];
type Weapon = (typeof WEAPONS)[number];
type Band = (typeof BANDS)[number];
export type SideKey = 'a' | 'b';

/** No group on a table is larger; keeps the state of an encounter small. */
const MOST_STANDS = 40;
export const stands = () => z.int().min(1).max(MOST_STANDS);

const { flag, word, maybe } = stated;
/** What a scenario may say about a unit. Schemas, types, defaults and the vocabulary of rows follow from this. */
export const UNIT_FIELDS = {
  // The types are the rows of the unit table, and variants may add some.
  type: z.string().describe('The unit type, as in the unit table.'),
  stands: stands().describe('Stands it has now. The sheet does not say how many a unit has.'),
  startingStands: stands().optional().describe('Stands it began the battle with; as many as now unless said.'),
  shooters: stands().optional().describe('Stands that shoot; all of them unless said.'),
  weapon: maybe(
    WEAPONS,
    'What it shoots with: muskets, rifles or guns by its type unless said; light cavalry may have bows.',
  ),
  formation: word(FORMATIONS, 'line', 'Line, column, column three or more deep to its front, or square.'),
  orders: z.enum(ORDERS).describe('The orders it is on.'),
  morale: z.enum(MORALES).describe('High, ordinary or poor morale.'),
  disordered: flag('Is disordered (or disorganised) already.'),
  poorShots: flag('Are poor shots.'),
  moved: flag("Moved in this player's phase."),
  fired: flag('Has shot before on this day.'),
  cover: word(COVERS, 'none', 'The cover it is in.'),
  place: word(PLACES, 'open', 'Whether it is in buildings or behind defences.'),
  uphill: flag('Is uphill of its enemy.'),
  terrain: word(TERRAINS, 'open', 'The terrain it is in: open, or of type 1 to 3.'),
  disorderingTerrain: flag('Is in terrain that disorders it.'),
  traits: z.array(z.string()).default([]).describe('Words of your own, for rows that a variant adds.'),
};
export type UnitField = keyof typeof UNIT_FIELDS;
type Said = z.output<z.ZodObject<typeof UNIT_FIELDS>>;

/** A unit as a scenario describes it; every encounter takes the fields that count in it. */
export type UnitInput = Partial<Said> & Pick<Said, 'type'> & { readonly name?: string };
/** A group: its first unit, what holds for the group as a whole, and its other units. */
export interface GroupInput extends UnitInput {
  readonly general?: number;
  readonly underArtilleryFire?: boolean;
  readonly others?: readonly UnitInput[];
}

const DEFAULTS = Object.fromEntries(
  Object.entries(UNIT_FIELDS).flatMap(([key, field]) =>
    field instanceof z.ZodDefault ? [[key, field.parse(undefined)]] : [],
  ),
) as Omit<Said, 'type' | 'stands' | 'startingStands' | 'shooters' | 'weapon' | 'orders' | 'morale'>;

/** A unit as it is when the encounter opens, with what its type brings from the sheet. */
export function unitOf(book: Rulebook, { name: _, orders, ...said }: UnitInput, morale: Said['morale'] = 'ordinary') {
  const at = (column: string) => cell(book, 'units', said.type, column);
  const factor = numberIn(at('melee')) ?? 0;
  const weapon = said.weapon ?? usualWeapon(book, said.type);
  return {
    ...DEFAULTS,
    morale,
    stands: 1,
    ...said,
    startingStands: said.startingStands ?? said.stands ?? 1,
    label: labelOf(book, said.type),
    arm: cell(book, 'units.kinds', said.type, 'arm') as (typeof ARMS)[number],
    troops: at('formation') as (typeof TROOPS)[number],
    weapon,
    /** Orders of its own, where the scenario gives it others than its group's. */
    ownOrders: orders,
    /** Reach of its weapon by band, in cm; null where the sheet prints a dash. */
    ranges: rangesOf(book, said.type, weapon),
    movement: numberIn(at('movement')) ?? 0,
    factor,
    factorVInfantry: numberIn(at('melee-v-infantry')) ?? factor,
  };
}
export type MusteredUnit = ReturnType<typeof unitOf>;

/** The printed types, and those that variants add. */
export const unitTypes = (book: Rulebook): readonly CellRow[] => cellTable(book, 'units').rows;
export const labelOf = (book: Rulebook, type: string): string =>
  unitTypes(book).find((r) => r.id === type)?.label ?? type;

const numberIn = (c: Cell): number | null => (typeof c === 'number' ? c : null);

export const usualWeapon = (book: Rulebook, type: string): Weapon =>
  cell(book, 'units.kinds', type, 'weapon') as Weapon;

/** Printed ranges belong to one weapon of the type; other weapons have their own row, or borrow another type's. */
function rangesOf(book: Rulebook, type: string, weapon: Weapon): Record<Band, number | null> {
  const read = (table: string, id: string) =>
    Object.fromEntries(BANDS.map((b) => [b, numberIn(cellIfAny(book, table, id, b))])) as Record<Band, number | null>;
  if (cell(book, 'units.kinds', type, 'ranges-of') === weapon) return read('units', type);
  const as = cellIfAny(book, 'weapons', weapon, 'as');
  return typeof as === 'string' ? read('units', as) : read('weapons', weapon);
}

type Ranged = Pick<MusteredUnit, 'ranges'>;
/** The band a distance falls in, or undefined when it lies past the last. A type without a short figure starts long. */
export const bandAt = ({ ranges }: Ranged, distance: number): Band | undefined =>
  BANDS.find((band) => {
    const reach = ranges[band];
    return reach !== null && distance <= reach;
  });
export const reachOf = ({ ranges }: Ranged): number => Math.max(0, ...BANDS.map((band) => ranges[band] ?? 0));

/** The sheet leaves the number of stands to the players: four, as in the built-in suite. */
const USUAL_STANDS = 4;

/** Battalions and regiments as people call them, over the printed types. */
const NAMED: readonly Troop[] = [
  ['Grenadier battalion', 'heavy-infantry', 'high'],
  ['Musketeer battalion', 'medium-infantry', 'ordinary'],
  ['Garrison battalion', 'medium-infantry', 'poor'],
  ['Militia battalion', 'militia', 'poor'],
  ['Jäger battalion', 'riflemen', 'high'],
  ['Frei battalion', 'light-infantry', 'poor'],
  ['Cuirassier regiment', 'heavy-cavalry', 'high'],
  ['Dragoon regiment', 'medium-cavalry', 'ordinary'],
  ['Hussar regiment', 'light-cavalry', 'ordinary'],
].map(([name, type, morale]) => ({ name, values: { type, stands: USUAL_STANDS, morale }, suggested: true as const }));

/** Every row of the unit table under its printed name, then what people call some of them. */
const troopsOf = (book: Rulebook): Troop[] => [
  ...unitTypes(book).map(({ id, label }): Troop => ({ name: label, id, values: { type: id, stands: USUAL_STANDS } })),
  ...NAMED.filter((t) => unitTypes(book).some((r) => r.id === t.values['type'])),
];

export const sywTroops: TroopLibrary = { unitKey: 'traits', of: troopsOf };
