import type { Emit } from '../../sim/machine.ts';
import type { Bound } from '../expression/bound.ts';
import { number } from '../expression/types.ts';
import type { Roll } from '../flow.ts';
import type { Build, PlayState } from './build.ts';
import type { DiceSource } from './dice-source.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';
import type { ResultFile, Step } from './step-shape.ts';
import type { StepReader } from './steps.ts';
import { template } from './template.ts';

/** What is given is the sum that is added to the dice; where no result asks for it, the most that is taken of them. */
export type PlayRoll = Roll<PlayState, number>;

interface Result {
  readonly test: () => boolean;
  readonly say: () => string;
  readonly change: ((s: PlayState, emit: Emit) => void) | undefined;
  readonly body: ReturnType<StepReader['list']>;
  /** Its place among the branches; -1 where nothing more is done. */
  readonly branch: number;
}

export function resultsOf(reader: StepReader, step: Step, path: Path, names: Names, dice: DiceSource): Result[] {
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
      change: r.set || r.count ? reader.changes(r, at, thrown) : undefined,
      body,
      branch: body.length > 0 ? branches++ : -1,
    };
  });
}

/** `into` takes what was thrown, `most` at most. */
export interface Into {
  readonly set: (thrown: number) => void;
  readonly most: (() => number) | undefined;
}

export function intoOf(
  reader: StepReader,
  step: Step,
  path: Path,
  names: Names,
  { faces: { low, high } }: DiceSource,
): Into | undefined {
  if (step.into === undefined) return undefined;
  const { build } = reader;
  const variable = reader.variable(step.into, [...path, 'into'], names);
  if (!variable) return undefined;
  if (variable.type.kind !== 'number') build.faults.add([...path, 'into'], `'${step.into}' is not a number.`);
  const most = step.most === undefined ? undefined : build.expression(step.most, [...path, 'most'], names, 'number');
  const limit = most?.type.kind === 'number' ? most.type : number(low, high);
  const taken = number(Math.min(low, limit.low), Math.min(high, limit.high));
  return { set: build.checked(variable, [...path, 'into'], taken), most: most?.read as (() => number) | undefined };
}

/** What happens when dice have fallen. Faces of which nothing is left but one result, or the most, do the same. */
export function whatFacesDo(
  moment: Build['moment'],
  dice: DiceSource,
  sum: () => number,
  results: readonly Result[],
  into: Into | undefined,
): Pick<PlayRoll, 'against' | 'comesTo' | 'apply' | 'branches' | 'result'> {
  const most = into?.most;
  const take = into && most ? (face: number) => into.set(Math.min(face, most())) : into?.set;
  const placeOf = (sum: number, face: number): number => {
    moment.face = face;
    moment.sum = sum;
    dice.begin?.();
    for (let i = 0; i < results.length; i++) if (results[i].test()) return i;
    return -1;
  };
  const shown = {
    branches: results.filter((r) => r.branch >= 0).map((r) => r.body),
    result: (_s: PlayState, sum: number, face: number) =>
      results[placeOf(sum, face)]?.say() ?? dice.says?.(face) ?? String(face),
  };
  if (results.length === 0)
    return {
      ...shown,
      ...(most ? { against: most, comesTo: (against: number, face: number) => Math.min(face, against) } : {}),
      apply: (_s, _against, thrown) => into?.set(thrown),
    };
  if (!take && results.every((r) => !r.change))
    return { ...shown, against: sum, comesTo: placeOf, apply: (_s, _sum, place) => results[place]?.branch ?? -1 };
  return {
    ...shown,
    against: sum,
    apply: (s, sum, face, emit) => {
      const result = results[placeOf(sum, face)];
      take?.(face);
      result?.change?.(s, emit);
      return result?.branch ?? -1;
    },
  };
}
