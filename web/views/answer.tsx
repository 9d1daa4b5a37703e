import { useComputed } from '@preact/signals';
import { pathInWords } from '../../src/scenarios/axes.ts';
import type { Played } from '../engine/protocol.ts';
import { busy, progress } from '../state/engine-room.ts';
import { examples } from '../state/examples.ts';
import { answer, answerPlay, change, problems, scenario } from '../state/page.ts';
import { inWords } from '../words.ts';
import type { BodyProps } from './body.tsx';
import { Faults, StaleNote } from './faults.tsx';
import { FirstLook } from './first-look.tsx';
import { lazy } from './lazy.tsx';
import { OddsBar } from './odds-bar.tsx';

/** Comes with the first answer, not before it. */
const Body = lazy<BodyProps>(
  async () => (await import('./body.tsx')).Body,
  ({ children }) => (
    <>
      <div class="drawing" />
      {children}
    </>
  ),
);

/** The odds of the fight that the form describes. */
export function Answer() {
  const now = answer.value;
  // Of the answer that is on screen, which may still be the one before.
  const about = useComputed(() => examples.value.find((e) => e.title === answer.value?.title)?.description);
  if (now === null) {
    return (
      <div class="result" aria-busy={busy.value}>
        <Faults problems={problems.value} />
        {problems.value.length === 0 && <p class="quiet">Working the odds out … {progress.value}</p>}
      </div>
    );
  }
  return (
    <div
      class={`result${problems.value.length > 0 ? ' stale' : ''}`}
      aria-busy={busy.value}
      data-rules={answerPlay.value?.scenario['rules']}
    >
      <Faults problems={problems.value} />
      {problems.value.length > 0 && <StaleNote />}
      <h2 class="finding">{now.headline}</h2>
      <p class="lead">
        {about.value ? `${now.title}${/[.?!]$/.test(now.title) ? '' : '.'} ${about.value}` : now.title}
      </p>
      <Axes />
      {now.isProvisional ? (
        <FirstLook of={now} progress={progress.value} />
      ) : (
        now.odds.length === 1 && <OddsBar odds={now.odds[0]} />
      )}
      {answerPlay.value ? (
        <Body play={answerPlay.value} played={now}>
          <MainFigures of={now} />
        </Body>
      ) : (
        <MainFigures of={now} />
      )}
    </div>
  );
}

function MainFigures({ of: { figures } }: { readonly of: Played }) {
  if (figures.length === 0) return null;
  return (
    <>
      <h3 class="small-heading">On average</h3>
      <dl class="main-figures">
        {figures.slice(0, 8).map((f) => (
          <div key={f.id}>
            <dt>{f.label}</dt>
            <dd>
              {f.value}
              {f.interval && <small> {f.interval}</small>}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** A scenario that varies shows all its cases; one click leaves the one that the form shows. */
function Axes() {
  const vary = scenario.value['vary'];
  if (vary === undefined || vary === null || typeof vary !== 'object') return null;
  const drop = () => {
    const { vary: _gone, ...rest } = scenario.value;
    change(rest);
  };
  return (
    <p class="axes">
      Varies{' '}
      {Object.entries(vary).map(([path, values]) => (
        <span class="chip" key={path}>
          {pathInWords(path)}: {Array.isArray(values) ? values.map(inWords).join(', ') : String(values)}
        </span>
      ))}
      <button type="button" class="plain" onClick={drop}>
        Show one fight
      </button>
    </p>
  );
}
