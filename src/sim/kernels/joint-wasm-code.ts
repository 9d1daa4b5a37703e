import {
  ADD,
  ADD_PAIRS,
  BLOCK,
  BOTH,
  constant,
  END,
  EQUALS_DOUBLE,
  F64,
  get,
  I32,
  IS_BELOW,
  IS_NOT_BELOW,
  LOOP,
  leaveIf,
  load,
  loadDouble,
  loadPair,
  MULTIPLY_DOUBLE,
  MULTIPLY_PAIRS,
  NOUGHT_DOUBLE,
  PAIR,
  set,
  storePair,
  tee,
  type WasmFunction,
  wasmModule,
} from '../wasm-bytes.ts';

/**
 * The loops of `joint-sweeps.ts` in WebAssembly, two numbers at a time. As many of them are written out one after the
 * other as a pair of states has.
 */

export const NUMBER_BYTES = 8;
/** Bytes of an item, and where it says the place it comes from, the place it goes to, and its share. */
export const [ITEM_BYTES, FROM_AT, TO_AT, SHARE_AT] = [16, 0, 4, 8];

const [FIRST, LAST, HELD, TO, SHARE, AMOUNTS] = [0, 1, 2, 3, 4, 5];

/** For every item whose probability is not nought, which is left in `p`. */
const forItems = (from: number, p: number, body: readonly number[]) => [
  ...[...BLOCK, ...get(FIRST), ...get(LAST), ...IS_NOT_BELOW, ...leaveIf(0)],
  ...[...LOOP, ...BLOCK],
  ...[...get(FIRST), ...load(FROM_AT), ...get(HELD), ...ADD, ...tee(from), ...loadDouble(0), ...tee(p)],
  ...[...NOUGHT_DOUBLE, ...EQUALS_DOUBLE, ...leaveIf(0)],
  ...[...body, ...END],
  ...[...get(FIRST), ...constant(ITEM_BYTES), ...ADD, ...tee(FIRST), ...get(LAST), ...IS_BELOW, ...leaveIf(0)],
  ...[...END, ...END],
];

const itemTo = [...get(FIRST), ...load(TO_AT), ...get(TO), ...ADD];
const itemShare = [...get(FIRST), ...loadDouble(SHARE_AT), ...get(SHARE), ...MULTIPLY_DOUBLE, ...BOTH];
const placesOf = (width: number) => Array.from({ length: width / 2 }, (_, k) => 2 * NUMBER_BYTES * k);

function lead(width: number): WasmFunction {
  const [from, to, p, share] = [5, 6, 7, 8];
  return {
    ...{ name: 'lead', parameters: [I32, I32, I32, I32, F64], results: 0 },
    locals: [
      [2, I32],
      [1, F64],
      [1, PAIR],
    ],
    body: forItems(from, p, [
      ...[...itemTo, ...set(to), ...itemShare, ...set(share)],
      ...placesOf(width).flatMap((at) => [
        ...[...get(to), ...get(to), ...loadPair(at)],
        ...[...get(from), ...loadPair(at), ...get(share), ...MULTIPLY_PAIRS, ...ADD_PAIRS, ...storePair(at)],
      ]),
    ]),
  };
}

/** Besides, what is added to sums, and after the amounts how much has gone that way. */
function leadAdding(width: number): WasmFunction {
  const [from, to, p, share, likely, part, passed] = [6, 7, 8, 9, 10, 11, 12];
  const places = placesOf(width);
  return {
    ...{ name: 'leadAdding', parameters: [I32, I32, I32, I32, F64, I32], results: 0 },
    locals: [
      [2, I32],
      [1, F64],
      [3 + places.length, PAIR],
    ],
    body: [
      ...forItems(from, p, [
        ...[...itemTo, ...set(to), ...itemShare, ...tee(share), ...get(p), ...BOTH, ...MULTIPLY_PAIRS, ...set(likely)],
        ...places.flatMap((at, k) => [
          ...[...get(from), ...loadPair(at), ...get(share), ...MULTIPLY_PAIRS, ...tee(part)],
          ...[...get(passed + k), ...ADD_PAIRS, ...set(passed + k)],
          ...[...get(to), ...get(to), ...loadPair(at), ...get(part), ...ADD_PAIRS],
          ...[...get(likely), ...get(AMOUNTS), ...loadPair(at), ...MULTIPLY_PAIRS, ...ADD_PAIRS, ...storePair(at)],
        ]),
      ]),
      ...places.flatMap((at, k) => {
        const kept = width * NUMBER_BYTES + at;
        return [
          ...get(AMOUNTS),
          ...get(AMOUNTS),
          ...loadPair(kept),
          ...get(passed + k),
          ...ADD_PAIRS,
          ...storePair(kept),
        ];
      }),
    ],
  };
}

/** A module with `lead` and `leadAdding` over the memory that it is given as `walk.memory`. */
export const jointModule = (width: number): Uint8Array<ArrayBuffer> => wasmModule([lead(width), leadAdding(width)]);
