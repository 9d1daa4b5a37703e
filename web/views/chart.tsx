import { useSignal, useSignalEffect } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { engine } from '../engine/ask.ts';
import type { ChartEntry, Play } from '../engine/protocol.ts';
import { isDark, isNarrow, mayLoadRest } from '../state/page.ts';
import { loadFonts } from './fonts.ts';
import { ShareChart } from './share.tsx';
import { PlainTable } from './tables.tsx';

/** A chart and its table, as one figure. The old picture stays until the new one is drawn. */
export function Chart({
  play,
  chart,
  untitled = false,
  alone = false,
}: {
  readonly play: Play;
  readonly chart: ChartEntry;
  /** Its title stands above it already. */
  readonly untitled?: boolean;
  /** In a frame on another page, which has taken it already. */
  readonly alone?: boolean;
}) {
  const svg = useSignal('');
  const busy = useSignal(true);
  const problem = useSignal('');
  const wanted = useSignal({ play, untitled });
  if (wanted.peek().play !== play || wanted.peek().untitled !== untitled) wanted.value = { play, untitled };
  useSignalEffect(() => {
    const ask = { ...wanted.value, chart: chart.name, dark: isDark.value, narrow: isNarrow.value };
    busy.value = true;
    void engine()
      .ask('picture', ask, { slot: `picture-${play.kind}-${chart.name}` })
      .then((outcome) => {
        if (!('superseded' in outcome)) busy.value = false;
        if ('value' in outcome) {
          svg.value = outcome.value.svg;
        } else if ('problems' in outcome) problem.value = outcome.problems[0].message;
      });
  });
  return (
    <figure class="chart" data-chart={chart.name} aria-busy={busy.value}>
      <Drawing svg={svg.value} title={chart.title} />
      {problem.value && <p class="fault">{problem.value}</p>}
      {chart.rows.length > 0 && (
        <details class="figures">
          <summary>The figures of this chart</summary>
          <PlainTable caption={chart.title} columns={chart.columns} rows={chart.rows} />
        </details>
      )}
      {!alone && svg.value !== '' && <ShareChart play={play} chart={chart.name} title={chart.title} />}
    </figure>
  );
}

/** The picture itself: our own SVG, put in as parsed elements, so that no text in it can ever be anything but text. */
function Drawing({ svg, title }: { readonly svg: string; readonly title: string }) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!box.current || svg === '') return;
    const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    // One picture, one name: its marks are not read out one by one, the table is there for that.
    for (const mark of parsed.querySelectorAll('[role],[aria-label],[aria-roledescription]')) {
      for (const name of ['role', 'aria-label', 'aria-roledescription']) mark.removeAttribute(name);
    }
    for (const script of parsed.querySelectorAll('script,foreignObject')) script.remove();
    parsed.querySelector('title')?.remove();
    parsed.setAttribute('role', 'img');
    parsed.setAttribute('aria-label', title);
    box.current.replaceChildren(document.importNode(parsed, true));
    mayLoadRest.value = true;
    loadFonts();
  }, [svg, title]);
  return <div class={`drawing${isDark.value ? ' dark-drawing' : ''}`} ref={box} />;
}
