import { afterEach, describe, expect, it, vi } from 'vitest';
import { compactSums } from '../../../src/sim/kernels/compact-sums.ts';
import { compactSweeps } from '../../../src/sim/kernels/compact-wasm.ts';
import type { Fields } from '../../../src/sim/kernels/fields.ts';
import { LookPaths } from '../../../src/sim/kernels/look-paths.ts';
import type { Sequence } from '../../../src/sim/kernels/sequence.ts';
import type { Look } from '../../../src/sim/kernels/space.ts';
import type { Position } from '../../../src/sim/kernels/steps.ts';
import { packed, TotalEnds, wordsOf } from '../../../src/sim/kernels/total-ends.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the memory of compact sweeps', () => {
  it('is as many pages as hold so many bytes', () => {
    expect([1, 65_536, 65_537].map((bytes) => compactSweeps(bytes, 8)!.buffer.byteLength)).toEqual([
      65_536, 65_536, 131_072,
    ]);
  });
  it('is nowhere where there is no WebAssembly', () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect(compactSweeps(1, 8)).toBeNull();
  });
});

describe('sums that are laid out', () => {
  const sumsOf = (list: readonly (readonly number[])[], most: number) => {
    const besides = list.map((_, emission) => ({ emission, effect: 0 }));
    const machine = { sums: list[0].map((_, k) => ({ id: String(k) })) };
    return compactSums({ machine, emissions: { list }, rows: { besides } } as unknown as Sequence<unknown>, most);
  };
  it('have lanes in eights, what is added by what is done besides', () => {
    const { width, lanes, amounts } = sumsOf([new Array(9).fill(0), [1, 2, 3, 0, 0, 0, 0, 0, 7]], 100)!;
    expect([width, lanes]).toEqual([9, 16]);
    expect(Array.from(amounts.subarray(16))).toEqual([1, 2, 3, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0, 0, 0]);
  });
  it('are none where amounts are not whole, or may outgrow sixteen bits', () => {
    expect(sumsOf([[1, 655]], 100)).not.toBeNull();
    expect(sumsOf([[1, 656]], 100)).toBeNull();
    expect(sumsOf([[0.5, 1]], 100)).toBeNull();
    expect(sumsOf([[-1, 1]], 100)).toBeNull();
  });
  it('are none at all where nothing is added up', () => {
    expect(sumsOf([[]], 100)).toEqual({ width: 0, lanes: 0, amounts: new Uint16Array(0) });
  });
});

describe('endings by totals', () => {
  it('are found by what records add together and by the turn, handed on as well', () => {
    const ends = new TotalEnds(wordsOf(3));
    const parts = [
      [1, 2, 3],
      [4, 0, 1],
      [5, 2, 4],
      [0, 0, 0],
    ].map((amounts) => ends.numberOf(packed(amounts, 2)!));
    const placeOf = (those: TotalEnds, turn: number, one: number, other: number) => {
      those.begin(turn, parts[one]);
      those.add(parts[other]);
      return those.place();
    };
    expect(placeOf(ends, 2, 0, 1)).toBe(-1);
    ends.put(7);
    for (const those of [ends, TotalEnds.of(ends.known())]) {
      expect(placeOf(those, 2, 2, 3)).toBe(7);
      expect(placeOf(those, 3, 2, 3)).toBe(-1);
      expect(placeOf(those, 2, 0, 3)).toBe(-1);
    }
  });
  it('are not found so where amounts are not whole, are less than nothing, or may outgrow sixteen bits', () => {
    expect(packed([1, 2, 32_767], 2)).toEqual(new Int32Array([1 | (2 << 16), 32_767]));
    expect(packed([1, 2, 32_768], 2)).toBeNull();
    expect(packed([0.5], 2)).toBeNull();
    expect(packed([-1], 2)).toBeNull();
  });
});

describe('paths of looks', () => {
  /** Two records of one word: field 0 is the lowest three bits of the first, field 1 those of the second, 2 is nobody's. */
  const look = (pair: number): Look => ({ pair, word: 0, shift: 0, mask: 7 });
  const word = (held: readonly number[]) => ({ data: Int32Array.from(held), words: 1 });
  const fields = { records: [word([1, 2, 9]), word([4, 5])], lookOf: (f: number) => (f < 2 ? look(f) : undefined) };
  const at = (control: number, a: number, b: number): Position => ({ control, turn: 0, states: [a, b] });
  const paths = () => new LookPaths<unknown, string>(fields as unknown as Fields<unknown>);

  it('end for a position as for those that agree on all that was looked at', () => {
    const kept = paths();
    kept.keep(at(0, 0, 0), [0, 2, 1], 'one and four');
    kept.keep(at(0, 1, 0), [0], 'two');
    // State 2 of the first record holds 9: the same three bits as state 0.
    const found = [at(0, 0, 0), at(0, 2, 0), at(0, 1, 1), at(0, 0, 1), at(1, 0, 0)].map((p) => kept.find(p));
    expect(found).toEqual(['one and four', 'one and four', 'two', undefined, undefined]);
    expect([0, 1, 2].map((f) => kept.lookOf(f)?.pair)).toEqual([0, 1, undefined]);
    expect(kept.lookOf(1)).toBe(kept.lookOf(1));
  });
  it('of a place are forgotten, as often as that is said, and others are not', () => {
    const kept = paths();
    kept.keep(at(0, 0, 0), [0], 'before');
    kept.keep(at(1, 0, 0), [], 'elsewhere');
    for (const time of ['once', 'twice']) {
      kept.forget(0);
      expect(kept.find(at(0, 0, 0))).toBeUndefined();
      kept.keep(at(0, 0, 0), [1], time);
      expect([kept.find(at(0, 1, 0)), kept.find(at(1, 0, 0))]).toEqual([time, 'elsewhere']);
    }
  });
  it('are kept, however many', () => {
    const many = Array.from({ length: 3_000 }, (_, i) => at(i, 0, i % 2));
    const kept = paths();
    for (const [i, p] of many.entries()) kept.keep(p, [1, 0], `${i}`);
    expect(many.map((p) => kept.find(p))).toEqual(many.map((_, i) => `${i}`));
  });
});
