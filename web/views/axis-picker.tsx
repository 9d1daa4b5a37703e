import { useId } from 'preact/hooks';
import { engine } from '../engine/ask.ts';
import type { AxisAsked } from '../engine/protocol.ts';
import { type Field, type Scalar, valueAt } from '../form/fields.ts';
import { form, scenario, worth } from '../state/page.ts';
import { capital, inWords } from '../words.ts';

/** Fields that can be moved along an axis; those that matter here first. */
export function movable(): readonly { readonly field: Field; readonly label: string; readonly side: string }[] {
  const all = (form.value?.groups ?? []).flatMap((g) =>
    g.fields
      .filter((f) => f.kind === 'number' || f.kind === 'word' || f.kind === 'flag')
      .map((field) => ({
        field,
        label: g.path === '' || g.path === 'rulings' ? capital(field.label) : `${capital(g.label)}: ${field.label}`,
        side: g.side,
      })),
  );
  const weight = ({ field }: { field: Field }) =>
    Math.max(0, ...(worth.value?.fields[field.path] ?? []).map((a) => Math.abs(a.change ?? 0)));
  return [...all].sort((a, b) => weight(b) - weight(a));
}

const HALF_RANGE = 4;

/** Where an axis starts out: every word, both answers, or a few steps around the present number. */
export function usualAxis(field: Field): AxisAsked {
  const { path } = field;
  if (field.kind === 'word') return { path, values: field.options ?? [] };
  if (field.kind === 'flag') return { path, values: [false, true] };
  const present = Number(valueAt(scenario.value, path) ?? field.default ?? field.min ?? 0);
  // A figure that the sheet does not allow has its axis around the nearest that it does.
  const now = Math.min(field.max ?? present, Math.max(field.min ?? present, present));
  const from = Math.max(field.min ?? now - HALF_RANGE, now - HALF_RANGE);
  const to = Math.min(field.max ?? now + HALF_RANGE, now + HALF_RANGE);
  return { path, values: steps(from, to) };
}

/** The same less what the sheet refuses here; null where a newer question of the same field has taken the place of this one. */
export async function allowedAxis(field: Field): Promise<AxisAsked | null> {
  const axis = usualAxis(field);
  if (field.kind !== 'word') return axis;
  const outcome = await engine().ask('allowed', { scenario: scenario.value, axis }, { slot: `allowed-${axis.path}` });
  if ('superseded' in outcome) return null;
  return 'value' in outcome ? outcome.value : axis;
}

const steps = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(1, Math.floor(to - from) + 1) }, (_, i) => from + i);

interface Props {
  readonly label: string;
  readonly axis: AxisAsked | undefined;
  readonly none?: string;
  readonly fields: ReturnType<typeof movable>;
  readonly onChange: (axis: AxisAsked | undefined) => void;
}

/** A field, and the part of its range that is looked at. */
export function AxisPicker({ label, axis, none, fields, onChange }: Props) {
  const id = useId();
  const field = fields.find((f) => f.field.path === axis?.path)?.field;
  const choose = (path: string) => {
    const found = fields.find((f) => f.field.path === path)?.field;
    if (found) void allowedAxis(found).then((axis) => axis && onChange(axis));
    else onChange(undefined);
  };
  return (
    <fieldset class="axis">
      <legend>{label}</legend>
      <label class="unseen" for={id}>
        {label}
      </label>
      <select id={id} value={axis?.path ?? ''} onChange={(e) => choose(e.currentTarget.value)}>
        {none !== undefined && <option value="">{none}</option>}
        {fields.map((f) => (
          <option value={f.field.path} key={f.field.path}>
            {f.label}
          </option>
        ))}
      </select>
      {axis && field?.kind === 'number' && <Range field={field} axis={axis} onChange={onChange} />}
      {axis && field?.kind === 'word' && <Picks field={field} axis={axis} onChange={onChange} />}
    </fieldset>
  );
}

interface Part {
  readonly field: Field;
  readonly axis: AxisAsked;
  readonly onChange: (axis: AxisAsked) => void;
}

/** Two handles on one range. */
function Range({ field, axis, onChange }: Part) {
  const [from, to] = [Number(axis.values[0]), Number(axis.values.at(-1))];
  const low = field.min ?? Math.min(from, 0);
  const high = Math.min(field.max ?? Math.max(to * 2, 20), low + 60);
  const set = (a: number, b: number) => onChange({ path: axis.path, values: steps(Math.min(a, b), Math.max(a, b)) });
  return (
    <div class="range">
      <label>
        from <output>{from}</output>
        <input type="range" min={low} max={high} value={from} onInput={(e) => set(Number(e.currentTarget.value), to)} />
      </label>
      <label>
        to <output>{to}</output>
        <input type="range" min={low} max={high} value={to} onInput={(e) => set(from, Number(e.currentTarget.value))} />
      </label>
    </div>
  );
}

function Picks({ field, axis, onChange }: Part) {
  const toggle = (word: string, on: boolean) => {
    const chosen = new Set<Scalar>(axis.values);
    if (on) chosen.add(word);
    else chosen.delete(word);
    if (chosen.size > 0) onChange({ path: axis.path, values: (field.options ?? []).filter((o) => chosen.has(o)) });
  };
  return (
    <details class="picks-fold">
      <summary>
        {axis.values.length} of {field.options?.length} shown
      </summary>
      <div class="picks">
        {(field.options ?? []).map((word) => (
          <label key={word}>
            <input
              type="checkbox"
              checked={axis.values.includes(word)}
              onChange={(e) => toggle(word, e.currentTarget.checked)}
            />{' '}
            {inWords(word)}
          </label>
        ))}
      </div>
    </details>
  );
}
