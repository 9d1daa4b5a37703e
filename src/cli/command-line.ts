/** Flags that change nothing in the results. */
const OPTIONS_LEFT_OUT = [
  ...['quiet', 'threads', 'shard', 'queue', 'out', 'force', 'format', 'junit', 'markdown'],
  ...['title', 'subtitle', 'credit', 'size', 'theme', 'dark', 'only'],
];
const WITHOUT_VALUE = ['quiet', 'force', 'dark', 'markdown'];

/** The line that gives the same results again: what was typed, less where it went, and with the seed spelt out. */
export function reproducingLine(argv: readonly string[], seed?: number): string {
  const kept = essentialWords(argv);
  const seeded = kept.some((a) => a === '--seed' || a.startsWith('--seed='));
  if (!seeded && seed !== undefined) kept.push('--seed', String(seed));
  return ['grognard', ...kept.map(quoted)].join(' ');
}

/** What was typed, less what changes nothing in the results. */
export function essentialWords(argv: readonly string[]): string[] {
  const kept: string[] = [];
  for (let i = 0; i < argv.length; i++) {
    const name = /^--([a-z-]+)(=|$)/.exec(argv[i])?.[1];
    if (name && OPTIONS_LEFT_OUT.includes(name)) {
      if (!argv[i].includes('=') && !WITHOUT_VALUE.includes(name)) i++;
      continue;
    }
    kept.push(argv[i]);
  }
  return kept;
}

const quoted = (word: string): string => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`);
