import { act, type Flow, note, roll, set } from '../../../src/kit/flow.ts';
import { declareState, type StateOptions, watchable } from '../../../src/kit/machine.ts';
import { sequenceOfPlay } from '../../../src/kit/sequence.ts';
import { type Die, d4, d6, d10, die, twoD6 } from '../../../src/sim/die.ts';
import { fact, totalOf } from '../../../src/sim/facts.ts';
import type { Emit, Machine } from '../../../src/sim/machine.ts';
import { clock, flag, int, oneOf } from '../../../src/sim/state.ts';
import { weyl } from '../../rules/slow-stepper.ts';

/** What may be in a made-up engagement; figures and tables are drawn by the seed, and so is what is left out here. */
export interface Traits {
  readonly units: number;
  readonly turns: number;
  readonly slots: number;
  readonly dice: Die;
  /** What a unit is told of the one before it: the answer to a question, a field, the turn, or all of it. */
  readonly hears: 'nothing' | 'question' | 'field' | 'turn' | 'all';
  readonly harms: 'itself' | 'next';
  /** Whether there is a field that is nobody's: set by a die when a turn begins, or used up by whoever acts. */
  readonly weather: 'none' | 'thrown' | 'used up';
  /** Whether all units recover when a slot is over. */
  readonly rests: boolean;
  /** How it is found out who is gone or recovers: by questions about units, or by a look at their fields. */
  readonly asks: 'questions' | 'fields';
  /** What endings look at: totals of units, totals of pairs of them, or each unit. */
  readonly endsBy: 'totals' | 'pairs' | 'units';
  readonly tactics: 'none' | 'sure' | 'mixed';
  /** Whether units are too large for one word. */
  readonly wide: boolean;
  /** Whether halves are added up, which is done in numbers of another kind. */
  readonly halves: boolean;
  /** Whether something is added up once a unit has acted. */
  readonly counts: boolean;
}

const DICE = [d4, d6, d10, twoD6, die('three', [1, 2, 3]), die('loaded', [1, 2, 3, 4, 5], [1, 7, 2, 11, 3])];
const MEN = 4;
const FAR = 2 ** 20 - 1;
const WIDE = { far: int(0, FAR), deep: int(0, FAR) };
const UNIT = { men: int(0, MEN), mood: oneOf('steady', 'shaken', 'wild'), tired: flag(), told: int(0, 5) };
interface Unit {
  men: number;
  mood: 'steady' | 'shaken' | 'wild';
  tired: boolean;
  told: number;
  far: number;
  deep: number;
}
type State = { step: string; turn: number; weather: number } & Record<string, Unit>;

type Drawn = (n: number) => number;
const drawnBy = (seed: number): Drawn => {
  const random = weyl(seed);
  return (n) => Math.floor(random() * n);
};
const oneOfThese = <T>(drawn: Drawn, list: readonly T[]): T => list[drawn(list.length)];

function traitsOf(drawn: Drawn): Traits {
  return {
    units: 2,
    turns: 1 + drawn(3),
    slots: 1 + drawn(2),
    dice: oneOfThese(drawn, DICE),
    hears: oneOfThese(drawn, ['nothing', 'question', 'field', 'turn', 'all']),
    harms: oneOfThese(drawn, ['itself', 'next']),
    weather: oneOfThese(drawn, ['none', 'none', 'thrown', 'used up']),
    rests: drawn(2) === 0,
    asks: oneOfThese(drawn, ['questions', 'questions', 'fields']),
    endsBy: oneOfThese(drawn, ['totals', 'units', 'pairs']),
    tactics: oneOfThese(drawn, ['none', 'sure', 'mixed']),
    wide: drawn(3) === 0,
    halves: drawn(2) === 0,
    counts: drawn(2) === 0,
  };
}

/** A small engagement that nobody has thought up, for holding engines against each other. It stands in for no rulebook. */
export function madeUp(seed: number, fixed: Partial<Traits> = {}): Machine<unknown> {
  const traits = { ...traitsOf(drawnBy(seed)), ...fixed };
  return watchable((options) => made(traits, drawnBy(seed + 1000), options)) as Machine<unknown>;
}

function made(traits: Traits, drawn: Drawn, options: StateOptions): Machine<unknown> {
  const { units, turns, slots, hears, harms, weather, rests, asks, endsBy, tactics, wide, halves, counts } = traits;
  const names = Array.from({ length: units }, (_, i) => `u${i}`);
  const firstTurn = drawn(3);
  const spec = {
    turn: clock(firstTurn, firstTurn + turns - 1),
    weather: int(0, 2),
    ...Object.fromEntries(names.map((n) => [n, wide ? { ...UNIT, ...WIDE } : UNIT])),
  };
  const { view, machine } = declareState(spec, options);
  const s = view as unknown as State;
  const unit = names.map((n) => s[n]);
  const steady = unit.map((u) => fact(u, () => u.men > 1 && u.mood !== 'shaken'));
  const asked = (u: Unit, ask: () => boolean): (() => boolean) => (asks === 'questions' ? fact(u, ask) : ask);
  const alive = unit.map((u) => asked(u, () => u.men > 0));
  const wild = unit.map((u) => asked(u, () => u.mood === 'wild'));
  const men = totalOf(s, unit.map((u) => () => u.men)); // biome-ignore format: one line
  const tired = totalOf(s, unit.map((u) => () => Number(u.tired))); // biome-ignore format: one line
  // Whoever so much as has a total of pairs is not known by what each unit adds.
  const beside = unit.map((u, i) => () => u.men * unit[(i + 1) % units].men);
  const both = endsBy === 'pairs' ? totalOf(s, beside) : tired;
  const told = (i: number): number => {
    const [before, isSteady] = [unit[(i + units - 1) % units], steady[(i + units - 1) % units]];
    if (hears === 'turn') return s.turn - firstTurn;
    if (hears === 'question') return Number(isSteady());
    if (hears === 'field') return before.men;
    return Number(isSteady()) + (before.tired ? 2 : 0) + (s.turn === firstTurn + 1 ? 1 : 0);
  };
  /** What a throw comes to, by the men and by what was told: losses, mood, and whether it tires. */
  const table = Array.from({ length: 60 }, () => [oneOfThese(drawn, [0, 0, 1, 1, 2]), drawn(3), drawn(2)] as const);
  const again = (i: number): Flow<State> =>
    roll({
      roll: d4,
      title: () => 'again',
      result: () => '',
      apply: (_, __, face) => {
        unit[i].tired = face > 2;
      },
    });
  const shot = (i: number, slot: number): Flow<State> =>
    roll({
      roll: traits.dice,
      side: i % 2 === 0 ? 'a' : 'b',
      against: () =>
        unit[i].men * 7 +
        unit[i].told * 3 +
        (unit[i].tired ? 1 : 0) +
        slot +
        (wide ? (unit[i].far + unit[i].deep) % 3 : 0),
      apply: (_, at: number, face, emit) => {
        const [losses, mood, tires] = table[(at + face * 5) % table.length];
        const target = unit[harms === 'next' ? (i + 1) % units : i];
        emit('losses', Math.min(losses, target.men));
        if (mood === 2) emit('odd', (halves ? 0.5 : 1) + i);
        target.men = Math.max(0, target.men - losses);
        unit[i].mood = UNIT.mood.values[mood];
        unit[i].tired = tires === 1;
        unit[i].told = 0;
        if (wide) Object.assign(unit[i], { far: mood === 0 ? 0 : FAR - mood, deep: tires * FAR });
        if (weather === 'used up') s.weather = Math.max(0, s.weather - 1);
        return losses === 2 ? 0 : -1;
      },
      branches: [[again(i)]],
      title: () => `shot of ${i}`,
      result: (_, __, face) => String(face),
    });
  const shares = oneOfThese(drawn, [[30, 70], [100, 0], [25, 75]]); // biome-ignore format: a table
  const chosen = (i: number, slot: number): Flow<State> => ({
    kind: 'choose',
    side: i % 2 === 0 ? 'a' : 'b',
    title: () => `unit ${i}`,
    options: [
      { name: 'shoot', body: [shot(i, slot)] },
      { name: 'wait', body: [set(unit[i], { told: 0, tired: false })] },
    ],
    decide: () => (tactics === 'mixed' ? shares : unit[i].mood === 'wild' ? 'wait' : 'shoot'),
  });
  const blows: Flow<State> = roll({
    roll: d6,
    title: () => 'weather',
    result: (_, __, face) => String(face),
    apply: (_, __, face, emit) => {
      s.weather = face > 4 ? 2 : face > 2 ? 1 : 0;
      if (face === 6) emit('odd', 4);
    },
  });
  const least = oneOfThese(drawn, [0, 1]);
  const recover = (_: State, emit: Emit): void => {
    for (const [i, u] of unit.entries()) if (s.weather === 0 || wild[i]()) u.tired = false;
    if (least === 1 && asks === 'fields') emit('odd', 1);
  };
  return machine({
    name: 'made up',
    play: sequenceOfPlay({
      slots: Array.from({ length: slots }, (_, k) => k),
      duties: (slot) =>
        names
          .map((_, i) => (slot === 0 ? i : units - 1 - i))
          .map((i) => ({
            record: names[i],
            due: () =>
              unit[i].men > 0 &&
              (slot === 0 || (unit[i].mood !== 'shaken' && (weather !== 'used up' || s.weather > 0))),
            ...(hears === 'nothing' ? {} : { hears: () => Object.assign(unit[i], { told: told(i) }) }),
            body: [tactics === 'none' ? shot(i, slot) : chosen(i, slot)],
            ...(counts ? { after: [act<State>((__, emit) => emit('odd', unit[i].tired ? 2 : 1))] } : {}),
          })),
      ...(weather === 'thrown' ? { beginTurn: [note<State>(() => ''), blows] } : {}),
      ...(rests ? { afterSlot: () => [act(recover)] } : {}),
      isOver: () => alive.filter((isAlive) => isAlive()).length <= least,
    }) as readonly Flow<State>[],
    start: () => {
      s.weather = weather === 'used up' ? 2 : 0;
      for (const u of unit) u.men = MEN;
    },
    outcomes: [
      { id: 'lost', label: 'lost', winner: 'b', severity: -1 },
      { id: 'held', label: 'held', winner: 'a', severity: 1 },
    ],
    outcome: () => ((endsBy === 'units' ? unit[0].men : men()) > units ? 'held' : 'lost'),
    measures: [
      { id: 'men', label: 'men', of: () => men() },
      {
        id: 'tired',
        label: 'tired',
        of: () => (endsBy === 'units' ? Number(unit[units - 1].tired) : both()),
      },
    ],
    sums: [
      { id: 'losses', label: 'losses' },
      { id: 'never', label: 'never' },
      { id: 'odd', label: 'odd' },
    ],
    layer: (slot: number) => (s.turn - firstTurn) * slots + slot,
  } as never) as unknown as Machine<unknown>;
}
