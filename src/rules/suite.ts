/**
 * A book's representative situations, as its family declares them: groups of axes over the words and figures of the book.
 * Axes multiply into situations; those that the sheet refuses are left out by whoever lays the suite out.
 */
export interface SituationGroup {
  readonly id: string;
  readonly encounter: string;
  /** A sentence with the axes' words in braces: "{attacker} charges {defender}, who {reaction}". */
  readonly name: string;
  readonly situation: Readonly<Record<string, unknown>>;
  readonly axes: Readonly<Record<string, readonly Choice[]>>;
  /** The share of the whole suite, against the weights of the other groups; its situations divide it by their own. */
  readonly weight: number;
}

/** One value of an axis: what people call it, the values it sets by path, and how common it is on a table. */
export interface Choice {
  readonly words: string;
  readonly set: Readonly<Record<string, unknown>>;
  readonly weight?: number;
}

/** Groups as a family declares them: most begin from an empty situation. */
export const groups = (
  list: readonly (Omit<SituationGroup, 'situation' | 'axes'> & Partial<Pick<SituationGroup, 'situation' | 'axes'>>)[],
): readonly SituationGroup[] => list.map((group) => ({ situation: {}, axes: {}, ...group }));

/** Any two units meet: one charges, they fight, one shoots. What is particular to a book is said besides. */
export const duels = (
  own: Readonly<Record<'charges' | 'fights' | 'volleys', Partial<Omit<SituationGroup, 'id' | 'encounter' | 'weight'>>>>,
): readonly SituationGroup[] => {
  const meeting = { situation: { attacker: {}, defender: {} } };
  return groups([
    { id: 'charges', encounter: 'charge', name: '{first} charges {second}', ...meeting, weight: 40, ...own.charges },
    { id: 'fights', encounter: 'melee', name: '{first} fights {second}', ...meeting, weight: 30, ...own.fights },
    {
      ...{ id: 'volleys', encounter: 'fire', name: '{first} fires at {second} {distance}', weight: 30 },
      ...{ situation: { firer: {}, target: {} }, ...own.volleys },
    },
  ]);
};

/** "attack-column" as people read it. */
export const spoken = (word: string): string => word.replaceAll('-', ' ');

/** A choice per value of one path. */
export const choices = <T extends string | number | boolean>(
  path: string,
  values: readonly T[],
  words: (value: T) => string = (value) => spoken(String(value)),
): Choice[] => values.map((value) => ({ words: words(value), set: { [path]: value } }));
