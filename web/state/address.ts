import { books } from 'virtual:catalogue';
import { effect } from '@preact/signals';
import { InputError } from '../../src/rules/problem.ts';
import { movedSince, readLink } from '../../src/scenarios/link.ts';
import type { Play, Scenario } from '../engine/protocol.ts';
import { fragment, type WithoutCommand } from './command.ts';
import { keepFiles } from './engine-room.ts';
import { isAxis, isGroup, isPin, listOf, MOST_OBSERVED, wordOf, wordsOf } from './from-link.ts';
import {
  luckSide,
  MOST_PINS,
  matrixAxes,
  notice,
  objective,
  observed,
  ownFiles,
  pins,
  scenario,
  start,
  sweepAxes,
  view,
} from './page.ts';
import { VIEWS } from './views.ts';

/** The address holds the whole state: it is written as the page changes, and read when the page starts or is pasted to. */
const WRITE_AFTER_MS = 250;

const pageState = (): Record<string, unknown> => ({
  ...(view.value === 'answer' ? {} : { view: view.value }),
  ...(objective.value ? { objective: objective.value } : {}),
  ...(observed.value.length > 0 ? { observed: observed.value } : {}),
  ...(luckSide.value ? { side: luckSide.value } : {}),
  ...(pins.value.length > 0 ? { pins: pins.value } : {}),
  ...(sweepAxes.value.length > 0 ? { sweep: sweepAxes.value } : {}),
  ...(matrixAxes.value.length > 0 ? { matrix: matrixAxes.value } : {}),
  ...(Object.keys(ownFiles.value).length > 0 ? { files: ownFiles.value } : {}),
});

/** The fragment of what is shown now. */
export const currentFragment = (): Promise<string> => fragment(scenario.value, pageState());

/** The fragment of one chart of what is shown now: it names the experiment, so that a frame need not guess it. */
export function chartFragment(play: Play, chart: string): Promise<string> {
  const { command: _line, ...asked } = play;
  return fragment(scenario.value, { ...pageState(), chart, asked: asked as WithoutCommand });
}

export function keepAddress(): void {
  /** The address as the page last wrote or read it: any other was put there by somebody and waits to be read. */
  let known = location.hash;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let newest = 0;
  effect(() => {
    const [now, state, mine] = [scenario.value, pageState(), ++newest];
    clearTimeout(waiting);
    waiting = setTimeout(async () => {
      const written = await fragment(now, state);
      if (mine !== newest || location.hash !== known) return;
      if (written !== known) history.replaceState(null, '', written);
      known = location.hash;
    }, WRITE_AFTER_MS);
  });
  addEventListener('hashchange', () => {
    if (location.hash === known) return;
    clearTimeout(waiting);
    known = location.hash;
    void openAddress('The page stays as it was.');
  });
}

/** Takes over what the address says; a link that cannot be read is told, and the page stays as it is. */
export async function openAddress(otherwise = 'The page shows its usual start instead.'): Promise<void> {
  const { hash } = location;
  if (!/^#.*\bv=/.test(hash)) return;
  try {
    const link = await readLink(hash);
    if (isGroup(link.page['files'])) keepFiles(link.page['files']);
    start(link.scenario as Scenario);
    takePageState(link.page);
    const book = books.find((b) => b.id === link.scenario['rules']);
    notice.value = (book && movedSince(link, book.hash)) ?? null;
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    notice.value = `${error.problems[0].message} ${otherwise}`;
  }
}

/** What a stranger wrote: only what fits is taken. */
function takePageState(page: Readonly<Record<string, unknown>>): void {
  const wanted = VIEWS.find(([id]) => id === page['view'])?.[0];
  view.value = wanted ?? 'answer';
  objective.value = wordOf(page['objective']);
  observed.value = wordsOf(page['observed']).slice(0, MOST_OBSERVED);
  luckSide.value = wordOf(page['side']);
  pins.value = listOf(page['pins']).filter(isPin).slice(0, MOST_PINS);
  sweepAxes.value = listOf(page['sweep']).filter(isAxis).slice(0, 2);
  matrixAxes.value = listOf(page['matrix']).filter(isAxis).slice(0, 2);
}
