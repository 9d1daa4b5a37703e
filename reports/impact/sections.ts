import type { Impact, VariantImpact } from '../../src/results/types.ts';
import { labelOf, theLabel } from '../../src/words/labels.ts';
import { count, percent } from '../number.ts';
import { left, right, type Section } from '../table.ts';
import { plain } from '../text.ts';
import { beforeAndAfter, forWhom, groupName, notComparedLine, stillLine, turnedLine } from './figures.ts';

/** Situations that a page lists; the CSV has them all. */
const MOST_LISTED = 20;

/** Everything that an impact has to tell, as tables and sentences. */
export const impactSections = (impact: Impact): Section[] => [
  ...(impact.variants.length > 1 ? [overview(impact)] : []),
  ...impact.variants.flatMap((v) => [byGroup(v), mostMoved(v)]),
];

/** A row per variant. */
export const overview = ({ variants, base }: Impact): Section => ({
  table: {
    title: `Against ${plain(theLabel(base))}`,
    columns: [
      left('variant'),
      right('situations moved'),
      right('end otherwise'),
      right('winner turned'),
      left('most in'),
    ],
    rows: variants.map((v) => ({
      cells: [
        plain(labelOf(v.variant)),
        `${count(v.moved)} of ${count(v.compared)}`,
        percent(v.endOtherwise),
        count(v.turned),
        v.moved === 0 ? 'nothing' : `${groupName(v.groups[0])}: ${forWhom(v.groups[0])}`,
      ],
    })),
  },
  lines: [],
});

/** A row per group in which something moves, and sentences about the rest. */
export function byGroup(v: VariantImpact): Section {
  const moving = v.groups.filter((g) => g.moved > 0);
  const lines = [stillLine(v), turnedLine(v), ...v.absorbed, notComparedLine(v)];
  return {
    ...(moving.length === 0
      ? {}
      : {
          table: {
            title: `What ${plain(theLabel(v.variant))} moves`,
            columns: [left('group'), right('moved'), right('end otherwise'), left('good for, pp')],
            rows: moving.map((g) => ({
              cells: [groupName(g), `${count(g.moved)} of ${count(g.situations)}`, percent(g.endOtherwise), forWhom(g)],
              bar: g.endOtherwise,
            })),
          },
        }),
    lines: lines.filter((line) => line !== undefined),
  };
}

function mostMoved(v: VariantImpact): Section {
  const moved = v.situations.filter((s) => s.moved).slice(0, MOST_LISTED);
  if (moved.length === 0) return { lines: [] };
  return {
    table: {
      title: `What moves most under ${plain(theLabel(v.variant))}`,
      columns: [left('situation'), right('end otherwise'), left('before and after')],
      rows: moved.map((s) => ({ cells: [plain(labelOf(s.name)), percent(s.endOtherwise), beforeAndAfter(s)] })),
    },
    lines: [],
  };
}
