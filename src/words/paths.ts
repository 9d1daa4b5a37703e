import { labelOf, words } from './labels.ts';
import { bareName } from './names.ts';

/**
 * A path of the situation as people read it; paths into the rules are names of their own.
 *
 * pathInWords('attacker.commander.inRange') // 'attacker commander in range'
 * pathInWords('unit.moraleSupport') // 'morale support', since a test has but one unit
 * pathInWords('a.groups.0.others.0.stands') // 'side A group 1 unit 2 stands'
 */
export function pathInWords(path: string): string {
  if (/^(rules|rulings|variant)\b/.test(path)) return labelOf(path);
  return path
    .replace(/^(?:unit|tester)\.(?=\D)/, '')
    .split('.')
    .map((part, i, parts) => partInWords(part, parts[i - 1], parts[i + 1]))
    .join(' ');
}

const isPlace = (part: string | undefined): boolean => part !== undefined && /^\d+$/.test(part);

/** Places are counted from 1, and one of several groups is a group; the others stand beside a first unit. */
function partInWords(part: string, before: string | undefined, after: string | undefined): string {
  if (isPlace(part)) return String(Number(part) + (before === 'others' ? 2 : 1));
  if (before === undefined && after !== undefined && (part === 'a' || part === 'b'))
    return `side ${part.toUpperCase()}`;
  if (isPlace(after)) return part === 'others' ? 'unit' : words(part.replace(/s$/, ''));
  return words(part);
}

type Pair = readonly [string, string];

/**
 * The same with the side called by its name; undefined of a path that belongs to neither side.
 *
 * namedPath('attacker.fs', ['attacker', 'defender'], ['Old Guard', 'Coldstreams']) // 'Old Guard FS'
 * namedPath('a.fs', ['side A', 'side B'], ['Old Guard', 'Coldstreams']) // 'Old Guard FS'
 */
export function namedPath(path: string, ids: Pair, names: Pair): string | undefined {
  const [side, ...rest] = path.split('.');
  const at = ids.findIndex((id) => id === side || id === `side ${side.toUpperCase()}`);
  if (at < 0 || rest.length === 0) return undefined;
  return `${bareName(names[at])} ${pathInWords(rest.join('.'))}`;
}
