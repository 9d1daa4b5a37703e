import type { Results } from '../src/results/types.ts';
import { engineLine, noteLine, notes, rulebookLine } from './caption.ts';
import { headline } from './headline.ts';
import { fileLines, type Table } from './table.ts';
import { sections } from './tables.ts';
import { plain, shownText } from './text.ts';

export interface Picture {
  readonly file: string;
  readonly title: string;
}

/** Ready to paste into a blog: the finding, the pictures, the tables, the notes and the line that reproduces it. */
export function markdown(
  results: Results,
  pictures: readonly Picture[] = [],
  options: { readonly full?: boolean } = {},
): string {
  const parts = [
    `## ${escaped(headline(results))}`,
    paragraph(results.title),
    ...pictures.map((p) => `![${escaped(p.title)}](${p.file})`),
    ...sections(results, options).flatMap((s) => [
      ...(s.table === undefined ? [] : [table(s.table)]),
      ...(s.lines.length === 0 ? [] : [s.lines.map((line) => `- ${paragraph(line)}`).join('\n')]),
      ...(s.file === undefined ? [] : [fenced(fileLines(s.file), 'yaml')]),
    ]),
    `${escaped(rulebookLine(results))} ${escaped(engineLine(results))}`,
    notes(results)
      .map((note) => `> ${note.loud ? '**' : ''}${escaped(noteLine(note))}${note.loud ? '**' : ''}`)
      .join('\n>\n'),
    `Reproduce it:\n\n${fenced([plain(results.command)], 'sh')}`,
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function table(t: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [
    `**${escaped(t.title)}**\n`,
    line(t.columns.map((c) => escaped(c.title))),
    line(t.columns.map((c) => (c.align === 'right' ? '---:' : ':---'))),
    ...t.rows.map((row) => line(row.cells.map(escaped))),
  ].join('\n');
}

/** Names are text, never markup: whatever Markdown or HTML would read as a sign is escaped. */
function escaped(text: string): string {
  return shownText(text)
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/[\\`*_[\]|~#!]/g, (sign) => `\\${sign}`);
}

/** At the start of a line a dash or a number would make a list. */
function paragraph(text: string): string {
  return escaped(text)
    .replace(/^([-+=])/, '\\$1')
    .replace(/^(\d+)([.)])/, '$1\\$2');
}

/** A fence longer than any run of backticks inside. */
function fenced(lines: readonly string[], language: string): string {
  const longest = Math.max(0, ...[...lines.join('\n').matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(Math.max(3, longest + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}
