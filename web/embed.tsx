import { render } from 'preact';
import { InputError } from '../src/rules/problem.ts';
import { type Link, readLink } from '../src/scenarios/link.ts';
import { engine } from './engine/ask.ts';
import { withCommand } from './state/command.ts';
import { askedOf, isGroup } from './state/from-link.ts';
import { keepTheme } from './state/saved.ts';
import './style/page.css';
import { Chart } from './views/chart.tsx';

/** One chart alone, for a frame on another page. It works the odds out itself, so it can never be out of date. */
keepTheme();
const root = document.getElementById('chart')!;

async function show(): Promise<void> {
  const link = await read();
  if (typeof link === 'string') return render(<p class="fault">{link}</p>, root);
  if (isGroup(link.page['files'])) await engine().ask('keep', { files: link.page['files'] });
  const play = await withCommand(askedOf(link.scenario, link.page));
  const outcome = await engine().ask('play', { play });
  if ('problems' in outcome) return render(<p class="fault">{outcome.problems[0].message}</p>, root);
  if (!('value' in outcome)) return;
  const { headline } = outcome.value;
  const entries = await engine().ask('charts', { play });
  const charts = 'value' in entries ? entries.value : [];
  const chart = charts.find((c) => c.name === link.page['chart']) ?? charts[0];
  document.title = headline;
  render(
    <>
      <h1 class="unseen">{headline}</h1>
      {chart && <Chart key={location.hash} play={play} chart={chart} alone />}
      <p class="embed-link">
        <a href={`./${location.hash}`} target="_blank" rel="noopener">
          Change this fight
        </a>
      </p>
    </>,
    root,
  );
}

async function read(): Promise<Link | string> {
  try {
    return await readLink(location.hash);
  } catch (error) {
    if (error instanceof InputError) return error.problems[0].message;
    throw error;
  }
}

addEventListener('hashchange', () => void show());
await show();
