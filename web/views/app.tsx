import { version } from 'virtual:catalogue';
import type { ComponentType } from 'preact';
import { Form } from '../form/form.tsx';
import { notice, pins, problems, view, watched, worth } from '../state/page.ts';
import { VIEWS, type View } from '../state/views.ts';
import { Answer } from './answer.tsx';
import { DropZone } from './drop-zone.tsx';
import { Glance } from './glance.tsx';
import { Header } from './header.tsx';
import { lazy } from './lazy.tsx';
import { PinButton } from './pin-button.tsx';

const SCREENS: Readonly<Record<View, ComponentType>> = {
  answer: Answer,
  compare: lazy(async () => (await import('./compare.tsx')).Compare),
  sweep: lazy(async () => (await import('./sweep.tsx')).Sweep),
  tactics: lazy(async () => (await import('./tactics.tsx')).Tactics),
  matters: lazy(async () => (await import('./matters.tsx')).Matters),
  luck: lazy(async () => (await import('./luck.tsx')).Luck),
  why: lazy(async () => (await import('./why.tsx')).Why),
  sheet: lazy(async () => (await import('./sheet.tsx')).Sheet),
};

/** The whole page: what is fought above, what was found and the form of the fight beside each other. */
export function App() {
  const Screen = SCREENS[view.value];
  return (
    <>
      <button type="button" class="skip" onClick={focusForm}>
        Skip to the form
      </button>
      <Header />
      {notice.value && (
        <div class="notice" role="alert">
          <p>{notice.value}</p>
          <button type="button" onClick={() => (notice.value = null)}>
            Understood
          </button>
        </div>
      )}
      <main>
        <div class="found">
          <Tabs />
          <div id="screen" class="screen" role="tabpanel" aria-labelledby={`tab-${view.value}`}>
            <Screen />
          </div>
        </div>
        <div class="fight" id="the-form" tabIndex={-1}>
          <div class="fight-head">
            <p class="worth-line">{worthLine()}</p>
            {view.value !== 'compare' && <PinButton />}
          </div>
          <Form />
          <DropZone />
        </div>
      </main>
      <Glance />
      <footer class="bottom">
        <p>
          Grognard {version}. Everything is worked out in your browser; nothing is sent anywhere. The address of this
          page holds the whole fight.
        </p>
      </footer>
    </>
  );
}

function focusForm(): void {
  document.getElementById('the-form')?.focus();
}

function worthLine(): string {
  const found = worth.value;
  if (problems.value.length > 0) return 'Mend what is marked, and the odds follow.';
  if (!found) return 'Change anything, and the odds follow. Looking at what every choice would do …';
  const what = `“${watched.value}”${found.isShare ? ', in percentage points' : ''}`;
  if (found.plays)
    return `Change anything, and the odds follow. Figures beside a choice estimate what it would do to ${what}, from ${found.plays} fights each with and without it; where you are comes first${found.done ? '.' : ' …'}`;
  return `Change anything, and the odds follow. Figures beside a choice say what it would do to ${what}${found.done ? '.' : ' …'}`;
}

function Tabs() {
  const at = VIEWS.findIndex(([id]) => id === view.value);
  const keys: Readonly<Record<string, number>> = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 };
  const move = (event: KeyboardEvent) => {
    const place = keys[event.key];
    if (place === undefined) return;
    event.preventDefault();
    const [next] = VIEWS[(place + VIEWS.length) % VIEWS.length];
    view.value = next;
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label="Views">
      {VIEWS.map(([id, label]) => (
        <button
          type="button"
          role="tab"
          key={id}
          id={`tab-${id}`}
          aria-selected={view.value === id}
          aria-controls="screen"
          tabIndex={view.value === id ? 0 : -1}
          onClick={() => (view.value = id)}
          onKeyDown={move}
        >
          {label}
          {id === 'compare' && pins.value.length > 0 && <span class="count">{pins.value.length}</span>}
        </button>
      ))}
    </div>
  );
}
