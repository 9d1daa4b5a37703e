import { useSignal, useSignalEffect } from '@preact/signals';
import type { Problem } from '../../src/rules/problem.ts';
import { engine } from '../engine/ask.ts';
import type { SheetFigure, SheetRow, SheetTable } from '../engine/protocol.ts';
import { withCommand } from '../state/command.ts';
import { answer, edits, scenario, setRule } from '../state/page.ts';
import { inWords } from '../words.ts';
import { Faults } from './result.tsx';
import { download } from './share.tsx';

/** The sheet with the rows that count marked. Any figure can be changed in place; the odds follow at once. */
export function Sheet() {
  const tables = useSignal<readonly SheetTable[]>([]);
  const problems = useSignal<readonly Problem[]>([]);
  useSignalEffect(() => {
    const ask = { scenario: scenario.value };
    void engine()
      .ask('sheet', ask)
      .then((outcome) => {
        if ('superseded' in outcome) return;
        problems.value = 'problems' in outcome ? outcome.problems : [];
        if ('value' in outcome) tables.value = outcome.value;
      });
  });
  const counting = tables.value.filter((t) => t.counts > 0);
  const others = tables.value.filter((t) => t.counts === 0);
  return (
    <>
      <p class="lead">
        Marked rows count in this fight. Change a figure, and see: <b>{answer.value?.headline}</b>
      </p>
      <Edits />
      <Faults problems={problems.value} />
      {counting.map((t) => (
        <TableView table={t} key={t.id} />
      ))}
      {others.length > 0 && (
        <details class="fold">
          <summary>{others.length} other tables of the sheet</summary>
          {others.map((t) => (
            <TableView table={t} key={t.id} />
          ))}
        </details>
      )}
    </>
  );
}

/** What has been changed, to be taken back or taken away. */
function Edits() {
  const said = useSignal('');
  if (edits.value.length === 0) return null;
  const save = async () => {
    const play = await withCommand({ kind: 'run', scenario: scenario.value });
    const outcome = await engine().ask(
      'file',
      { play, chart: '', dark: false, format: 'variant' },
      { slot: 'variant' },
    );
    if ('value' in outcome) download(outcome.value);
    else if ('problems' in outcome) said.value = outcome.problems[0].message;
  };
  return (
    <section class="edits" aria-label="Changed rules">
      <h3>Changed here</h3>
      <ul>
        {edits.value.map(([path, value]) => (
          <li key={path}>
            <code>{path.slice('rules.'.length)}</code> is now <b>{String(value)}</b>
            <button type="button" class="plain" onClick={() => setRule(path, undefined)}>
              Take back
            </button>
          </li>
        ))}
      </ul>
      <button type="button" onClick={() => void save()}>
        Download as a variant file
      </button>
      <p role="status">{said.value}</p>
    </section>
  );
}

function TableView({ table }: { readonly table: SheetTable }) {
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
            <tr key={row.id} class={row.applies ? 'applies' : undefined}>
              <th scope="row">
                {row.applies && <span class="unseen">Counts here: </span>}
                {row.label}
                {row.line > 0 && <small class="line-number"> {row.line}</small>}
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
        <FigureBox
          key={f.path}
          figure={f}
          label={f.name === '' ? row.label : `${row.label}, ${inWords(f.name)}`}
          isModifier
        />
      ))}
    </td>
  );
}

const shown = (value: unknown): string =>
  value === null ? '–' : Array.isArray(value) ? value.join(' ') : String(value).replace(/^-(?=\d)/, '−');
const signed = (value: unknown): string => (typeof value === 'number' && value > 0 ? `+${value}` : shown(value));

/** A figure, and on a click a box to type another into. */
function FigureBox({
  figure,
  label,
  isModifier = false,
}: {
  readonly figure: SheetFigure;
  readonly label: string;
  readonly isModifier?: boolean;
}) {
  const typing = useSignal(false);
  const changed = JSON.stringify(figure.value) !== JSON.stringify(figure.printed);
  const text = isModifier ? signed(figure.value) : shown(figure.value);
  if (!figure.canEdit || figure.value === null) return <span>{text}</span>;
  const take = (written: string) => {
    typing.value = false;
    const value = read(written, figure.value);
    if (value === undefined || JSON.stringify(value) === JSON.stringify(figure.value)) return;
    setRule(figure.path, JSON.stringify(value) === JSON.stringify(figure.printed) ? undefined : value);
  };
  if (!typing.value)
    return (
      <button
        type="button"
        class={`figure${changed ? ' changed' : ''}`}
        aria-label={`${label}: ${text}${changed ? ', changed' : ''}. Change it`}
        onClick={() => (typing.value = true)}
      >
        {text}
      </button>
    );
  return (
    <input
      class="figure"
      aria-label={label}
      // biome-ignore lint/a11y/noAutofocus: the box takes the place of the button that was just pressed
      autoFocus
      ref={(box) => box?.focus()}
      value={shown(figure.value)}
      onBlur={(e) => take(e.currentTarget.value)}
      onKeyDown={(e) => {
        if (e.key === 'Enter') take(e.currentTarget.value);
        if (e.key === 'Escape') typing.value = false;
      }}
    />
  );
}

/** What was typed, in the kind of value that stood there; undefined where it is none. */
function read(written: string, before: unknown): unknown {
  const text = written.trim().replace('−', '-');
  if (text === '') return undefined;
  const number = Number(text.replace(/^\+/, ''));
  if (typeof before === 'number') return Number.isFinite(number) ? number : undefined;
  if (typeof before === 'boolean') return text === 'true' || text === 'yes';
  if (Array.isArray(before)) return text.split(/[\s,]+/).map((t) => (Number.isFinite(Number(t)) ? Number(t) : t));
  return text;
}
