import { didYouMean } from '../rules/nearest.ts';

/** Names of the charts, so that one that is never drawn is refused before the work and not after it. */

/** Charts that more than one command draws, by what the results hold. */
const COMMON = ['outcomes', 'cases', 'lines', 'heatmap', 'dots', 'difference', 'rounds', 'luck', 'convergence'];
/** Those that one command alone draws. */
const OWN: Readonly<Record<string, readonly string[]>> = {
  best: ['best'],
  matrix: ['matrix'],
  sensitivity: ['tornado'],
  tune: ['tuning'],
  impact: ['situations', 'map'],
  points: ['points', 'matchups'],
};
/** There is one of these for each thing that is counted, such as at-least-hits. */
const AT_LEAST = 'at-least-…';

/** What is wrong with the name of a chart, as far as the command tells before it has worked: a sentence, or nothing. */
export function noSuchChart(name: string, command?: string): string | undefined {
  const drawn = [...COMMON, ...(command === undefined ? Object.values(OWN).flat() : (OWN[command] ?? []))];
  // Several variants or players are numbered: map-2.
  if (drawn.includes(name.replace(/-\d+$/, '')) || /^at-least-./.test(name)) return undefined;
  const by = command === undefined ? undefined : Object.keys(OWN).find((c) => OWN[c].includes(name));
  const elsewhere = by === undefined ? '' : ` '${name}' is drawn by '${by}'.`;
  const known = [...drawn, AT_LEAST];
  const found = name.length > 40 ? `${name.slice(0, 40)}…` : name;
  return `There is no chart '${found}' here; there are ${known.join(', ')}.${elsewhere || didYouMean(name, drawn)}`;
}
