import { type ReadonlySignal, type Signal, useSignal, useSignalEffect } from '@preact/signals';
import type { Problem } from '../../src/rules/problem.ts';
import { engine } from '../engine/ask.ts';
import type { Play, Played } from '../engine/protocol.ts';
import { type WithoutCommand, withCommand } from '../state/command.ts';

export interface PlayState {
  readonly play: Signal<Play | null>;
  readonly played: Signal<Played | null>;
  readonly problems: Signal<readonly Problem[]>;
  readonly busy: Signal<boolean>;
  readonly progress: Signal<string>;
  /** What was sampled meanwhile, where the answer is long in coming. */
  readonly look: Signal<Played | null>;
}

/** Plays whatever is asked for, newest first; the last answer stays until the next one is there. */
export function usePlay(asked: ReadonlySignal<WithoutCommand | null>, slot = 'view'): PlayState {
  const state: PlayState = {
    play: useSignal<Play | null>(null),
    played: useSignal<Played | null>(null),
    problems: useSignal<readonly Problem[]>([]),
    busy: useSignal(false),
    progress: useSignal(''),
    look: useSignal<Played | null>(null),
  };
  useSignalEffect(() => {
    const wanted = asked.value;
    let current = true;
    if (wanted === null) {
      state.played.value = null;
      state.problems.value = [];
      return;
    }
    state.busy.value = true;
    state.look.value = null;
    void (async () => {
      const play = await withCommand(wanted);
      if (!current) return;
      const progress = (text: string) => {
        state.progress.value = text;
      };
      const soFar = (part: Played) => {
        if (current) state.look.value = part;
      };
      const outcome = await engine().ask('play', { play }, { slot, progress, soFar });
      if (!current || 'superseded' in outcome) return;
      state.look.value = null;
      state.busy.value = false;
      state.progress.value = '';
      if ('problems' in outcome) state.problems.value = outcome.problems;
      else {
        state.problems.value = [];
        state.play.value = play;
        state.played.value = outcome.value;
      }
    })();
    return () => {
      current = false;
    };
  });
  return state;
}
