import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import type { AxisAsked } from '../engine/protocol.ts';
import { form, matrixAxes, objective, problems, scenario } from '../state/page.ts';
import { AxisPicker, allowedAxis, movable } from './axis-picker.tsx';
import { Faults } from './faults.tsx';
import { Result } from './result.tsx';
import { type PlayState, usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** What a player decides first: who is attacked also chooses how to react. */
const CHOICES: Readonly<Record<'a' | 'b', readonly RegExp[]>> = {
  a: [/\.tactic$/, /\.formation$/, /\.type$/, /\.card$/],
  b: [/\.reaction$/, /\.tactic$/, /\.formation$/, /\.type$/, /\.card$/],
};

/** The first of these that leaves a side a choice here: what the sheet allows only in one way is none; null where a newer question goes on. */
async function usualChoice(side: 'a' | 'b'): Promise<AxisAsked | undefined | null> {
  const own = movable().filter((f) => f.field.kind === 'word' && f.side === side);
  const first = CHOICES[side].flatMap((c) => own.filter(({ field }) => c.test(field.path)));
  for (const { field } of new Set([...first, ...own])) {
    const axis = await allowedAxis(field);
    if (axis === null) return null;
    if (axis.values.length > 1) return axis;
  }
  return undefined;
}

/** Choices of one side against those of the other, and the best one at every decision. */
export function Tactics() {
  const fields = movable().filter((f) => f.field.kind !== 'number');
  const axes = matrixAxes;
  const isLooking = useSignal(true);
  useSignalEffect(() => {
    if (matrixAxes.value.length === 2 || form.value === null) return;
    isLooking.value = true;
    void Promise.all([usualChoice('a'), usualChoice('b')]).then(([rows, columns]) => {
      if (rows === null || columns === null) return;
      if (rows && columns && matrixAxes.peek().length < 2) matrixAxes.value = [rows, columns];
      isLooking.value = false;
    });
  });
  const asked = useComputed(() =>
    axes.value.length < 2
      ? null
      : {
          kind: 'matrix' as const,
          scenario: withoutVary(scenario.value),
          axes: axes.value,
          ...(objective.value ? { objective: objective.value } : {}),
        },
  );
  // Asked first: of an engagement a search is over long before every choice has been played against every other.
  const best = useBest();
  const state = usePlay(asked);
  // What is wrong with the fight itself is said once, not again for every tactic that is tried in it.
  const isWrong = problems.value.length > 0;
  const set = (place: number, axis: AxisAsked) => {
    matrixAxes.value = axes.value.map((a, i) => (i === place ? axis : a));
  };
  return (
    <>
      {axes.value.length === 2 ? (
        <>
          <div class="axes-row">
            <AxisPicker
              label="Rows"
              axis={axes.value[0]}
              fields={fields.filter((f) => f.side !== 'b')}
              onChange={(a) => a && set(0, a)}
            />
            <AxisPicker
              label="Columns"
              axis={axes.value[1]}
              fields={fields.filter((f) => f.side !== 'a')}
              onChange={(a) => a && set(1, a)}
            />
          </div>
          {isWrong ? (
            <Faults problems={problems.value} />
          ) : (
            <Result state={state} waitsFor={best.busy.value ? 'the best choices come first' : ''} />
          )}
        </>
      ) : (
        <p class="quiet">
          {isLooking.value
            ? 'Looking for what each side can choose …'
            : 'The two sides have no choices to set against each other here.'}
        </p>
      )}
      {!isWrong && <Result state={best} charts={1} below />}
    </>
  );
}

/** Decisions that come up in the fight itself. */
function useBest(): PlayState {
  const asked = useComputed(() => ({
    kind: 'best' as const,
    scenario: withoutVary(scenario.value),
    ...(objective.value ? { objective: objective.value } : {}),
  }));
  return usePlay(asked, 'best');
}
