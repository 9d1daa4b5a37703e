import { batch, effect, signal } from '@preact/signals';
import { background, engine } from '../engine/ask.ts';
import { shapeOf } from '../form/fields.ts';
import { withCommand } from './command.ts';
import { loadExamples, rewriteExample } from './examples.ts';
import { keepWorth } from './keep-worth.ts';
import {
  answer,
  answerPlay,
  encounter,
  form,
  isAnswered,
  mayLoadRest,
  ownFiles,
  problems,
  rules,
  scenario,
} from './page.ts';

/** Asks the engine whenever the fight changes. The newest question wins; what is on screen stays until its answer is there. */
export const busy = signal(false);
export const progress = signal('');

/** Files that scenarios may name from now on. Both threads hear of them before the next question. */
export function keepFiles(files: Readonly<Record<string, unknown>>): void {
  ownFiles.value = files;
  for (const thread of [engine(), background()]) void thread.ask('keep', { files });
}

/** Some views have no chart, and some answers take long to draw. */
const CHART_WAIT_MS = 3_000;

export function startEngine(): void {
  keepForm();
  keepTroopsWritten();
  keepAnswer();
  keepWorth();
  effect(() => {
    if (isAnswered.value) setTimeout(() => (mayLoadRest.value = true), CHART_WAIT_MS);
  });
  effect(() => {
    if (mayLoadRest.value) void loadExamples();
  });
}

/** The form hangs on the book with its variants and edits, and on data such as cards, not on the rest of the situation. */
function keepForm(): void {
  let shown = '';
  effect(() => {
    if (!isAnswered.value) return;
    const { rulings: _r, set: _s, variant, ...rest } = scenario.value;
    const data = (form.peek()?.attachments ?? []).map((name) => rest[name]);
    const key = JSON.stringify([rules.value, encounter.value, variant, rest['troops'], data, shapeOf(rest)]);
    if (key === shown) return;
    shown = key;
    void engine()
      .ask('form', { scenario: { ...rest, variant } })
      .then((outcome) => {
        if ('value' in outcome) form.value = outcome.value;
      });
  });
}

/** A file or a link may name a unit by its troop; the form shows values, so the troop is written out. */
function keepTroopsWritten(): void {
  effect(() => {
    const [now, groups] = [scenario.value, form.value?.groups ?? []];
    const isNamed = (unit: unknown) =>
      typeof unit === 'string' || (typeof unit === 'object' && unit !== null && 'troop' in unit);
    if (!groups.some((g) => g.side !== 'none' && isNamed(now[g.path]))) return;
    void engine()
      .ask('troops', { scenario: now })
      .then((outcome) => {
        if (!('value' in outcome) || scenario.value !== now) return;
        batch(() => {
          rewriteExample(now, outcome.value);
          scenario.value = outcome.value;
        });
      });
  });
}

function keepAnswer(): void {
  let newest = 0;
  effect(() => {
    const now = scenario.value;
    const mine = ++newest;
    busy.value = true;
    progress.value = '';
    void (async () => {
      const play = await withCommand({ kind: 'run', scenario: now });
      if (mine !== newest) return;
      const outcome = await engine().ask(
        'play',
        { play },
        {
          soFar: (part) => {
            batch(() => {
              answer.value = part;
              answerPlay.value = null;
              problems.value = [];
            });
          },
          progress: (text) => {
            progress.value = text;
          },
        },
      );
      if (mine !== newest || 'superseded' in outcome) return;
      busy.value = false;
      if ('value' in outcome) {
        batch(() => {
          answer.value = outcome.value;
          answerPlay.value = play;
          problems.value = [];
          lastCpuMs.value = outcome.cpuMs;
        });
      } else problems.value = outcome.problems;
    })();
  });
}

/** Of the last answer, in the worker. */
export const lastCpuMs = signal(0);
