import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { examples } from '../state/examples.ts';
import { change, encounter, form, problems, rules, scenario, worth } from '../state/page.ts';
import { capital, inWords } from '../words.ts';
import { FieldRow } from './field.tsx';
import { type Field, type FieldGroup, valueAt } from './fields.ts';

/** The two sides and what belongs to neither: fields that are set or that matter here, the others folded. */
export function Form() {
  const groups = form.value?.groups ?? [];
  return (
    <section class="form" aria-label="The fight">
      {form.value === null && <p class="quiet">The form is on its way …</p>}
      {groups
        .filter((g) => g.fields.length > 0)
        .map((group) => (
          <Group group={group} key={`${rules.value}-${encounter.value}-${group.path}`} />
        ))}
    </section>
  );
}

/** Shown until the odds are known: what a player thinks of first. */
const FIRST = /\.(?:arm|formation|fs|type|card|stands|reaction|tactic|training|morale|weapon)$/;
const isLoose = (group: FieldGroup) => group.path === '';

function Group({ group }: { readonly group: FieldGroup }) {
  const isRulings = group.path === 'rulings';
  const prominent = useSignal<ReadonlySet<string>>(new Set(firstFields(group, isRulings)));
  useSignalEffect(() => {
    const found = worth.value;
    const now = scenario.value;
    const stuck = problems.value.map((p) => p.path.join('.'));
    if (!found?.done || found.reason) return;
    const matters = (f: Field) =>
      valueAt(now, f.path) !== undefined ||
      stuck.some((p) => p.startsWith(f.path)) ||
      (found.fields[f.path] ?? []).some((a) => Math.abs(a.change ?? 0) >= 5e-4) ||
      (!isRulings && (f.kind === 'other' || f.kind === 'words' || f.kind === 'text') && FIRST.test(f.path));
    const next = new Set(group.fields.filter(matters).map((f) => f.path));
    // What somebody is typing in does not move away from under the fingers.
    const held = (document.activeElement?.closest('[data-path]') as HTMLElement | null)?.dataset['path'];
    if (held && prominent.peek().has(held)) next.add(held);
    prominent.value = next;
  });
  const shown = group.fields.filter((f) => prominent.value.has(f.path));
  const folded = group.fields.filter((f) => !prominent.value.has(f.path));
  const known = useComputed(() => worth.value?.done === true && !worth.value.reason);
  const fold = known.value ? `${folded.length} that change nothing here` : `${folded.length} more`;
  const rows = (
    <>
      {shown.map((field) => (
        <FieldRow field={field} key={field.path} />
      ))}
      {folded.length > 0 && (
        <details class="fold">
          <summary>{fold}</summary>
          {folded.map((field) => (
            <FieldRow field={field} key={field.path} />
          ))}
        </details>
      )}
    </>
  );
  if (isRulings) {
    return (
      <details class="group side-none">
        <summary class="legend">
          {capital(group.label)} <small>{known.value ? `${shown.length} matter here` : `${group.fields.length}`}</small>
        </summary>
        {rows}
      </details>
    );
  }
  return (
    <fieldset class={`group side-${group.side}`}>
      <legend>{capital(group.label)}</legend>
      {group.side !== 'none' && <Troops group={group} />}
      {rows}
    </fieldset>
  );
}

function firstFields(group: FieldGroup, isRulings: boolean): string[] {
  const isSet = (f: Field) => valueAt(scenario.peek(), f.path) !== undefined;
  return group.fields
    .filter((f) => isSet(f) || (!isRulings && (isLoose(group) || FIRST.test(f.path))))
    .map((f) => f.path);
}

/** Units of the built-in scenarios of this book, to start a side from. */
function Troops({ group }: { readonly group: FieldGroup }) {
  const units = troopsOf(rules.value, group);
  if (units.length === 0) return null;
  const take = (name: string) => {
    const unit = units.find((u) => u.name === name);
    if (unit) change({ ...scenario.value, [group.path]: unit.value });
  };
  return (
    <div class="control troops">
      <label for={`troops-${group.path}`}>Start from</label>
      <select id={`troops-${group.path}`} value="" onChange={(e) => take(e.currentTarget.value)}>
        <option value="">a built-in unit …</option>
        {units.map((u) => (
          <option value={u.name} key={u.name}>
            {u.name}
          </option>
        ))}
      </select>
    </div>
  );
}

function troopsOf(book: string, group: FieldGroup): { name: string; value: Record<string, unknown> }[] {
  const known = new Set(group.fields.map((f) => f.path.slice(group.path.length + 1).split('.')[0]));
  const found = new Map<string, Record<string, unknown>>();
  for (const { rules: of, scenario: s } of examples.value) {
    if (of !== book) continue;
    for (const unit of Object.values(s)) {
      if (unit === null || typeof unit !== 'object' || Array.isArray(unit)) continue;
      const value = Object.fromEntries(Object.entries(unit).filter(([key]) => known.has(key)));
      const name = unitText(value);
      if (name !== '' && !found.has(name)) found.set(name, value);
    }
  }
  return [...found].map(([name, value]) => ({ name, value })).sort((a, b) => a.name.localeCompare(b.name));
}

/** "attack column, fs 8, elite" */
function unitText(unit: Readonly<Record<string, unknown>>): string {
  const parts = Object.entries(unit).flatMap(([key, value]) => {
    if (key === 'name' || key === 'tactic' || key === 'others') return [];
    if (value === true) return [inWords(key.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase())];
    if (typeof value === 'number')
      return [`${key === 'fs' ? 'FS' : inWords(key.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase())} ${value}`];
    return typeof value === 'string' ? [inWords(value)] : [];
  });
  return parts.slice(0, 5).join(', ');
}
