import { effect } from '@preact/signals';
import { background } from '../engine/ask.ts';
import type { Scenario, Worth } from '../engine/protocol.ts';
import { heldField, shownFields } from '../form/in-sight.ts';
import { answer, isAnswered, mayLoadRest, objective, scenario, worth } from './page.ts';

/** Worth is worked out once nobody has typed for this long. */
const IDLE_MS = 200;
/** An answer that is still being worked out is not kept waiting for what choices would do, unless it takes long. */
const BUSY_MS = 4_000;
const idleMs = (): number => (answer.peek()?.isProvisional ? BUSY_MS : IDLE_MS);

/** What every choice would do, from the background, anew with every change. */
export function keepWorth(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    // What is watched counts too.
    const [now] = [scenario.value, objective.value];
    // The first answer and its chart have the machine, and the network, to themselves.
    if (!isAnswered.value || !mayLoadRest.value) return;
    clearTimeout(waiting);
    background().stop('worth');
    worth.value = null;
    waiting = setTimeout(() => askWorth(now), idleMs());
  });
  keepWorthInSight();
}

/** The fields that the last question about worth named. */
let asked: ReadonlySet<string> = new Set();

function askWorth(now: Scenario): void {
  const set = (value: Worth) => {
    if (scenario.value === now) worth.value = value;
  };
  const [wanted, held] = [objective.peek(), heldField.peek()];
  const inSight = [...new Set([...(held === undefined ? [] : [held]), ...shownFields.peek()])];
  asked = new Set(inSight);
  void background()
    .ask('worth', { scenario: now, inSight, ...(wanted ? { objective: wanted } : {}) }, { soFar: set })
    .then((outcome) => {
      if ('value' in outcome) set(outcome.value);
    });
}

/** Estimates are made of what is in sight: as folds open there is more to try, and where somebody is comes first. */
function keepWorthInSight(): void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  effect(() => {
    const [shown, held] = [shownFields.value, heldField.value];
    const found = worth.peek();
    if (answer.peek()?.isExact !== false && !found?.plays) return;
    const isNew = shown.some((path) => !asked.has(path));
    const isWaiting = held !== undefined && found?.done === false && !found.fields[held];
    if (!isNew && !isWaiting) return;
    clearTimeout(waiting);
    waiting = setTimeout(() => askWorth(scenario.peek()), idleMs());
  });
}
