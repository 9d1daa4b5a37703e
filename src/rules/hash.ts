import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Rulebook, Table } from './book.ts';

const tableHashes = new WeakMap<Table, string>();
const bookHashes = new WeakMap<Rulebook, string>();

/**
 * Twelve hex digits that stand for what the book says: tables, rows, values, conditions and the rulings in force. Where a
 * figure is printed and what variants are called do not count, so that equal rules have equal hashes.
 */
export function bookHash(book: Rulebook): string {
  let hash = bookHashes.get(book);
  if (hash === undefined) {
    hash = hashOfBook(book);
    bookHashes.set(book, hash);
  }
  return hash;
}

function hashOfBook(book: Rulebook): string {
  const tables = Object.values(book.tables)
    .map((t) => [t.id, tableHash(t)])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const rulings = Object.fromEntries(Object.values(book.rulings).map((r) => [r.key, r.value]));
  // Tables say what the file says of them, variants included; of the file itself the procedures are left.
  const procedures = book.program ? proceduresOf(book.program.value) : undefined;
  const family = book.program ? book.id : book.family;
  return digest({ family, tables, rulings, ...(procedures ? { procedures } : {}) }).slice(0, 12);
}

const PROCEDURES = ['unit', 'procedures', 'encounters'];

const proceduresOf = (value: unknown): unknown =>
  Object.fromEntries(Object.entries(value as Record<string, unknown>).filter(([key]) => PROCEDURES.includes(key)));

// A variant leaves most tables as they are: each is hashed once.
function tableHash(table: Table): string {
  let hash = tableHashes.get(table);
  if (hash === undefined) {
    hash = hashOf(canonicalTable(table));
    tableHashes.set(table, hash);
  }
  return hash;
}

const rowTexts = new WeakMap<object, string>();

/** The table without its sources. An edit leaves most rows as they are: each is written out once. */
function canonicalTable({ source: _source, rows, ...rest }: Table): string {
  const textOf = (row: Table['rows'][number]): string => {
    let text = rowTexts.get(row);
    if (text === undefined) {
      const { source: _row, ...own } = row;
      text = canonical(own);
      rowTexts.set(row, text);
    }
    return text;
  };
  return record({ ...rest, rows }, (key, value) =>
    key === 'rows' ? `[${rows.map(textOf).join(',')}]` : canonical(value),
  );
}

/** sha256 of the value as JSON with its keys in order. */
export const digest = (value: unknown): string => hashOf(canonical(value));
const hashOf = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));

/** JSON with the keys of every record sorted. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (value !== null && typeof value === 'object') return record(value, (_key, v) => canonical(v));
  return JSON.stringify(value) ?? 'null';
}

function record(value: object, textOf: (key: string, value: unknown) => string): string {
  const entries = Object.entries(value)
    .filter(([, v]) => v !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([k, v]) => `${JSON.stringify(k)}:${textOf(k, v)}`).join(',')}}`;
}
