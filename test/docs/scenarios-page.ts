import { BOOK_IDS } from '../../src/rules/built-in.ts';
import type { EncounterKind } from '../../src/rules/encounter.ts';
import { examples, exampleText } from '../../src/scenarios/examples.ts';
import { jsonSchemas, schemaName } from '../../src/scenarios/json-schema.ts';
import { COMMON_KEYS } from '../../src/scenarios/keys.ts';
import { bookById } from '../books.ts';
import { GENERATED_BY } from './cells.ts';
import { type Group, groupsOf, type Json, type KeyRow, keyTable } from './schema-rows.ts';

/** The keys that every scenario has, and where the rest is. */
export async function scenariosPage(): Promise<string> {
  const schema = (await jsonSchemas()).get(schemaName({ book: 'oth2', encounter: 'fire' }))!;
  const common = groupsOf(schema).top.filter((r) => COMMON_KEYS.includes(r.path) && r.path !== 'rulings');
  return `${[
    GENERATED_BY,
    '# Scenario files',
    '',
    'A scenario is one YAML (or JSON) file. It says which rulebook, what is played, and how the two sides stand; everything you leave out has a sensible value. The quickest way to one is a copy of a built-in scenario (`grognard examples copy NAME`) or a fresh file with every key as a comment (`grognard new charge --print`).',
    '',
    'Files written by those two commands start with a line that tells your editor which of the schemas in `schema/` to check against, so that it completes keys and marks mistakes as you type.',
    '',
    '## Keys of every scenario',
    '',
    ...keyTable(
      common.map((r) =>
        r.path === 'rules'
          ? {
              ...r,
              takes: BOOK_IDS.map((b) => `\`${b}\``).join(', '),
            }
          : r.path === 'encounter'
            ? { ...r, takes: 'see the pages below', about: 'What is played.' }
            : r,
      ),
    ),
    '',
    'Also `rulings`: other readings of the sheet, by key; [rulings.md](rulings.md) lists them all.',
    '',
    '## Keys of each rulebook',
    '',
    ...BOOK_IDS.map((id) => {
      const { book, family } = bookById(id);
      return `- [${id}](scenarios-${id}.md): ${book.title}. Plays ${Object.keys(family.encounters).join(', ')}.`;
    }),
    '',
    'The same in a form for machines: the JSON Schemas in `schema/`, one a rulebook and encounter.',
  ].join('\n')}\n`;
}

/** What a scenario may say under one rulebook. */
export async function bookScenariosPage(id: string): Promise<string> {
  const { book, family } = bookById(id);
  const schemas = await jsonSchemas();
  const kinds = Object.keys(family.encounters) as EncounterKind[];
  const read = kinds.map((kind) => ({
    kind,
    ...groupsOf(schemas.get(schemaName({ book: id, encounter: kind })) as Json),
  }));
  const seen = new Set<string>();
  const shared = sharedRows(read.flatMap((r) => r.groups));
  return `${[
    GENERATED_BY,
    `# Scenarios of ${id}`,
    '',
    `${book.title}. Every scenario also has the [keys of every scenario](scenarios.md).`,
    ...(id === 'pike-shot'
      ? [
          '',
          'The sheet refers to tables that it does not print. Unless you bring your own cards (`grognard new cards`), results rest on an invented set and are marked **illustrative**.',
        ]
      : []),
    '',
    ...read.flatMap(({ kind, top, groups }) => [
      `## ${kind}`,
      '',
      ...builtIn(id, kind),
      ...keyTable(top.filter((r) => !COMMON_KEYS.includes(r.path))),
      '',
      ...fresh(groups, seen)
        .filter((g) => g.path !== 'rulings' && !COMMON_KEYS.includes(g.path.replace('[]', '')))
        .flatMap((g) => groupPart(g, shared)),
    ]),
    '## Keys of a unit',
    '',
    'Those that several of the groups above share.',
    '',
    ...keyTable([...shared.values()]),
  ].join('\n')}\n`;
}

function builtIn(book: string, kind: EncounterKind): string[] {
  const names = [...examples().values()]
    .filter((e) => {
      const value = exampleText(e.name)!.value as Json;
      return value['rules'] === book && value['encounter'] === kind;
    })
    .map((e) => `\`${e.name}\``);
  return names.length > 0 ? [`Built in: ${names.join(', ')}.`, ''] : [];
}

/** Groups that were not shown before on the page, such as the commander of every unit. */
function fresh(groups: readonly Group[], seen: Set<string>): Group[] {
  return groups.filter((g) => {
    const key = JSON.stringify(g);
    const isNew = g.rows.length > 6 || !seen.has(key);
    seen.add(key);
    return isNew;
  });
}

const text = (r: KeyRow) => [r.path, r.takes, r.standard, r.about].join('\u0000');

/** Rows that mean the same in three groups or more, where a group is large enough to be worth shortening. */
function sharedRows(groups: readonly Group[]): Map<string, KeyRow> {
  const counted = new Map<string, { row: KeyRow; times: number }>();
  for (const g of groups.filter((g) => g.path !== 'rulings' && g.rows.length > 6)) {
    for (const r of g.rows) counted.set(text(r), { row: r, times: (counted.get(text(r))?.times ?? 0) + 1 });
  }
  return new Map([...counted].filter(([, c]) => c.times > 2).map(([key, c]) => [key, c.row]));
}

function groupPart(group: Group, shared: ReadonlyMap<string, KeyRow>): string[] {
  const large = group.rows.length > 6;
  const own = large ? group.rows.filter((r) => !shared.has(text(r))) : group.rows;
  const others = large ? group.rows.filter((r) => shared.has(text(r))) : [];
  return [
    `### ${group.path}`,
    '',
    ...(group.about ? [group.about, ''] : []),
    ...(own.length > 0 ? [...keyTable(own), ''] : []),
    ...(others.length > 0 ? [`${own.length > 0 ? 'Also' : 'Takes'} ${named(others, shared)}.`, ''] : []),
  ];
}

/** The keys of a unit, by what is missing where that is shorter. */
function named(rows: readonly KeyRow[], shared: ReadonlyMap<string, KeyRow>): string {
  const link = '[the keys of a unit](#keys-of-a-unit)';
  const list = (all: readonly KeyRow[]) => all.map((r) => `\`${r.path}\``).join(', ');
  const missing = [...shared.values()].filter((r) => !rows.some((o) => text(o) === text(r)));
  if (missing.length === 0) return `all of ${link}`;
  return missing.length < rows.length ? `${link} but ${list(missing)}` : `of ${link} ${list(rows)}`;
}
