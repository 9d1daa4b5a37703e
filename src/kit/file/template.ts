import type { Build } from './build.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';

/** A text with values put in: "round {round}: {attacker.left} bases are left". */
export function template(build: Build, text: string, path: Path, names: Names): () => string {
  const parts = text.split(/(\{[^{}]*\})/);
  if (parts.length === 1) return () => text;
  const read = parts.map((part): (() => string) => {
    if (!/^\{.*\}$/.test(part)) return () => part;
    const inner = part.slice(1, -1).trim();
    const unit = names.unit(inner);
    if (unit) return () => unit.name;
    const bound = build.expression(inner, path, names);
    return () => String(bound.read());
  });
  return () => read.map((r) => r()).join('');
}
