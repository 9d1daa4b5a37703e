import type { Advance } from '../../reports/font-file.ts';

/** Inter's widths, baked in by the build: charts are laid out without the font files, which only the PNG needs. */
export type Weight = 400 | 600;

type Baked = typeof import('virtual:advances').default;
let baked: Baked | undefined;
const advances = new Map<Weight, Advance>();

/** Whoever makes charts waits for this first; answers in words need no widths. */
export async function loadAdvances(): Promise<void> {
  baked ??= (await import('virtual:advances')).default;
}

export function advanceOf(weight: Weight): Advance {
  if (!baked) throw new Error('A chart was laid out before the widths of its font were there.');
  let advance = advances.get(weight);
  if (advance === undefined) {
    const { unitsPerEm, steps } = baked[weight];
    const widths = new Map<number, number>();
    let code = 0;
    for (let i = 0; i < steps.length; i += 2) {
      code += steps[i];
      widths.set(code, steps[i + 1] / unitsPerEm);
    }
    advance = (codePoint) => widths.get(codePoint);
    advances.set(weight, advance);
  }
  return advance;
}
