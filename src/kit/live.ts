/** What is asked anew at every look, as a property. */
export type Live<Asks extends Readonly<Record<string, () => unknown>>> = {
  readonly [Name in keyof Asks]: ReturnType<Asks[Name]>;
};

/**
 * A record with facts that follow the state laid over what stands still. Each of them is a function here, so that nobody
 * can put down the value of the moment by mistake; nothing is copied, `base` stands behind.
 */
export function live<Base extends object, const Asks extends Readonly<Record<string, () => unknown>>>(
  base: Base,
  asks: Asks,
): Omit<Base, keyof Asks> & Live<Asks> {
  const getters: PropertyDescriptorMap = {};
  for (const name in asks) getters[name] = { get: asks[name], enumerable: true };
  return Object.create(base, getters) as Omit<Base, keyof Asks> & Live<Asks>;
}
