import { useComputed } from '@preact/signals';
import { answer, observed, scenario } from '../state/page.ts';
import { capital } from '../words.ts';
import { Result } from './result.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** How unusual was what happened at the table? */
export function Luck() {
  const measures = answer.value?.measures ?? [];
  const [name, figure] = parts(observed.value, measures[0]);
  const asked = useComputed(() => {
    const [measure, value] = parts(observed.value, answer.value?.measures[0]);
    return measure === ''
      ? null
      : { kind: 'run' as const, scenario: withoutVary(scenario.value), observed: `${measure}=${value}` };
  });
  const state = usePlay(asked);
  const set = (measure: string, value: string) => {
    observed.value = `${measure}=${value}`;
  };
  if (measures.length === 0) return <p class="quiet">There is nothing to count in this encounter.</p>;
  return (
    <>
      <div class="axes-row">
        <div class="control">
          <label for="luck-measure">What was counted</label>
          <select
            id="luck-measure"
            value={name}
            onChange={(e) =>
              set(e.currentTarget.value, String(measures.find((m) => m.id === e.currentTarget.value)?.values[0] ?? 0))
            }
          >
            {measures.map((m) => (
              <option value={m.id} key={m.id}>
                {capital(m.label)}
              </option>
            ))}
          </select>
        </div>
        <div class="control">
          <label for="luck-figure">What happened</label>
          <input
            id="luck-figure"
            type="number"
            value={figure}
            onInput={(e) => e.currentTarget.value !== '' && set(name, e.currentTarget.value)}
          />
        </div>
      </div>
      <Result state={state} />
    </>
  );
}

/** "defender.hits=5" taken apart; the largest value of the first measure where nothing was typed yet. */
function parts(
  text: string,
  usual: { readonly id: string; readonly values: readonly number[] } | undefined,
): [string, string] {
  const at = text.lastIndexOf('=');
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)];
  return usual ? [usual.id, String(usual.values.at(-1) ?? 0)] : ['', ''];
}
