/** Flags that say where results go and how they are worked out, and change nothing in what is written. */
const ROUTES = ['quiet', 'threads', 'shard', 'queue', 'out', 'force', 'format', 'junit', 'markdown'];
/** Flags that change the pictures, and no figure. */
const LOOKS = ['title', 'subtitle', 'credit', 'size', 'theme', 'dark', 'only'];
const WITHOUT_VALUE = ['quiet', 'force', 'dark', 'markdown'];

/** The line that gives the same files again: what was typed, less where it went, and with the seed spelt out. */
export function reproducingLine(argv: readonly string[], seed?: number): string {
  const kept = without(argv, ROUTES);
  const seeded = kept.some((a) => a === '--seed' || a.startsWith('--seed='));
  if (!seeded && seed !== undefined) kept.push('--seed', String(seed));
  return ['grognard', ...kept.map(quoted)].join(' ');
}

/** What was typed, less what changes nothing in the results. */
export const essentialWords = (argv: readonly string[]): string[] => without(argv, [...ROUTES, ...LOOKS]);

function without(argv: readonly string[], options: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const name = /^--([a-z-]+)(=|$)/.exec(argv[i])?.[1];
    if (name && options.includes(name)) {
      if (!argv[i].includes('=') && !WITHOUT_VALUE.includes(name)) i++;
      continue;
    }
    kept.push(argv[i]);
  }
  return kept;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
