import type { ModifierTable, Rulebook } from '../../rules/book.ts';
import { didYouMean } from '../../rules/nearest.ts';
import type { Facts } from '../../rules/pattern.ts';
import { shortList } from '../../rules/place.ts';
import { SimError } from '../../sim/error.ts';
import { mayCompile } from '../../sim/may-compile.ts';
import { type Field, layout, type State } from '../../sim/state.ts';
import { bind } from '../expression/bind.ts';
import type { Bound, Value } from '../expression/bound.ts';
import { FLAG, joined, type NumberType, number, type Type, word } from '../expression/types.ts';
import { Faults, type Path, parsedOnce } from './faults.ts';
import { type FieldKind, WIDEST } from './fields.ts';
import type { Names, UnitNames, Variable } from './names.ts';
import type { BookFile, ExpressionFile } from './shape.ts';

/** The state of an encounter of a file: its variables, under names that are made here. */
export type PlayState = State<{ readonly v: Readonly<Record<string, Field>> }>;

interface Access {
  readonly read: () => Value;
  readonly set: (to: Value) => void;
}
type AccessTo = (group: object) => Access;
const accesses = new Map<string, AccessTo>();

/** Code of its own for each field name, so that each knows the shape it reads. Names are made here: letters and digits. */
function accessOf(name: string): AccessTo {
  let made = accesses.get(name);
  if (!made) {
    const text = `'use strict'; return { read: () => g.${name}, set: (to) => { g.${name} = to; } };`;
    made = mayCompile() ? (new Function('g', text) as AccessTo) : plainAccess(name);
    accesses.set(name, made);
  }
  return made;
}

/** The same for a page that forbids code made from text. */
const plainAccess =
  (name: string): AccessTo =>
  (group) => ({
    read: () => (group as Record<string, Value>)[name],
    set: (to) => {
      (group as Record<string, Value>)[name] = to;
    },
  });

interface Stored {
  readonly name: string;
  kind: FieldKind;
}

/**
 * An encounter while it is put together. It is gone through twice: the first time every variable is declared, which
 * gives the layout of the state; the second time expressions are bound to that state. A check of a book is the first
 * time alone.
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
  private state: object | undefined;
  private readonly mode: 'check' | 'play';
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

  constructor(
    book: Rulebook,
    file: BookFile,
    encounter: string,
    faults = new Faults(),
    mode: 'check' | 'play' = 'check',
  ) {
    this.mode = mode;
    this.book = book;
    this.file = file;
    this.faults = faults;
    const { sums, outcomes } = file.encounters[encounter];
    this.sums = new Set(Object.keys(sums ?? {}));
    this.outcomes = Object.keys(outcomes);
  }

  /** The first time through, where a second will follow. */
  get declaresOnly(): boolean {
    return this.mode === 'play' && !this.state;
  }

  /** Ends the first time through: the state has its fields. */
  layOut(steps: () => readonly string[]) {
    const fields: Record<string, Field> = {};
    for (const { name, kind } of this.stored.values()) fields[name] = kind.field;
    // Looks are not watched: in fights as small as those of files it costs more than it spares.
    const made = layout({ v: fields }, steps);
    this.state = made.view['v'] as object;
    return made;
  }

  /** A variable by its key: the same key is the same variable, wide enough for all that declare it. */
  variable(key: string, shown: string, kind: FieldKind): Variable {
    let stored = this.stored.get(key);
    if (!stored) {
      stored = { name: `v${this.stored.size}`, kind };
      this.stored.set(key, stored);
    } else if (!this.state) stored.kind = widened(stored.kind, kind);
    const { name } = stored;
    if (!this.state) return { name: shown, type: kind.type, read: () => kind.start, fixed: false, set: () => {} };
    return { name: shown, type: kind.type, fixed: false, ...accessOf(name)(this.state) };
  }

  /**
   * An expression of the file; a mistake is noted, and something of the wanted kind stands in. Where variables are only
   * declared it is read when somebody asks: most are not asked for, and mistakes show the second time through.
   */
  expression(text: ExpressionFile, path: Path, names: Names, want?: Type['kind']): Bound {
    if (!this.declaresOnly) return this.bound(text, path, names, want);
    let read: Bound | undefined;
    const bound = () => {
      read ??= this.bound(text, path, names, want);
      return read;
    };
    return {
      get type() {
        return bound().type;
      },
      get fixed() {
        return bound().fixed;
      },
      read: () => bound().read(),
    };
  }

  private bound(text: ExpressionFile, path: Path, names: Names, want?: Type['kind']): Bound {
    return this.faults.try(
      path,
      () => {
        const bound = typeof text === 'string' ? bind(parsedOnce(text), names) : literal(text);
        if (want && bound.type.kind !== want) {
          const wanted = { number: 'a number', flag: 'true or false', word: 'a word' }[want];
          this.faults.add(path, `This must be ${wanted}; '${String(text)}' is not.`);
          return standIn(want);
        }
        return bound;
      },
      standIn(want ?? 'number'),
    );
  }

  /** The bounds of a number, which hang on what stands still: the given, figures, rulings. */
  bounds(pair: readonly [ExpressionFile, ExpressionFile] | undefined, path: Path, names: Names): [number, number] {
    if (!pair) return [0, 0];
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

  /** Sets a variable, and says where in the file a value leaves its bounds. */
  checked(variable: Variable, path: Path): (to: Value) => void {
    const { type, set, name } = variable;
    if (type.kind !== 'number') return set;
    const { low, high } = type;
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
const standIn = (kind: Type['kind']): Bound => {
  if (kind === 'flag') return { type: FLAG, read: () => false, fixed: false };
  if (kind === 'word') return { type: word(null), read: () => '', fixed: false };
  return { type: number(0, 0), read: () => 0, fixed: false };
};
