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
/** The ways in which it may end are so many of its record's, from one on: as objects they would take three times as much. */
export interface Endings {
  readonly from: number;
  readonly count: number;
  /** What the procedure looks at, as bits. */
  readonly looks: Int32Array;
}

/** Keys of a distribution put exit, write mask and emission into one whole number. */
const MASKS = 2 ** 12;
const EMISSIONS = 2 ** 16;
const MOST_NODES = 2 ** 25;

interface Bits {
  readonly word: number;
  readonly shift: number;
  readonly mask: number;
}

/** A node in work: an exit, or a roll. */
interface Node {
  readonly place: number;
  readonly die: Die | null;
  /** Of its edges, and how many of those have been followed. */
  readonly first: number;
  followed: number;
  /** Fields that its step looks at, and all that comes after it, as bits. */
  readonly looks: Int32Array;
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
  private readonly lookedAt = new Map<Int32Array, readonly number[]>();
  private readonly joined = new Map<number, number>();
  private readonly added = new Map<number, number>();
  /** By node that is done: where its endings are listed, how many there are, and what they look at. */
  private froms = new Int32Array(1024);
  private counts = new Int32Array(1024);
  private readonly looks: Int32Array[] = [];
  private readonly memos = new Map<string, LookMemo<Endings>>();
  private readonly key: Int32Array;
  private readonly sums = new SparseSums();
  private readonly shared: SharedWords;
  private readonly alike = new Alike();
  /** Edges of nodes in work. */
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

  /** One way of a procedure to end. */
  ending({ from }: Endings, number: number): Ending {
    const [exit, mask, emission] = taken(this.listKey[from + number]);
    return { exit, mask, emission, p: this.listP[from + number] };
  }

  /** The fields of a mask by its number. */
  fieldsOf(mask: number): readonly number[] {
    this.maskFields[mask] ??= this.fieldsIn(this.maskWords(mask));
    return this.maskFields[mask];
  }

  /** The fields that endings hang on. */
  fieldsLookedAt({ looks }: Endings): readonly number[] {
    // Endings that look at the same share one array.
    let fields = this.lookedAt.get(looks);
    if (!fields) {
      fields = this.fieldsIn(looks);
      this.lookedAt.set(looks, fields);
    }
    return fields;
  }

  /** The fields whose bits are among these. */
  private fieldsIn(bits: Int32Array): readonly number[] {
    return this.fieldBits.flatMap((b, f) => (b && (bits[b.word] & b.mask) !== 0 ? [f] : []));
  }

  /** A field of a state, as it is packed; of the step where no field is named. */
  valueAt(exit: number, field?: number): number {
    const { word, shift, mask } = field === undefined ? this.stepBits : this.fieldBits[field]!;
    return (this.table.keys[exit * this.codec.words + word] & mask) >>> shift;
  }

  private workOut(memo: LookMemo<Endings>, words: Int32Array): Endings {
    const { codec, reads, stepper } = this;
    codec.unpack(words, 0);
    reads.beginNode();
    stepper.toRest(undefined, this.record);
    const looks = this.looksOf(reads.looked);
    const wrote = this.maskOf(reads.written);
    const emission = this.emissions.take(stepper);
    const root = this.intern();
    if (!this.isDone(root)) this.explore(root);
    this.lookAlso(looks, this.looks[root], wrote);
    looks[this.stepBits.word] |= this.stepBits.mask;
    const from = this.listAfter(root, wrote, emission);
    const found = { from, count: this.counts[root], looks: this.shared.of(looks) };
    memo.put(words, looks, found);
    return found;
  }

  /** Where the endings of a node are listed for those who wrote and added something before they came to it. */
  private listAfter(node: number, wrote: number, emission: number): number {
    const { listed } = this;
    const from = this.froms[node];
    const count = this.counts[node];
    if (wrote === 0 && emission === 0) return from;
    this.reserve(count);
    for (let i = from; i < from + count; i++) {
      this.listKey[this.listed] = this.keyAfter(this.listKey[i], wrote, emission);
      this.listP[this.listed++] = this.listP[i];
    }
    return listed;
  }

  /** The key of what comes after something was written and added. */
  private keyAfter(key: number, wrote: number, emission: number): number {
    const [exit, mask, more] = taken(key);
    return (exit * MASKS + this.join(wrote, mask)) * EMISSIONS + this.add(emission, more);
  }

  private intern(): number {
    this.codec.pack(this.key);
    return this.table.intern(this.key);
  }

  private isDone(node: number): boolean {
    return node < this.counts.length && this.counts[node] > 0;
  }

  /** Works out a node and all that it leads to; depth first, since nodes lead to later ones only. */
  private explore(root: number): void {
    const stack: Node[] = [this.begun(root)];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (node.die && node.followed < node.die.faces.length) {
        const child = this.target[node.first + node.followed++];
        if (this.isDone(child)) continue;
        if (stack.length > 10_000) throw new SimError(`A procedure of '${this.record}' leads round in a ring.`);
        stack.push(this.begun(child));
        continue;
      }
      stack.pop();
      this.finish(node);
    }
  }

  /** A node in work: its die, its edges, and what its step looks at. */
  private begun(place: number): Node {
    const { codec, stepper, reads, table } = this;
    codec.unpack(table.keys, place * codec.words);
    reads.beginNode();
    const first = this.edges;
    if (!stepper.waitsIn(this.record))
      return { place, die: null, first, followed: 0, looks: new Int32Array(codec.words) };
    const die = stepper.die();
    this.addEdges(place, die);
    return { place, die, first, followed: 0, looks: this.looksOf(reads.looked) };
  }

  private addEdges(place: number, die: Die): void {
    const { codec, stepper, reads, table } = this;
    const step = stepper.step!;
    const against = stepper.against();
    const alike = this.alike.of(step, against, die.faces);
    const first = this.edges;
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
      if (i > 0) codec.unpack(table.keys, place * codec.words);
      reads.beginRun();
      stepper.applyWithin(this.record, step, against, die.faces[i]);
      this.edgeMask[e] = this.maskOf(reads.written);
      this.edgeEmission[e] = this.emissions.take(stepper);
      this.target[e] = this.intern();
    }
  }

  private finish({ place, die, first, looks }: Node): void {
    const { sums, table } = this;
    sums.clear();
    if (!die) sums.add(place * MASKS * EMISSIONS, 1);
    else {
      const { weights, total } = die;
      for (let f = 0; f < weights.length; f++) this.follow(looks, first + f, weights[f] / total);
    }
    if (this.masks.count > MASKS || this.emissions.list.length > EMISSIONS || table.count > MOST_NODES)
      throw new TablesFullError(`The procedures of '${this.record}' have too many ways to end.`);
    this.reserve(sums.count);
    while (place >= this.counts.length) {
      this.counts = grown(this.counts);
      this.froms = grown(this.froms);
    }
    this.looks[place] = this.shared.of(looks);
    this.froms[place] = this.listed;
    this.counts[place] = sums.count;
    for (let i = 0; i < sums.count; i++) {
      this.listKey[this.listed] = sums.keys[i];
      this.listP[this.listed++] = sums.at(i);
    }
    // Edges of all that came after it are behind its own: nobody follows either again.
    this.edges = first;
  }

  private follow(looks: Int32Array, edge: number, share: number): void {
    const child = this.target[edge];
    const wrote = this.edgeMask[edge];
    const emission = this.edgeEmission[edge];
    this.lookAlso(looks, this.looks[child], wrote);
    const from = this.froms[child];
    const last = from + this.counts[child];
    for (let i = from; i < last; i++)
      this.sums.add(this.keyAfter(this.listKey[i], wrote, emission), share * this.listP[i]);
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
