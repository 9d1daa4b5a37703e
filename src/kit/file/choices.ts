import { agree, theName } from '../../words/names.ts';
import type { PlayState } from './build.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';
import type { Step } from './step-shape.ts';
import type { PlayFlow, StepReader } from './steps.ts';
import { template } from './template.ts';

/** `choose`: a side decides between options, by its tactic or openly. */
export function chooseFlow(reader: StepReader, step: Step, path: Path, names: Names): PlayFlow {
  const { build } = reader;
  const unit = names.unit(step.choose!);
  const side = unit?.side ?? (names.group(step.choose!) ? names.word(step.choose!) : undefined);
  if (side === undefined)
    build.faults.add([...path, 'choose'], `'${step.choose}' is no side; there are ${reader.base.sides().join(', ')}.`);
  const chooser = unit?.called ?? side ?? '';
  const options = Object.entries(step.options ?? {});
  if (options.length === 0) build.faults.add(path, 'A choice needs options.');
  if (options.length > 0 && options.every(([, o]) => o.if !== undefined))
    build.faults.add([...path, 'options'], "One option must have no 'if', so that something can always be done.");
  const known = build.options.get(side ?? '') ?? new Set<string>();
  for (const [name] of options) known.add(name);
  build.options.set(side ?? '', known);
  const decide = build.decide(
    side ?? '',
    unit,
    options.map(([name]) => name),
  );
  return {
    kind: 'choose',
    side: side ?? '',
    title: template(build, step.title ?? `${theName(chooser)} ${agree(chooser, 'decides')}`, [...path, 'title'], names),
    ...(decide ? { decide: (_s: PlayState, allowed: readonly string[]) => decide(allowed) } : {}),
    options: options.map(([name, o]) => ({
      name,
      ...(o.if === undefined
        ? {}
        : { allowed: build.expression(o.if, [...path, 'options', name, 'if'], names, 'flag').read as () => boolean }),
      body: reader.list(o.do ?? [], [...path, 'options', name, 'do'], names),
    })),
  };
}
