import { bareName } from '../../words/names.ts';

/**
 * What titles call the units of a situation, by the key that steps know them by: "attacker" is the Guards where the
 * scenario names them so. A name that two units share is followed by the key, so that nobody has to guess.
 */
export function calledUnits(
  sides: readonly string[],
  situation: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, string> {
  const units = sides.flatMap((side) => {
    const said = situation[side];
    return Array.isArray(said)
      ? said.map((unit, i) => ({ key: `${side} ${i + 1}`, name: nameOf(unit) }))
      : [{ key: side, name: nameOf(said) }];
  });
  const isShared = (name: string) => units.filter((u) => u.name === name).length > 1;
  return new Map(
    units.flatMap(({ key, name }) => (name === '' ? [] : [[key, isShared(name) ? `${name} (${key})` : name]])),
  );
}

function nameOf(unit: unknown): string {
  const name = unit !== null && typeof unit === 'object' ? (unit as { name?: unknown }).name : undefined;
  return typeof name === 'string' && name.trim() !== '' ? bareName(name) : '';
}
