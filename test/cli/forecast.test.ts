import { describe, expect, it } from 'vitest';
import type { Io } from '../../src/cli/io.ts';
import { ProgressBar } from '../../src/cli/progress.ts';

const told = (quiet: boolean, tellsEarly: boolean, ...reports: Parameters<ProgressBar['update']>[0][]): string => {
  let said = '';
  const io = {
    errIsTerminal: false,
    columns: 80,
    err: (t: string) => {
      said += t;
    },
  } as unknown as Io;
  const bar = new ProgressBar(io, quiet, { tellsEarly });
  for (const report of reports) bar.update(report);
  bar.done();
  return said;
};
const played = (elapsedMs: number, doneTrials: number) => ({
  engine: 'auto' as const,
  doneCells: 0,
  totalCells: 1,
  elapsedMs,
  cell: { doneTrials, totalTrials: 20_000, elapsedMs },
});
const counted = { engine: 'auto' as const, doneCells: 0, totalCells: 1, elapsedMs: 800, states: 9_000 };

describe('what is said early of an engagement', () => {
  it('is how it is played and about how long, in one line without carriage returns', () => {
    expect(told(false, true, played(100, 200), played(1000, 2_000), played(1500, 3_000))).toBe(
      'Played 20,000 times: about 9 s to go.\n',
    );
  });

  it('allows for tables that fill, so that later plays take less than the first ones', () => {
    // 250 ms for four hundred, 350 for the next twelve hundred: as fast as the first ones, 12 s would be left.
    expect(told(false, true, played(200, 100), played(450, 500), played(800, 1_700))).toMatch(/about [23] s to go/);
  });

  it('is that states are counted, until a pace is known', () => {
    expect(told(false, true, counted, played(3000, 200), played(3900, 2_000))).toBe(
      'To be worked out exactly in some seconds, or played if the states are too many.\n' +
        'Played 20,000 times: about 9 s to go.\n',
    );
  });

  it('counts cells that are done', () => {
    expect(told(false, true, { engine: 'auto', doneCells: 2, totalCells: 40, elapsedMs: 10_000 })).toMatch(
      /^40 cells, each .*: about 4 min to go\.\n$/,
    );
  });

  it('is how much of exact work is left, once that is known', () => {
    const exactly = { ...counted, engine: 'exact' as const };
    expect(told(false, true, exactly, { ...exactly, elapsedMs: 6_000, share: 0.6 })).toBe(
      'To be worked out exactly; how long it takes shows soon.\nTo be worked out exactly: about 4 s to go.\n',
    );
  });

  it('is told again where one engagement leads to many', () => {
    const many = { ...counted, doneCells: 1, totalCells: 90, elapsedMs: 4_000 };
    expect(told(false, true, played(100, 200), played(1000, 2_000), many)).toMatch(
      /to go\.\n90 cells, .*6 min to go\.\n$/,
    );
  });

  it('goes by the pace of cells that are played side by side, once threads have started', () => {
    const many = (elapsedMs: number, doneCells: number) => ({
      ...played(elapsedMs, 4_000),
      doneCells,
      totalCells: 38,
      atOnce: 2,
    });
    expect(told(false, true, many(900, 0), many(9_000, 1), many(9_500, 2), many(11_500, 4))).toBe(
      '38 cells, each played 20,000 times; how long it takes shows soon.\n' +
        '38 cells, each played 20,000 times: about 34 s to go.\n',
    );
  });

  it('is told in days of a run that will not end soon', () => {
    const endless = (elapsedMs: number, doneTrials: number) => ({
      ...played(elapsedMs, doneTrials),
      cell: { doneTrials, totalTrials: 1e12, elapsedMs },
    });
    expect(told(false, true, endless(100, 1_000), endless(2_000, 100_000), endless(4_000, 300_000))).toMatch(
      /: about 116 days to go\.\n$/,
    );
  });

  it('is that best play is sought', () => {
    expect(told(false, true, { ...counted, seeksBest: true })).toMatch(/^Best play is worked out .*\n$/);
  });

  it('is nothing where it is nearly done, where it is to be quiet, and of a fight', () => {
    expect(told(false, true, played(100, 1_000), played(800, 10_000))).toBe('');
    expect(told(true, true, counted, played(100, 200), played(1000, 2_000))).toBe('');
    expect(told(false, false, counted, played(100, 200), played(1000, 2_000))).toBe('');
  });
});
