import { type HeardWords, type Source, TooMuchHeard } from './compact-heard.ts';
import type { Heard } from './heard.ts';
import { UNKNOWN } from './look-trees.ts';
import type { PlaceTable } from './place-table.ts';
import type { Sequence } from './sequence.ts';
import { TURN } from './space.ts';

/** What is heard at a stop may take so many bits, the turn aside. */
const MOST_BITS = 12;
/** Of so many records: those beside one's own. */
const MOST_SOURCES = 2;

/** Takes a name apart into the numbers of what is heard of each record: the first source has its lowest bits. */
export function numbersOf(sources: readonly Source[], name: number, numbers: Int32Array): void {
  let rest = name;
  for (const { record, bits } of sources) {
    numbers[record] = rest & (2 ** bits - 1);
    rest >>>= bits;
  }
}

/**
 * What may be heard at a stop, sorted into classes: what makes no difference to any state is one class. A name is put
 * together from what is heard of the sources, the first of them lowest, and the turn above them.
 */
export class Messages<S> {
  readonly sources: readonly Source[];
  /** How many names there are in a turn. */
  readonly size: number;
  readonly hearsTurn: boolean;
  /** By name, the class; and by class, a name of it. */
  readonly classOf: Uint16Array;
  readonly names: readonly number[];
  private readonly heard: Heard<S>;
  /** By tree, the leaf that each name leads to. */
  private readonly leaves = new Map<number, Int32Array>();

  /** @param tables of the places of the stop; null where there is nothing to be heard */
  constructor(
    { heard, trees }: Sequence<S>,
    words: HeardWords<S>,
    tables: readonly (PlaceTable<S> | null)[],
    turns: number,
  ) {
    this.heard = heard;
    const roots = new Set(
      tables.flatMap((t) => (t ? Array.from({ length: t.kindsHeld }, (_, kind) => t.rootOf(kind)) : [])),
    );
    const listened = new Set([...roots].flatMap((root) => [...trees.extent(root).records]));
    this.hearsTurn = listened.has(TURN);
    this.sources = words.sources.filter(({ record }) => listened.has(record));
    const bits = this.sources.reduce((sum, s) => sum + s.bits, 0);
    if (bits > MOST_BITS || this.sources.length > MOST_SOURCES) throw new TooMuchHeard();
    this.size = 2 ** bits;
    const names = this.size * (this.hearsTurn ? turns : 1);
    for (const root of roots) this.leaves.set(root, this.leavesOf(root, names));
    this.classOf = new Uint16Array(names);
    this.names = this.sort(tables, names);
  }

  /** The turn of a name, where the turn is heard. */
  turnOf(name: number): number {
    return Math.floor(name / this.size);
  }

  /** The number of the row that a kind takes where a name is heard; UNKNOWN where it has not come up. */
  numberOf(table: PlaceTable<S>, kind: number, name: number): number {
    const leaf = this.leaves.get(table.rootOf(kind))![name];
    return leaf < 0 ? UNKNOWN : table.numbers[(kind << table.messageBits) + leaf];
  }

  /** Splits names into classes, kind by kind, until no kind tells names of a class apart. */
  private sort(tables: readonly (PlaceTable<S> | null)[], names: number): number[] {
    const { classOf } = this;
    let samples = [0];
    for (const table of tables) {
      if (!table) continue;
      const seen = new Set<string>();
      for (let kind = 0; kind < table.kindsHeld; kind++) {
        const leaves = this.leaves.get(table.rootOf(kind))!;
        const first = kind << table.messageBits;
        const name = `${table.rootOf(kind)} ${table.numbers.subarray(first, first + table.messagesHeld).join()}`;
        if (seen.has(name)) continue;
        seen.add(name);
        samples = split(classOf, names, (n) => (leaves[n] < 0 ? UNKNOWN : table.numbers[first + leaves[n]]));
      }
    }
    return samples;
  }

  private leavesOf(root: number, names: number): Int32Array {
    const numbers = new Int32Array(this.heard.standing.length);
    return new Int32Array(names).map((_, name) => {
      numbersOf(this.sources, name % this.size, numbers);
      return this.heard.leafBy(root, numbers, this.hearsTurn ? this.turnOf(name) : 0);
    });
  }
}

/** Splits classes by a choice; gives a name of each. */
function split(classOf: Uint16Array, names: number, choiceAt: (name: number) => number): number[] {
  const numbers = new Map<number, number>();
  const samples: number[] = [];
  for (let n = 0; n < names; n++) {
    const key = classOf[n] * 2 ** 20 + choiceAt(n) + 1;
    let number = numbers.get(key);
    if (number === undefined) {
      number = samples.push(n) - 1;
      numbers.set(key, number);
    }
    classOf[n] = number;
  }
  return samples;
}
