/** Small files that once kept the program busy for minutes, or took gigabytes; each is wrong and must be refused. */
const units = 'defender: { formation: line, fs: 7 }\n';
const head = 'rules: oth2\nencounter: melee\n';
const base = `${head}attacker: { formation: line, fs: 8 }\n${units}`;
const traits = `${head}attacker: { formation: line, fs: 8, traits: [a] }\n${units}`;
const lines = (n: number, line: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => `${line(i)}\n`).join('');
const words = (n: number, word: (i: number) => string): string =>
  Array.from({ length: n }, (_, i) => word(i)).join(', ');
const variant = 'title: t\nbase: oth2\n';
const row = (i: number): string =>
  `    - { id: row${i}, value: 1, label: some row number ${i}, when: { self: { fs: { gt: 8 } } } }`;

export const hostileFiles: Readonly<Record<string, string>> = {
  'an index of 30 million': `${traits}set: { attacker.traits.30000000: b }\n`,
  'an index of four thousand million': `${traits}set: { attacker.traits.4294967290: b }\n`,
  'unknown keys': `${base}${lines(13_000, (i) => `key${i}: 1`)}`,
  'unknown keys of a unit': `${head}${units}attacker:\n  fs: 8\n${lines(13_000, (i) => `  key${i}: 1`)}`,
  'set lines': `${base}set:\n${lines(4_000, (i) => `  attacker.key${i}: 1`)}`,
  'set lines of rules': `${base}set:\n${lines(4_000, (i) => `  rules.fire.row${i}: 1`)}`,
  'rulings that do not exist': `${base}rulings:\n${lines(8_000, (i) => `  ruling${i}: x`)}`,
  'three hundred set lines under three long axes': `${base}set:\n${lines(290, (i) => `  rules.fire.row${i}: 1`)}vary: { attacker.fs: 1..20, defender.fs: 1..20, attacker.hits: 0..400 }\n`,
  'many axes': `${base}vary:\n${lines(4_000, (i) => `  attacker.key${i}: [1, 2]`)}`,
  'twenty long axes of rows that do not exist': `${base}vary:\n${lines(20, (i) => `  rules.x${i}.y: 0..9999`)}`,
  'a long axis of wrong words': `${base}vary: { attacker.formation: [${words(9_000, (i) => `w${i}`)}] }\n`,
  'a long axis of rulebooks': `${base}vary: { rules: [${words(9_000, (i) => `w${i}`)}] }\n`,
  'many variants': `${base}variant:\n${lines(3_000, (i) => `  - { title: t${i}, base: oth2, foo: 1 }`)}`,
  'a path without end': `${base}set: { "${'a.'.repeat(90_000)}b": 1 }\n`,
  'a path through lists without end': `${base}set: { "attacker${'.others.0'.repeat(20_000)}": 1 }\n`,
  'a precision of 150,000 digits': `${base}precision: "${'1'.repeat(150_000)}x"\n`,
  'a level of 150,000 digits': `${base}level: "${'1'.repeat(150_000)}x"\n`,
  'trials of 150,000 digits': `${base}trials: "${'1'.repeat(150_000)}x"\n`,
  'a range of 150,000 blanks': `${base}vary: { attacker.fs: "1${' '.repeat(150_000)}x" }\n`,
  'a rulebook with a very long name': `rules: ${'x'.repeat(190_000)}\nencounter: melee\n`,
  'a list of wrong numbers': `${head}${units}attacker: { fs: 8, others: [${words(4_000, () => '{ fs: 1e300 }')}] }\n`,
  'a variant that removes rows that do not exist': `${variant}remove:\n${lines(8_000, (i) => `  - fire.row${i}`)}`,
  'a variant of unknown rulings': `${variant}rulings:\n${lines(7_000, (i) => `  ruling${i}: 1`)}`,
  'a variant of unknown keys': `${variant}${lines(13_000, (i) => `key${i}: 1`)}`,
  'a variant of rows with unknown facts': `${variant}add:\n  fire.small-arms:\n${lines(2_500, (i) => `    - { id: r${i}, value: 1, when: { self: { foo${i}: 1 } } }`)}`,
  'a variant that replaces rows that do not exist': `${variant}add:\n  fire.small-arms:\n    - { id: r, value: 1, replaces: [${words(18_000, (i) => `x${i}`)}] }\n`,
  'a variant of five thousand rows': `${variant}add:\n  melee.infantry:\n${lines(5_000, row)}`,
  'a variant of a row with thousands of conditions': `${variant}add:\n  melee.infantry:\n    - { id: a, value: 1, when: [${words(19_000, (i) => `{ self: { fs: ${100 + i} } }`)}] }\n`,
  'a megabyte of short values': `${base}vary: { attacker.fs: [${words(300_000, (i) => String(i % 9))}] }\n`,
  'a megabyte of tags': `${base}description: ${'!a '.repeat(330_000)}x\n`,
  'a megabyte of anchors': `${base}description: ${'&a '.repeat(330_000)}x\n`,
  'a megabyte of aliases': `${base}description: [${'*a '.repeat(330_000)}]\n`,
  'a megabyte of empty groups': `${base}description: ${'{}'.repeat(400_000)}\n`,
  'a megabyte of quotes': `${base}title: ${'"'.repeat(900_000)}\n`,
  'a megabyte of keys': `${base}${lines(80_000, (i) => `key${i}: 1`)}`,
};

/** Files as large as they may be, and right: each is played. */
export const largeFiles: Readonly<Record<string, string>> = {
  'a hundred and ten thousand lines of comments': `${base}${lines(110_000, () => '# x, y')}`,
  'a megabyte of comments': `${base}${lines(9_900, () => `# ${'x'.repeat(97)}`)}`,
  'a long description': `description: >-\n${lines(19_000, () => '  word word word word word word word word word word')}${base}`,
  'fifty thousand traits': `${head}${units}attacker: { fs: 8, traits: [${words(50_000, (i) => `w${i}`)}] }\n`,
  'a variant of four hundred rows': `${variant}add:\n  melee.infantry:\n${lines(400, row)}`,
};
