import { stringify } from 'yaml';
import type { CellTable, ModifierTable, Rulebook } from '../rules/book.ts';

/** A variant file that changes nothing yet: one live edit to its own old value, and every other kind as a comment. */
export function variantStarter(book: Rulebook, title = 'My variant', name = book.id): string {
  // Fire is what everybody knows: its tables make the best examples.
  const all = Object.values(book.tables);
  const tables = [...all.filter((t) => t.id.startsWith('fire')), ...all];
  const table = tables.find(
    (t): t is ModifierTable => t.kind === 'modifiers' && t.rows.some((r) => typeof r.value === 'number'),
  );
  const grid = tables.find((t): t is CellTable => t.kind === 'cells' && t.rows.length > 0);
  const row = table?.rows.find((r) => typeof r.value === 'number');
  const cell = grid && `${grid.id}.${grid.rows[0].id}.${grid.columns[0]}`;
  const old = grid?.rows[0].cells[grid.columns[0]] ?? null;
  const ruling = Object.values(book.rulings).find((r) => (r.allowed.words?.length ?? 0) > 1);
  const other = ruling?.allowed.words?.find((w) => w !== ruling.value);
  const lines = [
    `title: ${stringify(title).trim()}`,
    `base: ${name}`,
    '',
    "# Values by path; 'was' is what the base says, and a wrong one is an error.",
    `# 'grognard rules show ${name}' lists every path.`,
    'change:',
    ...(table && row ? [`  ${table.id}.${row.id}: { was: ${row.value}, to: ${row.value} }  # ${row.label}`] : []),
    ...(cell ? [`  # ${cell}: { was: ${flow(old)}, to: ${flow(old)} }`] : []),
    '',
    '# Rows of your own. Words of your own go through the traits of a unit: attacker: { traits: [elite] }.',
    '# add:',
    ...(table
      ? [
          `#   ${table.id}:`,
          '#     - id: elite-troops',
          '#       label: elite troops',
          '#       value: 1',
          '#       when: { self: { traits: { has: elite } } }',
        ]
      : []),
    '',
    ...(table && row
      ? [
          `# remove: [${table.id}.${row.id}]`,
          '',
          `# New conditions of rows; 'grognard rules show ${book.id} facts' lists what they may speak of.`,
          '# when:',
          `#   ${table.id}.${row.id}: always`,
          '',
        ]
      : []),
    ...(ruling ? [`# rulings:`, `#   ${ruling.key}: ${other}  # ${ruling.question}`] : []),
  ];
  return `${lines.join('\n')}\n`;
}

const flow = (value: unknown) => stringify(value, { collectionStyle: 'flow' }).trim();
