import { type Bad, interpretedCodec, type Slot } from './codec-interpreted.ts';
import { SimError } from './error.ts';
import { mayCompile as canCompile } from './may-compile.ts';
import type { Codec, Field, FieldScalar } from './state.ts';

/**
 * A codec for some fields of a scratch state. Packing happens for every face of every state, so the code for it is
 * written out field by field and compiled: one straight run of loads, checks and shifts, ten times faster than a loop
 * over descriptions. Paths are plain names (the layout checks that), so nothing but declared fields gets into the code.
 * A strict page forbids making code from text: there the descriptions are interpreted after all.
 */
export function makeCodec(
  view: object,
  fields: readonly { path: string; field: Field }[],
  mayCompile = canCompile(),
): Codec {
  const { slots, words } = assign(fields);
  const bad: Bad = (i: number, found: FieldScalar): never => {
    throw new SimError(
      `A step set the state field '${slots[i].path}' to ${String(found)}; it must be ${allowed(slots[i].field)}.`,
    );
  };
  const coded = mayCompile
    ? compiledOnce(slots, words)(
        view,
        slots.map((s) => fieldTable(s.field)),
        bad,
      )
    : interpretedCodec(view, slots, words, bad);
  return {
    words,
    paths: slots.map((s) => s.path),
    bitsOf: (path) => {
      const { word, mask, shift } = slots.find((s) => s.path === path)!;
      return { word, shift, mask: mask << shift };
    },
    ...coded,
  };
}

/** What the code is told of a field when it is made: words with their places, or the ends of a range. */
type FieldTable = readonly [unknown, unknown];

function fieldTable(field: Field): FieldTable {
  switch (field.kind) {
    case 'flag':
      return [false, true];
    case 'oneOf':
      return [new Map(field.values.map((v, i) => [v, i])), field.values];
    case 'int':
      return [field.min, field.max];
  }
}

type Build = (s: object, known: readonly FieldTable[], bad: Bad) => Pick<Codec, 'pack' | 'unpack' | 'change'>;

/** Cells of a sweep have the same fields again and again: their code is written, compiled and warmed up once. */
const compiledBuilds = new Map<string, Build>();
const BUILDS_KEPT = 500;

function compiledOnce(slots: readonly Slot[], words: number): Build {
  // All that the code hangs on; ranges and words are handed to it.
  let key = '';
  for (const { path, field, word, shift, mask } of slots) key += `${path} ${field.kind} ${word} ${shift} ${mask};`;
  let build = compiledBuilds.get(key);
  if (!build) {
    if (compiledBuilds.size >= BUILDS_KEPT) compiledBuilds.clear();
    build = new Function('s', 'known', 'bad', source(slots, words)) as Build;
    compiledBuilds.set(key, build);
  }
  return build;
}

/** Gives each field its bits; no field straddles two words. */
function assign(fields: readonly { path: string; field: Field }[]): { slots: Slot[]; words: number } {
  const slots: Slot[] = [];
  let word = 0;
  let used = 0;
  for (const { path, field } of fields) {
    const bits = width(field);
    if (used + bits > 32) {
      word++;
      used = 0;
    }
    slots.push({ path, field, word, shift: used, mask: bits === 32 ? -1 : 2 ** bits - 1 });
    used += bits;
  }
  return { slots, words: word + 1 };
}

/** Numbers get 4, 8, 12 … bits, so that cells which differ in a strength or two still share their code. */
function width(field: Field): number {
  const bits = Math.max(1, 32 - Math.clz32(span(field) - 1));
  return field.kind === 'int' ? Math.min(32, Math.ceil(bits / 4) * 4) : bits;
}

function span(field: Field): number {
  switch (field.kind) {
    case 'flag':
      return 2;
    case 'oneOf':
      return field.values.length;
    case 'int':
      return field.max - field.min + 1;
  }
}

function allowed(field: Field): string {
  switch (field.kind) {
    case 'flag':
      return 'true or false';
    case 'oneOf':
      return `one of ${field.values.join(', ')}`;
    case 'int':
      return `a whole number ${field.min}..${field.max}`;
  }
}

function source(slots: readonly Slot[], words: number): string {
  const groups = [...new Set(slots.map((s) => groupOf(s.path)))];
  const name = (path: string) => `${variable(groups.indexOf(groupOf(path)))}.${path.split('.').at(-1)}`;
  const holders = groups.map((g, i) => `const ${variable(i)} = s${g ? `.${g}` : ''};`);
  const facts = slots.flatMap((s, i) => (s.field.kind === 'flag' ? [] : [`const [a${i}, b${i}] = known[${i}];`]));
  // Most words are the same as a moment ago: the last one is kept, so that the look-up is for changes only.
  const memory = slots.flatMap((s, i) => (s.field.kind === 'oneOf' ? [`let last${i} = b${i}[0], place${i} = 0;`] : []));
  const packs = slots.map((s, i) => `  v = ${name(s.path)};\n${encode(s.field, i)}  w${s.word} |= v << ${s.shift};`);
  const unpacks = slots.map(
    (s, i) =>
      `  v = ${s.mask === -1 ? `w${s.word} >>> 0` : `(w${s.word} >>> ${s.shift}) & ${s.mask}`};\n  ${name(s.path)} = ${decode(s.field, i)};`,
  );
  const each = Array.from({ length: words }, (_, w) => w);
  const unpacksOf = (w: number) => unpacks.filter((_, i) => slots[i].word === w);
  return [
    "'use strict';",
    ...holders,
    ...facts,
    ...memory,
    'return {',
    'pack(key) {',
    `  let v, ${each.map((w) => `w${w} = 0`).join(', ')};`,
    ...packs,
    ...each.map((w) => `  key[${w}] = w${w};`),
    '},',
    'unpack(keys, at) {',
    `  let v, ${each.map((w) => `w${w} = keys[at + ${w}]`).join(', ')};`,
    ...unpacks,
    '},',
    'change(held, keys, at) {',
    '  let v;',
    ...each.flatMap((w) => [
      `  const w${w} = keys[at + ${w}];`,
      `  if (w${w} !== held[${w}]) {`,
      `  held[${w}] = w${w};`,
      ...unpacksOf(w),
      '  }',
    ]),
    '}};',
  ].join('\n');
}

const groupOf = (path: string): string => path.split('.').slice(0, -1).join('.');
const variable = (i: number): string => `g${i}`;

function encode(field: Field, i: number): string {
  switch (field.kind) {
    case 'flag':
      return `  v = v === true ? 1 : v === false ? 0 : bad(${i}, v);\n`;
    case 'oneOf':
      return `  if (v !== last${i}) { place${i} = a${i}.get(v) ?? bad(${i}, v); last${i} = v; }\n  v = place${i};\n`;
    case 'int':
      return `  if (!(v >= a${i} && v <= b${i}) || v !== Math.floor(v)) bad(${i}, v);\n  v -= a${i};\n`;
  }
}

function decode(field: Field, i: number): string {
  switch (field.kind) {
    case 'flag':
      return 'v === 1';
    case 'oneOf':
      return `b${i}[v]`;
    case 'int':
      return `v + a${i}`;
  }
}
