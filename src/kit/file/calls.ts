import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import type { Value } from '../expression/bound.ts';
import type { Build } from './build.ts';
import type { Path } from './faults.ts';
import { declarationFault, kindOf } from './fields.ts';
import type { Argument, Names, Variable } from './names.ts';
import type { FieldFile } from './shape.ts';
import type { ExpressionFile, Step } from './step-shape.ts';
import type { PlayFlow, StepReader } from './steps.ts';

/** `call`: a procedure written out where it is called, with variables of its own that are cleared when it is left. */
export function callFlow(reader: StepReader, step: Step, path: Path, names: Names): PlayFlow[] {
  const { build } = reader;
  const procedures = build.file.procedures ?? {};
  const id = step.call!;
  if (!Object.hasOwn(procedures, id)) {
    const known = Object.keys(procedures);
    build.faults.add(
      [...path, 'call'],
      `There is no procedure '${id}'; there are ${shortList(known)}.${didYouMean(id, known)}`,
    );
    return [];
  }
  if (reader.calls.includes(id)) {
    build.faults.add(
      [...path, 'call'],
      `'${id}' calls itself (${[...reader.calls, id].join(' → ')}); use while or repeat.`,
    );
    return [];
  }
  const own = procedures[id];
  const { with: wanted = [], locals = {}, steps } = Array.isArray(own) ? { steps: own } : own;
  const args = argumentsOf(build, step, wanted, path, names);
  const inner = reader.base.with({ args });
  inner.argument = ({ text, from }) => build.expression(text, [...path, 'with'], from);
  const declared = Object.entries(locals).map(([name, field]) => localOf(reader, id, name, field, inner));
  const scope = inner.with({ values: new Map(declared.map(({ variable }) => [variable.name, variable])) });
  const clear = clearing(declared);
  reader.calls.push(id);
  reader.locals.push(clear);
  const body = reader.list(
    steps as readonly Step[],
    ['procedures', id, ...(Array.isArray(own) ? [] : ['steps'])],
    scope,
  );
  reader.calls.pop();
  reader.locals.pop();
  if (declared.length === 0) return body;
  const unlike = declared.filter(({ start, cleared }) => start !== cleared);
  for (const { key } of isMomentary(body) ? unlike : declared) build.keep(key);
  const begin = unlike.map(({ variable, start }): PlayFlow => ({ kind: 'act', run: () => variable.set(start) }));
  return [...begin, ...body, { kind: 'act', run: clear }];
}

interface Local {
  readonly key: string;
  readonly variable: Variable;
  readonly start: Value;
  /** What it holds outside: where it was first called, bounds and with them the start may have been others. */
  readonly cleared: Value;
}

function clearing(declared: readonly Local[]): () => void {
  if (declared.length === 1) {
    const [{ variable, cleared }] = declared;
    return () => variable.set(cleared);
  }
  return () => {
    for (const { variable, cleared } of declared) variable.set(cleared);
  };
}

/** Is one throw all that play ever waits for, before anything else? Then locals hold nothing at any wait. */
const isMomentary = ([first, ...rest]: readonly PlayFlow[]): boolean =>
  first === undefined ||
  ((first.kind === 'roll' ? !(first.branches ?? []).flat().some(waits) : !waits(first)) && !rest.some(waits));

function waits(flow: PlayFlow): boolean {
  switch (flow.kind) {
    case 'act':
    case 'leave':
    case 'end':
      return false;
    case 'if':
      return flow.then.some(waits) || flow.else.some(waits);
    case 'branch':
      return flow.branches.flat().some(waits);
    case 'while':
    case 'block':
      return flow.body.some(waits);
    default:
      return true;
  }
}

function localOf({ build, calls }: StepReader, procedure: string, name: string, field: FieldFile, names: Names): Local {
  const path = ['procedures', procedure, 'locals', name];
  const wrong = declarationFault(field);
  if (wrong) build.faults.add(path, wrong);
  const kind = kindOf(field, build.bounds(field.number as [ExpressionFile, ExpressionFile] | undefined, path, names));
  const key = `${calls.length}:${path.join('.')}`;
  const variable = build.local(key, name, kind);
  return { key, variable, start: kind.start, cleared: build.startOf(key) };
}

function argumentsOf(
  build: Build,
  step: Step,
  wanted: readonly string[],
  path: Path,
  names: Names,
): Map<string, Argument> {
  const said = step.with ?? {};
  for (const name of Object.keys(said)) {
    if (wanted.includes(name)) continue;
    const takes = wanted.length > 0 ? `it takes ${wanted.join(', ')}` : 'it takes nothing';
    build.faults.add(
      [...path, 'with', name],
      `'${step.call}' has no parameter '${name}'; ${takes}.${didYouMean(name, wanted)}`,
      { key: true },
    );
  }
  const missing = wanted.filter((name) => !Object.hasOwn(said, name));
  if (missing.length > 0) build.faults.add([...path, 'call'], `'${step.call}' also needs ${missing.join(', ')}.`);
  return new Map(wanted.map((name) => [name, { text: said[name] ?? 0, from: names }]));
}
