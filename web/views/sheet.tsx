import { useSignal, useSignalEffect } from '@preact/signals';
import type { Problem } from '../../src/rules/problem.ts';
import { engine } from '../engine/ask.ts';
import type { SheetRow, SheetTable } from '../engine/protocol.ts';
import { answer, scenario } from '../state/page.ts';
import { inWords } from '../words.ts';
import { Edits } from './edits.tsx';
import { Faults } from './faults.tsx';
import { FigureBox } from './figure-box.tsx';
import { NearRowText } from './near-row.tsx';

/** Tables of a sheet that can be looked through at once. */
const SMALL_SHEET = 12;

/** The sheet with the rows that count marked. Any figure can be changed in place; the odds follow at once. */
export function Sheet() {
  const tables = useSignal<readonly SheetTable[]>([]);
  const problems = useSignal<readonly Problem[]>([]);
  const isAnswered = useSignal(false);
  useSignalEffect(() => {
    const ask = { scenario: scenario.value };
    void engine()
      .ask('sheet', ask)
      .then((outcome) => {
        if ('superseded' in outcome) return;
        isAnswered.value = true;
        problems.value = 'problems' in outcome ? outcome.problems : [];
        if ('value' in outcome) tables.value = outcome.value;
      });
  });
  const nearToo = useSignal(false);
  const open = useSignal(false);
  // Of a small book without modifiers no row counts more than another: the whole sheet is shown.
  const noneCounts = tables.value.length <= SMALL_SHEET && tables.value.every((t) => t.counts === 0);
  const isOpen = (t: SheetTable) => noneCounts || t.counts > 0 || (nearToo.value && t.nearly > 0);
  const others = tables.value.filter((t) => !isOpen(t));
  const misses = tables.value.reduce((sum, t) => sum + t.nearly, 0);
  return (
    <>
      <Faults problems={problems.value} />
      <h2 class="finding">{(problems.value.length === 0 && answer.value?.headline) || 'The sheet'}</h2>
      <p class="lead">
        {!noneCounts && (
          <>
            <mark>Marked rows</mark> count in this fight.{' '}
          </>
        )}
        {tables.value.length > 0 && 'Click a figure to change it, and see what that does.'}
      </p>
      {!isAnswered.value && <p class="quiet">Looking for the rows that count …</p>}
      <Edits tables={tables.value} />
      {misses > 0 && (
        <label class="near-too">
          <input type="checkbox" checked={nearToo.value} onChange={(e) => (nearToo.value = e.currentTarget.checked)} />{' '}
          Show also the {misses} rows that a single fact keeps out
        </label>
      )}
      <Printed tables={tables.value.filter(isOpen)} nearToo={nearToo.value} />
      {others.length > 0 && (
        <details class="fold" onToggle={(e) => (open.value = e.currentTarget.open)}>
          <summary>{others.length} other tables of the sheet</summary>
          {open.value && <Printed tables={others} nearToo={nearToo.value} labelSuffix=", other tables" />}
        </details>
      )}
    </>
  );
}

/** Tables under the headings of the sheet, in its order. */
function Printed({
  tables,
  nearToo,
  labelSuffix = '',
}: {
  readonly tables: readonly SheetTable[];
  readonly nearToo: boolean;
  /** What tells its parts from those of the same heading that are shown above. */
  readonly labelSuffix?: string;
}) {
  const sections = [...new Set(tables.map((t) => t.section))];
  return sections.map((section) => (
    <section class="sheet-part" key={section} aria-label={`${section}${labelSuffix}`}>
      <h3>{section}</h3>
      {tables
        .filter((t) => t.section === section)
        .map((t) => (
          <TableView table={t} key={t.id} nearToo={nearToo} />
        ))}
    </section>
  ));
}

function TableView({ table, nearToo }: { readonly table: SheetTable; readonly nearToo: boolean }) {
  const columns = table.columns.length > 0 ? table.columns : ['value'];
  const hasFigures = table.rows.some((r) => r.figures.length > 0);
  return (
    <section class="scroll printed" aria-label={table.title}>
      <table>
        <caption>
          {table.title} {table.borrowed && <small>borrowed from {table.borrowed}</small>}
        </caption>
        {table.columns.length > 0 && (
          <thead>
            <tr>
              <th scope="col">
                <span class="unseen">row</span>
              </th>
              {columns.map((c) => (
                <th scope="col" key={c}>
                  {inWords(c)}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.id} class={row.applies ? 'applies' : nearToo && row.near ? 'nearly' : undefined}>
              <th scope="row">
                {row.applies && <span class="unseen">Counts here: </span>}
                {row.label}
                {row.line > 0 && <small class="line-number"> {row.line}</small>}
                {nearToo && row.near && (
                  <small class="why-not">
                    <NearRowText row={row.near} side={row.near.side} />
                  </small>
                )}
              </th>
              {hasFigures && <Cells row={row} isGrid={table.columns.length > 0} />}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Cells({ row, isGrid }: { readonly row: SheetRow; readonly isGrid: boolean }) {
  if (isGrid)
    return row.figures.map((f) => (
      <td key={f.path}>
        <FigureBox figure={f} label={`${row.label}, ${inWords(f.name)}`} />
      </td>
    ));
  return (
    <td class="modifier">
      {row.figures.map((f) => (
        <FigureBox key={f.path} figure={f} label={f.name === '' ? row.label : `${row.label}, ${inWords(f.name)}`} />
      ))}
    </td>
  );
}
