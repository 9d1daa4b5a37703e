import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Section, Table } from '../../reports/table.ts';

/** A table that may be wider than the screen: where it is, it can be reached and moved from the keyboard. */
function Scroll({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const box = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const section = box.current;
    if (!section) return;
    const watch = new ResizeObserver(() => {
      if (section.scrollWidth > section.clientWidth) section.tabIndex = 0;
      else section.removeAttribute('tabindex');
    });
    watch.observe(section);
    return () => watch.disconnect();
  }, []);
  return (
    <section class="scroll" aria-label={label} ref={box}>
      {children}
    </section>
  );
}

/** The corner of a table of rows and columns heads nothing. */
const Heading = ({ text, look }: { readonly text: string; readonly look?: string }) =>
  text === '' ? (
    <td />
  ) : (
    <th scope="col" class={look}>
      {text}
    </th>
  );

export function PlainTable({
  caption,
  columns,
  rows,
}: {
  readonly caption: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}) {
  return (
    <Scroll label={caption}>
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {columns.map((c) => (
              <Heading key={c} text={c} />
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, i) => (
            <tr key={i}>
              {row.map((text, c) => (
                <td key={columns[c]} class={isFigure(text) ? 'number' : undefined}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

const isFigure = (text: string): boolean => /^[−+-]?[\d.,]+\s?%?$/.test(text);

/** All the figures of an answer, as the command line prints them. */
export function Sections({ sections }: { readonly sections: readonly Section[] }) {
  return (
    <div class="sections">
      {sections.map((section, i) => (
        <div key={i}>
          {section.table && <ReportTable table={section.table} />}
          {section.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
          {section.file && <pre>{section.file}</pre>}
        </div>
      ))}
    </div>
  );
}

function ReportTable({ table }: { readonly table: Table }) {
  const most = Math.max(0, ...table.rows.map((r) => r.bar ?? 0));
  return (
    <Scroll label={table.title}>
      <table>
        <caption>{table.title}</caption>
        <thead>
          <tr>
            {table.columns.map((c) => (
              <Heading key={c.title} text={c.title} {...(c.align === 'right' ? { look: 'number' } : {})} />
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, i) => (
            <tr key={i} class={row.winner ? `row-${row.winner}` : undefined}>
              {row.cells.map((text, c) => (
                <td
                  key={table.columns[c]?.title ?? c}
                  class={table.columns[c]?.align === 'right' ? 'number' : undefined}
                >
                  {c === 0 && row.bar !== undefined && most > 0 && (
                    <meter class="bar" min={0} max={1} value={row.bar / most} aria-hidden="true" />
                  )}
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}
