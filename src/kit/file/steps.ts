import { didYouMean } from '../../rules/nearest.ts';
import { shortList } from '../../rules/place.ts';
import type { Emit } from '../../sim/machine.ts';
import type { Bound, Value } from '../expression/bound.ts';
import { isSame, type NumberType, typeText } from '../expression/types.ts';
import type { Flow } from '../flow.ts';
import type { Build, PlayState } from './build.ts';
import { callFlow } from './calls.ts';
import { chooseFlow } from './choices.ts';
import type { Path } from './faults.ts';
import { kindOf } from './fields.ts';
import type { Names, UnitNames, Variable } from './names.ts';
import { stepKind } from './step-kinds.ts';
import type { ExpressionFile, Step } from './step-shape.ts';
import { template } from './template.ts';
import { throwFlow } from './throws.ts';

export type PlayFlow = Flow<PlayState>;
type Change = (s: PlayState, emit: Emit) => void;

const MOST_ROUNDS = 10_000;
/** Steps of one encounter once procedures and units are written out; more is a slip, or takes too long to put together. */
const MOST_STEPS = 20_000;

/** Reads the steps of a file into flows. Procedures are written out where they are called, units one after the other. */
export class StepReader {
  readonly build: Build;
  readonly base: Names;
  private readonly result: Variable;
  /** What clears the variables of the procedures and loops that a step stands in. */
  readonly locals: (() => void)[] = [];
  /** The procedures that a step stands in. */
  readonly calls: string[] = [];
  private steps = 0;

  constructor(build: Build, base: Names, result: Variable) {
    this.build = build;
    this.base = base;
    this.result = result;
  }

  list(steps: readonly Step[], path: Path, names: Names): PlayFlow[] {
    return steps.flatMap((step, i) => this.step(step, [...path, i], names));
  }

  private step(step: Step, path: Path, names: Names): PlayFlow[] {
    if (++this.steps > MOST_STEPS) {
      if (this.steps === MOST_STEPS + 1)
        this.build.faults.add(
          path,
          `Written out for all units and procedures, the encounter has more than ${MOST_STEPS} steps.`,
        );
      return [];
    }
    const kind = stepKind(this.build.faults, step, path);
    switch (kind) {
      case 'set':
      case 'count':
        return [{ kind: 'act', run: this.changes(step, path, names) }];
      case 'if': {
        const test = this.build.expression(step.if!, [...path, 'if'], names, 'flag');
        const [yes, no] = [
          this.list(step.then ?? [], [...path, 'then'], names),
          this.list(step.else ?? [], [...path, 'else'], names),
        ];
        return [{ kind: 'if', test: test.read as () => boolean, then: yes, else: no }];
      }
      case 'while':
        return [
          {
            ...{ kind: 'while', at: this.build.place(path) },
            test: this.build.expression(step.while!, [...path, 'while'], names, 'flag').read as () => boolean,
            body: this.list(step.do ?? [], [...path, 'do'], names),
          },
        ];
      case 'repeat':
        return this.repeat(step, path, names);
      case 'each':
        return this.units(step, path, names).flatMap((unit) => this.forUnit(step, path, names, unit, []));
      case 'first':
        return this.units(step, path, names).reduceRight<PlayFlow[]>(
          (rest, unit) => this.forUnit(step, path, names, unit, rest),
          this.list(step.else ?? [], [...path, 'else'], names),
        );
      case 'roll':
      case 'pool':
      case 'compare':
        return [throwFlow(this, kind, step, path, names)];
      case 'choose':
        return [chooseFlow(this, step, path, names)];
      case 'call':
        return callFlow(this, step, path, names);
      case 'note': {
        return [{ kind: 'note', tell: template(this.build, step.note!, [...path, 'note'], names) }];
      }
      case 'end':
        return [this.end(step.end!, path, names)];
      default:
        return [];
    }
  }

  /** `set` and `count` together: all values are worked out before any is set. */
  changes(
    of: {
      readonly set?: Readonly<Record<string, ExpressionFile>>;
      readonly count?: Readonly<Record<string, ExpressionFile>>;
    },
    path: Path,
    names: Names,
  ): Change {
    const { build } = this;
    const sets = Object.entries(of.set ?? {}).map(([name, text]) => {
      const at = [...path, 'set', name];
      const variable = this.variable(name, at, names);
      const value = build.expression(text, at, names, variable?.type.kind);
      if (variable && !isSame(variable.type, value.type))
        build.faults.add(
          at,
          `'${name}' cannot become ${typeText(value.type)}; it may be ${variable.type.kind === 'word' ? shortList(variable.type.values ?? []) : typeText(variable.type)}.`,
        );
      return { set: variable ? build.checked(variable, at, value.type) : () => {}, read: value.read };
    });
    const counts = Object.entries(of.count ?? {}).map(([name, text]) => ({
      sum: this.sum(name, [...path, 'count', name], names),
      read: build.expression(text, [...path, 'count', name], names, 'number').read as () => number,
    }));
    return changeOf(sets, counts);
  }

  variable(name: string, path: Path, names: Names): Variable | undefined {
    const found = names.find(name);
    if (found && 'set' in found) return found as Variable;
    const known = names.variables();
    const message = found ? `'${name}' does not change in play, so it cannot be set` : `There is no '${name}' here`;
    this.build.faults.add(path, `${message}; what can be set is ${shortList(known, 12)}.${didYouMean(name, known)}`, {
      key: true,
    });
    return undefined;
  }

  /** A declared sum; its first part may be a parameter that stands for a unit. */
  private sum(name: string, path: Path, names: Names): string {
    const { sums, faults } = this.build;
    const dot = name.indexOf('.');
    const unit = dot < 0 ? undefined : names.unit(name.slice(0, dot));
    const own = unit ? `${unit.side}${name.slice(dot)}` : name;
    if (sums.has(own)) return own;
    const known = [...sums];
    const there = known.length > 0 ? `; there are ${known.join(', ')}` : '; the encounter declares none';
    faults.add(path, `There is no sum '${own}'${there}.${didYouMean(own, known)}`, { key: true });
    return own;
  }

  private repeat(step: Step, path: Path, names: Names): PlayFlow[] {
    const { build } = this;
    const n = build.expression(step.repeat!, [...path, 'repeat'], names, 'number');
    const most = n.fixed ? (n.read() as number) : (n.type as NumberType).high;
    if (most > MOST_ROUNDS) {
      build.faults.add(
        [...path, 'repeat'],
        `This may come to ${most} rounds; at most ${MOST_ROUNDS} are allowed. Bound it with min().`,
      );
      return [];
    }
    const key = `${this.calls.length}:${path.join('.')}`;
    const round = build.variable(key, step.as ?? 'round', kindOf({ number: [0, 1] }, [0, Math.max(1, most)]));
    this.locals.push(() => round.set(0));
    // The round can be read, not set.
    const { type, read: current, fixed } = round;
    const inner = step.as
      ? names.with({ values: new Map<string, Bound>([[step.as, { type, read: current, fixed }]]) })
      : names;
    const body = this.list(step.do ?? [], [...path, 'do'], inner);
    this.locals.pop();
    const [read, times] = [round.read as () => number, n.read as () => number];
    const at = build.place(path);
    if (step.as) {
      return [
        {
          kind: 'while',
          at,
          test: () => read() < times(),
          body: [{ kind: 'act', run: () => round.set(read() + 1) }, ...body],
        },
        { kind: 'act', run: () => round.set(0) },
      ];
    }
    return [
      { kind: 'act', run: () => round.set(Math.max(0, times())) },
      { kind: 'while', at, test: () => read() > 0, body: [...body, { kind: 'act', run: () => round.set(read() - 1) }] },
    ];
  }

  private units(step: Step, path: Path, names: Names): readonly UnitNames[] {
    const group = step.of === undefined ? undefined : names.group(step.of);
    if (group) return group;
    const known = this.base.sides();
    this.build.faults.add([...path, 'of'], `'of' names a side: ${known.join(' or ')}.`);
    return [];
  }

  private forUnit(step: Step, path: Path, names: Names, unit: UnitNames, rest: readonly PlayFlow[]): PlayFlow[] {
    const inner = names.with({ units: new Map([[step.each ?? step.first!, unit]]) });
    const body = this.list(step.do ?? [], [...path, 'do'], inner);
    if (step.where === undefined) return body;
    const test = this.build.expression(step.where, [...path, 'where'], inner, 'flag').read as () => boolean;
    return [{ kind: 'if', test, then: body, else: rest }];
  }

  private end(name: string, path: Path, names: Names): PlayFlow {
    const { build, result } = this;
    const outcome = names.word(name);
    if (!build.outcomes.includes(outcome))
      build.faults.add(
        [...path, 'end'],
        `'${outcome}' is none of the outcomes: ${shortList(build.outcomes, 20)}.${didYouMean(outcome, build.outcomes)}`,
      );
    const clears = [...this.locals];
    return {
      kind: 'end',
      run: () => {
        for (const clear of clears) clear();
        result.set(outcome);
      },
    };
  }
}

type Setter = { readonly set: (to: Value) => void; readonly read: () => Value };

function changeOf(
  sets: readonly Setter[],
  counts: readonly { readonly sum: string; readonly read: () => number }[],
): Change {
  if (sets.length === 1 && counts.length === 0) {
    const [{ set, read }] = sets;
    return () => set(read());
  }
  const values: Value[] = sets.map(() => 0);
  return (_s, emit) => {
    for (let i = 0; i < sets.length; i++) values[i] = sets[i].read();
    for (const { sum, read } of counts) emit(sum, read());
    for (let i = 0; i < sets.length; i++) sets[i].set(values[i]);
  };
}
