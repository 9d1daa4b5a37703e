import { type Choice, choices, type SituationGroup, spoken } from '../../rules/suite.ts';
import { sidesOf } from './put-together.ts';
import type { BookFile, EncounterFile, FieldFile, SideFile } from './shape.ts';

/**
 * Representative situations of a rulebook file, from what it declares: of every encounter
 *
 *   types against types, at every distance (or whatever else is given of the moment);
 *   words against words: as many of a unit's words as multiply into a thousand situations, in the order of the file;
 *   and the fields that are left, one at a time: the values of the one side against those of the other.
 *
 * Numbers that have no default stand in the middle of their range, or one side stronger than the other.
 */
export function suiteOfFile(file: BookFile, bounds: Bounds): SituationGroup[] {
  return Object.entries(file.encounters).flatMap(([id, encounter]) => {
    const groups = new Encounter(file, id, encounter, bounds).groups();
    // Every encounter counts alike; half of it for its first group.
    return groups.map((g, i) => ({ ...g, weight: groups.length === 1 ? 2 : i === 0 ? 1 : 1 / (groups.length - 1) }));
  });
}

/** The range of a number that may be given. */
export type Bounds = (field: FieldFile) => readonly [number, number];

type Axes = Record<string, readonly Choice[]>;
type Unweighted = Omit<SituationGroup, 'weight'>;

/** The most that words of both sides multiply into. */
const MOST_PRODUCT = 1000;
/** A default counts this many times as much as what must be stated. */
const USUAL = 3;

/** "goodShot" and "good-shot" as people read them. */
const words = (name: string): string =>
  spoken(name.replace(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));

/** One field of both sides: every value against every other, as one choice each; all fields weigh the same. */
function oneField(axes: readonly (readonly [string, readonly Choice[]])[]): Choice[] {
  const pairs = axes.reduce<readonly Choice[]>(
    (sofar, [axis, choices]) =>
      sofar.flatMap((head) =>
        choices.map((c) => ({
          words: [head.words, `${axis} ${c.words}`].filter((w) => w !== '').join(', '),
          set: { ...head.set, ...c.set },
          weight: (head.weight ?? 1) * (c.weight ?? 1),
        })),
      ),
    [{ words: '', set: {} }],
  );
  const total = pairs.reduce((sum, c) => sum + c.weight!, 0);
  return pairs.map((c) => ({ ...c, weight: c.weight! / total }));
}

class Encounter {
  private readonly sides: readonly [string, SideFile][];
  private readonly unit: readonly [string, FieldFile][];
  private readonly moment: Axes;
  private readonly file: BookFile;
  private readonly id: string;
  private readonly bounds: Bounds;

  constructor(file: BookFile, id: string, encounter: EncounterFile, bounds: Bounds) {
    this.file = file;
    this.id = id;
    this.bounds = bounds;
    this.sides = sidesOf(encounter);
    this.unit = Object.entries(file.unit?.given ?? {});
    this.moment = Object.fromEntries(
      Object.entries(encounter.given ?? {}).map(([name, field]) => [words(name), this.momentChoices(name, field)]),
    );
  }

  groups(): Unweighted[] {
    const typed = Object.keys(this.file.types ?? {}).length > 0 ? [this.typesMeet()] : [];
    // Lists of units are made of types, or of one plain unit each.
    if (this.sides.some(([, side]) => side.units)) return typed.length > 0 ? typed : [this.group(this.id, {})];
    const { together, singly } = this.fields();
    const strengths: Axes = this.required().length > 0 ? { strength: this.strengths() } : {};
    const product = { ...together, ...strengths };
    const multiplied = this.group(`${this.id}-words`, { ...product, ...this.moment });
    return [
      ...typed,
      ...(Object.keys(product).length > 0 || typed.length === 0 ? [multiplied] : []),
      ...(singly.length > 0 ? [this.group(`${this.id}-fields`, { units: singly })] : []),
    ];
  }

  private typesMeet(): Unweighted {
    const axes = this.sides.map(([side, own]): [string, Choice[]] => [side, this.typeChoices(side, own)]);
    const { name, ...group } = this.group(this.id, { ...Object.fromEntries(axes), ...this.moment });
    const sides = this.sides.map(([side]) => `{${side}}`);
    return { ...group, name: name.replace(sides.join(', '), sides.join(' against ')) };
  }

  private typeChoices(side: string, { units }: SideFile): Choice[] {
    return Object.entries(this.file.types ?? {}).flatMap(([type, values]): Choice[] => {
      const words = String(values['title'] ?? spoken(type));
      if (!units) return [{ words, set: { [`${side}.type`]: type } }];
      const few = [...new Set([units[0], Math.min(units[1], Math.max(2, units[0]))])];
      return few.map((n) => ({
        words: n === 1 ? words : `${n} × ${words}`,
        set: { [side]: Array.from({ length: n }, () => ({ type })) },
      }));
    });
  }

  /** Words of a unit that multiply, both sides together; and the values of every other field, a field at a time. */
  private fields(): { together: Axes; singly: Choice[] } {
    const together: Axes = {};
    const singly: Choice[] = [];
    const moment = Object.values(this.moment).reduce((n, c) => n * c.length, 1);
    let product = moment * (this.required().length > 0 ? this.strengths().length : 1);
    for (const [name, field] of this.unit) {
      if (field.number && field.default === undefined) continue;
      const axes = this.sides.map(
        ([side]) => [`${side} ${words(name)}`, this.choicesOf(`${side}.${name}`, field)] as const,
      );
      const size = axes.reduce((n, [, choices]) => n * choices.length, 1);
      if (field.words && product * size <= MOST_PRODUCT) {
        Object.assign(together, Object.fromEntries(axes));
        product *= size;
      } else singly.push(...oneField(axes));
    }
    return { together, singly };
  }

  /** Numbers of a unit that must be said: what it begins with. */
  private required(): (readonly [string, FieldFile])[] {
    return this.unit.filter(([, field]) => field.number && field.default === undefined);
  }

  /** Even, and either side at half the middle of the range against half as much again. */
  private strengths(): Choice[] {
    const share = (part: number): Record<string, number> =>
      Object.fromEntries(this.required().map(([name, field]) => [name, this.middle(field, part)]));
    const [first, second] = this.sides.map(([side]) => side);
    const at = (side: string, values: Record<string, number>) =>
      Object.fromEntries(Object.entries(values).map(([name, value]) => [`${side}.${name}`, value]));
    const named = (a: number, b: number): Choice => {
      const set = { ...at(first, share(a)), ...(second === undefined ? {} : at(second, share(b))) };
      const said = (part: number) =>
        Object.entries(share(part))
          .map(([name, value]) => `${value} ${words(name)}`)
          .join(' and ');
      return {
        words: second === undefined ? said(a) : `${said(a)} against ${said(b)}`,
        set,
        weight: a === b ? 2 : 1,
      };
    };
    return [named(1, 1), named(0.5, 1.5), named(1.5, 0.5)];
  }

  private middle(field: FieldFile, part: number): number {
    const [low, high] = this.bounds(field);
    return Math.max(low, Math.min(high, Math.round(part * Math.ceil((low + high) / 2))));
  }

  /** The same with the name of the field, which no axis says: "distance 6", "not locked". */
  private momentChoices(name: string, field: FieldFile): Choice[] {
    const said = (choice: string) =>
      field.words ? choice : field.flag ? `${choice === 'no' ? 'not ' : ''}${words(name)}` : `${words(name)} ${choice}`;
    return this.choicesOf(name, field).map((c) => ({ ...c, words: said(c.words) }));
  }

  /** Every word; of a number its default, half, twice and three times that, and the ends of its range. */
  private choicesOf(path: string, field: FieldFile): Choice[] {
    const values: readonly (string | number | boolean)[] =
      field.words ?? (field.flag ? [false, true] : this.numbersOf(field));
    return choices(path, values, (value) =>
      typeof value === 'boolean' ? (value ? 'yes' : 'no') : spoken(String(value)),
    ).map((choice, i) => (values[i] === field.default ? { ...choice, weight: USUAL } : choice));
  }

  private numbersOf(field: FieldFile): number[] {
    const [low, high] = this.bounds(field);
    const base = typeof field.default === 'number' ? field.default : Math.round((low + high) / 2);
    const values = [low, Math.round(base / 2), base, 2 * base, 3 * base, high].filter((v) => v >= low && v <= high);
    return [...new Set(values)].sort((a, b) => a - b);
  }

  /** A group with both units as plain as the file lets them be. */
  private group(id: string, axes: Axes): Unweighted {
    const type = Object.keys(this.file.types ?? {})[0];
    const plain: Record<string, unknown> =
      type === undefined
        ? Object.fromEntries(this.required().map(([name, field]) => [name, this.middle(field, 1)]))
        : { type };
    const unit = ({ units }: SideFile): unknown =>
      units ? Array.from({ length: units[0] }, () => ({ ...plain })) : { ...plain };
    const said = Object.keys(axes).map((axis) =>
      axis.includes(' ') && !(axis in this.moment) ? `${axis} {${axis}}` : `{${axis}}`,
    );
    return {
      id,
      encounter: this.id,
      name: [words(this.id), said.join(', ')].filter((part) => part !== '').join(': '),
      situation: Object.fromEntries(this.sides.map(([side, own]) => [side, unit(own)])),
      axes,
    };
  }
}
