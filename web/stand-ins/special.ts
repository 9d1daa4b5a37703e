import type * as Special from '../../src/stats/special.ts';

/** The special functions are 125 kB of WebAssembly that no exact answer needs: they come with the first sampled one. */
let functions: typeof Special | undefined;

export async function specialFunctions(): Promise<void> {
  functions ??= await import('../../src/stats/special.ts');
}

function loaded(): typeof Special {
  if (!functions) throw new Error('A sampled figure was asked for before the special functions were there.');
  return functions;
}

export const normalQuantile: typeof Special.normalQuantile = (p) => loaded().normalQuantile(p);
export const normalTail: typeof Special.normalTail = (z) => loaded().normalTail(z);
export const twoSidedTTail: typeof Special.twoSidedTTail = (t, df) => loaded().twoSidedTTail(t, df);
export const tQuantile: typeof Special.tQuantile = (p, df) => loaded().tQuantile(p, df);
export const chiSquaredTail: typeof Special.chiSquaredTail = (x, df) => loaded().chiSquaredTail(x, df);
export const kolmogorovTail: typeof Special.kolmogorovTail = (x) => loaded().kolmogorovTail(x);
export const betaQuantile: typeof Special.betaQuantile = (a, b, p) => loaded().betaQuantile(a, b, p);
export const betaTail: typeof Special.betaTail = (...figures) => loaded().betaTail(...figures);

/** Whatever is added to the functions is added here too: this line does not compile otherwise. */
type Missing = Exclude<keyof typeof Special, keyof typeof import('./special.ts')>;
export const isComplete: [Missing] extends [never] ? true : Missing = true;
