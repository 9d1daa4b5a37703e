/**
 * A page of the documentation, read as what a reader does with it from top to bottom:
 *
 *   ```yaml title="my-fight.yaml"     a file to write
 *   ```console                        commands to type, each after `$ `, and what they print
 *   ```console fails                  commands that end with an error, shown on purpose
 *   <!-- from report/outcomes.png -->  the picture on the next line, <img … width="480">, is that file of a bundle;
 *                                      one of 640 stands in a <picture> with the narrow one that a phone is given
 */
export interface Page {
  readonly lines: readonly string[];
  readonly parts: readonly Part[];
}
export type Part = FilePart | ConsolePart | PicturePart;

/** Lines are counted from 0; `from` is the first line of the contents, `to` the one after the last. */
export interface FilePart {
  readonly kind: 'file';
  readonly name: string;
  readonly from: number;
  readonly to: number;
}
export interface ConsolePart {
  readonly kind: 'console';
  readonly fails: boolean;
  readonly from: number;
  readonly to: number;
  readonly commands: readonly Shown[];
}
export interface Shown {
  /** As typed, on one line. */
  readonly command: string;
  /** As written in the page, continuation lines and all. */
  readonly typed: readonly string[];
  readonly output: readonly string[];
}
export interface PicturePart {
  readonly kind: 'picture';
  /** The file of the bundle. */
  readonly made: string;
  /** Where the page shows it, from the page's own folder. */
  readonly shown: string;
  /** The same for a phone, where the picture is too broad for one. */
  readonly narrow?: string;
  readonly line: number;
}

const FENCE = /^```(\w*)\s*(.*)$/;
const PICTURE = /^<!-- from (\S+) -->$/;
const BROAD =
  /^<picture><source media="\(max-width: 700px\)" srcset="([^"]+)"><img src="([^"]+)" width="640" alt="[^"]+"><\/picture>$/;

export function readPage(text: string): Page {
  const lines = text.split('\n');
  const parts: Part[] = [];
  for (let i = 0; i < lines.length; i++) {
    const made = PICTURE.exec(lines[i])?.[1];
    if (made) parts.push(picture(made, lines, i));
    const fence = FENCE.exec(lines[i]);
    if (!fence) continue;
    const from = i + 1;
    const to = lines.indexOf('```', from);
    if (to < 0) throw new Error(`The block that opens on line ${i + 1} is never closed.`);
    const name = /title="([^"]+)"/.exec(fence[2])?.[1];
    if (name) parts.push({ kind: 'file', name, from, to });
    if (fence[1] === 'console') {
      parts.push({
        kind: 'console',
        fails: fence[2].trim() === 'fails',
        from,
        to,
        commands: commands(lines.slice(from, to), from),
      });
    }
    i = to;
  }
  return { lines, parts };
}

function picture(made: string, lines: readonly string[], line: number): PicturePart {
  const [, shown] = /^<img src="([^"]+)" width="480" alt="[^"]+">$/.exec(lines[line + 1] ?? '') ?? [];
  const [, narrow, broad] = BROAD.exec(lines[line + 1] ?? '') ?? [];
  if (broad) return { kind: 'picture', made, shown: broad, narrow, line };
  if (!shown) throw new Error(`Line ${line + 1} says where a picture comes from, but no picture follows.`);
  return { kind: 'picture', made, shown, line };
}

function commands(lines: readonly string[], from: number): Shown[] {
  const found: { typed: string[]; output: string[] }[] = [];
  for (const [i, line] of lines.entries()) {
    const last = found.at(-1);
    if (line.startsWith('$ ')) found.push({ typed: [line], output: [] });
    else if (!last) throw new Error(`Line ${from + i + 1}: a console block starts with '$ ' and a command.`);
    else if (last.output.length === 0 && last.typed.at(-1)!.endsWith('\\')) last.typed.push(line);
    else last.output.push(line);
  }
  return found.map((f) => ({ ...f, command: oneLine(f.typed) }));
}

const oneLine = (typed: readonly string[]): string =>
  typed
    .map((l, i) => (i === 0 ? l.slice(2) : l.trim()))
    .map((l) => l.replace(/\\$/, '').trimEnd())
    .join(' ');

/** Commands named in running text, `npx grognard run volley`: to be tried, without an output to compare. */
export function commandsInText(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, '');
  const found = [...prose.matchAll(/`((?:npx )?grognard [^`]+)`/g)].map((m) => m[1]);
  // Capitals stand for something of the reader's own.
  return [...new Set(found)].filter((c) => !/[A-Z]{3,}|…/.test(c));
}
