import type { Bound, GridReader, Scope, Value } from '../expression/bound.ts';

/** A place that a step may set. */
export interface Variable extends Bound {
  readonly set: (to: Value) => void;
  /** What it is called in messages. */
  readonly name: string;
}

/** A unit as steps see it: its names, and the record that conditions of rows look at. */
export interface UnitNames {
  /** The key of the scenario, with a place where there are several: "attacker", "a 2". */
  readonly name: string;
  /** What titles call it: its name in the scenario, or the key. */
  readonly called: string;
  readonly side: string;
  readonly names: ReadonlyMap<string, Bound>;
  readonly facts: Readonly<Record<string, Value>>;
}

/** What a procedure's parameter stands for: a text, read where the procedure was called. */
export interface Argument {
  readonly text: string | number | boolean;
  readonly from: Names;
}

const NONE: ReadonlyMap<string, never> = new Map<string, never>();

/**
 * The names that a step or expression may use, from the innermost outwards: locals and parameters of a procedure, the
 * encounter's own, units by their side, figures of the book.
 */
export class Names implements Scope {
  readonly values: ReadonlyMap<string, Bound>;
  readonly units: ReadonlyMap<string, UnitNames>;
  readonly groups: ReadonlyMap<string, readonly UnitNames[]>;
  readonly args: ReadonlyMap<string, Argument>;
  private readonly outer: Names | undefined;
  private readonly gridOf: ((name: string) => GridReader | undefined) | undefined;

  constructor(
    own: {
      readonly values?: ReadonlyMap<string, Bound>;
      readonly units?: ReadonlyMap<string, UnitNames>;
      readonly groups?: ReadonlyMap<string, readonly UnitNames[]>;
      readonly args?: ReadonlyMap<string, Argument>;
      readonly grids?: (name: string) => GridReader | undefined;
    },
    outer?: Names,
  ) {
    this.values = own.values ?? NONE;
    this.units = own.units ?? NONE;
    this.groups = own.groups ?? NONE;
    this.args = own.args ?? NONE;
    this.gridOf = own.grids;
    this.outer = outer;
  }

  with(own: ConstructorParameters<typeof Names>[0]): Names {
    return new Names(own, this);
  }

  find(name: string): Bound | undefined {
    const own = this.values.get(name);
    if (own) return own;
    const dot = name.indexOf('.');
    const head = dot < 0 ? name : name.slice(0, dot);
    const unit = this.units.get(head);
    if (unit) return dot < 0 ? undefined : unit.names.get(name.slice(dot + 1));
    const arg = this.args.get(head);
    if (arg) {
      if (dot >= 0) return this.unit(head)?.names.get(name.slice(dot + 1));
      return this.argument?.(arg);
    }
    return this.outer?.find(name);
  }

  /** How an argument that is an expression is read; set by whoever knows how to read expressions. */
  argument: ((arg: Argument) => Bound | undefined) | undefined;

  /** The unit that a name stands for, through parameters. */
  unit(name: string): UnitNames | undefined {
    const own = this.units.get(name);
    if (own) return own;
    const arg = this.args.get(name);
    if (arg) return arg.from.unit(String(arg.text));
    return this.outer?.unit(name);
  }

  group(name: string): readonly UnitNames[] | undefined {
    const own = this.groups.get(name);
    if (own) return own;
    const arg = this.args.get(name);
    if (arg) return arg.from.group(String(arg.text));
    return this.outer?.group(name);
  }

  /** The sides of the encounter. */
  sides(): string[] {
    return [...this.groups.keys(), ...(this.outer?.sides() ?? [])];
  }

  /** What a plain word (an outcome, a table) stands for, through parameters. */
  word(name: string): string {
    const arg = this.args.get(name);
    if (arg) return arg.from.word(String(arg.text));
    return this.outer && !this.values.has(name) && !this.units.has(name) ? this.outer.word(name) : name;
  }

  grid(name: string): GridReader | undefined {
    return this.gridOf?.(this.word(name)) ?? this.outer?.grid(name);
  }

  each(name: string): readonly Scope[] | undefined {
    return this.group(name)?.map((unit) => this.with({ units: new Map([['it', unit]]) }));
  }

  /** What steps may set, by name. */
  variables(): string[] {
    const own = (names: ReadonlyMap<string, Bound>, prefix = '') =>
      [...names].filter(([, bound]) => 'set' in bound).map(([name]) => prefix + name);
    const heads = [...this.units.keys(), ...this.args.keys()];
    const units = heads.flatMap((head) => own(this.unit(head)?.names ?? new Map(), `${head}.`));
    return [...new Set([...own(this.values), ...units, ...(this.outer?.variables() ?? [])])];
  }

  names(): string[] {
    const units = [...this.units].flatMap(([head, u]) => [...u.names.keys()].map((n) => `${head}.${n}`));
    const args = [...this.args.keys()].flatMap((head) => {
      const unit = this.unit(head);
      return unit ? [...unit.names.keys()].map((n) => `${head}.${n}`) : [head];
    });
    return [...new Set([...this.values.keys(), ...args, ...units, ...(this.outer?.names() ?? [])])];
  }
}
