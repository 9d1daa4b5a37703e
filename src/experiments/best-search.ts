import { evaluatePaired } from '../engine/paired.ts';
import type { TriedTactic } from '../results/types.ts';
import type { AnyMachine } from '../rules/encounter.ts';
import { InputError } from '../rules/problem.ts';
import { type Override, prepareCell } from '../scenarios/prepare.ts';
import { SimError } from '../sim/error.ts';
import { addCounts, emptyCounts, type PlayCounts, tallyPlay } from '../sim/play/counts.ts';
import { KeyedDice } from '../sim/play/dice.ts';
import { Player } from '../sim/play/player.ts';
import { nextSeed } from '../sim/random.ts';
import { labelOf } from '../words/labels.ts';
import { theName } from '../words/names.ts';
import { type BestQuestion, type FoundBest, frameOf, stepSide } from './best.ts';
import { type Rule, rulesSeen, withRule } from './best-rules.ts';
import { detailedResult } from './cells.ts';
import { type Searched, searchedText } from './gain-words.ts';
import { sideName } from './good-for.ts';
import { objectiveValue, pairedDifference } from './objective-value.ts';
import { engineOptions } from './options.ts';

/** A way to play that is tried: a machine with another tactic in it. */
interface Candidate {
  readonly label: string;
  readonly machine: AnyMachine;
  /** The rule that was laid on last. */
  readonly rule?: Rule;
  readonly player: Player<unknown>;
  counts: PlayCounts;
}

/** Encounters of the first look; the better half of the candidates then gets twice as many, until one is left. */
const FIRST_LOOK = 50;
const LAST_LOOK = 800;
/** Rounds in which one more rule may be laid on what is best so far. */
const MOST_RULES = 2;
/** Encounters that confirm the choice, with other dice. */
const CONFIRMED = 2_000;

/**
 * Past solving: the best among the named tactics and rules of the kind "charge whenever possible", laid one on another
 * while that helps. All are tried under the same dice and halved by turns; what is chosen is played again with fresh dice
 * against the scenario as written, so that its figure owes nothing to having been the luckiest.
 */
export async function searchTactics(question: BestQuestion, fixed: readonly Override[]): Promise<FoundBest> {
  const { asked, base, high, choosers, loaded, options } = question;
  const engine = engineOptions(loaded, options);
  const written = base.built.machine;
  // Solving has shown that it is too large: compiling is not tried again.
  const past = written.records ? { stateBudget: 1 } : {};
  const tried: TriedTactic[] = [];
  const found: (Searched & { pair: Awaited<ReturnType<typeof evaluatePaired>> })[] = [];
  for (const side of choosers) {
    const sign = side === high ? 1 : -1;
    const own = await climb(question, side, sign, fixed);
    const name = sideName(side, base.sides);
    const trials = options.trials ?? CONFIRMED;
    const pair = await evaluatePaired(
      { machine: written },
      { machine: own.machine },
      { ...engine, ...past, precision: undefined, engine: 'sample', trials, seed: nextSeed(engine.seed) },
    );
    const d = pairedDifference(asked, asked, pair);
    const helps = own.label !== AS_WRITTEN && sign * d.difference > 0 && (d.low > 0 || d.high < 0);
    // What does not hold up with fresh dice is not called the best.
    tried.push(...own.tried.map((t) => ({ ...t, chosen: t.chosen && helps, side: name })));
    const same = own.tried.filter((t) => !t.chosen && helps && isAlike(t, own.tried[0])).map((t) => t.label);
    found.push({
      ...{ side: name, sides: base.sides.names, goodFor: sideName(high, base.sides), asked, d, helps, same, pair },
      ...{ level: engine.level ?? 0.95, tactic: own.label === AS_WRITTEN ? undefined : own.label },
    });
  }
  // The figures of the answer are those of the side that gains most.
  found.sort((x, y) => gainOf(y) - gainOf(x));
  const { a, b } = found[0].pair;
  const [first, second] = [objectiveValue(asked, a.tally), objectiveValue(asked, b.tally)];
  return {
    best: {
      ...frameOf(question),
      method: 'searched',
      text: searchedText(found, tried.length),
      written: first.value,
      ...(first.interval ? { writtenInterval: first.interval } : {}),
      value: second.value,
      ...(second.interval ? { interval: second.interval } : {}),
      decisions: [],
      tactics: tried,
    },
    cells: [
      detailedResult(base, { ...a, tally: { ...a.tally, sums: [] } }, undefined, { variant: 'as written' }),
      detailedResult(base, { ...b, tally: { ...b.tally, sums: [] } }, undefined, {
        variant: choosers.length > 1 ? `best found for ${theName(found[0].side)}` : 'best found',
      }),
    ],
  };
}

const gainOf = ({ helps, d }: Searched): number => (helps ? Math.abs(d.difference) : 0);

const AS_WRITTEN = 'as written';

/** Two ways to play that came out the same under all the dice of the last look. */
const isAlike = (x: Omit<TriedTactic, 'side'>, y: Omit<TriedTactic, 'side'>): boolean =>
  x.trials === y.trials && x.value === y.value;

/** Lays rules on what is best so far, one at a time, while one of them wins the race against going without. */
async function climb(question: BestQuestion, side: 'a' | 'b', sign: 1 | -1, fixed: readonly Override[]) {
  const { base, asked } = question;
  const isOwn = (word: string) => stepSide(word, base.sides) === side;
  const fresh = (label: string, machine: AnyMachine, rule?: Rule): Candidate => ({
    ...{ label, machine },
    ...(rule ? { rule } : {}),
    // A few hundred encounters are over before local automata are filled.
    player: new Player<unknown>(machine, { direct: true }),
    counts: emptyCounts(),
  });
  const seen = rulesSeen(base.built.machine, isOwn);
  const tried: Candidate[] = [];
  let champion = fresh(AS_WRITTEN, base.built.machine);
  const decided = new Set<string>();
  for (let round = 0; round < MOST_RULES; round++) {
    const rules = seen.filter((r) => ![...r.steps].some((step) => decided.has(step)));
    const rivals = [
      champion,
      ...(round === 0 ? namedTactics(question, side, fixed).map((t) => fresh(t.label, t.machine)) : []),
      ...rules.map((rule) => fresh(joined(champion.label, rule.label), withRule(champion.machine, isOwn, rule), rule)),
    ];
    const winner = await race(question, rivals, sign);
    tried.push(...rivals.filter((r) => round === 0 || r !== champion));
    if (winner === champion) break;
    for (const step of winner.rule?.steps ?? []) decided.add(step);
    champion = winner;
  }
  const inOrder = tried
    .map((c): Omit<TriedTactic, 'side'> => {
      const { value, interval } = objectiveValue(asked, tallyPlay(c.machine, c.counts, false));
      return { label: c.label, value, interval: interval!, trials: c.counts.trials, chosen: c === champion };
    })
    .sort((x, y) => Number(y.chosen) - Number(x.chosen) || y.trials - x.trials || sign * (y.value - x.value));
  return { label: champion.label, machine: champion.machine, tried: inOrder };
}

const joined = (before: string, rule: string): string => (before === AS_WRITTEN ? rule : `${before}, and ${rule}`);

/**
 * Successive halving under the same dice: who is behind after a look drops out, who is left is looked at for longer. Who
 * dropped out with a figure that the winner did not keep up is looked at for as long: nobody is best beside a better one,
 * the champion of the last race included, who has had his looks and may have been overtaken by luck alone.
 */
async function race(question: BestQuestion, all: readonly Candidate[], sign: 1 | -1): Promise<Candidate> {
  const { asked, options, loaded, progress } = question;
  const { seed } = engineOptions(loaded, options);
  const value = (c: Candidate) => sign * objectiveValue(asked, tallyPlay(c.machine, c.counts, false)).value;
  const look = async (c: Candidate, n: number): Promise<void> => {
    if (options.signal?.aborted) throw new SimError('Stopped before the tactics were tried; there is no result.');
    if (c.counts.trials < n) c.counts = addCounts(c.counts, c.player.block(new KeyedDice(seed), c.counts.trials, n)!);
    progress.counting(c.counts.trials);
    await new Promise((resume) => setTimeout(resume, 0));
  };
  let runners = all;
  for (let n = FIRST_LOOK; n <= LAST_LOOK; n *= 2) {
    for (const c of runners) await look(c, n);
    runners = ranked(runners, value).slice(0, Math.ceil(runners.length / 2));
  }
  for (;;) {
    const [first] = ranked(all, value);
    if (first.counts.trials >= LAST_LOOK) return first;
    await look(first, LAST_LOOK);
  }
}

/** The best first; among equals the one looked at for longest, then the one that came first. */
const ranked = (all: readonly Candidate[], value: (c: Candidate) => number): Candidate[] =>
  all
    .map((c) => ({ c, v: value(c) }))
    .sort((x, y) => y.v - x.v || y.c.counts.trials - x.c.counts.trials)
    .map(({ c }) => c);

/** Tactics that the scenario names, each put in the place of those that the side has. */
function namedTactics({ base, loaded }: BestQuestion, side: 'a' | 'b', fixed: readonly Override[]) {
  const situation = base.situation as Readonly<Record<string, unknown>>;
  const names = Object.keys((situation['tactics'] as Record<string, unknown> | undefined) ?? {});
  const own = situation[side] as { tactic?: unknown; brigades?: readonly { name?: string }[] } | undefined;
  const places = own?.brigades
    ? own.brigades.map((b, i) => ({ path: `${side}.brigades.${i}.orders`, unit: b.name ?? `brigade ${i + 1}` }))
    : own?.tactic === undefined
      ? []
      : [{ path: `${side}.tactic`, unit: undefined }];
  return places.flatMap(({ path, unit }) =>
    names.flatMap((value) => {
      try {
        const { built } = prepareCell(loaded, [...fixed, { path, value }]);
        const whose = unit === undefined || places.length === 1 ? '' : `with ${theName(unit)}, `;
        return [{ label: `${whose}the tactic “${labelOf(value)}”`, machine: built.machine }];
      } catch (error) {
        // A tactic made for the other side may name what this one cannot do.
        if (error instanceof InputError) return [];
        throw error;
      }
    }),
  );
}
