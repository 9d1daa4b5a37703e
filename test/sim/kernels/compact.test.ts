import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { load } from '../../../src/index.ts';
import type { AnyMachine } from '../../../src/rules/encounter.ts';
import { exampleSource } from '../../../src/scenarios/examples.ts';
import { prepareCell } from '../../../src/scenarios/prepare.ts';
import { EndTable } from '../../../src/sim/ends.ts';
import { CompactBatch, GIVEN_UP, StateEnds } from '../../../src/sim/kernels/compact-batch.ts';
import { answered, answerTo, HeardForks, UNDECIDED } from '../../../src/sim/kernels/compact-forks.ts';
import { HeardWords } from '../../../src/sim/kernels/compact-heard.ts';
import { ROOM } from '../../../src/sim/kernels/compact-room.ts';
import { KernelBatch } from '../../../src/sim/kernels/kernel-batch.ts';
import { KernelPlayer } from '../../../src/sim/kernels/kernel-player.ts';
import { laidOut } from '../../../src/sim/kernels/laid-out.ts';
import type { Sequence } from '../../../src/sim/kernels/sequence.ts';
import type { PlayCounts } from '../../../src/sim/play/counts.ts';
import { KeyedDice } from '../../../src/sim/play/dice.ts';
import { Sfc32 } from '../../../src/sim/random.ts';
import { toyEngagement } from '../toy-engagement.ts';

type Overrides = readonly { readonly path: string; readonly value: unknown }[];

const machineOf = async (name: string, overrides: Overrides = []): Promise<AnyMachine> =>
  prepareCell(await load(name), [...overrides]).built.machine;

const text = ({ ends, squares, blocks }: PlayCounts): string =>
  JSON.stringify([
    ends.map((e) => `${e.outcome} ${e.values.join(' ')} ${e.weight}`).sort(),
    squares,
    blocks.map((b) => Array.from(b.means)),
  ]);

const NEVER = 2 ** 31;

const BLOCK = 250;

/** Endings and sums of every engagement, one by one, and the counts of the last block. */
function played(machine: AnyMachine, compactAfter: number, n: number) {
  const player = new KernelPlayer(machine, { compactAfter });
  const width = machine.sums.length;
  const endings = new Int32Array(BLOCK);
  const amounts = new Float64Array(BLOCK * width);
  const all: unknown[] = [];
  let counts: PlayCounts | null = null;
  for (let first = 0; first < n; first += BLOCK) {
    counts = player.block(new KeyedDice(5), first, first + BLOCK, undefined, endings, amounts);
    for (const [i, place] of endings.entries())
      all.push([player.ending(place), ...amounts.subarray(i * width, (i + 1) * width)]);
  }
  return { compactPlays: player.compactPlays, text: text(counts!), all };
}

/** Tables that so many blocks of play have filled. */
function filled(machine: AnyMachine, blocks: number, n: number): KernelBatch<unknown> {
  const batch = new KernelBatch(machine, new EndTable(machine));
  for (let k = 0; k < blocks; k++) {
    batch.begin(
      new KeyedDice(5),
      Array.from({ length: n }, (_, i) => k * n + i),
    );
    batch.playOn();
    batch.finish(n, () => {});
  }
  return batch;
}

function sumsOf(batch: CompactBatch, n: number, { sums }: AnyMachine): Float64Array {
  const all = new Float64Array(n * sums.length);
  batch.putSums(all, 0, n);
  return all;
}

describe('compact tables', () => {
  const waits = [{ do: 'hold-fire' }, { when: { now: { turn: { gte: 2 } } }, do: 'charge' }, { do: 'hold' }];
  it.each<[string, string, Overrides]>([
    ['three pairs over two turns', 'three-a-side', [{ path: 'turns', value: 2 }]],
    ['tactics that look at the turn', 'three-a-side', [{ path: 'tactics.storm', value: waits }]],
  ])('give every engagement of %s its ending and sums', async (_, name, overrides) => {
    const machine = await machineOf(name, overrides);
    const n = 1_500;
    const plain = played(machine, NEVER, n);
    const compact = played(machine, 600, n);
    expect(compact.all).toEqual(plain.all);
    expect(compact.text).toBe(plain.text);
    expect(plain.compactPlays).toBe(0);
    expect(compact.compactPlays).toBeGreaterThan(50);
  });

  it('hold for eight pairs, of which more is heard than a table of all that may be heard has room for', async () => {
    const { a, b } = parse(exampleSource('three-a-side')!) as Record<'a' | 'b', { others: unknown[] }>;
    const others = Array.from({ length: 7 }, (_, k) => k % 2);
    const machine = await machineOf('three-a-side', [
      { path: 'turns', value: 1 },
      { path: 'distance', value: 20 },
      { path: 'a.others', value: others.map((k) => a.others[k]) },
      { path: 'b.others', value: others.map((k) => b.others[k]) },
    ]);
    const plain = played(machine, NEVER, 750);
    const compact = played(machine, 500, 750);
    expect(compact.all).toEqual(plain.all);
    expect(compact.compactPlays).toBeGreaterThan(50);
    const { sequence, ends } = filled(machine.watched!(), 2, 250);
    const laid = laidOut(sequence, ends, 1)!;
    expect(laid.tables.checks.answers.bits).toBeLessThan(20);
    expect(laid.tables.checks.answers.table).toContain(UNDECIDED);
    const [slow, quick] = [true, false].map((isPlain) => new CompactBatch(laid, new StateEnds(ends, laid), isPlain));
    const [x, y] = [slow, quick].map((batch) => Array.from(batch.all(new KeyedDice(5), 500, 250).subarray(0, 250)));
    expect(y).toEqual(x);
    expect(sumsOf(quick, 250, machine)).toEqual(sumsOf(slow, 250, machine));
  });

  it('ask of all records what trees of looks do, however many there are', () => {
    const { sequence } = filled(toyEngagement({ pairs: 8, turns: 2, fs: 2 }).watched!() as AnyMachine, 4, 250);
    const { heard, fields, tables } = sequence;
    const words = new HeardWords(heard);
    const forks = new HeardForks(sequence, words);
    const rootsOf = (t: (typeof tables)[number]) =>
      Array.from({ length: t?.kindsHeld ?? 0 }, (_, kind) => t!.rootOf(kind));
    const roots = [...new Set(tables.flatMap(rootsOf))];
    const questions = roots.map((root) => forks.question(root, 0, (leaf) => (leaf + 1) % 100));
    const { answers: known, from } = forks.answers(questions);
    const table = forks.laidOut();
    const random = new Sfc32(4, 0);
    const packed = new Int32Array(words.words * ROOM);
    const numbers = new Int32Array(fields.records.length);
    const answers = new Set<number>();
    for (let n = 0; n < 300; n++) {
      packed.fill(0);
      for (const [k, record] of fields.records.entries()) {
        const state = random.below(Math.min(250, record.count));
        numbers[k] = heard.numberOf(k, state);
        packed[words.sources[k].word * ROOM + n] |= words.partOf(k, state);
      }
      const found = questions.map((question) => answered(question, n, packed, table));
      expect(found).toEqual(roots.map((root) => (heard.leafBy(root, numbers, 0) + 1) % 100));
      expect(questions.map((q) => answerTo(from.get(q)!, n, packed, known, table))).toEqual(found);
      for (const answer of found) answers.add(answer);
    }
    expect(answers.size).toBeGreaterThan(5);
  });

  it('leave open what hangs on the last bits of a word, though the record there is not in the table', () => {
    const sources = Array.from({ length: 8 }, (_, record) => ({ record, word: 0, shift: 4 * record, bits: 4 }));
    const leaf = (n: number) => 2 * n;
    const [first, last] = [1, 3];
    const branches = { [first >> 1]: [leaf(0), ...Array(15).fill(last)], [last >> 1]: sources.map((_, n) => leaf(n)) };
    const sequence = {
      trees: { turnBranch: () => null },
      heard: { branchesOf: (fork: number) => ({ record: fork === 0 ? 0 : 7, branches: branches[fork] }) },
    };
    const forks = new HeardForks(sequence as unknown as Sequence<never>, { sources } as unknown as HeardWords<never>);
    const question = forks.question(first, 0, (n) => n);
    const { answers, from } = forks.answers([question]);
    expect(answers).toMatchObject({ word: 0, shift: 0, bits: 12 });
    const heard = new Int32Array(ROOM);
    const answersTo = [0, 1, 7].map((number) => {
      heard[0] = (number << 28) | 5;
      return answerTo(from.get(question)!, 0, heard, answers, forks.laidOut());
    });
    expect(answersTo).toEqual([0, 1, 7]);
  });

  it('are left alone where the sequence of play does not run straight', async () => {
    const machine = await machineOf('brigades-engage');
    const compact = played(machine, 500, 750);
    expect(compact.all).toEqual(played(machine, NEVER, 750).all);
    expect(compact.compactPlays).toBe(0);
  });

  it('come to the same with WebAssembly and without', async () => {
    const machine = (await machineOf('three-a-side', [{ path: 'tactics.storm', value: waits }])).watched!();
    const { sequence, ends } = filled(machine, 4, 250);
    const laid = laidOut(sequence, ends, 6)!;
    const [plain, quick] = [true, false].map((isPlain) => new CompactBatch(laid, new StateEnds(ends, laid), isPlain));
    const n = 1_000;
    const [a, b] = [plain, quick].map((batch) => Array.from(batch.all(new KeyedDice(5), 0, n).subarray(0, n)));
    expect(b).toEqual(a);
    expect(sumsOf(quick, n, machine)).toEqual(sumsOf(plain, n, machine));
    expect(a.filter((place) => place !== GIVEN_UP).length).toBeGreaterThan(500);
  });
});
