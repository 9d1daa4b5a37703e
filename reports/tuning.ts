import type { Results, Tuning } from '../src/results/types.ts';
import { valueName } from './cells.ts';
import { furtherSentences } from './headline.ts';
import { objectiveFigures } from './objective-figures.ts';
import { intervalTitle, left, right, type Section } from './table.ts';
import { capital, plain } from './text.ts';

/** Every value tried, what tuning found beyond its headline, and the variant file. */
export function tuning(results: Results): Section {
  const t = results.tuning!;
  const { show, range, isShare } = objectiveFigures(results, t.objective.id);
  const sampled = t.tried.some((one) => one.low !== undefined);
  return {
    table: {
      title: `${capital(plain(t.objective.label))}, wanted ${wantedText(results)}`,
      columns: [
        ...t.best.map((b) => right(plain(b.label))),
        right('gives'),
        ...(sampled ? [right(intervalTitle(results))] : []),
        left(''),
      ],
      rows: t.tried
        .map((seen) => confirmed(t, seen))
        .map((one) => ({
          cells: [...one.values.map(valueName), show(one.value), ...(sampled ? [range(one)] : []), whichText(t, one)],
          bar: isShare ? one.value : undefined,
        })),
    },
    lines: [
      furtherSentences(t.text),
      ...t.caps.map(plain),
      ...(t.variantFile === null ? [] : [`The variant file that ${t.reached ? 'does it' : 'comes nearest'}:`]),
    ].filter((line) => line !== ''),
    ...(t.variantFile === null ? {} : { file: t.variantFile }),
  };
}

/** What was chosen by its sample is told by the fresh dice that confirmed it, as the headline does. */
const confirmed = (t: Tuning, one: Tuning['tried'][number]): Tuning['tried'][number] =>
  isFound(t, one) && t.interval ? { ...one, value: t.value, ...t.interval } : one;

const isFound = (t: Tuning, { values }: Tuning['tried'][number]): boolean => t.best.every((b, i) => b.to === values[i]);

/** The target as it is told: "50.0%", "an even fight". */
function wantedText(results: Results): string {
  const t = results.tuning!;
  if (t.objective.id === 'advantage' && t.target === 0) return 'an even fight';
  return objectiveFigures(results, t.objective.id).show(t.target);
}

/** What the headline speaks of, and what stands now. */
function whichText(t: Tuning, one: Tuning['tried'][number]): string {
  const isNow = t.best.every((b, i) => b.from === one.values[i]);
  return [...(isFound(t, one) ? [t.reached ? 'found' : 'nearest'] : []), ...(isNow ? ['as it is'] : [])].join(', ');
}
