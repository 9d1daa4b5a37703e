import type { Problem } from '../../src/rules/problem.ts';
import { pathInWords } from '../../src/scenarios/axes.ts';
import { form } from '../state/page.ts';
import { capital } from '../words.ts';

/** What went wrong, in the loader's own words. */
export function Faults({ problems }: { readonly problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <div class="faults" role="alert">
      {problems.slice(0, 8).map((p) => (
        <p key={p.path.join('.') + p.message}>
          {p.path.length > 0 && <b>{placeOf(p.path.join('.'))}: </b>}
          {p.message}
        </p>
      ))}
    </div>
  );
}

/** Where a problem is, in the words of the form. */
function placeOf(path: string): string {
  for (const group of form.value?.groups ?? []) {
    const field = group.fields.find((f) => path === f.path || path.startsWith(`${f.path}.`));
    if (field) return group.path === '' ? capital(field.label) : `${capital(group.label)}, ${field.label}`;
  }
  return capital(pathInWords(path));
}

/** The last answer stays on screen until the next one is there. */
export const StaleNote = () => <p class="quiet">Below is still the answer from before.</p>;
