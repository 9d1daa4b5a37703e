import { books } from 'virtual:catalogue';
import { useComputed } from '@preact/signals';
import type { Pin } from '../engine/protocol.ts';
import { MOST_PINS, objective, pins, problems, scenario, start } from '../state/page.ts';
import { capital } from '../words.ts';
import { OddsBar } from './odds-bar.tsx';
import { PinButton, pin } from './pin-button.tsx';
import { changesInWords } from './pin-name.ts';
import { Result } from './result.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** What was pinned first is the base; the others and the fight as it is now are set against it. */
export function Compare() {
  const asked = useComputed(() => {
    const [first, ...others] = pins.value;
    if (!first) return null;
    const here = withoutVary(scenario.value);
    const now = { name: changesInWords(first.scenario, here) ?? 'the fight as it is', scenario: here };
    const watched = objective.value ? { objective: objective.value } : {};
    return { kind: 'compare' as const, scenario: first.scenario, base: first.name, pins: [...others, now], ...watched };
  });
  const state = usePlay(asked);
  const played = state.played.value;
  return (
    <>
      <p class="lead pinning">
        Pin the fight as it is, change something, and see both side by side. Changes of rules count too.
      </p>
      <div class="buttons pinning">
        <PinButton />
        {others().map((b) => (
          <button
            type="button"
            key={b.id}
            disabled={pins.value.length >= MOST_PINS || problems.value.length > 0}
            onClick={() => pin({ name: b.title, scenario: { ...withoutVary(scenario.value), rules: b.id } })}
          >
            Beside it: {b.title}
          </button>
        ))}
      </div>
      {pins.value.length > 0 && (
        <ul class="pins">
          {pins.value.map((p, i) => (
            <PinRow pin={p} place={i} key={`${i}-${p.name}`} />
          ))}
        </ul>
      )}
      {asked.value === null ? (
        <p class="quiet">Nothing is pinned yet.</p>
      ) : (
        <Result state={state}>
          {played?.odds.map((o) => (
            <OddsBar key={o.name} odds={o} name={capital(o.name)} />
          ))}
          {played?.verdicts.map((v) => (
            <div class="verdict" key={v.variant}>
              {played.verdicts.length > 1 && <h3>{capital(v.variant)}</h3>}
              <p>{capital(v.text)}</p>
              {v.notes.map((n) => (
                <p class="quiet" key={n}>
                  {n}
                </p>
              ))}
            </div>
          ))}
        </Result>
      )}
    </>
  );
}

/** Books that play the same kind of fight with the same form. */
const others = () => {
  const now = books.find((b) => b.id === scenario.value['rules']);
  return books.filter(
    (b) => b.id !== now?.id && b.family === now?.family && !pins.value.some((p) => p.name === b.title),
  );
};

function PinRow({ pin: one, place }: { readonly pin: Pin; readonly place: number }) {
  const rename = (name: string) => {
    if (name.trim() !== '')
      pins.value = pins.value.map((p, i) => (i === place ? { ...p, name: name.slice(0, 80) } : p));
  };
  return (
    <li>
      <input
        type="text"
        aria-label={`Name of pinned fight ${place + 1}`}
        value={one.name}
        maxLength={80}
        onChange={(e) => rename(e.currentTarget.value)}
      />
      <button type="button" onClick={() => start(one.scenario)}>
        Show
      </button>
      <button type="button" onClick={() => (pins.value = pins.value.filter((_, i) => i !== place))}>
        Unpin
      </button>
    </li>
  );
}
