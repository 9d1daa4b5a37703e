/** Text set in columns of a fixed-width screen. */

const WIDE =
  /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe4f\uff00-\uff60\uffe0-\uffe6]|\ufe0f/u;
let segmenter: Intl.Segmenter | undefined;
/** Made when the first text needs it: making it takes longer than most tables. */
const graphemes = (text: string) => {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
};
/** Letters, figures and signs that take one column each, with the spaces and bars of our own tables. */
const NARROW = /^[\x20-\x7e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u202f\u2030-\u205e\u2190-\u2193\u2212]*$/;

/** How many columns of the screen a text takes: ideographs and emoji take two. */
export function columnsOf(text: string): number {
  // Nearly everything is plain, and finding graphemes is slow: a table of a thousand cells asks this often.
  if (NARROW.test(text)) return text.length;
  let columns = 0;
  for (const { segment } of graphemes(text)) {
    columns += /^[\p{Mark}\p{Cf}\p{Cc}]+$/u.test(segment) ? 0 : WIDE.test(segment) ? 2 : 1;
  }
  return columns;
}

/** Lines no longer than this; words that are longer alone are broken, paths such as attacker.formation at their joints. */
export function wrapColumns(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (columnsOf(longer) <= width) {
      line = longer;
      continue;
    }
    if (line !== '') lines.push(line);
    line = '';
    for (const part of word.split(/(?<=[._=/-])(?=[^._=/-])/)) {
      if (line !== '' && columnsOf(line + part) > width) {
        lines.push(line);
        line = '';
      }
      if (columnsOf(part) <= width) {
        line += part;
        continue;
      }
      for (const { segment } of graphemes(part)) {
        if (columnsOf(line + segment) > width) {
          lines.push(line);
          line = '';
        }
        line += segment;
      }
    }
  }
  return line !== '' || lines.length === 0 ? [...lines, line] : lines;
}

/** Lines broken between words only; a word that is longer alone stays whole. */
export function wrapWords(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = lines.length === 0 ? word : `${lines[lines.length - 1]} ${word}`;
    if (lines.length > 0 && columnsOf(longer) <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

export interface Aligned {
  readonly header: readonly string[];
  readonly body: readonly { readonly row: number; readonly lines: readonly string[] }[];
}

const GAP = 2;
const NARROWEST = 8;

/**
 * Cells padded to their columns and wrapped so that no line is longer than `width`. Too many columns for one screen are
 * set below each other in blocks that repeat the first.
 */
export function aligned(
  heads: readonly { readonly title: string; readonly align: 'left' | 'right' }[],
  rows: readonly (readonly string[])[],
  width: number,
): Aligned {
  const all = heads.map((_, i) => rows.map((r) => r[i]));
  const widths = roomForHeads(
    heads.map((head) => head.title),
    fit(
      heads.map((head, i) => natural(head.title, all[i])),
      heads.map((head, i) => narrowest(head.title, all[i], width)),
      width,
    ),
    width,
  );
  const total = widths.reduce((sum, w) => sum + w, GAP * (widths.length - 1));
  if (total > width && heads.length > 2) return blocks(heads, rows, width);
  const set = (cells: readonly string[]): string[] => {
    const wrapped = cells.map((cell, i) => wrapColumns(cell, widths[i]));
    const height = Math.max(...wrapped.map((w) => w.length));
    return Array.from({ length: height }, (_, line) =>
      wrapped.map((w, i) => pad(w[line] ?? '', widths[i], heads[i].align)).join(' '.repeat(GAP)),
    );
  };
  return { header: set(heads.map((h) => h.title)), body: rows.map((cells, row) => ({ row, lines: set(cells) })) };
}

function blocks(heads: Parameters<typeof aligned>[0], rows: Parameters<typeof aligned>[1], width: number): Aligned {
  const half = Math.ceil((heads.length - 1) / 2);
  const part = (from: number, to: number): Aligned =>
    aligned(
      [heads[0], ...heads.slice(from, to)],
      rows.map((r) => [r[0], ...r.slice(from, to)]),
      width,
    );
  const [first, second] = [part(1, 1 + half), part(1 + half, heads.length)];
  const last = first.body.length - 1;
  // The second block follows the last row of the first, so that its heads stand between.
  const body = first.body.map(({ row, lines }) => ({
    row,
    lines: row === last ? [...lines, '', ...second.header, ...second.body.flatMap((b) => b.lines)] : lines,
  }));
  return { header: first.header, body };
}

const natural = (title: string, cells: readonly string[]): number =>
  // Heads may wrap at their words; figures may not.
  Math.max(...title.split(' ').map(columnsOf), ...cells.map(columnsOf), 1);

/** As wide as the longest word: none is torn that is shorter than a third of the screen. */
const narrowest = (title: string, cells: readonly string[], width: number): number => {
  const longest = Math.max(...[title, ...cells].flatMap((text) => text.split(SEAM).map(columnsOf)));
  return Math.max(NARROWEST, Math.min(longest, Math.floor(width / 3)));
};
/** Words come apart at hyphens and at the joints of a path. */
const SEAM = / |(?<=[._=/-])(?=[^._=/-])/;

/** Takes from the widest column first until all fit or none is wider than it must be. */
function fit(widths: readonly number[], least: readonly number[], width: number): number[] {
  const fitted = [...widths];
  const over = (): number => fitted.reduce((sum, w) => sum + w, GAP * (fitted.length - 1)) - width;
  while (over() > 0) {
    const spare = fitted.map((w, i) => (w > least[i] ? w : 0));
    const widest = spare.indexOf(Math.max(...spare));
    if (spare[widest] === 0) break;
    fitted[widest] -= 1;
  }
  return fitted;
}

const MOST_HEAD_LINES = 2;

/** Room that is left goes to heads that would stand in many short lines. */
function roomForHeads(titles: readonly string[], widths: readonly number[], width: number): number[] {
  const roomy = [...widths];
  let spare = width - roomy.reduce((sum, w) => sum + w, GAP * (roomy.length - 1));
  while (spare > 0) {
    const heights = titles.map((title, i) => wrapColumns(title, roomy[i]).length);
    const tallest = Math.max(...heights);
    if (tallest <= MOST_HEAD_LINES) break;
    roomy[heights.indexOf(tallest)] += 1;
    spare -= 1;
  }
  return roomy;
}

function pad(text: string, width: number, align: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - columnsOf(text)));
  return align === 'right' ? space + text : text + space;
}
