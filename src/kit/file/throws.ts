import type { ModifierTable } from '../../rules/book.ts';
import { rowsFor } from '../../rules/modifiers.ts';
import type { Facts } from '../../rules/pattern.ts';
import type { Emit, Reasons } from '../../sim/machine.ts';
import { agree, theName } from '../../words/names.ts';
import type { Bound } from '../expression/bound.ts';
import { number } from '../expression/types.ts';
import type { Roll } from '../flow.ts';
import type { Build, PlayState } from './build.ts';
import { type DiceSource, plainDice, poolDice, sortedDice } from './dice-source.ts';
import type { Path } from './faults.ts';
import type { Names, UnitNames } from './names.ts';
import type { ResultFile, Step } from './shape.ts';
import type { StepReader } from './steps.ts';
import { template } from './template.ts';

type PlayRoll = Roll<PlayState, number>;

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
  const sum = (): number => (base ? (base.read() as number) : 0) + rows.sum();
  const dice =
    kind === 'roll'
      ? plainDice(build, step, path, names)
      : kind === 'pool'
        ? poolDice(build, step, path, names, sum, (stage) => rowsOf(build, stage, by, against).sum)
        : sortedDice(build, step, path, names);
  const results = resultsOf(reader, step, path, names, dice);
  const into = intoOf(reader, step, path, names);
  const title = template(
    build,
    step.title ?? (by ? `${theName(by.called)} ${agree(by.called, 'throws')}` : 'dice are thrown'),
    [...path, 'title'],
    names,
  );
  const { moment } = build;
  return {
    kind: 'roll',
    roll: dice.die,
    given: sum,
    ...(by ? { side: by.side } : {}),
    title,
    apply: (s, given, face, emit) => {
      moment.face = face;
      moment.sum = given;
      dice.begin?.();
      const at = results.findIndex((r) => r.test());
      into?.(face);
      if (at >= 0) results[at].change(s, emit);
      return at >= 0 ? results[at].branch : -1;
    },
    branches: results.filter((r) => r.branch >= 0).map((r) => r.body),
    result: (_s, given, face) => {
      moment.face = face;
      moment.sum = given;
      dice.begin?.();
      return results.find((r) => r.test())?.say() ?? dice.says?.(face) ?? String(face);
    },
    ...(tables.length > 0 || base || dice.reading
      ? { reasons: (_s: PlayState, given: number) => reasons(given, rows, base, dice) }
      : {}),
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

function rowsOf(
  build: Build,
  tables: readonly ModifierTable[],
  by: UnitNames | undefined,
  against: UnitNames | undefined,
): Rows {
  if (tables.length === 0 || build.declaresOnly) return NO_ROWS;
  const facts: Facts = { self: by?.facts ?? {}, enemy: against?.facts ?? {}, now: build.now, ruling: build.ruling };
  const { sum, why } = rowsFor(tables, facts);
  return { sum, explain: why };
}

function reasons(given: number, rows: Rows, base: Bound | undefined, dice: DiceSource): Reasons {
  const reading = dice.reading?.();
  return {
    ...(base ? { base: { label: 'score', value: base.read() as number } } : {}),
    ...rows.explain(),
    total: { label: base ? 'score' : 'added', value: given },
    ...(reading === undefined ? {} : { reading }),
  };
}

interface Result {
  readonly test: () => boolean;
  readonly say: () => string;
  readonly change: (s: PlayState, emit: Emit) => void;
  readonly body: ReturnType<StepReader['list']>;
  /** Its place among the branches; -1 where nothing more is done. */
  readonly branch: number;
}

function resultsOf(reader: StepReader, step: Step, path: Path, names: Names, dice: DiceSource): Result[] {
  const { build } = reader;
  const { moment } = build;
  const plain = (type: Bound['type'], read: () => number): Bound => ({ type, read, fixed: false });
  const thrown = names.with({
    values: new Map<string, Bound>([
      ['face', plain(dice.faces, () => moment.face)],
      ['sum', plain(number(-1_000_000, 1_000_000), () => moment.sum)],
      ['total', plain(number(-1_000_000, 1_000_000), () => moment.face + moment.sum)],
      ...(step.compare ? [['pairs', plain(number(0, 20), () => moment.pairs)] as const] : []),
    ]),
  });
  let branches = 0;
  return (step.results ?? []).map((r: ResultFile, i): Result => {
    const at = [...path, 'results', i];
    const body = reader.list(r.do ?? [], [...at, 'do'], names);
    const last = (step.results ?? []).length - 1;
    if (r.if === undefined && i < last) build.faults.add(at, "A result without 'if' always counts, so it comes last.");
    return {
      test:
        r.if === undefined ? () => true : (build.expression(r.if, [...at, 'if'], thrown, 'flag').read as () => boolean),
      say: template(build, r.say ?? '{face}', [...at, 'say'], thrown),
      change: r.set || r.count ? reader.changes(r, at, thrown) : () => {},
      body,
      branch: body.length > 0 ? branches++ : -1,
    };
  });
}

/** `into` takes what was thrown, `most` at most. */
function intoOf(reader: StepReader, step: Step, path: Path, names: Names): ((face: number) => void) | undefined {
  if (step.into === undefined) return undefined;
  const { build } = reader;
  const variable = reader.variable(step.into, [...path, 'into'], names);
  if (!variable) return undefined;
  if (variable.type.kind !== 'number') build.faults.add([...path, 'into'], `'${step.into}' is not a number.`);
  const set = build.checked(variable, [...path, 'into']);
  if (step.most === undefined) return set;
  const most = build.expression(step.most, [...path, 'most'], names, 'number').read as () => number;
  return (face) => set(Math.min(face, most()));
}
