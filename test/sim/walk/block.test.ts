import { describe, expect, it } from 'vitest';
import { compile } from '../../../src/sim/compile.ts';
import { Sfc32 } from '../../../src/sim/random.ts';
import { Walker } from '../../../src/sim/sample.ts';
import { loadTable, PIECE_WORDS, runBlock } from '../../../src/sim/walk/block.ts';
import { clearVisits } from '../../../src/sim/walk/kernel.ts';
import { narrow } from '../../../src/sim/walk/narrow.ts';
import { validIn, type WalkTable, walkTable } from '../../../src/sim/walk/table.ts';
import { wasmKernel } from '../../../src/sim/walk/wasm.ts';
import { wide } from '../../../src/sim/walk/wide.ts';
import { toyFight } from '../toy.ts';

const wasm = wasmKernel()!;
const fight = compile(toyFight());
const SEED = 6;
const BLOCK = 2;
/** More than the loop walks in one piece, and no multiple of anything. */
const ENCOUNTERS = 6 * PIECE_WORDS + 77;

/** The rule of a block, followed a roll at a time: what every kernel must count, entry by entry. */
function byTheRule(table: WalkTable): Int32Array {
  const { width, next } = table;
  const visits = new Int32Array(next.length);
  const lanes = [0, 0, 0, 0];
  const random = new Sfc32(SEED, BLOCK);
  let left = ENCOUNTERS;
  while (left > 0 || lanes.some((row) => row !== 0)) {
    const word = random.next();
    for (let lane = 0; lane < 4; lane++) {
      const row = lanes[lane];
      const roll = Math.floor(word / 256 ** lane) % width;
      if (row === 0 && left === 0) continue;
      if (row === 0 && roll < validIn(table, 0)) left--;
      visits[row + roll]++;
      lanes[lane] = next[row + roll];
    }
  }
  return visits;
}

describe('a block', () => {
  it.each([
    ['the narrow kernel', narrow, 256],
    ['the wide kernel', wide, 256],
    ['the wide kernel in rows half as wide', wide, 128],
    ['the wide kernel in the shortest rows', wide, 16],
    ['WebAssembly', wasm, 256],
    ['WebAssembly in rows half as wide', wasm, 128],
    ['WebAssembly in the shortest rows', wasm, 16],
  ] as const)('is walked by the rule on %s, entry by entry', (_name, kernel, width) => {
    const table = walkTable(fight, width);
    loadTable(kernel, table);
    expect(runBlock(kernel, table, validIn(table, 0), SEED, BLOCK, ENCOUNTERS)).toBe(true);
    const visits = Int32Array.from(table.next, (_, e) => kernel.visits[e * kernel.stride]);
    expect(visits).toEqual(byTheRule(table));
    clearVisits(kernel, 0, table.next.length);
  });

  it.each([256, 128])('that was given up leaves nothing behind for the next (rows %i wide)', async (width) => {
    const table = walkTable(fight, width);
    const edges = () => new Float64Array(fight.target.length);
    const alone = edges();
    const fresh = (await Walker.on(fight, table)).block(SEED, BLOCK, ENCOUNTERS, alone);

    const walker = await Walker.on(fight, table);
    const after = edges();
    let pauses = 0;
    const giveUp = (started: number) => {
      pauses++;
      return started > 0;
    };
    expect(walker.block(SEED, BLOCK + 1, ENCOUNTERS, after, giveUp)).toBeNull();
    expect(pauses).toBe(1);
    expect(after.every((n) => n === 0)).toBe(true);
    expect(walker.block(SEED, BLOCK, ENCOUNTERS, after)).toEqual(fresh);
    expect(after).toEqual(alone);
  });
});
