import type { Faults, Path } from './faults.ts';
import { allowedBy, declarationFault } from './fields.ts';
import { sidesOf } from './put-together.ts';
import type { BookFile, FieldFile } from './shape.ts';
import type { Step } from './step-shape.ts';

/** Names that mean something of their own wherever they stand. */
const RESERVED = ['face', 'sum', 'total', 'pairs', 'it', 'ruling', 'now', 'true', 'false', 'and', 'or', 'not', 'in'];
/** Keys that every scenario has, or every unit. */
const SCENARIO_KEYS = [
  'title',
  'description',
  'rules',
  'encounter',
  'variant',
  'rulings',
  'set',
  'vary',
  'engine',
  'trials',
  'precision',
  'level',
  'seed',
  'tactics',
];
const UNIT_KEYS = ['name', 'type'];

/** What can be said of a file without reading its expressions: names that clash, grids with gaps, play without an end. */
export function checkShape(file: BookFile, faults: Faults): void {
  const unit = file.unit ?? {};
  const own = unitNames(file);
  clash(
    [...Object.keys(unit.given ?? {}), ...Object.keys(unit.state ?? {}), ...Object.keys(unit.facts ?? {})],
    ['unit'],
    UNIT_KEYS,
    faults,
  );
  declarations(unit.given ?? {}, ['unit', 'given'], faults);
  declarations(unit.state ?? {}, ['unit', 'state'], faults);
  checkTypes(file, own, faults);
  checkGrids(file, faults);
  checkTables(file, faults);
  checkRulings(file, faults);
  for (const [id, p] of Object.entries(file.procedures ?? {}))
    if (!Array.isArray(p)) declarations(p.locals ?? {}, ['procedures', id, 'locals'], faults);
  if (Object.keys(file.encounters).length === 0) faults.add(['encounters'], 'A rulebook has at least one encounter.');
  const runsOut = mayFallThrough(file);
  for (const [id, encounter] of Object.entries(file.encounters)) {
    const path = ['encounters', id];
    const sides = sidesOf(encounter);
    if (sides.length < 1 || sides.length > 2 || new Set(sides.map(([s]) => s)).size < sides.length)
      faults.add([...path, 'sides'], 'An encounter has one side or two, with different names.');
    for (const [side, { units }] of sides)
      if (units && units[0] > units[1])
        faults.add([...path, 'sides', side, 'units'], `From ${units[0]} to ${units[1]} units is none.`);
    const names = [
      ...sides.map(([s]) => s),
      ...Object.keys(encounter.given ?? {}),
      ...Object.keys(encounter.state ?? {}),
      ...Object.keys(encounter.facts ?? {}),
    ];
    clash(names, path, SCENARIO_KEYS, faults);
    declarations(encounter.given ?? {}, [...path, 'given'], faults);
    declarations(encounter.state ?? {}, [...path, 'state'], faults);
    if (Object.keys(encounter.outcomes).length === 0)
      faults.add([...path, 'outcomes'], 'An encounter needs at least one outcome.');
    if (runsOut(encounter.play as readonly Step[]))
      faults.add([...path, 'play'], "The steps may run out without an outcome; put an 'end' at the end.", {
        key: true,
      });
  }
}

const unitNames = (file: BookFile): string[] => Object.keys(file.unit?.given ?? {});

function clash(names: readonly string[], path: Path, taken: readonly string[], faults: Faults): void {
  const seen = new Set<string>();
  for (const name of names) {
    if (seen.has(name)) faults.add(path, `'${name}' is declared twice.`);
    if (RESERVED.includes(name) || taken.includes(name))
      faults.add(path, `'${name}' has a meaning of its own and cannot be a name here.`);
    seen.add(name);
  }
}

function declarations(fields: Readonly<Record<string, FieldFile>>, path: Path, faults: Faults): void {
  for (const [name, field] of Object.entries(fields)) {
    const wrong = declarationFault(field);
    if (wrong) faults.add([...path, name], wrong);
    else if (field.default !== undefined && !allowedBy(field, field.default, plainBounds(field)))
      faults.add(
        [...path, name, 'default'],
        `The default ${JSON.stringify(field.default)} is not among what the field may be.`,
      );
    if (path.at(-1) !== 'given' && field.default !== undefined)
      faults.add([...path, name, 'default'], "What changes in play has a 'start', not a default.", { key: true });
    if (path.at(-1) !== 'state' && field.start !== undefined)
      faults.add([...path, name, 'start'], "Only what changes in play has a 'start'.", { key: true });
  }
}

const plainBounds = (field: FieldFile): [number, number] => {
  const [low, high] = (field.number ?? [0, 0]) as [unknown, unknown];
  return [typeof low === 'number' ? low : -Infinity, typeof high === 'number' ? high : Infinity];
};

function checkTypes(file: BookFile, known: readonly string[], faults: Faults): void {
  for (const [id, type] of Object.entries(file.types ?? {}))
    for (const [name, value] of Object.entries(type)) {
      if (name === 'title') continue;
      const field = file.unit?.given?.[name];
      if (!field)
        faults.add(['types', id, name], `Units have no '${name}'; they have ${known.join(', ')}.`, { key: true });
      else if (!allowedBy(field, value, plainBounds(field)))
        faults.add(['types', id, name], `'${name}' cannot be ${JSON.stringify(value)}.`);
    }
}

function checkGrids(file: BookFile, faults: Faults): void {
  for (const [id, grid] of Object.entries(file.grids ?? {})) {
    if (Object.keys(grid.rows).length === 0) faults.add(['grids', id, 'rows'], 'The grid has no rows.');
    for (const [row, cells] of Object.entries(grid.rows))
      if (cells.length !== grid.columns.length)
        faults.add(
          ['grids', id, 'rows', row],
          `The row has ${cells.length} cells, but the grid has ${grid.columns.length} columns; a gap is written as null.`,
        );
    if (new Set(grid.columns.map(String)).size < grid.columns.length)
      faults.add(['grids', id, 'columns'], 'A column stands here twice.');
  }
}

/** A table's name is the first part of its figures' names: it may not be that of anything else. */
function checkTables(file: BookFile, faults: Faults): void {
  const groups = ['figures', 'modifiers', 'grids'] as const;
  const seen = new Set<string>(['types']);
  for (const group of groups)
    for (const id of Object.keys(file[group] ?? {})) {
      if (seen.has(id)) faults.add([group, id], `There is another table '${id}'.`, { key: true });
      seen.add(id);
    }
}

function checkRulings(file: BookFile, faults: Faults): void {
  for (const [key, r] of Object.entries(file.rulings ?? {})) {
    if (!r.read && !r.between)
      faults.add(['rulings', key], "A ruling has 'read', the readings, or 'between', two whole numbers.");
    const words = r.read?.map(String) ?? [];
    const inside = typeof r.default === 'number' && r.between && r.default >= r.between[0] && r.default <= r.between[1];
    if (r.default !== undefined && !inside && !words.includes(String(r.default)))
      faults.add(['rulings', key, 'default'], `The default ${JSON.stringify(r.default)} is none of the readings.`);
  }
}

/** Can steps run out before an `end`? Loops and conditions may be passed by. Each procedure is gone through once. */
function mayFallThrough(file: BookFile): (steps: readonly Step[]) => boolean {
  const known = new Map<string, boolean>();
  const through = (steps: readonly Step[]): boolean =>
    steps.every((step) => {
      if (step.end !== undefined) return false;
      if (step.if !== undefined) return through(step.then ?? []) || through(step.else ?? []);
      if (step.results && step.results.length > 0 && step.results.at(-1)?.if === undefined)
        return step.results.some((r) => through(r.do ?? []));
      if (step.options) return Object.values(step.options).some((o) => through(o.do ?? []));
      return step.call === undefined || !Object.hasOwn(file.procedures ?? {}, step.call) || throughProcedure(step.call);
    });
  const throughProcedure = (id: string): boolean => {
    const found = known.get(id);
    if (found !== undefined) return found;
    // One that calls itself is refused elsewhere.
    known.set(id, true);
    const p = file.procedures![id];
    known.set(id, through((Array.isArray(p) ? p : p.steps) as readonly Step[]));
    return known.get(id)!;
  };
  return through;
}
