import { useComputed, useSignal, useSignalEffect } from '@preact/signals';
import { useRef } from 'preact/hooks';
import { form, problems, scenario, worth } from '../state/page.ts';
import { capital } from '../words.ts';
import { FieldRow } from './field.tsx';
import { type Field, type FieldGroup, valueAt } from './fields.ts';
import { heldField } from './in-sight.ts';
import { Troops } from './troops.tsx';

/** The two sides and what belongs to neither: fields that are set or that matter here, the others folded. */
export function Form() {
  const groups = form.value?.groups ?? [];
  return (
    <section class="form" aria-label="The fight" onFocusCapture={hold}>
      {form.value === null && <p class="quiet">The form is on its way …</p>}
      {groups
        .filter((g) => g.fields.length > 0)
        .map((group) => (
          <Group group={group} key={`${form.value?.rules}-${form.value?.encounter}-${group.path}`} />
        ))}
    </section>
  );
}

/** What somebody is in is tried first. */
function hold({ target }: FocusEvent): void {
  heldField.value = (target as Element).closest<HTMLElement>('[data-path]')?.dataset['path'];
}

/** Shown until the odds are known: what a player thinks of first. */
const FIRST = /\.(?:arm|formation|fs|type|card|stands|reaction|tactic|training|morale|weapon)$/;
const isLoose = (group: FieldGroup) => group.path === '';

function Group({ group }: { readonly group: FieldGroup }) {
  const isRulings = group.path === 'rulings';
  const open = useSignal(false);
  const prominent = useSignal<ReadonlySet<string>>(new Set());
  const paths = useRef('');
  const now = group.fields.map((f) => f.path).join();
  if (paths.current !== now) {
    // Another unit, another brigade: its fields come in beside what is there.
    paths.current = now;
    prominent.value = new Set([...prominent.peek(), ...firstFields(group, isRulings)]);
  }
  useSignalEffect(() => {
    const found = worth.value;
    const now = scenario.value;
    // Estimates cannot tell that a field changes nothing: all stay where they are.
    if (!found?.done || found.plays) return;
    const matters = (f: Field) =>
      valueAt(now, f.path) !== undefined ||
      (found.fields[f.path] ?? []).some((a) => Math.abs(a.change ?? 0) >= 5e-4) ||
      (!isRulings && (f.kind === 'other' || f.kind === 'words' || f.kind === 'text') && FIRST.test(f.path));
    const next = new Set(group.fields.filter(matters).map((f) => f.path));
    // What somebody is typing in does not move away from under the fingers.
    const held = (document.activeElement?.closest('[data-path]') as HTMLElement | null)?.dataset['path'];
    if (held && prominent.peek().has(held)) next.add(held);
    prominent.value = next;
  });
  const stuck = useComputed(() => problems.value.map((p) => p.path.join('.')).join('\n'));
  const isStuck = (f: Field) => stuck.value.split('\n').some((p) => p === f.path || p.startsWith(`${f.path}.`));
  const shown = group.fields.filter((f) => prominent.value.has(f.path) || isStuck(f));
  const folded = group.fields.filter((f) => !shown.includes(f));
  const known = useComputed(() => worth.value?.done === true && worth.value.plays === undefined);
  // What takes more than a choice (names, lists) was not tried: nothing is said of what it changes.
  const isTried = (f: Field) => !known.value || worth.peek()?.fields[f.path] !== undefined;
  const [idle, untried] = [folded.filter(isTried), folded.filter((f) => !isTried(f))];
  const rows = (
    <>
      {shown.map((field) => (
        <FieldRow field={field} key={field.path} />
      ))}
      {idle.length > 0 && (
        <Fold summary={known.value ? `${idle.length} that change nothing here` : `${idle.length} more`} fields={idle} />
      )}
      {untried.length > 0 && <Fold summary={`${untried.length} more`} fields={untried} />}
    </>
  );
  if (isRulings) {
    return (
      <details class="group side-none" onToggle={(e) => (open.value = e.currentTarget.open)}>
        <summary class="legend">
          {capital(group.label)} <small>{known.value ? `${shown.length} matter here` : `${group.fields.length}`}</small>
        </summary>
        {(open.value || shown.some(isStuck)) && rows}
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

/** Fields that are made when somebody opens them. */
function Fold({ summary, fields }: { readonly summary: string; readonly fields: readonly Field[] }) {
  const open = useSignal(false);
  return (
    <details class="fold" onToggle={(e) => (open.value = e.currentTarget.open)}>
      <summary>{summary}</summary>
      {open.value && fields.map((field) => <FieldRow field={field} key={field.path} />)}
    </details>
  );
}

/** A side of a small game has so few fields that none need be folded. */
const FEW = 6;

function firstFields(group: FieldGroup, isRulings: boolean): string[] {
  const isSet = (f: Field) => valueAt(scenario.peek(), f.path) !== undefined;
  const isAll = isLoose(group) || group.fields.length <= FEW;
  return group.fields.filter((f) => isSet(f) || (!isRulings && (isAll || FIRST.test(f.path)))).map((f) => f.path);
}
