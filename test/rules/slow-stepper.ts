import type { AnyMachine } from '../../src/rules/encounter.ts';
import { type Emit, isChoice, isRoll } from '../../src/sim/machine.ts';

/** A small generator of its own (a 32-bit Weyl sequence through a mixer), so that nothing here is the engines'. */
export function weyl(seed: number): () => number {
  let at = seed >>> 0;
  return () => {
    at = (at + 0x9e3779b9) >>> 0;
    let h = at ^ (at >>> 16);
    h = Math.imul(h, 0x21f0aaad);
    h ^= h >>> 15;
    h = Math.imul(h, 0x735a2d97);
    return ((h ^ (h >>> 15)) >>> 0) / 2 ** 32;
  };
}

/** A place of a list of weights, as often as they say. */
function drawn(weights: readonly number[], total: number, random: () => number): number {
  let left = random() * total;
  const place = weights.findIndex((w) => {
    left -= w;
    return left < 0;
  });
  return place < 0 ? weights.length - 1 : place;
}

const CHARGES = 0.4;
function anyOf(options: readonly string[], random: () => number): string {
  if (options.includes('charge') && random() < CHARGES) return 'charge';
  return options[Math.floor(random() * options.length)];
}

/** Hears what happens on the way: rolls, decisions and notes in words, and what is added to sums. */
export interface Listener {
  readonly tell: (text: string) => void;
  readonly emit: Emit;
  /** Any option is taken, whatever the tactic says; a charge more often than others, or few would ever fight. */
  readonly restless?: boolean;
}
const NOBODY: Listener = { tell: () => {}, emit: () => {} };

/**
 * Plays one encounter by the letter: takes the step that the state names, rolls its die, applies the face, and so on.
 * No kernels, no automata, no stepper; slow, and as plain as can be.
 */
export function playSlowly(
  machine: AnyMachine,
  random: () => number,
  { tell, emit, restless }: Listener = NOBODY,
): { outcome: string; values: number[] } {
  const s = machine.layout.view;
  const codec = machine.layout.codec();
  codec.unpack(new Int32Array(codec.words), 0);
  machine.start(s);
  for (let n = 0; s.step !== 'end'; n++) {
    if (n > 1e6) throw new Error(`'${machine.name}' does not end`);
    const step = machine.steps[s.step];
    if (isRoll(step)) {
      const die = typeof step.roll === 'function' ? step.roll(s) : step.roll;
      const face = die.faces[drawn(die.weights, die.total, random)];
      const against = step.against?.(s);
      tell(`${step.title(s)}: ${step.result(s, against, face)}`);
      step.apply(s, against, face, emit);
    } else if (isChoice(step)) {
      const options = step.options(s);
      const decided = restless ? anyOf(options, random) : step.decide!(s, options);
      const option = typeof decided === 'string' ? decided : options[drawn(decided, 100, random)];
      tell(`${step.title(s)}: ${option} of ${options.join(', ')}`);
      step.choose(s, option, emit);
    } else {
      tell(step.tell?.(s) ?? '');
      step.then(s, emit);
    }
  }
  return { outcome: machine.outcome(s), values: machine.measures.map((m) => m.of(s)) };
}

/**
 * The chances of all endings by the letter: from every state each face of its die is tried in turn, and what follows a
 * state is worked out once. Null where there are more states than that.
 */
export function lawSlowly(machine: AnyMachine, mostStates: number): Map<string, number> | null {
  const s = machine.layout.view;
  const codec = machine.layout.codec();
  const known = new Map<string, Map<string, number>>();
  const words = new Int32Array(codec.words);
  const emit = () => {};
  const followed = (ways: readonly (readonly [weight: number, take: () => void])[], from: Int32Array) => {
    const law = new Map<string, number>();
    for (const [weight, take] of ways) {
      codec.unpack(from, 0);
      take();
      for (const [end, p] of lawFrom()) law.set(end, (law.get(end) ?? 0) + weight * p);
    }
    return law;
  };
  const lawFrom = (): Map<string, number> => {
    if (s.step === 'end') return new Map([[endingKey(machine), 1]]);
    codec.pack(words);
    const key = words.join();
    const before = known.get(key);
    if (before) return before;
    if (known.size >= mostStates) throw new TooMany();
    const from = words.slice();
    const law = followed(waysFrom(machine, emit), from);
    known.set(key, law);
    return law;
  };
  codec.unpack(new Int32Array(codec.words), 0);
  machine.start(s);
  try {
    return lawFrom();
  } catch (error) {
    if (error instanceof TooMany) return null;
    throw error;
  }
}
class TooMany extends Error {}

const endingKey = (machine: AnyMachine): string => {
  const s = machine.layout.view;
  return [machine.outcome(s), ...machine.measures.map((m) => m.of(s))].join(' ');
};

/** What may happen at the state in hand: each with its chance. */
function waysFrom(machine: AnyMachine, emit: () => void): (readonly [number, () => void])[] {
  const s = machine.layout.view;
  const step = machine.steps[s.step];
  if (isRoll(step)) {
    const die = typeof step.roll === 'function' ? step.roll(s) : step.roll;
    const against = step.against?.(s);
    return die.faces.map((face, i) => [die.weights[i] / die.total, () => step.apply(s, against, face, emit)] as const);
  }
  if (!isChoice(step)) return [[1, () => step.then(s, emit)]];
  const options = step.options(s);
  const decided = step.decide!(s, options);
  if (typeof decided === 'string') return [[1, () => step.choose(s, decided, emit)]];
  return options.map((option, i) => [decided[i] / 100, () => step.choose(s, option, emit)] as const);
}

/** Chi-squared of two samples over the same kinds, per degree of freedom; kinds that hardly came up are put together. */
export function apartness(
  a: ReadonlyMap<string, number>,
  b: ReadonlyMap<string, number>,
): { z: number; kinds: number } {
  const sum = (m: ReadonlyMap<string, number>) => [...m.values()].reduce((x, y) => x + y, 0);
  const [na, nb] = [sum(a), sum(b)];
  const cells: [number, number][] = [[0, 0]];
  for (const kind of new Set([...a.keys(), ...b.keys()])) {
    const pair: [number, number] = [a.get(kind) ?? 0, b.get(kind) ?? 0];
    const few = ((pair[0] + pair[1]) * Math.min(na, nb)) / (na + nb) < 5;
    if (few) cells[0] = [cells[0][0] + pair[0], cells[0][1] + pair[1]];
    else cells.push(pair);
  }
  const used = cells.filter(([x, y]) => x + y > 0);
  const chi = used.reduce((total, [x, y]) => {
    const p = (x + y) / (na + nb);
    return total + (x - na * p) ** 2 / (na * p) + (y - nb * p) ** 2 / (nb * p);
  }, 0);
  const free = Math.max(1, used.length - 1);
  // Wilson and Hilferty: the cube root is nearly normal.
  return { z: ((chi / free) ** (1 / 3) - (1 - 2 / (9 * free))) / Math.sqrt(2 / (9 * free)), kinds: used.length };
}

/** How often each kind of ending came up. */
export function tallied(endings: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const e of endings) counts.set(e, (counts.get(e) ?? 0) + 1);
  return counts;
}
