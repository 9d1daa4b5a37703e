import { Alike } from '../alike.ts';
import type { Die } from '../die.ts';
import type { Emissions } from '../ends.ts';
import { SimError, TablesFullError } from '../error.ts';
import type { Reads } from '../reads.ts';
import type { SeenFields } from '../seen-fields.ts';
import type { Codec } from '../state.ts';
import { grown, StateTable } from '../state-table.ts';
import type { Stepper } from '../stepper.ts';
import { EndingKeys } from './ending-keys.ts';
import { EndingLists } from './ending-lists.ts';
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
  private readonly endingKeys: EndingKeys;
  private readonly lists: EndingLists;
  private readonly maskFields: (readonly number[])[] = [];
  private readonly lookedAt = new Map<Int32Array, readonly number[]>();
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
    this.endingKeys = new EndingKeys(codec.words, emissions);
    this.lists = new EndingLists(this.endingKeys);
    this.shared = new SharedWords(codec.words);
    this.key = new Int32Array(codec.words);
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
    const [exit, mask, emission] = this.endingKeys.partsOf(this.lists.keys[from + number]);
    return { exit, mask, emission, p: this.lists.shares[from + number] };
  }

  /** The fields of a mask by its number. */
  fieldsOf(mask: number): readonly number[] {
    this.maskFields[mask] ??= this.fieldsIn(this.endingKeys.maskBits(mask));
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
    if (!this.lists.has(root)) this.explore(root);
    this.endingKeys.lookAlso(looks, this.looks[root], wrote);
    looks[this.stepBits.word] |= this.stepBits.mask;
    const from = this.lists.listAfter(root, wrote, emission);
    const found = { from, count: this.lists.countOf(root), looks: this.shared.of(looks) };
    memo.put(words, looks, found);
    return found;
  }

  private intern(): number {
    this.codec.pack(this.key);
    return this.table.intern(this.key);
  }

  /** Works out a node and all that it leads to; depth first, since nodes lead to later ones only. */
  private explore(root: number): void {
    const stack: Node[] = [this.begun(root)];
    while (stack.length > 0) {
      const node = stack[stack.length - 1];
      if (node.die && node.followed < node.die.faces.length) {
        const child = this.target[node.first + node.followed++];
        if (this.lists.has(child)) continue;
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
    if (!die) sums.add(this.endingKeys.of(place), 1);
    else {
      const { weights, total } = die;
      for (let f = 0; f < weights.length; f++) this.follow(looks, first + f, weights[f] / total);
    }
    if (this.endingKeys.isPast(table.count))
      throw new TablesFullError(`The procedures of '${this.record}' have too many ways to end.`);
    this.looks[place] = this.shared.of(looks);
    this.lists.put(place, sums);
    // Edges of all that came after it are behind its own: nobody follows either again.
    this.edges = first;
  }

  private follow(looks: Int32Array, edge: number, share: number): void {
    const child = this.target[edge];
    const wrote = this.edgeMask[edge];
    const emission = this.edgeEmission[edge];
    const { endingKeys, lists, sums } = this;
    endingKeys.lookAlso(looks, this.looks[child], wrote);
    const from = lists.fromOf(child);
    const last = from + lists.countOf(child);
    for (let i = from; i < last; i++)
      sums.add(endingKeys.after(lists.keys[i], wrote, emission), share * lists.shares[i]);
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
    return this.endingKeys.maskOf(mask);
  }

  /** A procedure touches what states do not tell apart yet. */
  private grow(): never {
    this.seen.admit();
    this.stepper.clearSums();
    throw new Grew();
  }
}
