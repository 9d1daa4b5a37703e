import type { Codec } from './state.ts';

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
