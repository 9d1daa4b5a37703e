import type { Kernel } from './kernel.ts';
import { WIDE_ENTRIES } from './table.ts';

// See narrow.ts for why the loop is written out again; wasm.ts takes its place wherever there is WebAssembly. Memory that no table touches is never made resident.
const NEXT = new Int32Array(WIDE_ENTRIES);
const VISITS = new Int32Array(WIDE_ENTRIES);
const STATE = new Int32Array(8);

function walk(words: number, mask: number): void {
  let a = STATE[0];
  let b = STATE[1];
  let c = STATE[2];
  let d = STATE[3];
  let s0 = STATE[4];
  let s1 = STATE[5];
  let s2 = STATE[6];
  let s3 = STATE[7];
  for (let i = 0; i < words; i++) {
    const bits = (a + b + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + bits) | 0;
    const x0 = s0 + (bits & mask);
    s0 = NEXT[x0];
    VISITS[x0]++;
    const x1 = s1 + ((bits >>> 8) & mask);
    s1 = NEXT[x1];
    VISITS[x1]++;
    const x2 = s2 + ((bits >>> 16) & mask);
    s2 = NEXT[x2];
    VISITS[x2]++;
    const x3 = s3 + ((bits >>> 24) & mask);
    s3 = NEXT[x3];
    VISITS[x3]++;
  }
  STATE[0] = a;
  STATE[1] = b;
  STATE[2] = c;
  STATE[3] = d;
  STATE[4] = s0;
  STATE[5] = s1;
  STATE[6] = s2;
  STATE[7] = s3;
}

function load(next: Uint16Array | Int32Array): void {
  NEXT.set(next);
  VISITS.fill(0, 0, next.length);
}

export const wide: Kernel = { next: NEXT, visits: VISITS, stride: 1, unit: 1, state: STATE, load, walk };
