import { prepareCell } from '../../src/scenarios/prepare.ts';
import { exact } from '../../src/sim/exact.ts';
import { sample } from '../../src/sim/sample.ts';
import type { Tally } from '../../src/sim/tally.ts';
import { sigmasApart } from '../sim/agree.ts';
import { automatonOf, type FirstCell, firstCells, GENERATED_BY, head, row } from './cells.ts';

const TRIALS = 1_000_000;
const SEED = 1;
const BUDGET = 3_000;

/** Both engines on every built-in scenario, side by side. */
export async function agreementPage(): Promise<string> {
  const rows: string[] = [];
  const tooLarge: string[] = [];
  const sigmas: number[] = [];
  for (const cell of await firstCells()) {
    const automaton = automatonOf(cell, BUDGET);
    if (!automaton) {
      tooLarge.push(`\`${cell.name}\``);
      continue;
    }
    const answer = exact(automaton);
    const sampled = await sample(automaton, TRIALS, SEED);
    const furthest = largestGap(sampled, answer);
    sigmas.push(sigmasApart(sampled, answer));
    rows.push(
      row(
        `\`${cell.name}\`${illustrative(cell) ? ' (illustrative)' : ''}`,
        String(automaton.states),
        furthest.label,
        percent(furthest.exact),
        percent(furthest.sampled),
        sigmas.at(-1)!.toFixed(1),
      ),
    );
  }
  const apart = sigmas.filter((s) => s > 2).length;
  return `${[
    GENERATED_BY,
    '# Exact against sampled',
    '',
    `Every built-in scenario but the larger engagements (the first cell of those that vary something), once worked out exactly and once sampled ${TRIALS.toLocaleString('en-GB')} times with seed ${SEED}. Shown is the outcome on which the two lie furthest apart. The last column takes all endings together, hits, rounds and outcome, as a chi-squared test turned into standard deviations above what chance gives: most rows should lie between −2 and 2, and none above 5. Here ${apart} of ${sigmas.length} lie above 2, and the largest is ${Math.max(...sigmas).toFixed(1)}.`,
    '',
    ...head('scenario', 'states', 'furthest apart', 'exact', 'sampled', 'deviations'),
    ...rows,
    '',
    ...(tooLarge.length > 0
      ? [`Left out here for their size (tests compare the engines on engagements too): ${tooLarge.join(', ')}.`, '']
      : []),
    'Illustrative: on the invented stand-in cards.',
    '',
    '`npm test` plays the same comparison over every cell, the smaller ones over ten million encounters (test/laws.test.ts).',
  ].join('\n')}\n`;
}

const illustrative = ({ loaded, overrides }: FirstCell) =>
  prepareCell(loaded, overrides).built.notes.some((n) => n.kind === 'illustrative');

const percent = (p: number) => `${(100 * p).toFixed(3)}%`;

function largestGap(sampled: Tally, answer: Tally): { label: string; exact: number; sampled: number } {
  const share = (t: Tally, outcome: number) =>
    t.ends.filter((e) => e.outcome === outcome).reduce((sum, e) => sum + e.weight, 0) / (t.trials ?? 1);
  return answer.outcomes
    .map((o, i) => ({ label: o.label, exact: share(answer, i), sampled: share(sampled, i) }))
    .reduce((a, b) => (Math.abs(b.exact - b.sampled) > Math.abs(a.exact - a.sampled) ? b : a));
}
