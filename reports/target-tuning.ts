import type { TargetTuning } from '../src/results/types.ts';
import { furtherSentences } from './headline.ts';
import { count, decimal, percent } from './number.ts';
import { left, right, type Section } from './table.ts';
import { plain } from './text.ts';

/** What a change of several figures makes of several targets, and the variant that sets it. */
export function targetSections(t: TargetTuning): Section[] {
  const shown = (kind: TargetTuning['targets'][number]['kind'], value: number) =>
    kind === 'mean' ? decimal(value) : percent(value);
  const looked = `${count(t.looked)} of ${count(t.points)} combinations were looked at, the smallest change first; the figures are exact.`;
  const further = furtherSentences(t.text);
  return [
    {
      table: {
        title: 'Targets, as the rules stand and after the change',
        columns: [left('target'), right('now'), right('then'), left('')],
        rows: t.targets.map((x, i) => ({
          cells: [
            plain(x.label),
            shown(x.kind, x.now),
            shown(x.kind, x.value),
            x.met ? 'met' : t.impossible.includes(i) ? 'cannot be met' : 'missed',
          ],
        })),
      },
      lines: [],
    },
    {
      table: {
        title: 'What may move',
        columns: [left('figure'), right('now'), right('then')],
        rows: t.parameters.map((p) => ({
          cells: [plain(p.label), decimal(p.from), p.from === p.to ? 'stays' : decimal(p.to)],
        })),
      },
      lines: [...(further === '' ? [] : [further]), looked, ...(t.variantFile === null ? [] : ['As a variant file:'])],
      ...(t.variantFile === null ? {} : { file: t.variantFile }),
    },
  ];
}
