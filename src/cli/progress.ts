import { reachOf } from '../../reports/normal.ts';
import type { ExperimentProgress } from '../experiments/options.ts';
import { Forecast } from './forecast.ts';
import type { Io } from './io.ts';

const SHOW_AFTER_MS = 400;
const EVERY_MS = 100;
const WIDTH = 24;
/** Of a run for precision, which has more to say. */
const NARROW = 16;

/** A bar with rate and time left on standard error, on a terminal only; `done` wipes it. A forecast is told anywhere. */
export class ProgressBar {
  private readonly io: Io;
  private readonly quiet: boolean;
  private readonly forecast: Forecast | undefined;
  private lastMs = 0;
  private shown = false;
  constructor(io: Io, quiet: boolean, { tellsEarly = false }: { readonly tellsEarly?: boolean } = {}) {
    this.io = io;
    this.quiet = quiet || !io.errIsTerminal;
    // A line of the forecast takes the place of the bar, which is then drawn below it.
    const say = (line: string) => {
      this.done();
      io.err(line);
    };
    this.forecast = tellsEarly && !quiet ? new Forecast({ err: say }) : undefined;
  }

  readonly update = (p: ExperimentProgress): void => {
    this.forecast?.update(p);
    if (this.quiet || p.elapsedMs < SHOW_AFTER_MS || p.elapsedMs - this.lastMs < EVERY_MS) return;
    this.lastMs = p.elapsedMs;
    this.shown = true;
    this.io.err(`\r\u001b[2K${barText(p, this.io.columns)}`);
  };

  done(): void {
    if (this.shown) this.io.err('\r\u001b[2K');
    this.shown = false;
  }
}

/** "[██████······]  52%  cell 3 of 9  4 s left  12.4 million a second" */
export function barText(p: ExperimentProgress, columns: number): string {
  const within = p.cell ? shareOf(p.cell, p.precision, p.level) : (p.share ?? 0);
  const share = Math.min(1, (p.doneCells + within) / Math.max(1, p.totalCells));
  const bar = p.precision === undefined ? WIDTH : NARROW;
  const filled = Math.round(share * bar);
  // Of one encounter that is worked out whole nobody knows the share that is done.
  const counted = p.seeksBest ? 'states or plays so far' : 'states so far';
  if (p.states !== undefined && p.totalCells <= 1 && p.share === undefined)
    return fitted([`${amount(p.states)} ${counted}`], columns - 1);
  const parts = [`[${'█'.repeat(filled)}${'·'.repeat(bar - filled)}]`, `${Math.floor(share * 100)}%`.padStart(4)];
  if (p.totalCells > 1) parts.push(`cell ${Math.min(p.doneCells + 1, p.totalCells)} of ${p.totalCells}`);
  if (p.states !== undefined) parts.push(`${amount(p.states)} ${counted}`);
  if (p.cell && p.precision !== undefined && p.cell.doneTrials > 0) {
    parts.push(
      `${amount(p.cell.doneTrials)} trials`,
      `±${width(p.cell.doneTrials, p.level)}, asked ±${percent(p.precision)}`,
    );
  }
  if (share > 0.005) {
    const left = time((p.elapsedMs * (1 - share)) / share);
    parts.push(p.precision === undefined ? `${left} left` : `at most ${left} left`);
  }
  if (p.cell && p.cell.elapsedMs > 0 && p.cell.doneTrials > 0) {
    parts.push(`${amount((p.cell.doneTrials / p.cell.elapsedMs) * 1000)} a second`);
  }
  return fitted(parts, Math.max(20, columns - 1));
}

/** As many parts as the screen takes, the last dropped first. */
function fitted(parts: readonly string[], columns: number): string {
  let line = '';
  for (const part of parts) {
    const longer = line === '' ? part : `${line}  ${part}`;
    if (longer.length > columns) break;
    line = longer;
  }
  return line === '' ? parts[0].slice(0, columns) : line;
}

/**
 * How much of a cell is done. A run for precision rarely comes near the most trials that it may take: no share has a
 * wider interval than an even one, so it is done at the latest when that one is narrow enough. It looks each time the
 * trials have doubled.
 */
function shareOf(cell: NonNullable<ExperimentProgress['cell']>, precision?: number, level?: number): number {
  if (cell.totalTrials <= 0) return 0;
  const enough =
    precision === undefined ? cell.totalTrials : 2 ** Math.ceil(2 * Math.log2(reachOf(level) / (2 * precision)));
  return Math.min(1, cell.doneTrials / Math.min(cell.totalTrials, enough));
}

/** The widest that an interval can still be after this many trials, on either side. */
const width = (trials: number, level?: number): string => percent(reachOf(level) / (2 * Math.sqrt(trials)));
const percent = (share: number): string => `${Number((share * 100).toPrecision(2))}%`;

const amount = (n: number): string => {
  if (n >= 1e9) return `${(n / 1e9).toFixed(1)} billion`;
  if (n >= 1e6) return `${(n / 1e6).toFixed(n >= 1e8 ? 0 : 1)} million`;
  return n >= 1e3 ? `${Math.round(n / 1e3)} thousand` : `${Math.round(n)}`;
};

const time = (ms: number): string => {
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
  return `${Math.floor(seconds / 3600)} h ${Math.floor((seconds % 3600) / 60)} min`;
};
