import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative } from 'node:path';
import { draw } from '../../reports/draw.ts';
import type { VegaLiteSpec } from '../../reports/frame.ts';
import { packageRoot } from '../../src/scenarios/files.ts';
import { grognard } from '../cli/harness.ts';
import { commandsInText, type Part, readPage } from './document.ts';

export interface Picture {
  /** From the page's own folder. */
  readonly shown: string;
  readonly png: Buffer;
  /** The Vega-Lite spec beside it, which does not hang on how a machine draws. */
  readonly spec: string;
}
export interface Played {
  /** The page with the outputs as they are now. */
  readonly text: string;
  readonly pictures: readonly Picture[];
}

/** Does what the page says in an empty folder, in order, and gives the page as it should read. */
export async function play(text: string): Promise<Played> {
  const home = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'grognard-docs-'));
  process.chdir(folder);
  try {
    importable(folder);
    return await playIn(folder, text);
  } finally {
    process.chdir(home);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Lets scripts of a page import the built package by its name. */
function importable(folder: string): void {
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(packageRoot(), join(folder, 'node_modules', 'grognard'), 'junction');
}

/** What a command printed, so that a page may look at one answer twice without working it out twice. */
type Said = Map<string, Awaited<ReturnType<typeof grognard>>>;

async function playIn(folder: string, text: string): Promise<Played> {
  const page = readPage(text);
  const pictures: Picture[] = [];
  const before: Said = new Map();
  const lines: string[] = [];
  let at = 0;
  for (const part of page.parts) {
    if (part.kind === 'picture') pictures.push(picture(folder, part), ...(await narrowed(folder, part)));
    if (part.kind === 'file') write(folder, part.name, page.lines.slice(part.from, part.to));
    if (part.kind !== 'console') continue;
    lines.push(...page.lines.slice(at, part.from));
    for (const { command, typed } of part.commands) {
      lines.push(...typed, ...(await output(command, folder, part.fails, before)));
    }
    at = part.to;
  }
  for (const command of commandsInText(text)) await output(command, folder, false, before);
  return { text: [...lines, ...page.lines.slice(at)].join('\n'), pictures };
}

function write(folder: string, name: string, lines: readonly string[]): void {
  if (existsSync(join(folder, name))) throw new Error(`The page writes ${name} twice.`);
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), `${lines.join('\n')}\n`);
}

function picture(folder: string, { made, shown }: Part & { kind: 'picture' }): Picture {
  const file = join(folder, made);
  return { shown, png: readFileSync(file), spec: readFileSync(file.replace(/\.png$/, '.vl.json'), 'utf8') };
}

/** What the report gives a phone, drawn as a file. */
async function narrowed(folder: string, { made, narrow }: Part & { kind: 'picture' }): Promise<Picture[]> {
  if (narrow === undefined) return [];
  const report = readFileSync(join(folder, dirname(made), 'report.html'), 'utf8');
  const [, text] = /<script type="application\/json" id="charts">(.*?)<\/script>/s.exec(report) ?? [];
  const { charts } = JSON.parse(text ?? '{}') as { charts: readonly { name: string; spec: VegaLiteSpec }[] };
  const chart = charts.find(({ name }) => name === basename(made, '.png'));
  if (!chart) throw new Error(`The report beside ${made} does not show it.`);
  const { files } = await draw('narrow', chart.spec, 'light');
  const content = (end: string) => files.find(({ name }) => name === `narrow.${end}`)!.content;
  return [{ shown: narrow, png: Buffer.from(content('png')), spec: String(content('vl.json')) }];
}

async function output(command: string, folder: string, fails: boolean, before: Said): Promise<string[]> {
  const { code, text } = await said(command, folder, before);
  if (fails !== (code !== 0)) throw new Error(`'${command}' ended with ${code}:\n${text}`);
  // A reader works in the clone, where the schemas are at hand.
  const plain = text.replaceAll(`${relative(folder, packageRoot()).replaceAll('\\', '/')}/`, './');
  const trimmed = plain.replace(/\n+$/, '');
  return trimmed === '' ? [] : trimmed.split('\n').map((l) => l.trimEnd());
}

/** `npx grognard …` and `npm start` run in this process, whatever follows a pipe in a shell; so does all else. */
async function said(command: string, folder: string, before: Said): Promise<{ code: number; text: string }> {
  const [own, pipe] = splitAtPipe(command);
  const words = shellWords(own);
  const args = ownArguments(words);
  if (!args) return shell(command, folder);
  const key = args.join(' ');
  // Whoever is asked a question presses Enter.
  const ran = before.get(key) ?? (await grognard(args, { columns: 80, canAsk: true, ask: async () => '' }));
  const { code, out, err } = ran;
  if (PURE.includes(args[0]) && !args.includes('--out')) before.set(key, ran);
  if (pipe === undefined) return { code, text: out + err };
  const filtered = shell(pipe, folder, out);
  return { code: code || filtered.code, text: filtered.text + err };
}

/** Commands that give the same as long as the files are the same; a page does not change a file that it has used. */
const PURE = ['run', 'compare', 'sweep', 'matrix', 'sensitivity', 'tune'];

/** What the program is given, or undefined if it is not the program that is called. */
function ownArguments(words: readonly string[]): readonly string[] | undefined {
  if (words[0] === 'npx' && words[1] === 'grognard') return words.slice(2);
  if (words[0] === 'grognard') return words.slice(1);
  if (words.join(' ') !== 'npm start') return undefined;
  const script = scriptNamed('start');
  const prefix = 'node dist/src/cli/main.js ';
  if (!script.startsWith(prefix)) throw new Error(`'npm start' runs '${script}', which is not the program.`);
  return shellWords(script.slice(prefix.length));
}

const scriptNamed = (name: string): string =>
  (JSON.parse(readFileSync(join(packageRoot(), 'package.json'), 'utf8')) as { scripts: Record<string, string> })
    .scripts[name];

function shell(command: string, cwd: string, input?: string): { code: number; text: string } {
  const ran = spawnSync('sh', ['-c', command], { cwd, encoding: 'utf8', ...(input === undefined ? {} : { input }) });
  return { code: ran.status ?? 1, text: ran.stdout + ran.stderr };
}

function splitAtPipe(command: string): [string, string | undefined] {
  const at = command.search(/ [|>] /);
  if (at < 0) return [command, undefined];
  const rest = command.slice(at + 1);
  return [command.slice(0, at), rest.startsWith('|') ? rest.slice(2) : `cat ${rest}`];
}

/** Words as a shell takes them, with single and double quotes. */
function shellWords(line: string): string[] {
  return [...line.matchAll(/(?:[^\s'"]+|'[^']*'|"[^"]*")+/g)].map((m) =>
    m[0].replace(/'([^']*)'|"([^"]*)"/g, (_, single, double) => single ?? double),
  );
}
