import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { barText, ProgressBar } from '../../src/cli/progress.ts';

const io = (errIsTerminal: boolean) => {
  const said: string[] = [];
  return { said, io: { errIsTerminal, columns: 80, err: (t: string) => said.push(t) } as unknown as Io };
};
const at = (elapsedMs: number) => ({
  doneCells: 1,
  totalCells: 4,
  elapsedMs,
  cell: { doneTrials: 5e6, totalTrials: 1e7, elapsedMs: 500 },
});

describe('the progress bar', () => {
  it('shows share, cell, time left and rate', () => {
    expect(barText(at(3000), 200)).toBe(
      '[█████████···············]   37%  cell 2 of 4  5 s left  10.0 million a second',
    );
  });

  it('fits the screen, and keeps or drops each of its parts whole', () => {
    expect(barText(at(3000), 40)).toBe('[█████████···············]   37%');
    expect(barText(at(3000), 22)).toBe('[█████████···········');
  });

  it('tells states while an encounter is worked out, with no share where nobody knows it', () => {
    const counted = { doneCells: 0, totalCells: 1, elapsedMs: 1000, states: 1_234_567 };
    expect(barText(counted, 200)).toBe('1.2 million states so far');
    expect(barText({ ...counted, doneCells: 2, totalCells: 4 }, 200)).toBe(
      '[████████████············]   50%  cell 3 of 4  1.2 million states so far  1 s left',
    );
  });

  it('of a run for precision counts towards what is enough, not towards the most that may be played', () => {
    const cell = { doneTrials: 2_401_000, totalTrials: 1e10, elapsedMs: 1000 };
    expect(barText({ doneCells: 0, totalCells: 1, elapsedMs: 1000, cell, precision: 0.0005 }, 200)).toBe(
      '[█████████·······]   57%  2.4 million trials  ±0.063%, asked ±0.05%  at most 1 s left  2.4 million a second',
    );
    const capped = { ...cell, totalTrials: 4_802_000 };
    expect(barText({ doneCells: 0, totalCells: 1, elapsedMs: 1000, cell: capped, precision: 1e-5 }, 200)).toMatch(
      / 50%/,
    );
  });

  it('waits for long work, draws on a terminal, and wipes itself', () => {
    const { said, io: terminal } = io(true);
    const bar = new ProgressBar(terminal, false);
    bar.update(at(100));
    expect(said).toEqual([]);
    bar.update(at(600));
    bar.update(at(620));
    expect(said).toHaveLength(1);
    bar.done();
    expect(said.at(-1)).toBe('\r\u001b[2K');
  });

  it('is silent in a pipe and when asked to be', () => {
    for (const [terminal, quiet] of [
      [false, false],
      [true, true],
    ]) {
      const { said, io: stream } = io(terminal);
      const bar = new ProgressBar(stream, quiet);
      bar.update(at(5000));
      bar.done();
      expect(said).toEqual([]);
    }
  });
});
