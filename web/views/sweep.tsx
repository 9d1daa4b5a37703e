import { useComputed } from '@preact/signals';
import type { AxisAsked } from '../engine/protocol.ts';
import { type Field, valueAt } from '../form/fields.ts';
import { form, scenario, sweepAxes } from '../state/page.ts';
import { AxisPicker, movable, usualAxis } from './axis-picker.tsx';
import { Result } from './result.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** What a sweep starts with: the first number that the fight sets. It stays the same while the odds come in. */
function firstField(): Field | undefined {
  const all = (form.value?.groups ?? []).flatMap((g) => (g.path === 'rulings' ? [] : g.fields));
  const numbers = all.filter((f) => f.kind === 'number');
  const isSet = (f: Field) => valueAt(scenario.value, f.path) !== undefined;
  return numbers.find(isSet) ?? numbers[0] ?? all.find((f) => f.kind === 'word' || f.kind === 'flag');
}

/** One field along its range; a second one gives a map. */
export function Sweep() {
  const fields = movable();
  const axes = useComputed((): readonly AxisAsked[] => {
    if (sweepAxes.value.length > 0) return sweepAxes.value;
    const first = firstField();
    return first ? [usualAxis(first)] : [];
  });
  const asked = useComputed(() =>
    axes.value.length === 0
      ? null
      : { kind: 'sweep' as const, scenario: withoutVary(scenario.value), axes: axes.value },
  );
  const state = usePlay(asked);
  const set = (place: number, axis: AxisAsked | undefined) => {
    const next = [...axes.value];
    if (axis) next[place] = axis;
    else next.splice(place, 1);
    sweepAxes.value = next;
  };
  const [first, second] = axes.value;
  return (
    <>
      <div class="axes-row">
        <AxisPicker
          label="Move"
          axis={first}
          fields={fields.filter((f) => f.field.path !== second?.path)}
          onChange={(a) => a && set(0, a)}
        />
        <AxisPicker
          label="and"
          axis={second}
          none="nothing else"
          fields={fields.filter((f) => f.field.path !== first?.path)}
          onChange={(a) => set(1, a)}
        />
      </div>
      <Result state={state} />
    </>
  );
}
