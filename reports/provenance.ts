import type { ChartMeta } from './frame.ts';
import { textOf } from './png-text.ts';

/** What a picture says of itself, wherever it is copied to. */
export interface Provenance {
  readonly title: string;
  readonly command: string;
  readonly version: string;
  readonly seed: number;
  readonly rulebooks: readonly { readonly id: string; readonly hash: string }[];
}

/** The keyword of our text in a PNG, besides those that every viewer knows. */
const KEYWORD = 'grognard';

export function provenanceOf({ title, reproduce, version, seed, rulebooks }: ChartMeta): Provenance {
  return { title, command: reproduce, version, seed, rulebooks };
}

/** Entries for the text chunks of a PNG: title and software by their usual names, the rest as JSON. */
export function pngEntries(meta: ChartMeta): Record<string, string> {
  const facts = provenanceOf(meta);
  return {
    Title: facts.title,
    Software: `grognard ${facts.version}`,
    Description: facts.command,
    [KEYWORD]: JSON.stringify(facts),
  };
}

/** Reads them back from a PNG, an SVG or a Vega-Lite spec; null where there are none. */
export function readProvenance(bytes: Uint8Array): Provenance | null {
  const chunks = textOf(bytes);
  if (chunks !== null) return parsed(chunks[KEYWORD]);
  const text = new TextDecoder().decode(bytes);
  const inSvg = /<grognard xmlns="urn:grognard:chart">([^<]*)<\/grognard>/.exec(text)?.[1];
  if (inSvg !== undefined) return parsed(unescaped(inSvg));
  try {
    const meta = (JSON.parse(text) as { usermeta?: { grognard?: ChartMeta } }).usermeta?.grognard;
    return meta === undefined ? null : parsed(JSON.stringify(provenanceOf(meta)));
  } catch {
    return null;
  }
}

function parsed(json: string | undefined): Provenance | null {
  try {
    const found = JSON.parse(json ?? '') as Partial<Provenance>;
    const whole =
      typeof found.command === 'string' && typeof found.version === 'string' && Array.isArray(found.rulebooks);
    return whole ? (found as Provenance) : null;
  } catch {
    return null;
  }
}

const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
