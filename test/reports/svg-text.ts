import { textWidth } from '../../reports/text.ts';

export interface PlacedText {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where every text of a drawn chart stands, from the nested translations that vega writes. */
export function placedTexts(svg: string): PlacedText[] {
  const placed: PlacedText[] = [];
  const stack: { x: number; y: number }[] = [{ x: 0, y: 0 }];
  let open: { x: number; y: number; attributes: string } | undefined;
  for (const [, closing, tag, attributes, selfClosed, content] of svg.matchAll(/<(\/?)(\w+)([^>]*?)(\/?)>([^<]*)/g)) {
    const at = stack[stack.length - 1];
    if (closing === '/') {
      if (tag === 'g') stack.pop();
      if (tag === 'text') open = undefined;
      continue;
    }
    const shift = /transform="translate\(([-\d.e]+),([-\d.e]+)\)/.exec(attributes);
    const here = { x: at.x + Number(shift?.[1] ?? 0), y: at.y + Number(shift?.[2] ?? 0) };
    if (tag === 'g' && selfClosed === '') stack.push(here);
    if (tag === 'text') open = { ...here, attributes };
    if (tag === 'tspan' && open !== undefined) {
      const down = Number(/dy="([-\d.]+)"/.exec(attributes)?.[1] ?? 0);
      // The next line of a text that reads upwards stands right of the last.
      open = isTurned(open.attributes) ? { ...open, x: open.x + down } : { ...open, y: open.y + down };
    }
    // Figures of an axis that found no room are kept unseen.
    const unseen = / opacity="0"/.test(open?.attributes ?? '');
    if ((tag === 'text' || tag === 'tspan') && open !== undefined && !unseen && content.trim() !== '') {
      placed.push(place(unescaped(content), open));
    }
  }
  return placed;
}

const isTurned = (attributes: string): boolean => /rotate\(-?(270|90)\)/.test(attributes);

function place(text: string, at: { x: number; y: number; attributes: string }): PlacedText {
  const size = Number(/font-size="([\d.]+)px"/.exec(at.attributes)?.[1] ?? 11);
  const weight = /font-weight="600"/.test(at.attributes) ? 600 : 400;
  const width = textWidth(text, size, weight);
  const anchor = /text-anchor="(\w+)"/.exec(at.attributes)?.[1] ?? 'start';
  const left = anchor === 'end' ? at.x - width : anchor === 'middle' ? at.x - width / 2 : at.x;
  if (isTurned(at.attributes)) {
    // Turned to read upwards: the baseline runs from here up.
    return { text, left: at.x - 0.73 * size, right: at.x + 0.15 * size, top: at.y - width, bottom: at.y };
  }
  // Cap height above the baseline, descender below.
  return { text, left, right: left + width, top: at.y - 0.73 * size, bottom: at.y + 0.15 * size };
}

const unescaped = (text: string): string =>
  text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');

/** The smallest text of a picture shown so wide; not a number where a text does not say its size. */
export function smallestText(svg: string, shownPx: number): number {
  const width = Number(/viewBox="0 0 ([\d.]+)/.exec(svg)?.[1]);
  const sizes = [...svg.matchAll(/<text\b([^>]*)>/g)].map(([, attributes]) =>
    Number(/font-size="([\d.]+)px"/.exec(attributes)?.[1]),
  );
  return (Math.min(...sizes) * shownPx) / width;
}

export function overlaps(texts: readonly PlacedText[]): string[] {
  const found: string[] = [];
  texts.forEach((a, i) => {
    for (const b of texts.slice(i + 1)) {
      const apart = a.right <= b.left + 0.5 || b.right <= a.left + 0.5 || a.bottom <= b.top || b.bottom <= a.top;
      if (!apart) found.push(`"${a.text}" over "${b.text}"`);
    }
  });
  return found;
}
