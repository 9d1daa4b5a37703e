import { mayCompile } from './may-compile.ts';
import type { Codec, FieldScalar } from './state.ts';

/**
 * Sees which fields a step looks at and which it writes. Two states that agree on everything a step looked at do the
 * same thing, so its code need run once for each such path of reads only.
 *
 * A field that a run has written is its own from then on: looking at it tells nothing about the state it came from.
 */
export class Reads {
  /** Fields in the order in which they were first looked at since `beginNode`. */
  readonly looked: number[] = [];
  /** Fields written since `beginRun`. */
  readonly written: number[] = [];
  /** By field, the last run that touched it, and the last node that looked at it. */
  readonly touched: Int32Array;
  private readonly seen: Int32Array;
  private readonly wrote: Int32Array;
  run = 0;
  private latest = 0;
  private node = 0;
  /** Questions about the state that may be seen as looks of their own; told apart from fields by their place. */
  readonly facts: Fact[] = [];
  /** Whether the answer to a question is seen as one look, or as looks at the fields behind it. */
  seesFacts = false;
  private within: Fact | null = null;
  readonly totals: Total[] = [];
  /** Totals asked for since `beginNode`, while they are seen as looks of their own. */
  readonly totalsAsked = new Set<number>();
  seesTotals = false;
  readonly fieldCount: number;

  constructor(fields: number) {
    this.fieldCount = fields;
    this.touched = new Int32Array(fields);
    this.seen = new Int32Array(fields);
    this.wrote = new Int32Array(fields);
  }

  beginNode(): void {
    this.node++;
    this.looked.length = 0;
    this.totalsAsked.clear();
    this.beginRun();
  }

  /** The state is what it was at `beginNode`: a face is about to be applied. */
  beginRun(): void {
    this.run = ++this.latest;
    this.written.length = 0;
  }

  /** The answer to a question: one look at it, unless this run has changed what it is about. */
  answer(fact: Fact): FieldScalar {
    if (!this.seesFacts || this.within || fact.several) return fact.ask();
    const { run } = this;
    this.run = ++this.latest;
    this.within = fact;
    const value = fact.ask();
    this.within = null;
    this.run = run;
    if (fact.fields.size === 0) return value;
    for (const field of fact.fields) if (this.wrote[field] === run) return this.byFields(fact);
    this.note(this.fieldCount + fact.place);
    return value;
  }

  /** A total, which is one look, or looks at all that goes into it. */
  sum(total: Total): number {
    let sum = 0;
    if (!this.seesTotals) for (const part of total.parts) sum += part();
    else {
      this.totalsAsked.add(total.place);
      this.unseen(() => {
        for (const part of total.parts) sum += part();
      });
    }
    return sum;
  }

  /** The answer to a question without a look at it; what is behind it is noted with the question. */
  askAside(fact: Fact): FieldScalar {
    const { run, within } = this;
    this.run = ++this.latest;
    this.within = fact;
    const value = fact.ask();
    this.within = within;
    this.run = run;
    return value;
  }

  /** Does something without seeing what it looks at. */
  unseen(work: () => void): void {
    const { run, within } = this;
    this.run = ++this.latest;
    this.within = NOBODY;
    work();
    this.within = within;
    this.run = run;
  }

  private byFields(fact: Fact): FieldScalar {
    this.seesFacts = false;
    const value = fact.ask();
    this.seesFacts = true;
    return value;
  }

  look(field: number): void {
    if (this.within) {
      this.within.fields.add(field);
      return;
    }
    this.touched[field] = this.run;
    if (this.seen[field] === this.node) return;
    this.seen[field] = this.node;
    this.looked.push(field);
  }

  private note(look: number): void {
    if (!this.looked.includes(look)) this.looked.push(look);
  }

  write(field: number): void {
    this.touched[field] = this.run;
    if (this.wrote[field] === this.run) return;
    this.wrote[field] = this.run;
    this.written.push(field);
  }
}

/** A question about a few fields, with fewer answers than they have values: is the unit steady? */
export interface Fact {
  readonly place: number;
  readonly ask: () => FieldScalar;
  /** The fields behind it, as far as they have been seen. */
  readonly fields: Set<number>;
  /** It is about several parts of the state at once, so that its fields are looked at one by one. */
  several?: boolean;
}

const NOBODY: Fact = { place: -1, ask: () => false, fields: new Set() };

/** A number added up over parts of the state, each about fields of its own: losses of all units, say. */
export interface Total {
  readonly place: number;
  readonly parts: readonly (() => number)[];
}

const watchers = new WeakMap<object, Reads>();
/** Who sees the looks at a part of a watched state. */
export const watcherOf = (group: object): Reads | undefined => watchers.get(group);

/**
 * A record whose fields tell of every look and every write, over the record that holds the values. Engines pack and
 * unpack the latter; rules see the former.
 */
export function watched(raw: Record<string, unknown>, paths: readonly string[], reads: Reads): Record<string, unknown> {
  const cover = (group: Record<string, unknown>, prefix: string): Record<string, unknown> => {
    const made: Record<string, unknown> = {};
    for (const name of Object.keys(group)) {
      const field = paths.indexOf(prefix + name);
      if (field < 0 && typeof group[name] === 'object')
        made[name] = cover(group[name] as Record<string, unknown>, `${prefix}${name}.`);
      else
        Object.defineProperty(made, name, { enumerable: true, ...accessors(name)(group, field, reads, reads.touched) });
    }
    watchers.set(made, reads);
    return Object.preventExtensions(made);
  };
  return cover(raw, '');
}

type Accessors = (
  group: object,
  field: number,
  reads: Reads,
  touched: Int32Array,
) => { get: () => unknown; set: (to: unknown) => void };
const made = new Map<string, Accessors>();

/** Code of its own for each name, so that a look costs a comparison and a load. Names are checked by the layout. */
function accessors(name: string): Accessors {
  let found = made.get(name);
  if (!found) {
    const text =
      name === 'step'
        ? 'return { get: () => g.step, set: (to) => { g.step = to; } };'
        : `return { get: () => { if (t[f] !== r.run) r.look(f); return g.${name}; }, set: (to) => { r.write(f); g.${name} = to; } };`;
    found = mayCompile()
      ? (new Function('g', 'f', 'r', 't', `'use strict'; ${text}`) as Accessors)
      : plainAccessors(name);
    made.set(name, found);
  }
  return found;
}

/** The same for a page that forbids code made from text. */
function plainAccessors(name: string): Accessors {
  return (group, field, reads, touched) => {
    const g = group as Record<string, unknown>;
    const get = () => {
      if (touched[field] !== reads.run) reads.look(field);
      return g[name];
    };
    const set = (to: unknown) => {
      reads.write(field);
      g[name] = to;
    };
    if (name !== 'step') return { get, set };
    return {
      get: () => g[name],
      set: (to: unknown) => {
        g[name] = to;
      },
    };
  };
}

/** What a step does on one path of reads: its die (or end, or open choice), and what each face writes and emits. */
export interface Effects {
  readonly dieOf: number;
  readonly endOf: number;
  /** By face, the place of what it does. */
  readonly byFace: Int32Array;
  readonly distinct: readonly Effect[];
}
/** The bits that a face sets, whatever the others hold. */
export interface Effect {
  readonly mask: Int32Array;
  readonly bits: Int32Array;
  readonly emission: number;
}

interface Branch {
  field: number;
  /** By the bits of the field; a list where they are few. */
  kids: (Branch | undefined)[] | Map<number, Branch>;
  leaf: Effects | null;
}

/** Fields with no more values than this branch by a list. */
const LISTED = 64;
/** A step that has this many paths, and is seldom found on one, is no longer watched. */
const PATHS_TRIED = 64;

/** Decision trees over packed fields, one for each step: a state walks down the looks of its step to what it does. */
export class ReadPaths {
  private readonly codec: Codec;
  private readonly bits: readonly {
    readonly word: number;
    readonly shift: number;
    readonly mask: number;
    readonly most: number;
  }[];
  private readonly step: { readonly word: number; readonly shift: number; readonly mask: number };
  private readonly roots = new Map<number, Branch>();
  private readonly paths = new Map<number, { made: number; found: number }>();

  constructor(codec: Codec, fields: readonly string[]) {
    this.codec = codec;
    this.bits = fields.map((path) => {
      const { word, shift, mask } = codec.bitsOf(path);
      return { word, shift, mask, most: mask >>> shift };
    });
    this.step = codec.bitsOf('step');
  }

  private stepOf(keys: Int32Array, at: number): number {
    const { word, shift, mask } = this.step;
    return (keys[at + word] & mask) >>> shift;
  }

  /** What the state does, if its step has been that way before. */
  find(keys: Int32Array, at: number): Effects | null {
    const step = this.stepOf(keys, at);
    let branch = this.roots.get(step);
    while (branch) {
      if (branch.leaf) {
        this.paths.get(step)!.found++;
        return branch.leaf;
      }
      const { word, shift, mask } = this.bits[branch.field];
      const value = (keys[at + word] & mask) >>> shift;
      branch = Array.isArray(branch.kids) ? branch.kids[value] : branch.kids.get(value);
    }
    return null;
  }

  /** Is the step's code likely to be spared by looking out for its reads? */
  isWorth(keys: Int32Array, at: number): boolean {
    const count = this.paths.get(this.stepOf(keys, at));
    return !count || count.made < PATHS_TRIED || count.found >= count.made;
  }

  /** Notes what the state at `at` did, having looked at these fields in this order. */
  keep(keys: Int32Array, at: number, looked: readonly number[], leaf: Effects): void {
    const step = this.stepOf(keys, at);
    const count = this.paths.get(step) ?? { made: 0, found: 0 };
    this.paths.set(step, count);
    count.made++;
    let branch = this.roots.get(step);
    if (!branch) {
      branch = blank();
      this.roots.set(step, branch);
    }
    for (const field of looked) {
      const { word, shift, mask, most } = this.bits[field];
      if (branch.field < 0) {
        branch.field = field;
        branch.kids = most < LISTED ? new Array<Branch | undefined>(most + 1).fill(undefined) : new Map();
      }
      const value = (keys[at + word] & mask) >>> shift;
      let next: Branch | undefined = Array.isArray(branch.kids) ? branch.kids[value] : branch.kids.get(value);
      if (!next) {
        next = blank();
        if (Array.isArray(branch.kids)) branch.kids[value] = next;
        else branch.kids.set(value, next);
      }
      branch = next;
    }
    branch.leaf = leaf;
  }

  /** The bits that a run has set, `step` among them, as `packed` holds them. */
  effect(written: readonly number[], packed: Int32Array, emission: number): Effect {
    const { words } = this.codec;
    const mask = new Int32Array(words);
    for (const field of written) mask[this.bits[field].word] |= this.bits[field].mask;
    mask[this.step.word] |= this.step.mask;
    const bits = new Int32Array(words);
    for (let w = 0; w < words; w++) bits[w] = packed[w] & mask[w];
    return { mask, bits, emission };
  }
}

const blank = (): Branch => ({ field: -1, kids: [], leaf: null });

/** Faces that do the very same thing are one. */
export function effectsOf(dieOf: number, endOf: number, list: readonly Effect[]): Effects {
  const distinct: Effect[] = [];
  const byFace = Int32Array.from(list, (effect) => {
    const known = distinct.findIndex((d) => sameEffect(d, effect));
    return known >= 0 ? known : distinct.push(effect) - 1;
  });
  return { dieOf, endOf, byFace, distinct };
}

const sameEffect = (a: Effect, b: Effect): boolean =>
  a.emission === b.emission && a.mask.every((m, w) => m === b.mask[w] && a.bits[w] === b.bits[w]);
