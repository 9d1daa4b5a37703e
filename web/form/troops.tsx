import { examples } from '../state/examples.ts';
import { change, form, rules, scenario } from '../state/page.ts';
import { inWords } from '../words.ts';
import type { FieldGroup } from './fields.ts';

type Unit = Readonly<Record<string, unknown>>;
interface Start {
  readonly name: string;
  readonly value: Unit;
}

/** A side to start from: the book's own troops, and the units of its built-in scenarios. */
export function Troops({ group }: { readonly group: FieldGroup }) {
  const offers = { 'Troops of the book': troopsFor(group), 'Units of the examples': unitsOfExamples(group) };
  const all = Object.values(offers).flat();
  if (all.length === 0) return null;
  const now = scenario.value[group.path] as Unit | undefined;
  const chosen = all.find((u) => u.name === now?.['name'])?.name ?? '';
  const take = (name: string) => {
    const unit = all.find((u) => u.name === name);
    if (unit) change({ ...scenario.value, [group.path]: unit.value });
  };
  return (
    <div class="control troops">
      <label for={`troops-${group.path}`}>Start from</label>
      <select id={`troops-${group.path}`} value={chosen} onChange={(e) => take(e.currentTarget.value)}>
        <option value="">a unit …</option>
        {Object.entries(offers).map(
          ([label, units]) =>
            units.length > 0 && (
              <optgroup label={label} key={label}>
                {units.map((u) => (
                  <option value={u.name} key={u.name}>
                    {u.name}
                  </option>
                ))}
              </optgroup>
            ),
        )}
      </select>
    </div>
  );
}

/** The keys that this encounter asks of a unit. */
const keysOf = (group: FieldGroup): ReadonlySet<string> =>
  new Set(group.fields.map((f) => f.path.slice(group.path.length + 1).split('.')[0]));

const counting = (unit: Unit, known: ReadonlySet<string>): Unit =>
  Object.fromEntries(Object.entries(unit).filter(([key]) => known.has(key)));

function troopsFor(group: FieldGroup): Start[] {
  const known = keysOf(group);
  return (form.value?.troops ?? [])
    .filter(({ values }) => Object.keys(values).some((key) => known.has(key)))
    .map(({ name, values }) => ({ name, value: counting({ name, ...values }, known) }));
}

function unitsOfExamples(group: FieldGroup): Start[] {
  const known = keysOf(group);
  const found = new Map<string, Unit>();
  for (const { rules: of, scenario: s } of examples.value) {
    if (of !== rules.value) continue;
    for (const unit of Object.values(s)) {
      if (unit === null || typeof unit !== 'object' || Array.isArray(unit)) continue;
      const value = counting(unit as Unit, known);
      const name = unitText(value);
      if (name !== '' && !found.has(name)) found.set(name, value);
    }
  }
  return [...found].map(([name, value]) => ({ name, value })).sort((a, b) => a.name.localeCompare(b.name));
}

/** "attack column, FS 8, elite" */
function unitText(unit: Unit): string {
  const words = (key: string) => inWords(key.replace(/([a-z])([A-Z])/g, '$1-$2').toLowerCase());
  const parts = Object.entries(unit).flatMap(([key, value]) => {
    if (key === 'name' || key === 'tactic' || key === 'others') return [];
    if (value === true) return [words(key)];
    if (typeof value === 'number') return [`${key === 'fs' ? 'FS' : words(key)} ${value}`];
    return typeof value === 'string' ? [inWords(value)] : [];
  });
  return parts.slice(0, 5).join(', ');
}
