import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import type { Build } from './build.ts';
import type { Path } from './faults.ts';
import { declarationFault, kindOf } from './fields.ts';
import type { Argument, Names } from './names.ts';
import type { ExpressionFile, FieldFile, Step } from './shape.ts';
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
  inner.argument = ({ text, from }) =>
    typeof text === 'string' ? build.expression(text, [...path, 'with'], from) : build.expression(text, path, from);
  const declared = Object.entries(locals).map(([name, field]) => localOf(reader, id, name, field, inner));
  const scope = inner.with({ values: new Map(declared.map(({ variable }) => [variable.name, variable])) });
  const clear = () => {
    for (const { variable, start } of declared) variable.set(start);
  };
  reader.calls.push(id);
  reader.locals.push(clear);
  const body = reader.list(
    steps as readonly Step[],
    ['procedures', id, ...(Array.isArray(own) ? [] : ['steps'])],
    scope,
  );
  reader.calls.pop();
  reader.locals.pop();
  return declared.length > 0 ? [{ kind: 'act', run: clear }, ...body, { kind: 'act', run: clear }] : body;
}

function localOf({ build, calls }: StepReader, procedure: string, name: string, field: FieldFile, names: Names) {
  const path = ['procedures', procedure, 'locals', name];
  const wrong = declarationFault(field);
  if (wrong) build.faults.add(path, wrong);
  const kind = kindOf(field, build.bounds(field.number as [ExpressionFile, ExpressionFile] | undefined, path, names));
  const variable = build.variable(`${calls.length}:${path.join('.')}`, name, kind);
  return { variable, start: kind.start };
}

function argumentsOf(
  build: Build,
  step: Step,
  wanted: readonly string[],
  path: Path,
  names: Names,
): Map<string, Argument> {
  const given = step.with ?? {};
  for (const name of Object.keys(given)) {
    if (wanted.includes(name)) continue;
    const takes = wanted.length > 0 ? `it takes ${wanted.join(', ')}` : 'it takes nothing';
    build.faults.add(
      [...path, 'with', name],
      `'${step.call}' has no parameter '${name}'; ${takes}.${didYouMean(name, wanted)}`,
      { key: true },
    );
  }
  const missing = wanted.filter((name) => !Object.hasOwn(given, name));
  if (missing.length > 0) build.faults.add([...path, 'call'], `'${step.call}' also needs ${missing.join(', ')}.`);
  return new Map(wanted.map((name) => [name, { text: given[name] ?? 0, from: names }]));
}
