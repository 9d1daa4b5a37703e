import type { VegaLiteSpec } from './frame.ts';

/** Rows that are read out; the table beside the chart has the rest. */
const MOST_ROWS = 12;

/** What a picture tells somebody who cannot see it: the finding, the figures, and what qualifies them. */
export function altText(spec: VegaLiteSpec): string {
  const { columns, caption, summary } = spec.usermeta.grognard;
  const isLong = spec.data.values.length > MOST_ROWS;
  if (isLong && summary !== undefined) return [spec.description, `${few(summary).join('; ')}.`, ...caption].join(' ');
  const rows = spec.data.values.slice(0, MOST_ROWS).map((row) =>
    columns
      .map(({ field, title, said = lower(title) }) => ({ title: said, text: String(row[field] ?? '') }))
      .filter(({ text }) => text !== '')
      .map(({ title, text }, i) => (i === 0 || title === '' ? text : `${title} ${text}`))
      .join(', '),
  );
  const more = spec.data.values.length - rows.length;
  return [spec.description, `${rows.join('; ')}${more > 0 ? `; and ${more} more` : ''}.`, ...caption].join(' ');
}

/** The head of a column within a sentence: "share", "in words". */
const lower = (title: string): string => title.charAt(0).toLowerCase() + title.slice(1);

/** As many as anybody listens to, and how many more there are. */
const few = (items: readonly string[]): string[] =>
  items.length <= MOST_ROWS
    ? [...items]
    : [...items.slice(0, MOST_ROWS - 1), `and ${items.length - MOST_ROWS + 1} more`];
