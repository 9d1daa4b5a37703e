import { resultsFrame } from '../../results/frame.ts';
import type { Results, SituationImpact } from '../../results/types.ts';
import { InputError } from '../../rules/problem.ts';
import { prepareCell, resolveCell } from '../../scenarios/prepare.ts';
import { type Suite, situationCount } from '../../scenarios/suite/suite.ts';
import { SimError } from '../../sim/error.ts';
import type { Cell } from '../cells.ts';
import type { NamedOverrides } from '../compare.ts';
import { DEFAULT_SEED, type ExperimentOptions } from '../options.ts';
import { absorbedRows, type Unmoved } from './absorbed.ts';
import { type Played, playSuite } from './play.ts';
import { shiftOf } from './shift.ts';
import { type Gathered, summary } from './summary.ts';

export interface ImpactOptions extends ExperimentOptions {
  readonly variants: readonly NamedOverrides[];
  /** What they are set against: another book or variant; the suite's own rules unless said. */
  readonly against?: NamedOverrides;
}

/** What variants do to every situation of a suite, exactly. */
export async function impact(suite: Suite, options: ImpactOptions): Promise<Results> {
  if (options.variants.length === 0) {
    throw new InputError([{ path: [], message: 'Name at least one variant, another rulebook, or an edit.' }]);
  }
  const base: NamedOverrides = options.against ?? { name: suite.rules, overrides: [] };
  const rules = [base, ...options.variants];
  const gathering = options.variants.map(() => new Gathering());
  let example: Played | undefined;
  let largest = -1;
  const played = await playSuite(suite, rules, { ...options, engine: 'exact' }, (one) => {
    const most = Math.max(...gathering.map((g, i) => g.take(one, i + 1)));
    if (most <= largest) return;
    largest = most;
    example = one;
  });
  const found = gathering.map((g, i) => summary(g.gathered(rules[i + 1], base)));
  const { group, situation, cells } = example ?? noneCompared(rules, options.signal);
  const prepared = prepareCell(group.loaded, [...base.overrides, ...situation.overrides]);
  return {
    ...resultsFrame('impact', group.loaded, prepared, options.seed ?? DEFAULT_SEED, options.command),
    title: suite.title,
    cells: cells.flatMap((c) => (c ? [c.result] : [])),
    impact: {
      suite: {
        source: suite.source,
        title: suite.title,
        rules: suite.rules,
        situations: situationCount(suite),
        played,
      },
      base: base.name,
      variants: found,
    },
    ...(played < situationCount(suite) ? { partial: true } : {}),
  };
}

function noneCompared(rules: readonly NamedOverrides[], signal: AbortSignal | undefined): never {
  if (signal?.aborted) throw new SimError('The work was stopped before the first situation was done.');
  const message = `No situation of the suite is allowed by ${rules.map((r) => r.name).join(' and by ')}: there is nothing to compare.`;
  throw new InputError([{ path: [], message }]);
}

/** What becomes of the situations under one variant, as they come. */
class Gathering {
  private readonly situations: SituationImpact[] = [];
  private readonly unmoved: Unmoved[] = [];
  private notCompared = 0;

  /** How much the situation moves; less than nothing where it cannot be compared. */
  take({ group, situation, sides, cells }: Played, place: number): number {
    const [before, after] = [cells[0], cells[place]];
    if (!before || !after) {
      this.notCompared++;
      return -1;
    }
    const shift = shiftOf(before.evaluation.tally, after.evaluation.tally, sides);
    const { name, tags, weight, overrides } = situation;
    const { encounter } = group.loaded;
    this.situations.push({ name, group: group.id, encounter, sides: sides.names, tags, weight, ...shift });
    if (!shift.moved) this.unmoved.push({ group, overrides, states: statesOf(before) });
    return shift.endOtherwise + (shift.moved ? 1 : 0);
  }

  gathered(rules: NamedOverrides, base: NamedOverrides): Gathered {
    return {
      variant: rules.name,
      isBook: rules.overrides.some((o) => o.path === 'rules' && o.value === rules.name),
      situations: this.situations,
      notCompared: this.notCompared,
      absorbed: this.absorbed(rules, base),
    };
  }

  /** Caps matter where something else in the group moves: elsewhere the changed rows do not count at all. */
  private absorbed(rules: NamedOverrides, base: NamedOverrides): readonly string[] {
    const moving = new Set(this.situations.filter((s) => s.moved).map((s) => s.group));
    const near = this.unmoved.filter((u) => moving.size === 0 || moving.has(u.group.id));
    if (near.length === 0) return [];
    const [{ group, overrides }] = near;
    const book = (variant: NamedOverrides) => resolveCell(group.loaded, [...variant.overrides, ...overrides]).book;
    return absorbedRows(book(base), book(rules), withRules(near, base));
  }
}

const withRules = (unmoved: readonly Unmoved[], { overrides }: NamedOverrides): Unmoved[] =>
  unmoved.map((u) => ({ ...u, overrides: [...overrides, ...u.overrides] }));

const statesOf = ({ evaluation }: Cell): number | null => evaluation.states;
