import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Section } from '../../reports/table.ts';
import type { Problem } from '../../src/rules/problem.ts';
import { pathInWords } from '../../src/scenarios/axes.ts';
import { engine } from '../engine/ask.ts';
import type { ChartEntry, Play, Played } from '../engine/protocol.ts';
import { form } from '../state/page.ts';
import { capital } from '../words.ts';
import { Chart } from './chart.tsx';
import { FirstLook } from './first-look.tsx';
import { Share } from './share.tsx';
import { Sections } from './tables.tsx';
import type { PlayState } from './use-play.ts';

/** What went wrong, in the loader's own words. */
export function Faults({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="faults" role="alert">
      {problems.slice(0, 8).map((p) => (
        <p key={p.path.join('.') + p.message}>
          {p.path.length > 0 && <b>{placeOf(p.path.join('.'))}: </b>}
          {p.message}
        </p>
      ))}
    </div>
  );
}

/** Where a problem is, in the words of the form. */
function placeOf(path: string): string {
  for (const group of form.value?.groups ?? []) {
    const field = group.fields.find((f) => path === f.path || path.startsWith(`${f.path}.`));
    if (field) return group.path === '' ? capital(field.label) : `${capital(group.label)}, ${field.label}`;
  }
  return capital(pathInWords(path));
}

/** The last answer stays on screen until the next one is there. */
export const StaleNote = () => <p class="quiet">Below is still the answer from before.</p>;

interface ResultProps {
  readonly state: PlayState;
  /** How many of the charts are about what was asked; the others are on the view of the odds already. */
  readonly charts?: number;
  readonly children?: ComponentChildren;
}

/** An experiment's answer: finding, chart with its table, everything else below. */
export function Result({ state, charts, children }: ResultProps) {
  const { play, played, problems, busy, progress, look } = state;
  if (look.value) {
    return (
      <div class="result" aria-busy="true">
        <h2 class="finding">{look.value.headline}</h2>
        <FirstLook of={look.value} progress={progress.value} />
      </div>
    );
  }
  return (
    <div class={`result${problems.value.length > 0 ? ' stale' : ''}`} aria-busy={busy.value}>
      <Faults problems={problems.value} />
      {problems.value.length > 0 && played.value && <StaleNote />}
      {busy.value && played.value === null && problems.value.length === 0 && (
        <p class="quiet">Working … {progress.value}</p>
      )}
      {play.value && played.value && (
        <>
          <h2 class="finding">{played.value.headline}</h2>
          {children}
          <Body play={play.value} played={played.value} {...(charts ? { most: charts } : {})} />
        </>
      )}
    </div>
  );
}

/** Charts, tables, notes and what can be taken away; what is put into it stands under the first chart. */
export function Body({
  play,
  played,
  most,
  children,
}: {
  readonly play: Play;
  readonly played: Played;
  readonly most?: number;
  readonly children?: ComponentChildren;
}) {
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
