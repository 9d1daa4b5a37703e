import { SimError } from '../../sim/error.ts';
import { agreeing } from '../../words/names.ts';
import type { Build } from './build.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';

const inside = (part: string): string => part.slice(1, -1).trim();

/**
 * A text with values put in: "round {round}: {attacker.left} bases are left". Where an encounter is put together to be
 * played it is read when it is first told: most cells of a sweep never tell it.
 */
export function template(build: Build, text: string, path: Path, names: Names): () => string {
  if (!build.isPlayed) return read(build, text, path, names);
  let reader: (() => string) | undefined;
  return () => {
    reader ??= read(build, text, path, names);
    const [wrong] = build.faults.list;
    if (wrong) throw new SimError(wrong.message);
    return reader();
  };
}

function read(build: Build, text: string, path: Path, names: Names): () => string {
  const parts = text.split(/(\{[^{}]*\})/);
  if (parts.length === 1) return () => text;
  const texts = parts.map((part, i): (() => string) => {
    if (!/^\{.*\}$/.test(part)) {
      const before = i > 0 ? names.unit(inside(parts[i - 1])) : undefined;
      const text = before ? agreeing(before.called, part) : part;
      return () => text;
    }
    const inner = inside(part);
    const unit = names.unit(inner);
    if (unit) return () => unit.called;
    const bound = build.expression(inner, path, names);
    return () => String(bound.read());
  });
  return () => texts.map((t) => t()).join('');
}
