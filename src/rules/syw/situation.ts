import * as z from 'zod';
import type { Rulebook } from '../book.ts';
import { stated } from '../given.ts';
import { MOST_FIGHTS } from './battle.ts';
import {
  ASPECTS,
  type Aspect,
  type GroupInput,
  ORDERS,
  type Orders,
  stands,
  UNIT_FIELDS,
  type UnitField,
  type UnitInput,
  unitTypes,
} from './troops.ts';

const { flag, word, maybe, whole, maybeWhole, few, name } = stated;
const MOST_UNITS = MOST_FIGHTS;

type Shape = Record<string, z.ZodType>;
/** The fields of a list of words, "type stands formation". */
function pick(book: Rulebook, names: string): Shape {
  const types = unitTypes(book).map((r) => r.id) as [string, ...string[]];
  const all: Shape = { ...UNIT_FIELDS, type: z.enum(types).describe(UNIT_FIELDS.type.description!) };
  return Object.fromEntries([...names.split(' '), 'traits'].map((name) => [name, all[name as UnitField]]));
}
/** What counts of units in contact and of groups that test. */
export const TESTER = 'type stands startingStands morale disordered cover uphill terrain';
export const FIGHTER = 'formation orders morale disordered cover place uphill terrain disorderingTerrain';

const nameField = () => name('What to call it in reports.');

/** What stands in a scenario, with the type that its fields give it; fields picked by their names have lost theirs. */
const schemaOf = <Output>(shape: Shape): z.ZodType<Output> => {
  const schema: z.ZodType = z.strictObject(shape);
  return schema as z.ZodType<Output>;
};
type With<Base, More extends Shape> = Base & z.output<z.ZodObject<More>>;

/** One unit with the fields that count in an encounter, and more of the encounter's own. */
export const unitSchema = (book: Rulebook, names: string, more: Shape = {}) =>
  schemaOf<UnitInput>({ name: nameField(), ...pick(book, names), ...more });

export const ordersOr = (usual: Orders) => word(ORDERS, usual, 'The orders the group is on.');

/**
 * A group: the fields of its first unit, of the group, and its other units. Units of a group share its orders, except
 * where an encounter lets them have their own (a routing unit in a melee).
 */
export function groupSchema<More extends Shape>(
  book: Rulebook,
  names: string,
  more: More,
  orderedBy: 'group' | 'unit' = 'group',
) {
  const { orders, morale, ...own } = pick(book, names) as Shape & { orders?: z.ZodType; morale?: z.ZodType };
  const other = z.strictObject({
    ...own,
    ...(morale ? { morale: morale.optional() } : {}),
    ...(orders && orderedBy === 'unit' ? { orders: orders.optional() } : {}),
  });
  return schemaOf<With<GroupInput, More>>({
    name: nameField(),
    ...own,
    ...(morale ? { morale: (morale as z.ZodEnum).default('ordinary') } : {}),
    ...(orders ? { orders: ordersOr('stand') } : {}),
    others: few(other, MOST_UNITS - 1, 'The other units of the same group.'),
    ...more,
  });
}

/** What morale tests ask about a group. */
export const testFields = {
  general: maybeWhole(
    [0, 1000],
    "Distance in cm to the group's general or the commander in chief; leave it out if neither is about.",
  ),
  underArtilleryFire: flag('Is under artillery fire at short range.'),
};

export const aspectSchema = word(ASPECTS, 'front', 'Which side of the defender is struck.');

const unitNumber = (who: string) => whole([1, MOST_UNITS], 1, `Which unit of the ${who}.`);
const contact = (who: string) =>
  stands().optional().describe(`Stands of the ${who} in contact; as many as the smaller of the two units unless said.`);
const overlap = (who: string) => flag(`The ${who} has at least one overlap in support.`);
/** One melee between a unit of each group; units are counted from 1. */
const fightSchema = z.strictObject({
  attacker: unitNumber('attacker'),
  defender: unitNumber('defender'),
  attackerContact: contact('attacker'),
  defenderContact: contact('defender'),
  attackerOverlap: overlap('attacker'),
  defenderOverlap: overlap('defender'),
  aspect: maybe(ASPECTS, 'Which side of the defender is struck in this fight.'),
  attackerAspect: word(ASPECTS, 'front', 'Which side of the attacker faces the enemy.'),
});
export type FightInput = z.output<typeof fightSchema>;
export const fightsSchema = z
  .array(fightSchema)
  .min(1)
  .max(MOST_FIGHTS)
  .optional()
  .describe('Who fights whom; the first unit of each group, the second and so on unless said.');

/** Two groups in contact, or about to be. */
export interface ContactSituation {
  readonly attacker: GroupInput;
  readonly defender: GroupInput;
  readonly aspect: Aspect;
  readonly fights?: readonly FightInput[];
  readonly testAfter: boolean;
}

/** The fights as given, or unit against unit in order. */
export function fightInputs({ fights, attacker, defender }: ContactSituation): readonly FightInput[] {
  const pairs = Math.min(attacker.others?.length ?? 0, defender.others?.length ?? 0) + 1;
  return fights ?? Array.from({ length: pairs }, (_, i) => fightSchema.parse({ attacker: i + 1, defender: i + 1 }));
}
