import { InputError } from '../../rules/problem.ts';
import { type Override, resolveCell, type Sides } from '../../scenarios/prepare.ts';
import { type Suite, type SuiteGroup, type SuiteSituation, situationCount } from '../../scenarios/suite/suite.ts';
import { type Cell, onlyIfNothing, runCells, withBooksOf } from '../cells.ts';
import type { NamedOverrides } from '../compare.ts';
import { assertCells, type ExperimentOptions } from '../options.ts';

/** A situation that has been played under every rule that allows it. */
export interface Played {
  readonly group: SuiteGroup;
  readonly situation: SuiteSituation;
  readonly sides: Sides;
  /** By place of the rules; undefined where they do not allow the situation. */
  readonly cells: readonly (Cell | undefined)[];
}

interface SituationRequest {
  readonly situation: number;
  readonly rules: number;
  readonly overrides: readonly Override[];
  readonly labels: { readonly variant: string };
}

/**
 * Plays every situation under each of the rules (the first of them is what the others are set against), and hands them
 * to `take` one by one. Cells of one situation follow each other, so that no more than one situation is held at a time.
 * Gives back how many situations were played: fewer than there are when it was stopped.
 */
export async function playSuite(
  suite: Suite,
  rules: readonly NamedOverrides[],
  options: ExperimentOptions,
  take: (played: Played) => void,
): Promise<number> {
  const total = situationCount(suite) * rules.length;
  assertCells(total, options);
  const startMs = performance.now();
  let before = 0;
  let played = 0;
  for (const written of suite.groups) {
    if (options.signal?.aborted && played > 0) break;
    const group = { ...written, loaded: await withBooksOf(written.loaded, rules) };
    const requests = situationRequests(group, rules);
    const onProgress = options.onProgress && overall(options.onProgress, before, total, startMs);
    const done = await playGroup(
      group,
      requests,
      rules.length,
      { ...options, ...(onProgress ? { onProgress } : {}) },
      take,
    ).catch(onlyIfNothing({ length: played }));
    played += done ?? 0;
    before += group.situations.length * rules.length;
    if (done === null || done < group.situations.length) break;
  }
  return played;
}

/** Every cell of a group that its rules allow. */
function situationRequests({ loaded, situations }: SuiteGroup, rules: readonly NamedOverrides[]): SituationRequest[] {
  return situations.flatMap((s, situation) =>
    rules.flatMap((variant, place): SituationRequest[] => {
      const overrides = variant.overrides.length === 0 ? s.overrides : [...variant.overrides, ...s.overrides];
      try {
        resolveCell(loaded, overrides);
        return [{ situation, rules: place, overrides, labels: { variant: variant.name } }];
      } catch (e) {
        // Edits that are wrong are wrong everywhere: only what the sheet refuses of the situation is passed over.
        if (!(e instanceof InputError) || e.problems.some((p) => isOfRules(p.path))) throw e;
        return [];
      }
    }),
  );
}

const isOfRules = (path: readonly (string | number)[]): boolean =>
  /^(rules|rulings|variant|base|change|add|remove)\b/.test(String(path[0] ?? ''));

async function playGroup(
  group: SuiteGroup,
  requests: readonly SituationRequest[],
  width: number,
  options: ExperimentOptions,
  take: (played: Played) => void,
): Promise<number> {
  let cells: (Cell | undefined)[] = new Array(width).fill(undefined);
  let handed = 0;
  const close = (situation: number): void => {
    const names = cells.find((c) => c !== undefined)!.sides;
    take({ group, situation: group.situations[situation], sides: { ids: names, names }, cells });
    cells = new Array(width).fill(undefined);
    handed = situation + 1;
  };
  const done = await runCells(group.loaded, requests, { ...options, maxCells: Number.MAX_SAFE_INTEGER }, (cell, i) => {
    cells[requests[i].rules] = cell;
    if (requests[i + 1]?.situation !== requests[i].situation) close(requests[i].situation);
  });
  return done.length === requests.length ? group.situations.length : handed;
}

/** Groups count on from each other. */
const overall =
  (
    tell: NonNullable<ExperimentOptions['onProgress']>,
    before: number,
    total: number,
    startMs: number,
  ): NonNullable<ExperimentOptions['onProgress']> =>
  (p) =>
    tell({ ...p, doneCells: before + p.doneCells, totalCells: total, elapsedMs: performance.now() - startMs });
