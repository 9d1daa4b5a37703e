import * as z from 'zod';
import { cellTable, type Rulebook } from '../book.ts';
import { MOST_FIGHTS } from './battle.ts';
import {
  ASPECTS,
  type Aspect,
  COVERS,
  FORMATIONS,
  type GroupInput,
  MORALES,
  ORDERS,
  type Orders,
  PLACES,
  TERRAINS,
  type UnitInput,
  WEAPONS,
} from './troops.ts';

/** No group on a table is larger; keeps the state of an encounter small. */
const MOST_STANDS = 40;
const MOST_UNITS = MOST_FIGHTS;
const stands = () => z.int().min(1).max(MOST_STANDS);

const fields = (book: Rulebook) => ({
  type: z
    .enum(cellTable(book, 'units').rows.map((r) => r.id) as [string, ...string[]])
    .describe('The unit type, as in the unit table.'),
  stands: stands().describe('Stands it has now. The sheet does not say how many a unit has.'),
  startingStands: stands().optional().describe('Stands it began the battle with; as many as now unless said.'),
  shooters: stands().optional().describe('Stands that shoot; all of them unless said.'),
  weapon: z
    .enum(WEAPONS)
    .optional()
    .describe('What it shoots with: muskets, rifles or guns by its type unless said; light cavalry may have bows.'),
  formation: z
    .enum(FORMATIONS)
    .default('line')
    .describe('Line, column, column three or more deep to its front, or square.'),
  orders: z.enum(ORDERS).describe('The orders it is on.'),
  morale: z.enum(MORALES).describe('High, ordinary or poor morale.'),
  disordered: z.boolean().default(false).describe('Is disordered (or disorganised) already.'),
  poorShots: z.boolean().default(false).describe('Are poor shots.'),
  moved: z.boolean().default(false).describe("Moved in this player's phase."),
  fired: z.boolean().default(false).describe('Has shot before on this day.'),
  cover: z.enum(COVERS).default('none').describe('The cover it is in.'),
  place: z.enum(PLACES).default('open').describe('Whether it is in buildings or behind defences.'),
  uphill: z.boolean().default(false).describe('Is uphill of its enemy.'),
  terrain: z.enum(TERRAINS).default('open').describe('The terrain it is in: open, or of type 1 to 3.'),
  disorderingTerrain: z.boolean().default(false).describe('Is in terrain that disorders it.'),
  traits: z.array(z.string()).default([]).describe('Words of your own, for rows that a variant adds.'),
});
export type UnitField = keyof ReturnType<typeof fields>;

type Shape = Record<string, z.ZodType>;
function pick(book: Rulebook, names: readonly UnitField[]): Shape {
  const all = fields(book);
  return Object.fromEntries([...names, 'traits' as const].map((name) => [name, all[name]]));
}

const nameField = () => z.string().min(1).max(60).optional().describe('What to call it in reports.');

/** One unit with the fields that count in an encounter, and more of the encounter's own. */
export const unitSchema = (book: Rulebook, names: readonly UnitField[], more: Shape = {}) =>
  z.strictObject({ name: nameField(), ...pick(book, names), ...more }) as unknown as z.ZodType<UnitInput>;

export const ordersOr = (usual: Orders) => z.enum(ORDERS).default(usual).describe('The orders the group is on.');

/**
 * A group: the fields of its first unit, of the group, and its other units. Units of a group share its orders, except
 * where an encounter lets them have their own (a routing unit in a melee).
 */
export function groupSchema(
  book: Rulebook,
  names: readonly UnitField[],
  more: Shape = {},
  orderedBy: 'group' | 'unit' = 'group',
) {
  const { orders, morale, ...own } = pick(book, names) as Shape & { orders?: z.ZodType; morale?: z.ZodType };
  const other = z.strictObject({
    ...own,
    ...(morale ? { morale: morale.optional() } : {}),
    ...(orders && orderedBy === 'unit' ? { orders: orders.optional() } : {}),
  });
  return z.strictObject({
    name: nameField(),
    ...own,
    ...(morale ? { morale: (morale as z.ZodEnum).default('ordinary') } : {}),
    ...(orders ? { orders: ordersOr('stand') } : {}),
    others: z
      .array(other)
      .max(MOST_UNITS - 1)
      .default([])
      .describe('The other units of the same group.'),
    ...more,
  }) as unknown as z.ZodType<GroupInput>;
}

/** What morale tests ask about a group. */
export const testFields: Shape = {
  general: z
    .int()
    .min(0)
    .max(1000)
    .optional()
    .describe("Distance in cm to the group's general or the commander in chief; leave it out if neither is about."),
  underArtilleryFire: z.boolean().default(false).describe('Is under artillery fire at short range.'),
};

export const aspectSchema = z.enum(ASPECTS).default('front').describe('Which side of the defender is struck.');

/** One melee between a unit of each group; units are counted from 1. */
export interface FightInput {
  readonly attacker: number;
  readonly defender: number;
  readonly attackerContact?: number;
  readonly defenderContact?: number;
  readonly attackerOverlap: boolean;
  readonly defenderOverlap: boolean;
  readonly aspect?: Aspect;
  readonly attackerAspect: Aspect;
}
const unitNumber = (who: string) => z.int().min(1).max(MOST_UNITS).default(1).describe(`Which unit of the ${who}.`);
const contact = (who: string) =>
  stands().optional().describe(`Stands of the ${who} in contact; as many as the smaller of the two units unless said.`);
const overlap = (who: string) => z.boolean().default(false).describe(`The ${who} has at least one overlap in support.`);
export const fightsSchema = z
  .array(
    z.strictObject({
      attacker: unitNumber('attacker'),
      defender: unitNumber('defender'),
      attackerContact: contact('attacker'),
      defenderContact: contact('defender'),
      attackerOverlap: overlap('attacker'),
      defenderOverlap: overlap('defender'),
      aspect: z.enum(ASPECTS).optional().describe('Which side of the defender is struck in this fight.'),
      attackerAspect: z.enum(ASPECTS).default('front').describe('Which side of the attacker faces the enemy.'),
    }),
  )
  .min(1)
  .max(MOST_FIGHTS)
  .optional()
  .describe('Who fights whom; the first unit of each group, the second and so on unless said.');

/** The fights as given, or unit against unit in order. */
export function fightsOf(
  given: readonly FightInput[] | undefined,
  attackers: number,
  defenders: number,
  aspect: Aspect,
): (FightInput & { readonly aspect: Aspect })[] {
  const pairs =
    given ??
    Array.from({ length: Math.min(attackers, defenders) }, (_, i) => ({
      attacker: i + 1,
      defender: i + 1,
      attackerOverlap: false,
      defenderOverlap: false,
      attackerAspect: 'front' as const,
    }));
  return pairs.map((fight) => ({ ...fight, aspect: (fight as FightInput).aspect ?? aspect }));
}
