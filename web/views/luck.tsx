import { useComputed } from '@preact/signals';
import type { Played } from '../engine/protocol.ts';
import { progress } from '../state/engine-room.ts';
import { MOST_OBSERVED } from '../state/from-link.ts';
import { answer, luckSide, observed, problems, scenario } from '../state/page.ts';
import { capital } from '../words.ts';
import { Faults } from './faults.tsx';
import { Result } from './result.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** How unusual was what happened at the table? Several things are judged one by one and together. */
export function Luck() {
  const now = answer.value;
  const rows = useComputed(() => observedIn(observed.value, answer.value));
  const asked = useComputed(() =>
    rows.value.length === 0
      ? null
      : {
          kind: 'run' as const,
          scenario: withoutVary(scenario.value),
          observed: rows.value,
          ...(luckSide.value ? { side: luckSide.value } : {}),
        },
  );
  const state = usePlay(asked);
  if (!now) {
    if (problems.value.length > 0) return <Faults problems={problems.value} />;
    return <p class="quiet">The odds are on their way … {progress.value}</p>;
  }
  const set = (place: number, text: string | undefined) => {
    const next = [...rows.value];
    if (text === undefined) next.splice(place, 1);
    else next[place] = text;
    observed.value = next;
  };
  return (
    <>
      <p class="lead">Say what happened at your table, and see how lucky that was.</p>
      <div class="happenings">
        {rows.value.map((text, i) => (
          <Happening key={i} text={text} place={i} played={now} onChange={(t) => set(i, t)}>
            {rows.value.length > 1 && (
              <button type="button" onClick={() => set(i, undefined)}>
                Remove
              </button>
            )}
          </Happening>
        ))}
      </div>
      <div class="axes-row">
        <div class="control">
          <label for="luck-side">Whose luck</label>
          <select
            id="luck-side"
            value={luckSide.value ?? 'a'}
            onChange={(e) => (luckSide.value = e.currentTarget.value === 'a' ? undefined : e.currentTarget.value)}
          >
            {now.sides.map((side, i) => (
              <option value={'ab'[i]} key={side}>
                {capital(side)}
              </option>
            ))}
          </select>
        </div>
        <button
          type="button"
          disabled={rows.value.length >= MOST_OBSERVED}
          onClick={() => set(rows.value.length, rows.value.at(-1))}
        >
          And then this happened
        </button>
      </div>
      <Result state={state} />
    </>
  );
}

interface Props {
  readonly text: string;
  readonly place: number;
  readonly played: Played;
  readonly onChange: (text: string) => void;
  readonly children: preact.ComponentChildren;
}

/** One result: how it ended, or a figure that was counted. */
function Happening({ text, place, played, onChange, children }: Props) {
  const [name, value] = parts(text);
  const choose = (next: string) => {
    const usual =
      next === 'outcome' ? played.outcomes[0]?.id : played.measures.find((m) => m.id === next)?.values.at(-1);
    onChange(`${next}=${usual ?? 0}`);
  };
  return (
    <div class="happening">
      <div class="control">
        <label for={`luck-what-${place}`}>What happened</label>
        <select id={`luck-what-${place}`} value={name} onChange={(e) => choose(e.currentTarget.value)}>
          <option value="outcome">How it ended</option>
          {played.measures.map((m) => (
            <option value={m.id} key={m.id}>
              {capital(m.label)}
            </option>
          ))}
        </select>
      </div>
      <div class="control">
        <label for={`luck-value-${place}`}>{name === 'outcome' ? 'The end' : 'How many'}</label>
        {name === 'outcome' ? (
          <select
            id={`luck-value-${place}`}
            value={value}
            onChange={(e) => onChange(`outcome=${e.currentTarget.value}`)}
          >
            {played.outcomes.map((o) => (
              <option value={o.id} key={o.id}>
                {capital(o.label)}
              </option>
            ))}
            {!played.outcomes.some((o) => o.id === value) && <option value={value}>{value}</option>}
          </select>
        ) : (
          <input
            id={`luck-value-${place}`}
            type="number"
            value={value}
            onInput={(e) => e.currentTarget.value !== '' && onChange(`${name}=${e.currentTarget.value}`)}
          />
        )}
      </div>
      {children}
    </div>
  );
}

/** What was said to have happened; the likeliest end where nothing was said yet. */
function observedIn(said: readonly string[], played: Played | null): readonly string[] {
  if (said.length > 0) return said;
  const likeliest = played?.outcomes[0];
  return likeliest ? [`outcome=${likeliest.id}`] : [];
}

/** "defender.hits=5" taken apart. */
function parts(text: string): [name: string, value: string] {
  const at = text.indexOf('=');
  return at > 0 ? [text.slice(0, at), text.slice(at + 1)] : [text, ''];
}
