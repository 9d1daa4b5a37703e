import { effect } from '@preact/signals';
import { systemDark, theme } from './page.ts';

/** Kept in this browser only: how the page looks. What it shows is in the address. */
const KEY = 'grognard.theme';

export function keepTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  systemDark.value = dark.matches;
  dark.addEventListener('change', () => {
    systemDark.value = dark.matches;
  });
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

/** Some browsers refuse storage altogether, in frames for one. */
function storage(): Storage | undefined {
  try {
    return localStorage;
  } catch {
    return undefined;
  }
}
