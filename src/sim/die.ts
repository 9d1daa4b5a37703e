import { SimError } from './error.ts';

/** A die, the sum of several, or a stated mix: faces with whole-number weights that add up to `total`. */
export interface Die {
  readonly id: string;
  /** What is read off: 1..10 for a D10, 2..12 for 2D6, 0..n-1 (the option's place) for a mix. */
  readonly faces: readonly number[];
  readonly weights: readonly number[];
  readonly total: number;
}

/** Dice whose weights add up to no more than this are drawn with one random byte; wider ones take several. */
export const BYTE_CASES = 256;
/** The most that the weights of a die may add up to: beyond, whole numbers are no longer exact. */
export const MOST_CASES = 2 ** 53;

/** Makes a die; refuses one without faces, or with weights that are not whole numbers of at most 2^53 in all. */
export function die(id: string, faces: readonly number[], weights: readonly number[] = faces.map(() => 1)): Die {
  if (faces.length === 0) throw new SimError(`The die '${id}' has no faces.`);
  if (weights.length !== faces.length) {
    throw new SimError(`The die '${id}' has ${faces.length} faces but ${weights.length} weights.`);
  }
  for (const w of weights) {
    if (!Number.isSafeInteger(w) || w < 0) {
      throw new SimError(`The die '${id}' has the weight ${w}; weights are whole numbers from 0 up.`);
    }
  }
  const total = weights.reduce((a, b) => (a + b - a === b ? a + b : Number.POSITIVE_INFINITY), 0);
  if (total < 1 || total > MOST_CASES) {
    throw new SimError(
      `The weights of the die '${id}' add up to ${total === Number.POSITIVE_INFINITY ? 'more than 2^53' : total}; they must add up to 1..2^53.`,
    );
  }
  // A face that cannot come up is left out, so that engines never walk where no die leads.
  const live = faces.map((_, i) => i).filter((i) => weights[i] > 0);
  return { id, faces: live.map((i) => faces[i]), weights: live.map((i) => weights[i]), total };
}

const oneTo = (n: number) => Array.from({ length: n }, (_, i) => i + 1);

export const d4 = die('D4', oneTo(4));
export const d6 = die('D6', oneTo(6));
export const d10 = die('D10', oneTo(10));
export const d100 = die('D100', oneTo(100));
export const twoD6 = die('2D6', [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], [1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1]);

const mixes = new Map<string, Die>();

/** A stated mix of options in hundredths: `mix([60, 40])` takes option 0 in 60 of 100 cases. */
export function mix(hundredths: readonly number[]): Die {
  const id = `mix ${hundredths.join('/')}`;
  const known = mixes.get(id);
  if (known) return known;
  const sum = hundredths.reduce((a, b) => a + b, 0);
  if (sum !== 100)
    throw new SimError(`The mix ${hundredths.join('/')} adds up to ${sum}; hundredths must add up to 100.`);
  const made = die(
    id,
    hundredths.map((_, i) => i),
    hundredths,
  );
  mixes.set(id, made);
  return made;
}

/** Which face (by place) each of the die's `total` cases shows; for dice that one byte carries. */
export function facesByCase(d: Die): Uint8Array {
  const faces = new Uint8Array(d.total);
  let at = 0;
  d.weights.forEach((w, f) => {
    faces.fill(f, at, at + w);
    at += w;
  });
  return faces;
}

/** By face, how many cases come before it: the places where a draw below `total` passes from one face to the next. */
export function casesBefore(d: Die): Float64Array {
  const before = new Float64Array(d.weights.length);
  let sum = 0;
  d.weights.forEach((w, f) => {
    before[f] = sum;
    sum += w;
  });
  return before;
}

/** Whether two dice that go by one name are one die. */
export const sameDie = (a: Die, b: Die): boolean =>
  a === b ||
  (a.id === b.id &&
    a.faces.length === b.faces.length &&
    a.faces.every((face, i) => face === b.faces[i] && a.weights[i] === b.weights[i]));
