import type { Progress } from '../engine/types.ts';
import type { LoadedScenario } from '../scenarios/prepare.ts';
import { breathe } from '../sim/giving-way.ts';
import { type ExperimentOptions, type ExperimentProgress, engineOptions } from './options.ts';

const BREATHE_EVERY_MS = 50;

/** Tells how far a list of cells has come, and lets the event loop breathe between exact cells. */
export class CellProgress {
  private readonly startMs = performance.now();
  private breathedMs = this.startMs;
  private cellMs = this.startMs;
  private doneTrials = 0;
  private done = 0;
  private readonly total: number;
  private readonly options: ExperimentOptions;
  private readonly always: Partial<ExperimentProgress>;

  constructor(
    total: number,
    loaded: LoadedScenario,
    options: ExperimentOptions,
    { seeksBest = false, atOnce = 1 }: { readonly seeksBest?: boolean; readonly atOnce?: number } = {},
  ) {
    this.total = total;
    this.options = options;
    const { engine, precision } = engineOptions(loaded, options);
    this.always = {
      engine,
      ...(precision === undefined ? {} : { precision }),
      ...(options.level === undefined ? {} : { level: options.level }),
      ...(seeksBest ? { seeksBest } : {}),
      ...(atOnce > 1 ? { atOnce } : {}),
    };
  }

  /** A run for precision comes in stages with clocks of their own: here one clock runs from the cell's first trial on. */
  within(cell: Progress): void {
    if (cell.doneTrials < this.doneTrials) this.cellMs = performance.now();
    this.doneTrials = cell.doneTrials;
    this.tell({ cell: { ...cell, elapsedMs: Math.max(cell.elapsedMs, performance.now() - this.cellMs) } });
  }

  /** States are being counted; how many there are may be known by now. */
  counting(states: number, share?: number): unknown {
    return this.tell({ states, ...(share === undefined ? {} : { share }) });
  }

  async cellDone(cells = 1): Promise<void> {
    this.done += cells;
    const nowMs = performance.now();
    this.cellMs = nowMs;
    this.doneTrials = 0;
    if (nowMs - this.breathedMs < BREATHE_EVERY_MS && this.done < this.total) return;
    this.breathedMs = nowMs;
    await this.tell();
    await breathe();
  }

  private tell(within: Pick<ExperimentProgress, 'cell' | 'states' | 'share'> = {}): unknown {
    return this.options.onProgress?.({
      ...this.always,
      doneCells: Math.min(this.done, this.total),
      totalCells: this.total,
      ...within,
      elapsedMs: performance.now() - this.startMs,
    });
  }
}
