/** Kinds of encounter in which one side acts or tests; in all others, those of one's own games too, either may win. */
const ONE_SIDED: readonly string[] = ['fire', 'morale', 'rally', 'commander', 'march', 'pursuit'];

export const isOneSided = (kind: string): boolean => ONE_SIDED.includes(kind);
