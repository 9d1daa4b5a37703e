import { styleText } from 'node:util';
import type { ExplainedRoll } from '../explain/rolls.ts';
import type { ToldReasons } from '../sim/machine.ts';
import type { Story } from '../sim/trace.ts';
import { factName, factWords } from '../words/facts.ts';
import { percent } from '../words/figures.ts';
import { labelOf } from '../words/labels.ts';
import { agree, capital } from '../words/names.ts';
import { conditionInWords } from '../words/settings.ts';
import { afterTitle } from '../words/titles.ts';

export interface TextOptions {
  readonly colour: boolean;
  /** Also the rows that a single fact kept out. */
  readonly near?: boolean;
  /** What the sheets are called, by their short names. */
  readonly sheets?: Readonly<Record<string, string>>;
}
type Style = Parameters<typeof styleText>[0];
type Paint = (style: Style, text: string) => string;

const painter =
  (colour: boolean): Paint =>
  (style, text) =>
    colour ? styleText(style, text, { validateStream: false }) : text;

export const signed = (n: number): string => (n > 0 ? `+${n}` : n < 0 ? `−${Math.abs(n)}` : '0');

/** A figure without a plus before it. */
const minus = (n: number): string => (n < 0 ? signed(n) : String(n));

/** The rolls of an encounter, one paragraph each. */
export function rollsText(rolls: readonly ExplainedRoll[], options: TextOptions): string {
  const paint = painter(options.colour);
  const sheets = (source: string): string => source.replace(/^[^,]+/, (id) => options.sheets?.[id] ?? id);
  return rolls
    .map((roll, i) => {
      const often = howOften(roll);
      const head = `${paint('bold', `${i + 1}. ${capital(roll.title)}`)}  ${paint('dim', `${dieText(roll.die)}, ${often}`)}`;
      const reasons = roll.reasons && (options.near === true ? roll.reasons : { ...roll.reasons, near: [] });
      const lines = [...(reasons ? reasonsText(reasons, '   ', paint, sheets) : []), ...chances(roll)];
      if (roll.situations > 1) lines.push(paint('dim', `   ${situationText(roll)}`));
      return [head, ...lines].join('\n');
    })
    .join('\n\n');
}

function howOften({ chance, plays }: ExplainedRoll): string {
  const every = chance > 1 - 1e-9;
  if (plays === undefined) return every ? 'in every encounter' : `in ${percent(chance)} of encounters`;
  const played = `${plays.toLocaleString('en')} played`;
  return every ? `in all of ${played}` : `in ${percent(chance)} of ${played}`;
}

function situationText({ situations, share, totals, plays }: ExplainedRoll): string {
  const seen = plays === undefined ? '' : ' seen';
  const range = totals ? `; over all of them the total runs from ${minus(totals.low)} to ${minus(totals.high)}` : '';
  return `shown for the likeliest of ${situations.toLocaleString('en')} situations${seen} (${percent(share)} of the cases)${range}`;
}

function chances(roll: ExplainedRoll): string[] {
  const width = Math.max(...roll.results.map((r) => r.text.length));
  return roll.results.map((r) => {
    // "0 successes on 0" would say it twice.
    const isPlain = isMix(roll.die) || (r.faces.length === 1 && isCount(roll.die, r.faces[0], r.text));
    const on = isPlain ? '' : `  on ${facesText(r.faces)}`;
    return `   ${percent(r.chance).padStart(9)}  ${r.text.padEnd(width)}${on}`.trimEnd();
  });
}

/** A mix has no die that a player throws: its shares stand beside what they give. */
const isMix = (die: string): boolean => die.startsWith('mix ');
const dieText = (die: string): string => (isMix(die) ? 'a stated mix' : die);

function facesText(faces: readonly number[]): string {
  const sorted = [...faces].sort((a, b) => a - b);
  const runs: string[] = [];
  for (let i = 0; i < sorted.length; i++) {
    const from = sorted[i];
    while (sorted[i + 1] === sorted[i] + 1) i++;
    runs.push(from === sorted[i] ? `${from}` : `${from}–${sorted[i]}`);
  }
  return runs.join(', ');
}

/** Nothing to start from, no row and nothing added: no sum to show. */
const isWorthTelling = ({ base, rows, total }: ToldReasons): boolean =>
  base !== undefined || rows.length > 0 || total?.value !== 0;

/** Base, rows, total, and the rows that one fact kept out. */
function reasonsText(reasons: ToldReasons, indent: string, paint: Paint, sheets: (source: string) => string): string[] {
  const line = (value: string, text: string, aside = '') =>
    `${indent}${value.padStart(9)}  ${text}${aside === '' ? '' : paint('dim', `  (${aside})`)}`;
  const lines: string[] = [];
  if (reasons.base) lines.push(line(minus(reasons.base.value), reasons.base.label));
  for (const row of reasons.rows) {
    lines.push(line(signed(row.value), row.label, [...row.because.map(factWords), sheets(row.source)].join('; ')));
  }
  if (reasons.total && isWorthTelling(reasons)) {
    const reading = reasons.reading ? `: ${reasons.reading}` : '';
    lines.push(line(`= ${minus(reasons.total.value)}`, `${reasons.total.label}${reading}`));
  } else if (reasons.reading) lines.push(line('', reasons.reading));
  for (const note of reasons.notes ?? []) lines.push(line('', note));
  const near = reasons.near ?? [];
  if (near.length > 0) {
    lines.push(`${indent}${paint('dim', 'kept out by a single fact:')}`);
    for (const row of near) {
      lines.push(paint('dim', line(signed(row.value), `${row.label}: ${lackWords(row)}`)));
    }
  }
  return lines;
}

interface Thrown {
  readonly die: string;
  readonly face: number;
  readonly result: string;
}
/** What came up, unless the result is that very number: "6 successes". */
const thrownText = ({ die, face, result }: Thrown, paint: Paint): string =>
  isCount(die, face, result) ? '' : ` ${paint('bold', String(face))}`;
/** Of dice thrown together ("5 × D6 4+") successes come up; a 2 on a D10 that makes 2 hits is a 2 all the same. */
const isCount = (die: string, face: number, result: string): boolean =>
  die.includes(' × ') && result.startsWith(`${face} `);

/** One encounter as a battle report. */
export function storyText(story: Story & { readonly trials: number }, options: TextOptions): string {
  const paint = painter(options.colour);
  const head = `Encounter ${story.encounter.toLocaleString('en')} of ${story.trials.toLocaleString('en')}, seed ${story.seed}`;
  const lines = story.entries.flatMap((entry): string[] => {
    switch (entry.kind) {
      case 'note':
        return [`  ${entry.text}`];
      case 'choice':
        return [
          // The title says whose choice it is.
          `  ${afterTitle(entry.title)} ${paint('bold', entry.option)}.`,
        ];
      default:
        return [
          `  ${entry.title}: ${entry.die}${thrownText(entry, paint)} → ${paint('bold', entry.result)}`,
          ...(entry.reasons && isWorthTelling(entry.reasons) ? [paint('dim', `      ${sumText(entry.reasons)}`)] : []),
        ];
    }
  });
  const measures = story.measures.map((m) => `${m.label} ${m.value}`).join(', ');
  return [paint('bold', head), '', ...lines, '', `${paint('bold', story.outcomeLabel)}. ${capital(measures)}.`].join(
    '\n',
  );
}

/** "8 (fatigue score) +2 first volley −1 obscured = 9: row 9 of the hit table" */
function sumText(reasons: ToldReasons): string {
  const parts: string[] = [];
  if (reasons.base) parts.push(`${minus(reasons.base.value)} (${reasons.base.label})`);
  for (const row of reasons.rows) parts.push(`${signed(row.value)} ${row.label}`);
  const total = reasons.total ? ` = ${minus(reasons.total.value)}` : '';
  return `${parts.join(', ')}${total}${reasons.reading ? `: ${reasons.reading}` : ''}`;
}

/** "counts only when won last", "counts only with lance", "aspect is front, would have to be rear". */
function lackWords({ fact, found, wanted }: NonNullable<ToldReasons['near']>[number]): string {
  const name = factName(fact);
  if (wanted === 'true' || wanted === 'false') return `counts only ${conditionInWords(name, wanted === 'true')}`;
  if (/^has /.test(wanted)) return `counts only with ${labelOf(wanted.slice('has '.length))}`;
  return `${name} ${agree(name, 'is')} ${labelOf(found)}, would have to be ${eachInWords(wanted)}`;
}

/** "one of line, attack column": every word of a list by its label. */
const eachInWords = (wanted: string): string =>
  wanted
    .split(/(, |\bone of |\bnot )/)
    .map((part) => labelOf(part))
    .join('');
