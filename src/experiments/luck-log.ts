import { resultsFrame } from '../results/frame.ts';
import type { LoggedResult, LuckLog, PlayerLuck, Results } from '../results/types.ts';
import { InputError, type Problem } from '../rules/problem.ts';
import { combinations } from '../scenarios/axes.ts';
import { type LoadedScenario, type PreparedCell, prepareCell } from '../scenarios/prepare.ts';
import {
  midScore,
  orHigher,
  orLower,
  type Sighting,
  type Standing,
  type SumOfScores,
  standing,
  standingOfSum,
  sumOfScores,
} from '../stats/standing.ts';
import { type Cell, runCell } from './cells.ts';
import { degree, luck, ORDINARY, sightingOf, withImpossible } from './luck.ts';
import { assertObserved } from './observation.ts';
import { assertCells, type ExperimentOptions, engineOptions } from './options.ts';
import { CellProgress } from './progress.ts';
import { assertOneCell } from './run.ts';
import { oneIn, percent } from './words.ts';

/** A line of a log: what was fought, what came out, and whose the two sides were. */
export interface LogEntry {
  /** Lines of the same encounter share it: it is worked out once. */
  readonly loaded: LoadedScenario;
  readonly observed: string;
  readonly players?: readonly [string, string];
  readonly at?: Problem['at'];
}

/** The luckiest moments that are told. */
const MOMENTS = 3;

/**
 * How lucky was each player over all these results, given what was rolled for? Every result has a surprise: where it
 * stands among all that could have come up, from -1/2 to 1/2 and 0 on average whatever was rolled. The sum of a player's
 * surprises is set against its own exact distribution.
 */
export async function luckLog(
  entries: readonly LogEntry[],
  options: ExperimentOptions & { readonly title?: string } = {},
): Promise<Results> {
  if (entries.length === 0) throw new InputError([{ path: [], message: 'The log has no results.' }]);
  const encounters = [...new Set(entries.map((e) => e.loaded))];
  assertCells(encounters.length, options);
  const prepared = new Map(encounters.map((loaded) => [loaded, preparedFor(loaded, entries)]));
  const played = new Map<LoadedScenario, Cell>();
  for (const loaded of encounters) {
    if (options.signal?.aborted && played.size > 0) break;
    const progress = new CellProgress(1, loaded, options);
    played.set(
      loaded,
      await runCell(loaded, { overrides: first(loaded), labels: { encounter: loaded.title } }, options, progress),
    );
  }
  const done = entries.filter((e) => played.has(e.loaded));
  const log = judgedLog(done, prepared, played);
  const [loaded] = encounters;
  const { seed } = engineOptions(loaded, options);
  return {
    ...resultsFrame('luck', loaded, prepared.get(loaded)!, seed, options.command),
    ...(options.title === undefined ? {} : { title: options.title }),
    cells: [...played.values()].map((c) => c.result),
    log,
    ...(done.length < entries.length ? { partial: true } : {}),
  };
}

const first = (loaded: LoadedScenario) => combinations(loaded.vary)[0];

/** Says of every line at once what is wrong with it, before anything is played. */
function preparedFor(loaded: LoadedScenario, entries: readonly LogEntry[]): PreparedCell {
  const own = entries.filter((e) => e.loaded === loaded);
  const problems: Problem[] = [];
  const collect = (at: Problem['at'], step: () => void): void => {
    try {
      step();
    } catch (e) {
      if (!(e instanceof InputError)) throw e;
      problems.push(...e.problems.map((p) => ({ ...p, ...(at ? { at } : {}) })));
    }
  };
  collect(own[0].at, () => assertOneCell(loaded));
  if (problems.length > 0) throw new InputError(problems);
  const prepared = prepareCell(loaded, first(loaded));
  for (const { observed, at } of own)
    collect(at, () => assertObserved(observed, prepared.built.machine, prepared.sides));
  if (problems.length > 0) throw new InputError(problems);
  return prepared;
}

interface Judged {
  readonly result: LoggedResult;
  /** As the first player sees it, higher being better. */
  readonly sighting?: Sighting;
}

function judgedLog(
  entries: readonly LogEntry[],
  prepared: ReadonlyMap<LoadedScenario, PreparedCell>,
  played: ReadonlyMap<LoadedScenario, Cell>,
): LuckLog {
  const usual = usualPlayers(entries.map((e) => prepared.get(e.loaded)!.sides.names));
  const judged = entries.map((entry): Judged => {
    const { sides } = prepared.get(entry.loaded)!;
    const { tally } = played.get(entry.loaded)!.evaluation;
    const players = entry.players ?? usual;
    const sighting = sightingOf({ observed: entry.observed, tally, sides, side: 0 });
    return {
      result: {
        ...luck(entry.observed, tally, sides, 0),
        encounter: entry.loaded.title,
        ...(entry.at?.line === undefined ? {} : { line: entry.at.line }),
        players,
        ...favour(sighting, players),
      },
      ...(sighting ? { sighting } : {}),
    };
  });
  const names = [...new Set(judged.flatMap(({ result }) => result.players))];
  const players = names.map((name) => playerLuck(name, judged)).filter((p) => p !== undefined);
  const results = judged.map((j) => j.result);
  const moments = results
    .map((r, place) => ({ place, tail: r.tail }))
    .filter((m): m is { place: number; tail: number } => m.tail !== null)
    .sort((a, b) => a.tail - b.tail || a.place - b.place)
    .slice(0, MOMENTS)
    .map((m) => m.place);
  return { results, players, moments, text: logText(players, results) };
}

/** Without a word on who played whom, the sides of the encounters are the players. */
function usualPlayers(sides: readonly (readonly [string, string])[]): readonly [string, string] {
  const same = sides.every(([a, b]) => a === sides[0][0] && b === sides[0][1]);
  return same ? sides[0] : ['first side', 'second side'];
}

function favour(
  seen: Sighting | undefined,
  players: readonly [string, string],
): Pick<LoggedResult, 'favours' | 'tail' | 'surprise'> {
  if (!seen) return { favours: null, tail: null, surprise: null };
  const place = standing(seen.distribution, seen.observed);
  const forFirst = orHigher(place) <= orLower(place);
  return {
    favours: players[forFirst ? 0 : 1],
    tail: Math.min(orHigher(place), orLower(place)),
    surprise: midScore(place) - 0.5,
  };
}

/** The second side's view of a result. */
const mirrored = ({ distribution, observed }: Sighting): Sighting => ({
  distribution: distribution.map(({ value, weight }) => ({ value: -value, weight })).reverse(),
  observed: -observed,
});

function playerLuck(name: string, judged: readonly Judged[]): PlayerLuck | undefined {
  const sightings = judged.flatMap(({ result: { players }, sighting }) => {
    if (!sighting || !players.includes(name)) return [];
    return [players[0] === name ? sighting : mirrored(sighting)];
  });
  if (sightings.length === 0) return undefined;
  const sum = sumOfScores(sightings);
  const place = standingOfSum(sum);
  return {
    name,
    counted: sightings.length,
    sum: sum.observed / sum.steps - sightings.length / 2,
    asGood: orHigher(place),
    asBad: orLower(place),
    percentile: 100 * midScore(place),
    distribution: distributionOf(sum, sightings.length),
    text: playerText(name, sightings.length, place),
  };
}

const WIDTHS = [0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20];
const MOST_BARS = 60;
/** What is rarer than this at either end is left out of the picture; what came up never is. */
const UNSEEN = 1e-6;

/** The sum in steps that a chart can show. */
function distributionOf({ probabilities, steps, observed }: SumOfScores, n: number): PlayerLuck['distribution'] {
  const surprise = (k: number) => k / steps - n / 2;
  const seen = [...probabilities.keys()].filter((k) => probabilities[k] > UNSEEN || k === observed);
  const range = surprise(seen.at(-1)!) - surprise(seen[0]);
  const width = WIDTHS.find((w) => range / w <= MOST_BARS) ?? range / MOST_BARS;
  const bars = new Map<number, number>();
  for (const k of seen) {
    const bar = Math.round(surprise(k) / width);
    bars.set(bar, (bars.get(bar) ?? 0) + probabilities[k]);
  }
  const [low, high] = [Math.min(...bars.keys()), Math.max(...bars.keys())];
  // Steps that cannot come up have a place too, or the axis would jump.
  return Array.from({ length: high - low + 1 }, (_, i) => ({
    value: Number(((low + i) * width).toFixed(6)),
    p: bars.get(low + i) ?? 0,
  }));
}

function playerText(name: string, counted: number, place: Standing): string {
  const lucky = orHigher(place) <= orLower(place);
  const tail = Math.min(orHigher(place), orLower(place));
  const results = counted === 1 ? 'one result' : `${counted} results together`;
  return `${name}: ${degree(place, true)}; ${results} as ${lucky ? 'good or better' : 'bad or worse'} ${percent(tail)} of the time (${oneIn(tail)}).`;
}

function logText(players: readonly PlayerLuck[], results: readonly LoggedResult[]): string {
  const aside = results.filter((r) => r.surprise === null);
  const impossible = aside.filter((r) => r.possible === false);
  if (players.length === 0 && impossible.length > 0) return withImpossible(impossible, results.length, '');
  if (players.length === 0) return 'None of these results is good or bad luck for anybody by itself.';
  const [most] = [...players].sort((a, b) => b.percentile - a.percentile);
  const share = `as good or better ${percent(most.asGood)} of the time (${oneIn(most.asGood)})`;
  const word = most.text.slice(most.name.length + 2).split(';')[0];
  const found =
    word === ORDINARY
      ? `Nobody was unusually lucky: ${most.name} had the best of it, ${share}.`
      : `${most.name} had ${word}: ${most.counted} results together ${share}.`;
  const neutral = aside.length - impossible.length;
  const verdict = [
    found,
    ...(neutral > 0 ? [`${neutral} of ${results.length} could not be counted as good or bad.`] : []),
    ...(impossible.length > 0 ? linesText(impossible) : []),
  ].join(' ');
  return impossible.length === 0
    ? verdict
    : withImpossible(impossible, results.length, verdict.replace(/^Nobody/, 'nobody'));
}

/** Where in the log they are, to be looked at again. */
function linesText(impossible: readonly LoggedResult[]): string[] {
  const lines = impossible.flatMap((r) => r.line ?? []);
  if (lines.length < impossible.length) return [];
  const listed = `${lines.slice(0, 8).join(', ')}${lines.length > 8 ? ', …' : ''}`;
  return [`What cannot happen does not count (line ${listed}).`];
}
