/** Kinds of encounter in which one side acts or tests; in all others, those of one's own games too, either may win. */
const ONE_SIDED: Readonly<Record<string, string>> = {
  fire: 'has an effect',
  morale: 'passes the test',
  rally: 'recovers',
  commander: 'is unhurt',
  march: 'arrives fresh',
  pursuit: 'halts at once',
};

export const isOneSided = (kind: string): boolean => Object.hasOwn(ONE_SIDED, kind);

/** What it is for the side that acts or tests to do well: nobody wins a test. Undefined where sides win. */
export const goingWell = (kind: string): string | undefined => (isOneSided(kind) ? ONE_SIDED[kind] : undefined);
