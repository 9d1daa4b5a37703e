import { roll } from '../../src/kit/flow.ts';
import { declareState, watchable } from '../../src/kit/machine.ts';
import { sequenceOfPlay } from '../../src/kit/sequence.ts';
import { d6 } from '../../src/sim/die.ts';
import { fact } from '../../src/sim/facts.ts';
import type { Machine } from '../../src/sim/machine.ts';
import { clock, flag, int } from '../../src/sim/state.ts';

export interface Duties {
  readonly units?: number;
  readonly turns?: number;
  /** What a duty touches besides its own record. */
  readonly touches?: 'nothing' | 'neighbours' | 'the turn' | 'all';
}

const UNIT = { losses: int(0, 3), near: flag() };

/**
 * Units in a ring that shoot, each in its turn: at themselves (they bring no luck), or at the next one. A unit whose
 * neighbour is gone shoots worse; ammunition is shared by all. It stands in for no rulebook.
 */
export function toyDuties({ units = 3, turns = 3, touches = 'nothing' }: Duties = {}): Machine<unknown> {
  const names = Array.from({ length: units }, (_, i) => `u${i + 1}`);
  const made = watchable((options) => {
    const spec = { turn: clock(1, turns), rounds: int(0, 4), ...Object.fromEntries(names.map((n) => [n, UNIT])) };
    const { view, machine } = declareState(spec, options);
    const state = view as unknown as { turn: number; rounds: number } & Record<
      string,
      { losses: number; near: boolean }
    >;
    const gone = names.map((n) => fact(state[n], () => state[n].losses === 3));
    const touchesOthers = touches === 'neighbours' || touches === 'all';
    const asksTurn = touches === 'the turn' || touches === 'all';
    const places = names.map((_, i) => i);
    const shot = (i: number) => {
      const target = state[names[touchesOthers ? (i + 1) % units : i]];
      return roll({
        roll: d6,
        against: () => 3 + Number(state[names[i]].near) - (asksTurn ? Number(state.turn === 2) : 0),
        apply: (_s, least: number, face, emit) => {
          if (touches === 'all') state.rounds = Math.max(0, state.rounds - 1);
          if (face < least) return;
          emit('hits', 1);
          target.losses = Math.min(3, target.losses + (face === 6 ? 2 : 1));
        },
        title: () => 'a shot',
        result: (_s, _least, face) => String(face),
      });
    };
    return machine({
      name: 'toy duties',
      play: sequenceOfPlay({
        slots: ['shoot', 'again'],
        duties: (slot) =>
          places.map((i) => ({
            record: names[i],
            due: () => state[names[i]].losses < 3 && (slot === 'shoot' || state.rounds > 0),
            hears: () => {
              state[names[i]].near = gone[(i + units - 1) % units]();
            },
            body: [
              shot(i),
              {
                kind: 'act',
                run: () => {
                  state[names[i]].near = false;
                },
              },
            ],
          })),
        isOver: () => gone.filter((isGone) => isGone()).length >= units - 1,
      }),
      start: () => {
        state.turn = 1;
        state.rounds = 4;
      },
      outcomes: [{ id: 'done', label: 'done', winner: 'none', severity: 0 }],
      outcome: () => 'done',
      measures: names.map((n) => ({ id: n, label: n, of: () => state[n].losses })),
      sums: [{ id: 'hits', label: 'hits' }],
      layer: (slot) => (state.turn - 1) * 2 + slot,
    });
  });
  return made as unknown as Machine<unknown>;
}
