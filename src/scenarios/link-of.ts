import { familyOf } from '../rules/played.ts';
import { InputError } from '../rules/problem.ts';
import { baseBook } from './load.ts';
import type { LoadedScenario } from './loaded.ts';

type Group = Record<string, unknown>;
/** Keys of a file that say nothing about the fight. */
const IGNORED_KEYS = ['$schema', 'description', 'variant', 'rulings', 'set', 'vary'];

/**
 * A loaded scenario as one object in the shape of a file, with everything that it names put into it, so that a link can
 * carry it. Words for shipped sets stay words.
 * @param isBuiltIn says of a file that an axis names whether every copy of the program has it
 */
export function wholeScenario(loaded: LoadedScenario, isBuiltIn: (path: string) => boolean = () => false): Group {
  const written = (loaded.text?.value ?? {}) as Group;
  const kept = Object.fromEntries(Object.entries(written).filter(([key]) => !IGNORED_KEYS.includes(key)));
  const family = familyOf(baseBook(loaded));
  for (const [key, attachment] of Object.entries(family.attachments ?? {})) {
    const name = kept[key];
    if (typeof name === 'string' && !Object.hasOwn(attachment.shipped, name)) kept[key] = loaded.situation[key];
  }
  if (loaded.troops) {
    const troops = loaded.troops.troops.map(({ name, values, points }) => [
      name,
      { ...values, ...(points === undefined ? {} : { points }) },
    ]);
    kept['troops'] = { troops: Object.fromEntries(troops), armies: loaded.troops.armies };
  }
  const rulings: Group = {};
  const set: Group = {};
  for (const { path, value } of loaded.overrides) {
    if (path.startsWith('rulings.')) rulings[path.slice('rulings.'.length)] = value;
    else set[path] = value;
  }
  const vary: Group = Object.fromEntries(loaded.vary.map((a) => [a.path, axisInLink(loaded, a)]));
  refuseFiles(loaded, isBuiltIn);
  const variants = loaded.variants.map((v) => v.variant);
  return {
    ...kept,
    title: loaded.title,
    rules: loaded.rules,
    encounter: loaded.encounter,
    ...(variants.length > 0 ? { variant: variants.length === 1 ? variants[0] : variants } : {}),
    ...(Object.keys(rulings).length > 0 ? { rulings } : {}),
    ...(Object.keys(set).length > 0 ? { set } : {}),
    ...(loaded.vary.length > 0 ? { vary } : {}),
  };
}

/** The values of an axis, with the name that the file gives it. */
function axisInLink(loaded: LoadedScenario, { path, values, label }: LoadedScenario['vary'][number]): unknown {
  const written = (loaded.text?.value as { vary?: Readonly<Record<string, unknown>> } | undefined)?.vary?.[path];
  const isNamed = typeof written === 'object' && written !== null && 'label' in written;
  return isNamed ? { values: [...values], label } : [...values];
}

/** An axis holds names only: files that it names cannot come along. */
function refuseFiles(loaded: LoadedScenario, isBuiltIn: (path: string) => boolean): void {
  const family = familyOf(baseBook(loaded));
  for (const axis of loaded.vary) {
    const shipped =
      axis.path === 'variant' ? ['none', 'base'] : Object.keys(family.attachments?.[axis.path]?.shipped ?? {});
    if (axis.path !== 'variant' && !family.attachments?.[axis.path]) continue;
    const file = axis.values.map(String).find((v) => !shipped.includes(v) && !isBuiltIn(v));
    if (file === undefined) continue;
    const message = `A link cannot carry the file '${file}' that an axis names; fix it with --set ${axis.path}=${file}, or leave the axis out.`;
    throw new InputError([{ path: ['vary', axis.path], message, at: loaded.text?.at(['vary', axis.path]) }]);
  }
}
