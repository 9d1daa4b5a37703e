import { useComputed } from '@preact/signals';
import { objective, scenario } from '../state/page.ts';
import { Result } from './result.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** What one point of every modifier is worth here. */
export function Matters() {
  const asked = useComputed(() => ({
    kind: 'sensitivity' as const,
    scenario: withoutVary(scenario.value),
    ...(objective.value ? { objective: objective.value } : {}),
  }));
  return <Result state={usePlay(asked)} charts={1} />;
}
