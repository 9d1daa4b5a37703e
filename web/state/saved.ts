import { effect, type Signal } from '@preact/signals';
import { isNarrow, systemDark, theme } from './page.ts';

/** Kept in this browser only: how the page looks. What it shows is in the address. */
const KEY = 'grognard.theme';

export function keepTheme(): void {
  follow('(prefers-color-scheme: dark)', systemDark);
  follow('(max-width: 30rem)', isNarrow);
  const kept = storage()?.getItem(KEY);
  if (kept === 'light' || kept === 'dark') theme.value = kept;
  effect(() => {
    if (theme.value === 'system') {
      delete document.documentElement.dataset['theme'];
      storage()?.removeItem(KEY);
    } else {
      document.documentElement.dataset['theme'] = theme.value;
      storage()?.setItem(KEY, theme.value);
    }
  });
}

/** Keeps to what the screen says of itself. */
function follow(query: string, state: Signal<boolean>): void {
  const media = matchMedia(query);
  state.value = media.matches;
  media.addEventListener('change', () => {
    state.value = media.matches;
  });
}

/** Some browsers refuse storage altogether, in frames for one. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
