import type { ComponentChildren } from 'preact';
import { busy as oddsBusy, progress as oddsProgress } from '../state/engine-room.ts';
import { Body } from './body.tsx';
import { Faults, StaleNote } from './faults.tsx';
import { FirstLook } from './first-look.tsx';
import type { PlayState } from './use-play.ts';

interface ResultProps {
  readonly state: PlayState;
  /** How many of the charts are about what was asked; the others are on the view of the odds already. */
  readonly charts?: number;
  /** Below another one, which says already what is waited for. */
  readonly below?: boolean;
  /** What the engine's thread does before, besides the odds. */
  readonly waitsFor?: string;
  readonly children?: ComponentChildren;
}

/** The engine's thread plays one thing after the other. */
const comesFirst = (): string => {
  if (!oddsBusy.value) return '';
  return ['the odds come first', oddsProgress.value].filter(Boolean).join(', ');
};

/** An experiment's answer: finding, chart with its table, everything else below. */
export function Result({ state, charts, below = false, waitsFor = '', children }: ResultProps) {
  const { play, played, problems, busy, progress, look } = state;
  if (look.value) {
    return (
      <div class="result" aria-busy="true">
        <h2 class="finding">{look.value.headline}</h2>
        <FirstLook of={look.value} progress={progress.value} />
      </div>
    );
  }
  return (
    <div class={`result${problems.value.length > 0 ? ' stale' : ''}`} aria-busy={busy.value}>
      <Faults problems={problems.value} />
      {problems.value.length > 0 && played.value && <StaleNote />}
      {busy.value && played.value === null && problems.value.length === 0 && (
        <p class="quiet">Working … {progress.value || (!below && (comesFirst() || waitsFor))}</p>
      )}
      {play.value && played.value && (
        <>
          <h2 class="finding">{played.value.headline}</h2>
          {children}
          {!played.value.isAllSaid && (
            <Body play={play.value} played={played.value} {...(charts ? { most: charts } : {})} />
          )}
        </>
      )}
    </div>
  );
}
