import { Alike } from '../alike.ts';
import type { Die } from '../die.ts';
import type { Emissions } from '../ends.ts';
import { SimError, TablesFullError } from '../error.ts';
import type { Reads } from '../reads.ts';
import type { SeenFields } from '../seen-fields.ts';
import type { Codec } from '../state.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';
import { LookMemo } from './look-memo.ts';
import { SharedWords } from './shared-words.ts';
import { Grew } from './space.ts';
import { SparseSums } from './sparse-sums.ts';

/** How a procedure may end: in which state, what it has written by then, what it adds to the sums, and how likely that is. */
export interface Ending {
  /** A place among the states of `Procedures`, of which only what was written counts. */
  readonly exit: number;
  /** A number for the fields that were written. */
  readonly mask: number;
  readonly emission: number;
  readonly p: number;
}
export interface Endings {
  readonly list: readonly Ending[];
  /** What the procedure looks at, as bits. */
  readonly looks: Int32Array;
}

/** Keys of a distribution put exit, write mask and emission into one whole number. */
const MASKS = 2 ** 12;
const EMISSIONS = 2 ** 16;
const MOST_NODES = 2 ** 25;

const NO_LOOKS = new Int32Array(0);

interface Bits {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** A node: nothing known yet, an exit, or a roll. */
interface Node {
  die: Die | null;
  first: number;
  /** Fields that its step looks at, and all that comes after it, as bits. */
  looks: Int32Array;
  done: boolean;
  /** Its endings, in the lists of `Procedures`. */
  from: number;
  count: number;
}

/**
 * Everything one record does, worked out exactly: from the state in which a procedure begins, the distribution of how it
 * ends. Looks and writes are seen, so a procedure is worked out once for each combination of what it looks at; any other
 * state that agrees on those fields ends alike, except for what was not touched.
 */
export class Procedures<S> {
  private readonly stepper: Stepper<S>;
  private readonly record: string;
  private readonly seen: SeenFields<S>;
  readonly codec: Codec;
  private readonly reads: Reads;
  private readonly emissions: Emissions;
  /** By field, its bits in a state; undefined for fields that no procedure was seen to touch. */
  readonly fieldBits: readonly (Bits | undefined)[];
  private readonly stepBits: Bits;
  private readonly table: StateTable;
  private readonly masks: StateTable;
  private readonly maskFields: (readonly number[])[] = [];
  private readonly joined = new Map<number, number>();
  private readonly added = new Map<number, number>();
  private readonly nodes: (Node | undefined)[] = [];
  private readonly memos = new Map<string, LookMemo<Endings>>();
  private readonly key: Int32Array;
  private readonly sums = new SparseSums();
  private readonly shared: SharedWords;
  private readonly alike = new Alike();
  private target = new Int32Array(4096);
  private edgeEmission = new Int32Array(4096);
  private edgeMask = new Int32Array(4096);
  private edges = 0;
  private listKey = new Float64Array(4096);
  private listP = new Float64Array(4096);
  private listed = 0;
  constructor(stepper: Stepper<S>, record: string, seen: SeenFields<S>, emissions: Emissions) {
    const { layout } = stepper.machine;
    this.stepper = stepper;
    this.record = record;
    this.seen = seen;
    this.reads = layout.reads!;
    this.emissions = emissions;
    const codec = seen.codec();
    this.codec = codec;
    this.fieldBits = layout.fields.slice(1).map(({ path }, f) => (seen.has(f) ? codec.bitsOf(path) : undefined));
    this.stepBits = codec.bitsOf('step');
    this.table = new StateTable(codec.words);
    this.masks = new StateTable(codec.words);
    this.shared = new SharedWords(codec.words);
    this.key = new Int32Array(codec.words);
    this.masks.intern(this.key);
  }

  get states(): number {
    return this.table.count;
  }

  /** How the procedure that begins with a step may end, from the state in `words`, which names the step too. */
  endings(step: string, words: Int32Array): Endings {
    let memo = this.memos.get(step);
    if (!memo) {
      memo = new LookMemo(this.codec.words);
      this.memos.set(step, memo);
    }
    return memo.get(words) ?? this.workOut(memo, words);
  }

  /** The fields of a mask by its number. */
  fieldsOf(mask: number): readonly number[] {
    this.maskFields[mask] ??= this.fieldsIn(this.maskWords(mask));
    return this.maskFields[mask];
  }

  /** The fields whose bits are among these. */
  fieldsIn(bits: Int32Array): readonly number[] {
    return this.fieldBits.flatMap((b, f) => (b && (bits[b.word] & b.mask) !== 0 ? [f] : []));
  }

  /** A field of a state, as it is packed; of the step where no field is named. */
  valueAt(exit: number, field?: number): number {
    const { word, shift, mask } = field === undefined ? this.stepBits : this.fieldBits[field]!;
    return (this.table.keys[exit * this.codec.words + word] & mask) >>> shift;
  }

  private workOut(memo: LookMemo<Endings>, words: Int32Array): Endings {
    const { codec, reads, stepper } = this;
    reads.seesFacts = false;
    codec.unpack(words, 0);
    reads.beginNode();
    stepper.toRest(undefined, this.record);
    const looks = this.looksOf(reads.looked);
    const wrote = this.maskOf(reads.written);
    const emission = this.emissions.take(stepper);
    const root = this.intern();
    this.explore(root);
    const node = this.nodes[root]!;
    this.lookAlso(looks, node.looks, wrote);
    const endings: Ending[] = [];
    for (let i = node.from; i < node.from + node.count; i++) {
      const [exit, below, more] = taken(this.listKey[i]);
      const mask = this.join(wrote, below);
      endings.push({ exit, mask, emission: this.add(emission, more), p: this.listP[i] });
    }
    looks[this.stepBits.word] |= this.stepBits.mask;
    const found = { list: endings, looks: this.shared.of(looks) };
    memo.put(words, looks, found);
    return found;
  }

  private intern(): number {
    this.codec.pack(this.key);
    return this.table.intern(this.key);
  }

  /** Works out a node and all that it leads to; depth first, since nodes lead to later ones only. */
  private explore(root: number): void {
    const stack: number[] = [root];
    const next: number[] = [0];
    this.nodes[root] ??= this.fill(root);
    while (stack.length > 0) {
      const top = stack[stack.length - 1];
      const node = this.nodes[top]!;
      const i = next[next.length - 1]++;
      if (!node.done && node.die && i < node.die.faces.length) {
        const child = this.target[node.first + i];
        this.nodes[child] ??= this.fill(child);
        if (!this.nodes[child]!.done) {
          if (stack.length > 10_000) throw new SimError(`A procedure of '${this.record}' leads round in a ring.`);
          stack.push(child);
          next.push(0);
        }
        continue;
      }
      stack.pop();
      next.pop();
      if (!node.done) this.finish(top, node);
    }
  }

  private fill(place: number): Node {
    const { codec, stepper, reads, table } = this;
    const at = place * codec.words;
    codec.unpack(table.keys, at);
    reads.seesFacts = false;
    reads.beginNode();
    const node: Node = { die: null, first: this.edges, looks: NO_LOOKS, done: false, from: 0, count: 0 };
    if (!stepper.waitsIn(this.record)) {
      node.looks = new Int32Array(codec.words);
      return node;
    }
    const die = stepper.die();
    const step = stepper.step!;
    const against = stepper.against();
    const alike = this.alike.of(step, against, die.faces);
    node.die = die;
    const { first } = node;
    this.edges += die.faces.length;
    while (this.edges > this.target.length) {
      this.target = grown(this.target);
      this.edgeEmission = grown(this.edgeEmission);
      this.edgeMask = grown(this.edgeMask);
    }
    for (let i = 0; i < die.faces.length; i++) {
      const e = first + i;
      if (alike[i] < i) {
        this.target[e] = this.target[first + alike[i]];
        this.edgeEmission[e] = this.edgeEmission[first + alike[i]];
        this.edgeMask[e] = this.edgeMask[first + alike[i]];
        continue;
      }
      if (i > 0) codec.unpack(table.keys, at);
      reads.beginRun();
      stepper.applyWithin(this.record, step, against, die.faces[i]);
      this.edgeMask[e] = this.maskOf(reads.written);
      this.edgeEmission[e] = this.emissions.take(stepper);
      this.target[e] = this.intern();
    }
    node.looks = this.looksOf(reads.looked);
    return node;
  }

  private finish(place: number, node: Node): void {
    const { sums, table } = this;
    node.done = true;
    sums.clear();
    if (!node.die) sums.add(place * MASKS * EMISSIONS, 1);
    else {
      const { weights, total } = node.die;
      for (let f = 0; f < weights.length; f++) this.follow(node, node.first + f, weights[f] / total);
    }
    if (this.masks.count > MASKS || this.emissions.list.length > EMISSIONS || table.count > MOST_NODES)
      throw new TablesFullError(`The procedures of '${this.record}' have too many ways to end.`);
    this.reserve(sums.count);
    node.looks = this.shared.of(node.looks);
    node.from = this.listed;
    node.count = sums.count;
    for (let i = 0; i < sums.count; i++) {
      this.listKey[this.listed] = sums.keys[i];
      this.listP[this.listed++] = sums.at(i);
    }
  }

  private follow(node: Node, edge: number, share: number): void {
    const child = this.nodes[this.target[edge]]!;
    const wrote = this.edgeMask[edge];
    const emission = this.edgeEmission[edge];
    this.lookAlso(node.looks, child.looks, wrote);
    for (let i = child.from; i < child.from + child.count; i++) {
      const [exit, mask, more] = taken(this.listKey[i]);
      const key = (exit * MASKS + this.join(wrote, mask)) * EMISSIONS + this.add(emission, more);
      this.sums.add(key, share * this.listP[i]);
    }
  }

  private reserve(more: number): void {
    while (this.listed + more > this.listKey.length) {
      this.listKey = doubled(this.listKey);
      this.listP = doubled(this.listP);
    }
  }

  /** Adds looks that come later: at what was not written before. */
  private lookAlso(looks: Int32Array, later: Int32Array, wrote: number): void {
    const { keys } = this.masks;
    for (let w = 0, at = wrote * looks.length; w < looks.length; w++) looks[w] |= later[w] & ~keys[at + w];
  }

  private looksOf(fields: readonly number[]): Int32Array {
    const looks = new Int32Array(this.codec.words);
    for (const f of fields) {
      const bits = this.fieldBits[f] ?? this.grow();
      looks[bits.word] |= bits.mask;
    }
    return looks;
  }

  private maskOf(fields: readonly number[]): number {
    const mask = this.key;
    mask.fill(0);
    for (const f of fields) {
      const bits = this.fieldBits[f] ?? this.grow();
      mask[bits.word] |= bits.mask;
    }
    return this.masks.intern(mask);
  }

  /** A procedure touches what states do not tell apart yet. */
  private grow(): never {
    this.seen.admit();
    this.stepper.clearSums();
    throw new Grew();
  }

  private maskWords(mask: number): Int32Array {
    const { words } = this.codec;
    return this.masks.keys.slice(mask * words, (mask + 1) * words);
  }

  /** The mask that has the bits of both. */
  private join(a: number, b: number): number {
    if (a === b || b === 0) return a;
    if (a === 0) return b;
    const name = a * MASKS + b;
    let found = this.joined.get(name);
    if (found === undefined) {
      const [x, y] = [this.maskWords(a), this.maskWords(b)];
      found = this.masks.intern(x.map((bits, w) => bits | y[w]));
      this.joined.set(name, found);
    }
    return found;
  }

  private add(a: number, b: number): number {
    if (a === 0) return b;
    if (b === 0) return a;
    const name = a * EMISSIONS + b;
    let found = this.added.get(name);
    if (found === undefined) {
      const { list } = this.emissions;
      found = this.emissions.placeOf(Float64Array.from(list[a], (x, k) => x + list[b][k]));
      this.added.set(name, found);
    }
    return found;
  }
}

/** Exit, mask and emission of a key. */
function taken(key: number): [number, number, number] {
  const emission = key % EMISSIONS;
  const rest = (key - emission) / EMISSIONS;
  const mask = rest % MASKS;
  return [(rest - mask) / MASKS, mask, emission];
}

function doubled(from: Float64Array): Float64Array<ArrayBuffer> {
  const to = new Float64Array(from.length * 2);
  to.set(from);
  return to;
}
