import * as z from 'zod';
import type { Rulebook } from '../../rules/book.ts';
import type { BuiltEncounter, EncounterDef } from '../../rules/encounter.ts';
import { InputError, type Problem } from '../../rules/problem.ts';
import { type Tactic, tacticSchema } from '../../rules/tactic.ts';
import { SimError } from '../../sim/error.ts';
import type { Machine, Outcome } from '../../sim/machine.ts';
import { assemble, BEGIN } from '../assemble.ts';
import type { Value } from '../expression/bound.ts';
import type { PlayState } from './build.ts';
import { calledUnits } from './called.ts';
import { Faults } from './faults.ts';
import { allowedBy, schemaOfField } from './fields.ts';
import { newBuild, readEncounter, type StatedSituation, sidesOf } from './put-together.ts';
import { bookNames, type StatedValues } from './scope.ts';
import type { BookFile, EncounterFile, FieldFile, SideFile } from './shape.ts';
import type { ExpressionFile } from './step-shape.ts';
import { inWords, TYPES_TABLE } from './tables.ts';

type Situation = Readonly<Record<string, unknown>>;

/** An encounter of a rulebook file, in the shape in which every family gives its encounters. */
export function encounterOf(
  file: BookFile,
  id: string,
  options: ReadonlyMap<string, ReadonlySet<string>>,
): EncounterDef<Situation> {
  const encounter = file.encounters[id];
  return {
    kind: id,
    title: encounter.title,
    schema: (book) => situationSchema(file, encounter, book, options),
    check: (situation, book) => refusals(file, id, situation, book),
    build: (situation, book) => built(file, id, situation, book),
  };
}

type Pair = readonly [ExpressionFile, ExpressionFile];

/** Bounds of what is given hang on figures alone. */
export function boundsOf(book: Rulebook, file: BookFile, field: FieldFile): [number, number] {
  const [low, high] = field.number ?? [0, 0];
  if (typeof low === 'number' && typeof high === 'number') return [low, high];
  const build = newBuild(book, file, Object.keys(file.encounters)[0]);
  return build.bounds(field.number as Pair | undefined, [], bookNames(build));
}

function situationSchema(
  file: BookFile,
  encounter: EncounterFile,
  book: Rulebook,
  options: ReadonlyMap<string, ReadonlySet<string>>,
): z.ZodType<Situation> {
  const unit = unitSchema(file, book);
  const shape: Record<string, z.ZodType> = {};
  for (const [side, own] of sidesOf(encounter)) {
    const one = own.about ? unit.describe(own.about) : unit;
    shape[side] = own.units ? z.array(one).min(own.units[0]).max(own.units[1]) : one;
  }
  for (const [name, field] of Object.entries(encounter.given ?? {}))
    shape[name] = schemaOfField(field, boundsOf(book, file, field));
  const choosers = [...options].filter(([, names]) => names.size > 0);
  if (choosers.length > 0) {
    const tactics = choosers.map(([side, names]) => {
      const actions = [...names] as [string, ...string[]];
      return [
        side,
        z
          .union([z.enum(actions), tacticSchema(actions)])
          .optional()
          .describe(`What the ${side} does: an option, or lines of { when, do }`),
      ] as const;
    });
    shape['tactics'] = z
      .strictObject(Object.fromEntries(tactics))
      .optional()
      .describe('What sides do when they decide');
  }
  const schema: z.ZodType = z.strictObject(shape);
  return schema as z.ZodType<Situation>;
}

/** What a scenario may say about a unit: its fields, and the name of a type that it takes them from. */
function unitSchema(file: BookFile, book: Rulebook): z.ZodType {
  const types = typeIds(book);
  const typed = types.length > 0;
  const fields = Object.entries(file.unit?.given ?? {}).map(([name, field]) => [
    name,
    schemaOfField(field, boundsOf(book, file, field), typed),
  ]);
  const named = { name: z.string().max(80).optional().describe('What it is called in results') };
  if (!typed) return z.strictObject({ ...Object.fromEntries(fields), ...named });
  const type = z
    .enum(types as [string, ...string[]])
    .describe('A type of unit of the book, which gives the values that are not said');
  return z.union([type, z.strictObject({ type: type.optional(), ...Object.fromEntries(fields), ...named })]);
}

function typeIds(book: Rulebook): string[] {
  const table = book.tables[TYPES_TABLE];
  return table?.kind === 'cells' ? table.rows.map((r) => r.id) : [];
}

/** A unit with the values of its type and the defaults filled in; what is missing is a problem. */
function givenOf(
  file: BookFile,
  book: Rulebook,
  said: unknown,
  path: readonly (string | number)[],
  problems: Problem[],
): StatedValues {
  const own: Record<string, unknown> = typeof said === 'string' ? { type: said } : { ...(said as object) };
  const table = book.tables[TYPES_TABLE];
  const row = table?.kind === 'cells' ? table.rows.find((r) => r.id === own['type']) : undefined;
  const given: Record<string, Value> = {};
  for (const [name, field] of Object.entries(file.unit?.given ?? {})) {
    const value = own[name] ?? row?.cells[name] ?? field.default;
    if (value === undefined || value === null) problems.push({ path: [...path, name], message: 'It is missing.' });
    else if (!allowedBy(field, value, boundsOf(book, file, field)))
      problems.push({
        path: [...path, name],
        message: `The type '${String(own['type'])}' says ${JSON.stringify(value)}, which '${name}' cannot be.`,
        found: value,
      });
    else given[name] = value as Value;
  }
  return given;
}

function saidIn(
  file: BookFile,
  id: string,
  situation: Situation,
  book: Rulebook,
  problems: Problem[],
): StatedSituation {
  const encounter = file.encounters[id];
  const units = sidesOf(encounter).map(([side, own]): [string, StatedValues[]] => {
    const list = several(own) ? (situation[side] as readonly unknown[]) : [situation[side]];
    return [side, list.map((u, i) => givenOf(file, book, u, several(own) ? [side, i] : [side], problems))];
  });
  const now = Object.fromEntries(Object.keys(encounter.given ?? {}).map((name) => [name, situation[name] as Value]));
  return {
    units: Object.fromEntries(units),
    now,
    called: calledUnits(
      units.map(([side]) => side),
      situation,
    ),
    tactics: (situation['tactics'] ?? {}) as Readonly<Record<string, string | Tactic>>,
  };
}

const several = (side: SideFile): boolean => side.units !== undefined;

/** What the rules do not allow, and units whose values are not complete. */
function refusals(file: BookFile, id: string, situation: Situation, book: Rulebook): Problem[] {
  const problems: Problem[] = [];
  const said = saidIn(file, id, situation, book, problems);
  if (problems.length > 0 || !file.encounters[id].refuse) return problems;
  const faults = new Faults();
  const { refusals: list } = readEncounter(newBuild(book, file, id, faults), id, said, false);
  if (faults.list.length > 0)
    return faults.list.map(({ message }) => ({ path: [], message: `${book.title}: ${message}` }));
  return list
    .filter(({ test }) => test.read())
    .map(({ at, say }) => ({ path: at === '' ? [] : at.split('.'), message: say }));
}

function built(file: BookFile, id: string, situation: Situation, book: Rulebook): BuiltEncounter {
  const encounter = file.encounters[id];
  const problems: Problem[] = [];
  const said = saidIn(file, id, situation, book, problems);
  if (problems.length > 0) throw new InputError(problems);
  const build = newBuild(book, file, id);
  build.isPlayed = true;
  const parts = readEncounter(build, id, said);
  if (build.faults.list.length > 0) throw new SimError(build.faults.list[0].message);
  const endless = (at: string | undefined) =>
    new SimError(`${at ?? book.title}: The loop goes round for ever without a throw.`);
  const flow = assemble<PlayState>(parts.flow, endless);
  const { result } = parts;
  const machine: Machine<PlayState> = {
    name: `${encounter.title} (${book.id})`,
    layout: build.layOut(Object.keys(flow.steps)),
    steps: flow.steps,
    start: (s) => {
      build.begin();
      parts.start();
      s.step = BEGIN;
    },
    outcomes: outcomesOf(encounter),
    outcome: () => result.read() as string,
    measures: parts.measures.map((m) => ({ ...m, of: m.of.read as () => number })),
    sums: parts.sums,
    layer: () => 0,
  };
  const [first, second] = sidesOf(encounter).map(([side]) => sideInWords(side));
  return { machine, notes: [], sides: [first, second ?? 'enemy'] };
}

const outcomesOf = (encounter: EncounterFile): Outcome[] =>
  Object.entries(encounter.outcomes).map(([id, o]) => {
    const { worth, label } = typeof o === 'number' ? { worth: o, label: outcomeLabel(id) } : o;
    return { id, label, severity: worth, winner: worth > 0 ? 'a' : worth < 0 ? 'b' : 'none' };
  });

/** A side that is only a letter: "side A". */
const sideInWords = (side: string): string => (/^[ab]$/.test(side) ? `side ${side.toUpperCase()}` : side);

/** "attacker driven back"; of a-sunk "side A sunk". */
const outcomeLabel = (id: string): string => inWords(id).replace(/^[ab](?= )/, (letter) => sideInWords(letter));
