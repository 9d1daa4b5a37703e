import { describe, expect, it } from 'vitest';
import { type Fact, Reads } from '../../src/sim/reads.ts';

/** Three fields, and a question about the second. */
function asked() {
  const reads = new Reads(3);
  const values = [5, 6, 7];
  const read = (field: number): number => {
    if (reads.touched[field] !== reads.run) reads.look(field);
    return values[field];
  };
  const isSix: Fact = { place: 0, ask: () => read(1) === 6, fields: new Set() };
  reads.facts.push(isSix);
  reads.beginNode();
  const write = (field: number, value: number): void => {
    reads.write(field);
    values[field] = value;
  };
  return { reads, read, write, isSix };
}

describe('what is seen while a step runs', () => {
  it('is each field once, in the order of the first look, until the next state', () => {
    const { reads, read } = asked();
    for (const field of [2, 0, 2]) read(field);
    expect(reads.looked).toEqual([2, 0]);
    reads.beginRun();
    for (const field of [0, 1]) read(field);
    expect(reads.looked).toEqual([2, 0, 1]);
    reads.beginNode();
    expect([reads.looked, reads.written]).toEqual([[], []]);
    read(0);
    expect(reads.looked).toEqual([0]);
  });
  it('is not what the run has written itself', () => {
    const { reads, read, write } = asked();
    write(1, 8);
    write(1, 9);
    expect([read(1), reads.looked, reads.written]).toEqual([9, [], [1]]);
    reads.beginRun();
    expect([reads.written, read(1), reads.looked]).toEqual([[], 9, [1]]);
  });
  it('is a question where questions are seen, and the fields behind it where they are not', () => {
    const plain = asked();
    expect([plain.reads.answer(plain.isSix), plain.reads.looked]).toEqual([true, [1]]);
    const { reads, isSix } = asked();
    reads.seesFacts = true;
    expect([reads.answer(isSix), reads.answer(isSix), reads.looked]).toEqual([true, true, [3]]);
    expect([...isSix.fields]).toEqual([1]);
  });
  it('is the fields behind a question that the run has changed, and behind one about several parts', () => {
    const { reads, read, write, isSix } = asked();
    reads.seesFacts = true;
    write(1, 5);
    expect([reads.answer(isSix), reads.looked, reads.seesFacts]).toEqual([false, [], true]);
    reads.beginNode();
    isSix.several = true;
    expect([reads.answer(isSix), reads.looked]).toEqual([false, [1]]);
    isSix.several = false;
    reads.beginNode();
    // Asked within a question, it is part of that one.
    const both: Fact = { place: 1, ask: () => Boolean(reads.answer(isSix)) || read(0) === 5, fields: new Set() };
    expect([reads.answer(both), reads.looked, [...both.fields]]).toEqual([true, [4], [1, 0]]);
  });
  it('is a total where totals are seen, and all that goes into it where they are not', () => {
    const { reads, read } = asked();
    const total = { place: 0, parts: [() => read(0), () => read(2)] };
    reads.totals.push(total as never);
    expect([reads.sum(total as never), reads.looked, [...reads.totalsAsked]]).toEqual([12, [0, 2], []]);
    reads.beginNode();
    reads.seesTotals = true;
    expect([reads.sum(total as never), reads.looked, [...reads.totalsAsked]]).toEqual([12, [], [0]]);
    reads.beginNode();
    expect(reads.totalsAsked.size).toBe(0);
  });
});
