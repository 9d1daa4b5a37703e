import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Section } from '../../reports/table.ts';
import { engine } from '../engine/ask.ts';
import type { ChartEntry, Play, Played } from '../engine/protocol.ts';
import { capital } from '../words.ts';
import { Chart } from './chart.tsx';
import { Share } from './share.tsx';
import { Sections } from './tables.tsx';

export interface BodyProps {
  readonly play: Play;
  readonly played: Played;
  readonly most?: number;
  readonly children?: ComponentChildren;
}

/** Charts, tables, notes and what can be taken away; what is put into it stands under the first chart. */
export function Body({ play, played, most, children }: BodyProps) {
  const drawn = useCharts(play, played.headline);
  const [main, ...others] = drawn?.charts.slice(0, most) ?? [];
  return (
    <>
      <div class="charts" aria-busy={drawn?.play !== play}>
        {drawn && main ? (
          <Chart key={main.name} play={drawn.play} chart={main} untitled={main.title === drawn.headline} />
        ) : (
          <div class="drawing" />
        )}
        {children}
        {drawn && others.length > 0 && (
          <div class="small-charts">
            {others.map((chart) => (
              <Chart key={chart.name} play={drawn.play} chart={chart} />
            ))}
          </div>
        )}
      </div>
      <AllFigures play={play} />
      <Share play={play} played={played} />
      <Provenance played={played} />
    </>
  );
}

interface Drawn {
  readonly play: Play;
  readonly headline: string;
  readonly charts: readonly ChartEntry[];
}

/** The charts that fit, once they are known; until then the answer before keeps its own. */
function useCharts(play: Play, headline: string): Drawn | null {
  const drawn = useSignal<Drawn | null>(null);
  useEffect(() => {
    void engine()
      .ask('charts', { play }, { slot: `charts-${play.kind}` })
      .then((outcome) => {
        if ('value' in outcome) drawn.value = { play, headline, charts: outcome.value };
      });
  }, [play, headline, drawn]);
  return drawn.value;
}

/** Made when somebody opens it. */
function AllFigures({ play }: { readonly play: Play }) {
  const open = useSignal(false);
  const tables = useSignal<readonly Section[]>([]);
  useEffect(() => {
    if (!open.value) return;
    void engine()
      .ask('tables', { play })
      .then((outcome) => {
        if ('value' in outcome) tables.value = outcome.value;
      });
  }, [play, open.value, tables]);
  return (
    <details
      class="all-figures"
      onToggle={(e) => {
        open.value = e.currentTarget.open;
      }}
    >
      <summary>All figures as tables</summary>
      <Sections sections={tables.value} />
    </details>
  );
}

function Provenance({ played }: { readonly played: Played }) {
  return (
    <footer class="provenance">
      {played.notes.map((n) => (
        <p key={n.text} class={n.loud ? 'loud' : undefined}>
          {n.text}
        </p>
      ))}
      <p>
        {played.rulebook} {capital(played.engine)}
      </p>
    </footer>
  );
}
