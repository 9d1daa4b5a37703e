import { pathInWords } from '../../src/scenarios/axes.ts';
import type { NearRow } from '../../src/sim/machine.ts';
import { form, setValue } from '../state/page.ts';
import { inWords } from '../words.ts';

/** A row that one fact keeps out; where that fact is a field of the form, a button sets it. */
export function NearRowText({ row, side }: { readonly row: NearRow; readonly side: string | undefined }) {
  const field = fieldOf(row, side);
  const [, value] = field ?? [];
  return (
    <>
      {factInWords(row.fact, side)} is {spoken(row.found)}, would have to be {spoken(row.wanted)}
      {field && (
        <button type="button" class="plain" onClick={() => setValue(field[0], value)}>
          Make it so
        </button>
      )}
    </>
  );
}

/** "self.inCover" of the defender's roll: "defender in cover". */
function factInWords(fact: string, side: string | undefined): string {
  const [who, ...name] = fact.split('.');
  const { own, other } = sidesOf(side);
  const group = who === 'self' ? own : who === 'enemy' ? other : undefined;
  const words = pathInWords(name.length > 0 ? name.join('.') : who);
  return group ? `${group.label} ${words}` : words;
}

const spoken = (value: string): string => inWords(value === 'true' ? true : value === 'false' ? false : value);

function sidesOf(side: string | undefined) {
  const sides = (form.value?.groups ?? []).filter((g) => g.side !== 'none');
  const own = sides.find((g) => g.path === side) ?? sides[0];
  return { own, other: sides.find((g) => g !== own) };
}

/** "self.formation" wanted as "square" means the rolling side's field of that name, if the form has one that takes it. */
function fieldOf({ fact, wanted }: NearRow, side: string | undefined): [path: string, value: unknown] | undefined {
  const [who, name] = fact.split('.');
  const { own, other } = sidesOf(side);
  const group = who === 'self' ? own : who === 'enemy' ? other : form.value?.groups.find((g) => g.path === '');
  const field = group?.fields.find((f) => f.path.split('.').at(-1) === name);
  if (!field) return undefined;
  if (field.kind === 'flag' && (wanted === 'true' || wanted === 'false')) return [field.path, wanted === 'true'];
  if (field.kind === 'word' && field.options?.includes(wanted)) return [field.path, wanted];
  return undefined;
}
