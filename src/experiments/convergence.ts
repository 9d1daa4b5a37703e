import { evaluate } from '../engine/evaluate.ts';
import type { Convergence } from '../results/types.ts';
import type { Note } from '../rules/encounter.ts';
import { didYouMean } from '../rules/nearest.ts';
import { InputError } from '../rules/problem.ts';
import type { PreparedCell } from '../scenarios/prepare.ts';
import type { Tally } from '../sim/tally.ts';
import { wilson } from '../stats/wilson.ts';
import { objective } from './objective.ts';
import { objectiveValue } from './objective-value.ts';

/** How a sampled cell's estimate closed in on the exact value, block by block. */
export async function convergence(prepared: PreparedCell, tally: Tally, asked: boolean | string): Promise<Convergence> {
  if (tally.kind === 'exact') {
    throw new InputError([
      {
        path: [],
        message: 'Convergence shows how a sample closes in; this is worked out exactly, so ask for --engine sample.',
      },
    ]);
  }
  const outcome = typeof asked === 'string' ? asked : commonest(tally);
  const { sides } = prepared;
  const { machine } = prepared.built;
  assertOutcome(outcome, tally);
  const exact = await evaluate({ machine }, { engine: 'exact', seed: 0 });
  const wanted = objective(outcome, exact.tally, sides);
  return { outcome: wanted.id, exact: objectiveValue(wanted, exact.tally).value, points: prefixes(tally, outcome) };
}

/** Refuses what is no outcome; asked before anything is run, too. */
export function assertOutcome(outcome: string, { outcomes }: Pick<Tally, 'outcomes'>): void {
  const ids = outcomes.map((o) => o.id);
  if (ids.includes(outcome)) return;
  const message = `There is no outcome '${outcome}'; there are ${ids.join(', ')}.${didYouMean(outcome, ids)}`;
  throw new InputError([{ path: ['convergence'], message, found: outcome }]);
}

/** The estimate after 1, 2, 3, 4, 6, 8, 12 … blocks and after the last. */
function prefixes(tally: Tally, outcome: string): Convergence['points'] {
  const at = tally.outcomes.findIndex((o) => o.id === outcome);
  const points: Convergence['points'][number][] = [];
  let trials = 0;
  let count = 0;
  let next = 1;
  tally.blocks.forEach((block, k) => {
    trials += block.trials;
    count += Math.round(block.means[at] * block.trials);
    if (k + 1 < next && k + 1 < tally.blocks.length) return;
    points.push({ trials, p: count / trials, ...wilson(count, trials, tally.level) });
    next = Math.max(next + 1, Math.floor(next * 1.25));
  });
  return points;
}

/** Why there is no chart, where there is none: one note, or none. */
export function tooFewPoints({ points }: Convergence): Note[] {
  if (points.length > 1) return [];
  const trials = points[0].trials.toLocaleString('en');
  const text = `${trials} ${points[0].trials === 1 ? 'trial gives' : 'trials give'} one point only, which shows no closing in, so there is no chart of convergence; sample more.`;
  return [{ kind: 'info', text }];
}

function commonest(tally: Tally): string {
  const weights = tally.outcomes.map(() => 0);
  for (const e of tally.ends) weights[e.outcome] += e.weight;
  return tally.outcomes[weights.indexOf(Math.max(...weights))].id;
}
