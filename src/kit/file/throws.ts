import type { ModifierTable } from '../../rules/book.ts';
import { rowsFor } from '../../rules/modifiers.ts';
import type { Facts } from '../../rules/pattern.ts';
import type { Reasons } from '../../sim/machine.ts';
import { agree, theName } from '../../words/names.ts';
import type { Bound } from '../expression/bound.ts';
import type { Build } from './build.ts';
import { type DiceSource, type Figure, plainDice, sortedDice } from './dice-source.ts';
import type { Path } from './faults.ts';
import type { Names, UnitNames } from './names.ts';
import { poolDice } from './pool-dice.ts';
import { intoOf, type PlayRoll, resultsOf, whatFacesDo } from './results.ts';
import type { Step } from './step-shape.ts';
import type { StepReader } from './steps.ts';
import { template } from './template.ts';

/** A step that throws dice: `roll`, `pool` or `compare`. */
export function throwFlow(reader: StepReader, kind: string, step: Step, path: Path, names: Names): PlayRoll {
  const { build } = reader;
  const by = unitAt(build, step.by, [...path, 'by'], names);
  const against = unitAt(build, step.against, [...path, 'against'], names) ?? (by && build.opponentOf(by));
  const tables = [step.add ?? []]
    .flat()
    .flatMap(
      (name, i) => build.modifiers(name, Array.isArray(step.add) ? [...path, 'add', i] : [...path, 'add'], names) ?? [],
    );
  if (tables.length > 0 && !by)
    build.faults.add(path, "Say whose dice they are with 'by', so that conditions on self can be looked at.");
  const rows = rowsOf(build, tables, by, against);
  const base = step.base === undefined ? undefined : build.expression(step.base, [...path, 'base'], names, 'number');
  const added = total(base, rows);
  const dice =
    kind === 'roll'
      ? plainDice(build, step, path, names)
      : kind === 'pool'
        ? poolDice(build, step, path, names, added, (stage) => total(undefined, rowsOf(build, stage, by, against)))
        : sortedDice(build, step, path, names);
  const results = resultsOf(reader, step, path, names, dice);
  const into = intoOf(reader, step, path, names, dice);
  const title = template(
    build,
    step.title ?? (by ? `${theName(by.called)} ${agree(by.called, 'throws')}` : 'dice are thrown'),
    [...path, 'title'],
    names,
  );
  return {
    kind: 'roll',
    roll: dice.die,
    ...(by ? { side: by.side } : {}),
    title,
    ...whatFacesDo(build.moment, dice, added.read, results, into),
    ...(tables.length > 0 || base || dice.reading ? { reasons: () => reasons(added.read(), rows, base, dice) } : {}),
  };
}

function unitAt(build: Build, name: string | undefined, path: Path, names: Names): UnitNames | undefined {
  if (name === undefined) return undefined;
  const unit = names.unit(name);
  if (!unit) build.faults.add(path, `'${name}' is no unit here.`);
  return unit;
}

interface Rows {
  readonly sum: () => number;
  readonly explain: () => Pick<Reasons, 'rows' | 'near'>;
}
const NO_ROWS: Rows = { sum: () => 0, explain: () => ({ rows: [] }) };

/** What is added to the dice: a base, and what rows make. */
function total(base: Bound | undefined, rows: Rows): Figure {
  if (!base) return { read: rows.sum, fixed: rows === NO_ROWS };
  const read = base.read as () => number;
  return rows === NO_ROWS ? { read, fixed: base.fixed } : { read: () => read() + rows.sum(), fixed: false };
}

function rowsOf(
  build: Build,
  tables: readonly ModifierTable[],
  by: UnitNames | undefined,
  against: UnitNames | undefined,
): Rows {
  if (tables.length === 0) return NO_ROWS;
  const facts: Facts = { self: by?.facts ?? {}, enemy: against?.facts ?? {}, now: build.now, ruling: build.ruling };
  const { sum, why } = rowsFor(tables, facts);
  return { sum, explain: why };
}

function reasons(total: number, rows: Rows, base: Bound | undefined, dice: DiceSource): Reasons {
  const reading = dice.reading?.();
  return {
    ...(base ? { base: { label: 'score', value: base.read() as number } } : {}),
    ...rows.explain(),
    total: { label: base ? 'score' : 'added', value: total },
    ...(reading === undefined ? {} : { reading }),
  };
}
