import type { Rulebook } from '../../rules/book.ts';
import { didYouMean } from '../../rules/nearest.ts';
import { compileTactic, type Tactic } from '../../rules/tactic.ts';
import type { SumMeasure } from '../../sim/machine.ts';
import { oneOf } from '../../sim/state.ts';
import type { Bound } from '../expression/bound.ts';
import { word } from '../expression/types.ts';
import { Build } from './build.ts';
import type { Faults, Path } from './faults.ts';
import type { Names, UnitNames, Variable } from './names.ts';
import { bookNames, factsOf, ownNames, type StatedValues, unitNames } from './scope.ts';
import type { BookFile, EncounterFile, SideFile } from './shape.ts';
import type { Step } from './step-shape.ts';
import { type PlayFlow, StepReader } from './steps.ts';

/** What a scenario says, taken apart: the units of each side, what is given of the moment, and tactics. */
export interface StatedSituation {
  /** By side. Null stands for "anything that may be said": where a book is only checked. */
  readonly units: Readonly<Record<string, readonly StatedValues[]>>;
  readonly now: StatedValues;
  /** What titles call units, by their keys. */
  readonly called?: ReadonlyMap<string, string>;
  readonly tactics: Readonly<Record<string, string | Tactic>>;
}

/** The sides of an encounter, in order. */
export const sidesOf = (encounter: EncounterFile): [string, SideFile][] =>
  Array.isArray(encounter.sides)
    ? encounter.sides.map((s): [string, SideFile] => [s, {}])
    : Object.entries(encounter.sides).map(([s, side]): [string, SideFile] => [s, side ?? {}]);

export interface Parts {
  readonly build: Build;
  readonly names: Names;
  readonly result: Variable;
  readonly flow: readonly PlayFlow[];
  readonly start: () => void;
  readonly measures: readonly (SumMeasure & { readonly of: Bound })[];
  readonly sums: readonly SumMeasure[];
  readonly refusals: readonly { readonly test: Bound; readonly at: string; readonly say: string }[];
}

/**
 * Reads everything of the encounter into a build.
 * @param play false where only names are asked for, not the steps
 */
export function readEncounter(build: Build, id: string, said: StatedSituation, play = true): Parts {
  const { file } = build;
  const encounter = file.encounters[id];
  const path = ['encounters', id];
  const book = bookNames(build);
  const starts: (() => void)[] = [];
  const groups = new Map<string, UnitNames[]>();
  const units = new Map<string, UnitNames>();
  for (const [side, own] of sidesOf(encounter)) {
    const several = own.units !== undefined;
    const made = (said.units[side] ?? [null]).map((given, i) => {
      const key = several ? `${side} ${i + 1}` : side;
      const facts = [
        { path: ['unit', 'facts'], facts: file.unit?.facts ?? {} },
        { path: [...path, 'sides', side, 'facts'], facts: own.facts ?? {} },
      ];
      const declared = { given: file.unit?.given ?? {}, state: file.unit?.state ?? {}, facts };
      const { names, start } = ownNames(build, key, ['unit'], declared, given, book);
      starts.push(start);
      return unitNames(key, said.called?.get(key) ?? key, side, names);
    });
    groups.set(side, made);
    if (!several) units.set(side, made[0]);
  }
  const around = book.with({ units, groups });
  const declared = {
    given: encounter.given ?? {},
    state: encounter.state ?? {},
    facts: [{ path: [...path, 'facts'], facts: encounter.facts ?? {} }],
  };
  const now = ownNames(build, 'now', path, declared, said.now, around);
  build.now = factsOf(now.names);
  build.opponentOf = (unit) => [...groups].find(([side]) => side !== unit.side)?.[1][0];
  build.decide = (side, unit) => decision(build, said.tactics[side], unit ?? groups.get(side)?.[0]);
  const names = around.with({ values: now.names });
  const kind = { type: word(build.outcomes), field: oneOf('none', ...build.outcomes), start: 'none' } as const;
  const result = build.variable('result', 'the outcome', kind);
  const steps = play ? (encounter.play as readonly Step[]) : [];
  const flow = new StepReader(build, names, result).list(steps, [...path, 'play'], names);
  return {
    build,
    names,
    result,
    flow,
    start: () => {
      for (const start of [...starts, now.start]) start();
    },
    measures: Object.entries(encounter.measures ?? {}).map(([measure, m]) => {
      const text = typeof m === 'object' ? m.of : m;
      const at = [...path, 'measures', measure];
      const { goodFor } = typeof m === 'object' ? m : {};
      return {
        id: measure,
        label: labelOf(measure, m),
        ...sideOf(build, encounter, goodFor, at),
        of: build.expression(text, typeof m === 'object' ? [...at, 'of'] : at, names, 'number'),
      };
    }),
    sums: Object.entries(encounter.sums ?? {}).map(([sum, s]) => {
      const { label, goodFor } = typeof s === 'string' ? { label: s } : s;
      return { id: sum, label, ...sideOf(build, encounter, goodFor, [...path, 'sums', sum]) };
    }),
    refusals: (encounter.refuse ?? []).map(({ if: test, at = '', say }, i) => ({
      test: build.expression(test, [...path, 'refuse', i, 'if'], names, 'flag'),
      ...{ at, say },
    })),
  };
}

/** Whom much of a measure is good for, as the file says; nothing where it does not say. */
function sideOf(
  { faults }: Build,
  encounter: EncounterFile,
  name: string | undefined,
  path: Path,
): Pick<SumMeasure, 'goodFor'> {
  if (name === undefined) return {};
  const sides = sidesOf(encounter).map(([side]) => side);
  const allowed = [...sides, 'nobody'];
  if (!allowed.includes(name))
    faults.add(
      [...path, 'goodFor'],
      `'${name}' is no side of this encounter; there are ${allowed.join(', ')}.${didYouMean(name, allowed)}`,
    );
  return { goodFor: name === 'nobody' ? 'none' : sides.indexOf(name) === 1 ? 'b' : 'a' };
}

const labelOf = (id: string, m: NonNullable<EncounterFile['measures']>[string]): string =>
  (typeof m === 'object' ? m.label : undefined) ?? id.replaceAll(/[-.]/g, ' ');

/** The side's tactic: lines, or one option that it always takes; without one, the first option. */
function decision(build: Build, tactic: string | Tactic | undefined, unit: UnitNames | undefined) {
  const enemy = unit ? build.opponentOf(unit) : undefined;
  const facts = { self: unit?.facts ?? {}, enemy: enemy?.facts ?? {}, now: build.now, ruling: build.ruling };
  const decide = compileTactic(typeof tactic === 'string' ? [{ do: tactic }] : (tactic ?? []));
  return (options: readonly string[]) => decide(facts, options);
}

export const newBuild = (book: Rulebook, file: BookFile, id: string, faults?: Faults): Build =>
  new Build(book, file, id, faults);
