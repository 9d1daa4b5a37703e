import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { encounter, form, problems, rules, scenario, worth } from '../state/page.ts';
import { capital } from '../words.ts';
import { FieldRow } from './field.tsx';
import { type Field, type FieldGroup, valueAt } from './fields.ts';
import { Troops } from './troops.tsx';

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
