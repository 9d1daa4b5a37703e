import { assemble, BEGIN } from '../src/kit/assemble.ts';
import { asDie } from '../src/kit/dice/chances.ts';
import { pool } from '../src/kit/dice/kinds.ts';
import type { Flow } from '../src/kit/flow.ts';
import { type Die, twoD6 } from '../src/sim/die.ts';
import { SimError } from '../src/sim/error.ts';
import type { Machine } from '../src/sim/machine.ts';
import { flag, int, layout, oneOf, type State } from '../src/sim/state.ts';

const BASES = 8;
const OUTCOMES = ['attacker-destroyed', 'attacker-routs', 'attacker-falls-back', 'both-destroyed', 'undecided', 'defender-falls-back', 'defender-routs', 'defender-destroyed']; // biome-ignore format: a list
const side = () => ({ left: int(0, BASES), won: flag() });
const spec = {
  a: side(),
  d: side(),
  round: int(0, 3),
  hadA: int(0, BASES),
  hadD: int(0, BASES),
  result: oneOf('none', ...OUTCOMES),
};
type S = State<typeof spec>;
type Key = 'a' | 'd';
const LOST = { a: 'attacker.lost', d: 'defender.lost' } as const;

const FACES = [1, 2, 3, 4, 5, 6];
const dice = new Map<number, Die>();
/** Bases to hit (1 misses, 6 hits), hits saved on 5 and 6: worked out once for each number and target. */
function blows(n: number, atLeast: number): Die {
  const key = n * 100 + atLeast;
  let die = dice.get(key);
  if (!die) {
    const first = { faces: FACES, atLeast, alwaysHits: 6, alwaysMisses: 1 };
    die = asDie(`${n} bases at ${atLeast}`, pool(n, first, [{ kind: 'save', faces: FACES, atLeast: 5 }]));
    dice.set(key, die);
  }
  return die;
}

const strike = (from: Key, to: Key): Flow<S> => ({
  kind: 'roll',
  roll: (s) => blows(s[from].left, 4 - (from === 'a' && s.round === 1 ? 1 : 0) - (s[from].won ? 1 : 0)),
  apply: (s, _given, face, emit) => {
    const lost = Math.min(face, s[to].left);
    s[to].left -= lost;
    emit(LOST[to], lost);
    return -1;
  },
  branches: [],
  title: () => 'blows',
  result: (_s, _given, face) => String(face),
});

const end = (result: (s: S) => string): Flow<S> => ({
  kind: 'end',
  run: (s) => {
    s.result = result(s) as S['result'];
  },
});

const morale = (who: Key, name: string): Flow<S> => ({
  kind: 'roll',
  roll: twoD6,
  against: (s) => (100 * (BASES - s[who].left)) / BASES >= 50,
  apply: (_s, half: boolean, face) => (face - (half ? 2 : 0) >= 7 ? -1 : face - (half ? 2 : 0) >= 5 ? 0 : 1),
  branches: [[end(() => `${name}-falls-back`)], [end(() => `${name}-routs`)]],
  title: () => 'morale',
  result: (_s, _given, face) => String(face),
});

/** The melee of the example game `club-muskets`, eight bases against eight, written in TypeScript on the same kit. */
export function clubMelee(): Machine<S> {
  const gone = (s: S) => s.a.left === 0 || s.d.left === 0;
  const tested = (who: Key, by: Key) => (s: S) => s[by].won && (100 * (BASES - s[who].left)) / BASES >= 25;
  const play: Flow<S>[] = [
    { kind: 'act', run: (s) => void Object.assign(s.a, { left: BASES }) },
    { kind: 'act', run: (s) => void Object.assign(s.d, { left: BASES }) },
    {
      kind: 'while',
      test: (s) => s.round < 3,
      body: [
        { kind: 'act', run: (s) => void Object.assign(s, { round: s.round + 1, hadA: s.a.left, hadD: s.d.left }) },
        strike('a', 'd'),
        strike('d', 'a'),
        {
          kind: 'if',
          test: gone,
          then: [
            end((s) =>
              s.a.left + s.d.left === 0
                ? 'both-destroyed'
                : s.a.left === 0
                  ? 'attacker-destroyed'
                  : 'defender-destroyed',
            ),
          ],
          else: [],
        },
        {
          kind: 'act',
          run: (s) => {
            const lead = s.hadD - s.d.left - (s.hadA - s.a.left);
            s.a.won = lead > 0;
            s.d.won = lead < 0;
            s.hadA = 0;
            s.hadD = 0;
          },
        },
        { kind: 'if', test: tested('d', 'a'), then: [morale('d', 'defender')], else: [] },
        { kind: 'if', test: tested('a', 'd'), then: [morale('a', 'attacker')], else: [] },
      ],
    },
    end(() => 'attacker-falls-back'),
  ];
  const { steps } = assemble<S>(play, () => new SimError('The loop goes round for ever.'));
  return {
    name: 'club melee in TypeScript',
    layout: layout(spec, Object.keys(steps)),
    steps,
    start: (s) => {
      s.step = BEGIN;
    },
    outcomes: OUTCOMES.map((id) => ({ id, label: id, winner: 'none', severity: 0 })),
    outcome: (s) => s.result,
    measures: [
      { id: 'attacker.left', label: 'attacker', of: (s) => s.a.left },
      { id: 'defender.left', label: 'defender', of: (s) => s.d.left },
      { id: 'rounds', label: 'rounds', of: (s) => s.round },
    ],
    sums: Object.values(LOST).map((id) => ({ id, label: id })),
  };
}
