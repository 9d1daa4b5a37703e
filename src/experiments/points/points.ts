import { resultsFrame } from '../../results/frame.ts';
import type { Points, Results, TroopPair, TroopPoints } from '../../results/types.ts';
import { didYouMean } from '../../rules/nearest.ts';
import { InputError } from '../../rules/problem.ts';
import { plainName, type Troop } from '../../rules/troop.ts';
import { prepareCell } from '../../scenarios/prepare.ts';
import type { Duels } from '../../scenarios/suite/duels.ts';
import { SimError } from '../../sim/error.ts';
import type { Tally } from '../../sim/tally.ts';
import { bradleyTerry } from '../../stats/bradley-terry.ts';
import { type Played, playSuite } from '../impact/play.ts';
import { DEFAULT_SEED, type ExperimentOptions } from '../options.ts';
import { pointsText } from './words.ts';

export interface PointsOptions extends ExperimentOptions {
  /** A troop whose points are fixed: the others are measured by it. */
  readonly reference?: { readonly name: string; readonly points: number };
}

/** Points of the troop in the middle, where nothing else says what a point is. */
const USUAL_POINTS = 10;

/**
 * What every troop is worth in even fights: each meets every other, once as the first and once as the second side, in
 * all situations of the suite that the rules allow, exactly; strengths are fitted to the scores.
 */
export async function points(duels: Duels, options: PointsOptions = {}): Promise<Results> {
  const { troops } = duels;
  if (troops.length < 2) {
    const message = `Points need at least two troops; there ${troops.length === 0 ? 'is none' : 'is one'}.`;
    throw new InputError([{ path: ['troops'], message }]);
  }
  const reference = options.reference && referenceAmong(troops, options.reference);
  const table = new Scores(troops);
  let example: Played | undefined;
  let encounters = 0;
  const own = { name: duels.rules, overrides: [] };
  const played = await playSuite(duels, [own], { ...options, engine: 'exact' }, (one) => {
    example ??= one;
    encounters++;
    table.take(one);
  });
  const total = duels.groups.reduce((n, g) => n + g.situations.length, 0);
  const partial = played < total;
  const { met, unmet } = table.meetings();
  if (unmet.length > 0 || example === undefined) {
    if (partial) throw new SimError('The work was stopped before every troop had met another.');
    const message = `The rules never let '${unmet[0].name}' meet another of these troops, so it has no price.`;
    throw new InputError([{ path: ['troops'], message }]);
  }
  const { group, situation, cells } = example;
  const prepared = prepareCell(group.loaded, situation.overrides);
  return {
    ...resultsFrame('points', group.loaded, prepared, options.seed ?? DEFAULT_SEED, options.command),
    title: duels.title,
    cells: cells.flatMap((c) => (c ? [{ ...c.result, notes: ofAll(c.result.notes) }] : [])),
    points: fittedPoints(troops, met, { suite: duels.source, encounters, ...(reference ? { reference } : {}) }),
    ...(partial ? { partial: true } : {}),
  };
}

/** What holds of every pair: the remark on one fight ("none of them has the range") would be read as one on all. */
const ofAll = (notes: Results['cells'][number]['notes']) => notes.filter(({ kind }) => kind !== 'info');

function referenceAmong(troops: readonly Troop[], { name, points: worth }: NonNullable<PointsOptions['reference']>) {
  const found = troops.find((t) => plainName(t.name) === plainName(name));
  if (found) return { name: found.name, points: worth };
  const names = troops.map((t) => t.name);
  const message = `There is no troop '${name}' among those that are priced.${didYouMean(name, names)}`;
  throw new InputError([{ path: [], message, found: name }]);
}

interface Met {
  readonly first: number;
  readonly second: number;
  readonly score: number;
}

/** The scores of every pair as they come: a mean over the situations that the rules allow, by weight. */
class Scores {
  private readonly place: ReadonlyMap<string, number>;
  private readonly troops: readonly Troop[];
  private readonly sums: Float64Array;
  private readonly weights: Float64Array;

  constructor(troops: readonly Troop[]) {
    this.troops = troops;
    this.place = new Map(troops.map((t, i) => [t.name, i]));
    this.sums = new Float64Array(troops.length ** 2);
    this.weights = new Float64Array(troops.length ** 2);
  }

  take({ situation: { tags, weight }, cells }: Played): void {
    const score = scoreOf(cells[0]!.evaluation.tally);
    const [i, j] = [this.place.get(tags['first'])!, this.place.get(tags['second'])!];
    this.add(i, j, score, weight);
    this.add(j, i, 1 - score, weight);
  }

  private add(i: number, j: number, score: number, weight: number): void {
    this.sums[i * this.troops.length + j] += score * weight;
    this.weights[i * this.troops.length + j] += weight;
  }

  meetings(): { met: Met[]; unmet: Troop[] } {
    const { troops, sums, weights } = this;
    const met = troops.flatMap((_, first) =>
      troops.flatMap((_, second): Met[] => {
        const at = first * troops.length + second;
        return second > first && weights[at] > 0 ? [{ first, second, score: sums[at] / weights[at] }] : [];
      }),
    );
    return { met, unmet: troops.filter((_, i) => !met.some((m) => m.first === i || m.second === i)) };
  }
}

/** The worst that can befall a side is 5, and so is the best. */
const WORST = 5;

/** The first side's score: 0 its disaster, 1/2 nothing decided, 1 the other's disaster, and steps in between. */
export function scoreOf({ ends, outcomes, trials }: Tally): number {
  const mean = ends.reduce((sum, e) => sum + e.weight * outcomes[e.outcome].severity, 0) / (trials ?? 1);
  return 0.5 + mean / (2 * WORST);
}

interface About {
  readonly suite: string;
  readonly encounters: number;
  readonly reference?: { readonly name: string; readonly points: number };
}

function fittedPoints(troops: readonly Troop[], met: readonly Met[], { suite, encounters, reference }: About): Points {
  const strengths = bradleyTerry(troops.length, met);
  const { perStrength, scale } = scaleOf(troops, strengths, reference);
  const pairs = met.map(({ first, second, score }): TroopPair => {
    const expected = strengths[first] / (strengths[first] + strengths[second]);
    return { first: troops[first].name, second: troops[second].name, score, expected, residual: score - expected };
  });
  const all = troops.map(({ name, points: paid }, i): TroopPoints => {
    const own = met.flatMap((m) => (m.first === i ? [m.score] : m.second === i ? [1 - m.score] : []));
    const worth = strengths[i] * perStrength;
    return {
      name,
      strength: strengths[i],
      points: worth,
      score: own.reduce((sum, s) => sum + s, 0) / own.length,
      ...(paid === undefined ? {} : { given: paid, overpriced: paid / worth - 1 }),
    };
  });
  const sorted = all.sort((a, b) => b.points - a.points);
  const worst = [...pairs].sort((a, b) => Math.abs(b.residual) - Math.abs(a.residual));
  const fit = fitOf(pairs, encounters);
  return {
    model: 'Bradley-Terry',
    suite,
    troops: sorted,
    pairs: worst,
    fit,
    scale,
    text: pointsText(sorted, worst),
  };
}

/** Points are in proportion to strength; what is given says how many there are to a strength. */
function scaleOf(
  troops: readonly Troop[],
  strengths: readonly number[],
  reference: About['reference'],
): { perStrength: number; scale: string } {
  if (reference) {
    const at = troops.findIndex((t) => t.name === reference.name);
    return { perStrength: reference.points / strengths[at], scale: `${reference.name} is ${reference.points} points` };
  }
  const priced = troops.flatMap((t, i) =>
    t.points === undefined ? [] : [{ given: t.points, strength: strengths[i] }],
  );
  const paid = priced.reduce((sum, p) => sum + p.given, 0);
  if (paid > 0) {
    const worth = priced.reduce((sum, p) => sum + p.strength, 0);
    return { perStrength: paid / worth, scale: 'the given points add up to the same' };
  }
  const middle = [...strengths.keys()].sort((a, b) => strengths[a] - strengths[b])[Math.floor((troops.length - 1) / 2)];
  return {
    perStrength: USUAL_POINTS / strengths[middle],
    scale: `${troops[middle].name}, in the middle, is ${USUAL_POINTS} points`,
  };
}

function fitOf(pairs: readonly TroopPair[], encounters: number): Points['fit'] {
  const squares = (of: (p: TroopPair) => number) => pairs.reduce((sum, p) => sum + of(p) ** 2, 0);
  const uneven = squares((p) => p.score - 0.5);
  return {
    pairs: pairs.length,
    encounters,
    explained: uneven === 0 ? 1 : Math.max(0, 1 - squares((p) => p.residual) / uneven),
    residual: Math.sqrt(squares((p) => p.residual) / pairs.length),
  };
}
