import type { ModifierTable, Rulebook } from '../../rules/book.ts';
import { didYouMean } from '../../rules/nearest.ts';
import type { Facts } from '../../rules/pattern.ts';
import { shortList } from '../../rules/place.ts';
import { SimError } from '../../sim/error.ts';
import { type Field, layout, type State } from '../../sim/state.ts';
import { bind } from '../expression/bind.ts';
import type { Bound, Box, Value } from '../expression/bound.ts';
import { FLAG, joined, type NumberType, number, type Type, word } from '../expression/types.ts';
import { Faults, type Path, parsedOnce } from './faults.ts';
import { type FieldKind, WIDEST } from './fields.ts';
import type { Names, UnitNames, Variable } from './names.ts';
import type { BookFile } from './shape.ts';
import type { ExpressionFile } from './step-shape.ts';

/** The state of an encounter of a file: a box for each variable, under names that are made here. */
export type PlayState = State<Readonly<Record<string, { readonly value: Field }>>>;

interface Stored {
  readonly box: Box;
  kind: FieldKind;
  /** Part of the state of the machine; otherwise it holds nothing whenever play waits. */
  kept: boolean;
}

/**
 * An encounter while it is put together: variables get their places in a record as they are declared, expressions are
 * bound to that record, and once all are declared it is laid out as the state of a machine.
 */
export class Build {
  readonly book: Rulebook;
  readonly file: BookFile;
  readonly faults: Faults;
  /** Names of figures and tables that something reads. */
  readonly used = new Set<string>();
  readonly sums: ReadonlySet<string>;
  readonly outcomes: readonly string[];
  /** The face that was thrown and what is added to it, while a result is looked for. */
  readonly moment = { face: 0, sum: 0, pairs: 0 };
  private readonly stored = new Map<string, Stored>();
  /** Put together to be played; a book that is only checked has its texts read, too. */
  isPlayed = false;
  /** What a unit's opponent is when a step does not say. */
  opponentOf: (unit: UnitNames) => UnitNames | undefined = () => undefined;
  now: Facts['now'] = {};
  ruling: Facts['ruling'] = {};
  decide: (
    side: string,
    unit: UnitNames | undefined,
    options: readonly string[],
  ) => ((options: readonly string[]) => string | readonly number[]) | undefined = () => undefined;
  /** The options that each side may be asked for, found on the way. */
  readonly options = new Map<string, Set<string>>();

  constructor(book: Rulebook, file: BookFile, encounter: string, faults = new Faults()) {
    this.book = book;
    this.file = file;
    this.faults = faults;
    const { sums, outcomes } = file.encounters[encounter];
    this.sums = new Set(Object.keys(sums ?? {}));
    this.outcomes = Object.keys(outcomes);
  }

  /** The state of the machine, once every variable is declared. */
  layOut(steps: readonly string[]) {
    const spec: Record<string, { value: Field }> = {};
    const groups: Record<string, Box> = {};
    for (const { box, kind, kept } of this.stored.values()) {
      if (!kept) continue;
      const name = `v${Object.keys(groups).length}`;
      spec[name] = { value: kind.field };
      groups[name] = box;
    }
    // Looks are not watched: in fights as small as those of files it costs more than it spares.
    return layout(spec, steps, { groups });
  }

  /** A variable of a procedure, which is part of the state if somebody says `keep`. */
  local(key: string, shown: string, kind: FieldKind): Variable {
    const kept = this.stored.get(key)?.kept ?? false;
    const variable = this.variable(key, shown, kind);
    this.stored.get(key)!.kept = kept;
    return variable;
  }

  keep(key: string): void {
    this.stored.get(key)!.kept = true;
  }

  startOf(key: string): Value {
    return this.stored.get(key)!.kind.start;
  }

  /** Every variable as it starts. */
  begin(): void {
    for (const { box, kind } of this.stored.values()) box.value = kind.start;
  }

  /** A variable by its key: the same key is the same variable, wide enough for all that declare it. */
  variable(key: string, shown: string, kind: FieldKind): Variable {
    let stored = this.stored.get(key);
    if (!stored) {
      stored = { box: { value: kind.start }, kind, kept: true };
      this.stored.set(key, stored);
    } else stored.kind = widened(stored.kind, kind);
    const { box } = stored;
    const set = (to: Value) => {
      box.value = to;
    };
    return { name: shown, type: kind.type, fixed: false, box, read: () => box.value, set };
  }

  /** An expression of the file; a mistake is noted, and something of the wanted kind stands in. */
  expression(text: ExpressionFile, path: Path, names: Names, want?: Type['kind']): Bound {
    return this.faults.try(
      path,
      () => {
        const bound = typeof text === 'string' ? bind(parsedOnce(text), names) : literal(text);
        if (want && bound.type.kind !== want) {
          const wanted = { number: 'a number', flag: 'true or false', word: 'a word' }[want];
          this.faults.add(path, `This must be ${wanted}; '${String(text)}' is not.`);
          return STAND_IN[want];
        }
        return bound;
      },
      STAND_IN[want ?? 'number'],
    );
  }

  /** The bounds of a number, which hang on what stands still: the given, figures, rulings. */
  bounds(pair: readonly [ExpressionFile, ExpressionFile] | undefined, path: Path, names: Names): [number, number] {
    if (!pair) return [0, 0];
    if (isPlain(pair)) return [...pair];
    const [low, high] = pair.map((text, i) => this.expression(text, [...path, 'number', i], names, 'number'));
    const ends: [number, number] = [
      low.fixed ? (low.read() as number) : (low.type as NumberType).low,
      high.fixed ? (high.read() as number) : (high.type as NumberType).high,
    ];
    if (ends[0] > ends[1] && high.fixed && low.fixed)
      this.faults.add([...path, 'number'], `The first bound, ${ends[0]}, is above the second, ${ends[1]}.`);
    if (Math.max(...ends.map(Math.abs)) > WIDEST) {
      this.faults.add([...path, 'number'], `A number lies between -${WIDEST} and ${WIDEST}.`);
      return [0, 1];
    }
    return [ends[0], Math.max(...ends)];
  }

  /** A table of modifiers by name, through parameters. */
  modifiers(name: string, path: Path, names: Names): ModifierTable | undefined {
    const id = names.word(name);
    const table = Object.hasOwn(this.book.tables, id) ? this.book.tables[id] : undefined;
    if (table?.kind === 'modifiers' && !table.figures) {
      this.used.add(id);
      return table;
    }
    const known = Object.values(this.book.tables).flatMap((t) => (t.kind === 'modifiers' && !t.figures ? [t.id] : []));
    const there = known.length > 0 ? `; there are ${shortList(known)}` : '; the book has none';
    this.faults.add(path, `There is no table of modifiers '${id}'${there}.${didYouMean(id, known)}`);
    return undefined;
  }

  /** Where a step stands in the file, for messages at play. */
  place(path: Path): string {
    const { file = this.book.id, lines = {} } = this.book.program ?? {};
    let at = [...path];
    while (at.length > 0 && lines[at.join('.')] === undefined) at = at.slice(0, -1);
    return at.length > 0 ? `${file}:${lines[at.join('.')]}` : file;
  }

  /** Sets a variable, and says where in the file a value of this type leaves its bounds; unless none ever can. */
  checked(variable: Variable, path: Path, value: Type): (to: Value) => void {
    const { type, set, name } = variable;
    if (type.kind !== 'number' || value.kind !== 'number') return set;
    const { low, high } = type;
    if (value.low >= low && value.high <= high) return set;
    return (to) => {
      if ((to as number) >= low && (to as number) <= high) set(to);
      else
        throw new SimError(
          `${this.place(path)}: '${name}' would become ${String(to)}, but it runs from ${low} to ${high}; ` +
            `use min() or max(), or give it wider bounds.`,
        );
    };
  }
}

/** Figures that need no look: most bounds are. */
const isPlain = (pair: readonly ExpressionFile[]): pair is readonly [number, number] =>
  pair.every((n) => typeof n === 'number' && Math.abs(n) <= WIDEST) && pair[0] <= pair[1];

function widened(a: FieldKind, b: FieldKind): FieldKind {
  const { field: x } = a;
  const { field: y } = b;
  if (x.kind !== 'int' || y.kind !== 'int') return a;
  const field = { kind: 'int', min: Math.min(x.min, y.min), max: Math.max(x.max, y.max) } as const;
  return { ...a, type: joined(a.type, b.type), field };
}

const literal = (value: number | boolean): Bound => ({
  type: typeof value === 'number' ? number(value, value) : FLAG,
  read: () => value,
  fixed: true,
});

/** Stands in for an expression that could not be read, so that the rest is looked at too. */
const STAND_IN: Readonly<Record<Type['kind'], Bound>> = {
  flag: { type: FLAG, read: () => false, fixed: false, unread: true },
  word: { type: word(null), read: () => '', fixed: false, unread: true },
  number: { type: number(0, 0), read: () => 0, fixed: false, unread: true },
};
