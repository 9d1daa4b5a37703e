import type { Rulebook } from '../../rules/book.ts';
import { diffBooks } from '../../rules/diff.ts';
import { type Override, prepareCell } from '../../scenarios/prepare.ts';
import type { SuiteGroup } from '../../scenarios/suite/suite.ts';
import { quotedName, shortLabelOfRow } from '../../words/labels.ts';
import { withoutRuling } from '../../words/readings.ts';
import { absorption } from '../caps.ts';
import { scoresOf } from '../scores.ts';

/** Situations that are looked into, state by state: enough to tell, few enough not to be felt. */
const LOOKED_INTO = 60;

/** A situation in which a variant changes nothing. */
export interface Unmoved {
  readonly group: SuiteGroup;
  readonly overrides: readonly Override[];
  readonly states: number | null;
}

/** Rows that a variant changes and the ends of tables swallow, where it changes nothing: a sentence per row. */
export function absorbedRows(base: Rulebook, variant: Rulebook, unmoved: readonly Unmoved[]): string[] {
  const rows = changedRows(base, variant);
  if (rows.length === 0 || unmoved.length === 0) return [];
  const counts = rows.map(() => ({ counting: 0, absorbed: 0, text: '' }));
  const looked = spread(unmoved, LOOKED_INTO);
  for (const { group, overrides, states } of looked) {
    const { built } = prepareCell(group.loaded, overrides);
    const scores = scoresOf(built.machine, { method: 'compiled whole', states });
    rows.forEach((row, i) => {
      const use = scores.rows.get(row.path);
      if (!use) return;
      const lost = absorption(use, row.by);
      counts[i].counting++;
      if (lost?.share === 1) {
        counts[i].absorbed++;
        counts[i].text ||= lost.text.replace(/^always absorbed \((.*)\)$/, '$1');
      }
    });
  }
  return rows.flatMap((row, i) => {
    const { counting, absorbed, text } = counts[i];
    if (absorbed === 0) return [];
    const share = `${absorbed} of the ${counting} unmoved situations in which it counts`;
    return [
      `${quotedName(row.label)} is absorbed by a cap in ${share} (${looked.length} looked into), such as ${text}.`,
    ];
  });
}

interface ChangedRow {
  readonly path: string;
  readonly label: string;
  readonly by: number;
}

/** Rows worth another plain figure than before. */
const changedRows = (base: Rulebook, variant: Rulebook): ChangedRow[] =>
  diffBooks(base, variant).flatMap((d): ChangedRow[] => {
    if (d.part !== 'value' || typeof d.from !== 'number' || typeof d.to !== 'number' || d.row === undefined) return [];
    return [
      {
        path: `${d.table}.${d.row}`,
        label: shortLabelOfRow(d.row, withoutRuling(d.label ?? d.row)),
        by: d.to - d.from,
      },
    ];
  });

/** This many of a list, evenly spread over its length. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most ? list : Array.from({ length: most }, (_, i) => list[Math.floor((i * list.length) / most)]);
