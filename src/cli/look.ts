import { type Look, MOST_CHARACTERS, pixels, THEMES, tooLong } from '../results/look.ts';
import type { Flags } from './options.ts';

/** Flags go before what the file says. */
export function lookOf(flags: Flags): Look {
  const words = (name: 'title' | 'subtitle' | 'credit'): Look => {
    const found = flags.text(name);
    if (found !== undefined && found.length > MOST_CHARACTERS) flags.wrong(tooLong(name, found), name);
    return found === undefined ? {} : { [name]: found };
  };
  const size = flags.text('size');
  const wrong = size === undefined ? undefined : pixels(size);
  if (typeof wrong === 'string') flags.wrong(wrong, 'size');
  const theme = flags.oneOf('theme', THEMES) ?? (flags.flag('dark') ? 'dark' : undefined);
  const only = flags.text('only');
  return {
    ...words('title'),
    ...words('subtitle'),
    ...words('credit'),
    ...(size === undefined ? {} : { size }),
    ...(theme === undefined ? {} : { theme }),
    ...(only === undefined ? {} : { only }),
  };
}
