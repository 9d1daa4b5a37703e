import type { ModifierTable } from '../../rules/book.ts';
import type { Die } from '../../sim/die.ts';
import { SimError } from '../../sim/error.ts';
import { always } from '../dice/chances.ts';
import { counts, type Faces, type PoolDie, pool, type Stage } from '../dice/kinds.ts';
import { MOST_DICE, parseSum } from '../dice/text.ts';
import type { Bound } from '../expression/bound.ts';
import { number } from '../expression/types.ts';
import type { Build } from './build.ts';
import { type DiceSource, dieNamed, dieOf, type Figure } from './dice-source.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';
import type { ExpressionFile, StageFile, Step, ThrowFile } from './step-shape.ts';

type RulesFile = Pick<StageFile, 'add' | 'natural' | 'twice' | 'reroll' | 'explode' | 'explode-most'>;

/** How one die of a pool or stage is read as things are: figures for a quick look, rules and words where they are needed. */
interface ReadDie {
  /** The figures that may change in play. */
  readonly figures: readonly (() => number)[];
  readonly rules: () => PoolDie;
  readonly text: () => string;
  /** What rows have made of the face that is needed: "5+ becomes 4+". */
  readonly change: () => string | undefined;
}

function poolDie(
  build: Build,
  file: RulesFile & { die?: ThrowFile },
  target: ExpressionFile,
  path: Path,
  at: Path,
  names: Names,
  sum: Figure,
): ReadDie {
  const kind = dieOf(build, file.die, [...path, 'die'], names);
  const figures: (() => number)[] = [];
  const figureOf = (text: ExpressionFile | undefined, ...key: string[]) => {
    if (text === undefined) return () => 0;
    const { read, fixed } = build.expression(text, [...path, ...key], names, 'number');
    if (!fixed) figures.push(read as () => number);
    return read as () => number;
  };
  const face = build.expression(target, at, names, 'number');
  const atLeast = face.read as () => number;
  const [hit, miss] = [figureOf(file.natural?.hit, 'natural', 'hit'), figureOf(file.natural?.miss, 'natural', 'miss')];
  const [twice, explode] = [figureOf(file.twice, 'twice'), figureOf(file.explode, 'explode')];
  const reroll = rerollOf(build, file.reroll, [...path, 'reroll'], names);
  const most = file['explode-most'] ?? 1;
  const needed = difference(face, sum);
  if (!face.fixed || !sum.fixed) figures.push(needed);
  if (file.reroll !== undefined) figures.push(() => REROLLS.indexOf(reroll()));
  if (kind.all.length > 1) figures.push(() => kind.all.indexOf(kind.pick()));
  return {
    figures,
    rules: () => ({
      ...{ faces: kind.pick().faces, atLeast: needed() },
      ...(hit() !== 0 ? { alwaysHits: hit() } : {}),
      ...(miss() !== 0 ? { alwaysMisses: miss() } : {}),
      ...(twice() !== 0 ? { twice: twice() } : {}),
      ...(explode() !== 0 ? { explode: explode(), explodeMost: most } : {}),
      ...reroller(reroll()),
    }),
    text: () =>
      [
        `${kind.pick().text} ${needed()}+`,
        // Said only where it makes a difference: a 6 that does well enough needs no rule of its own.
        ...(hit() !== 0 && hit() < needed() ? [`a natural ${hit()} always counts`] : []),
        ...(miss() !== 0 && (miss() >= needed() || miss() === hit()) ? [`a natural ${miss()} never counts`] : []),
        ...(twice() !== 0 ? [`${facesFrom(twice(), kind.pick().faces)} count twice`] : []),
        ...(reroll() === 'none' ? [] : [`${reroll()} are thrown again`]),
        ...(explode() !== 0 ? [`${facesFrom(explode(), kind.pick().faces)} bring another die${upTo(most)}`] : []),
      ].join(', '),
    change: () => (needed() === atLeast() ? undefined : `${atLeast()}+ becomes ${needed()}+`),
  };
}

/** What a face must come to once rows have been taken off. */
function difference({ read, fixed }: Bound, sum: Figure): () => number {
  const face = read as () => number;
  if (!fixed) return () => face() - sum.read();
  const figure = face();
  return () => figure - sum.read();
}

/** "6s", or "5s and more" where the die goes on. */
const facesFrom = (least: number, faces: Faces): string =>
  least >= Math.max(...faces) ? `${least}s` : `${least}s and more`;
const upTo = (most: number): string => (most === 1 ? '' : `, up to ${most} in a row`);

const reroller = (which: Reroll): Pick<PoolDie, 'reroll'> => (which === 'none' ? {} : { reroll: which });

const REROLLS = ['ones', 'failures', 'none'] as const;
type Reroll = (typeof REROLLS)[number];

function rerollOf(build: Build, file: string | undefined, path: Path, names: Names): () => Reroll {
  if (file === undefined) return () => 'none';
  if (REROLLS.includes(file as Reroll)) return () => file as Reroll;
  const bound = build.expression(file, path, names, 'word');
  const odd = bound.type.kind === 'word' ? bound.type.values?.find((w) => !REROLLS.includes(w as Reroll)) : undefined;
  if (odd !== undefined)
    build.faults.add(path, `Dice are thrown again if they are ones or failures, or none is; found '${odd}'.`);
  return () => bound.read() as Reroll;
}

interface ReadStage {
  readonly kind: Stage['kind'];
  readonly read: ReadDie;
}
const LATER: Readonly<Record<Stage['kind'], string>> = { save: 'saved by', 'go-on': 'then' };

/** A save that no face makes is none, and is not told of. */
function matters({ kind, read }: ReadStage): boolean {
  const rules = read.rules();
  return kind !== 'save' || rules.faces.some((face) => counts(rules, face) > 0);
}

/** `pool: from.left` with `hits`, `stages` and `damage`: one throw whose faces are the successes. */
export function poolDice(
  build: Build,
  step: Step,
  path: Path,
  names: Names,
  sum: Figure,
  sumOf: (tables: ModifierTable[]) => Figure,
): DiceSource {
  const n = build.expression(step.pool!, [...path, 'pool'], names, 'number');
  if (step.hits === undefined) build.faults.add(path, "A pool needs 'hits': what a die must come to.");
  const first = poolDie(build, step, step.hits ?? 1, path, [...path, 'hits'], names, sum);
  const stages = (step.stages ?? []).map((file, i): ReadStage => {
    const at = [...path, 'stages', i];
    const key = file.save !== undefined ? 'save' : 'go-on';
    if ((file.save === undefined) === (file['go-on'] === undefined))
      build.faults.add(at, "A stage has either 'save' or 'go-on'.");
    const tables = [file.add ?? []].flat().flatMap((name) => build.modifiers(name, [...at, 'add'], names) ?? []);
    return {
      kind: key,
      read: poolDie(build, file, file[key] ?? 1, at, [...at, key], names, sumOf(tables)),
    };
  });
  const damage = damageOf(build, step.damage, [...path, 'damage'], names);
  const count = n.read as () => number;
  const id = () => {
    const later = stages.filter(matters).map(({ kind, read }) => `${LATER[kind]} ${read.text()}`);
    const hurt = damage.text();
    return [`${dice()} × ${first.text()}`, ...later, ...(hurt === '1' ? [] : [`damage ${hurt}`])].join('; ');
  };
  const dice = (): number => {
    const found = Math.max(0, count());
    if (found <= MOST_DICE) return found;
    throw new SimError(`${build.place(path)}: ${found} dice are thrown at once; at most ${MOST_DICE} can be.`);
  };
  const made = new Map<number | string, Die>();
  const figures = [dice, ...damage.figures, ...first.figures, ...stages.flatMap(({ read }) => read.figures)];
  return {
    // Asked for every state: the figures say which die it is, and its name is put together once.
    die: () => {
      const key = keyOf(figures);
      let die = made.get(key);
      if (!die) {
        const later = stages.map(({ kind, read }): Stage => ({ ...read.rules(), kind }));
        die = dieNamed(id(), () => pool(dice(), first.rules(), later, damage.chances()));
        made.set(key, die);
      }
      return die;
    },
    faces: number(0, 1_000_000),
    says: (face) => `${face} ${face === 1 ? 'success' : 'successes'}`,
    reading: first.change,
  };
}

/** Figures as one number where they are few and small, as words otherwise. */
function keyOf(figures: readonly (() => number)[]): number | string {
  let key = 0;
  for (const figure of figures) {
    const value = figure();
    if (figures.length > 4 || value < -4096 || value >= 4096) return figures.map((f) => f()).join();
    key = key * 8192 + value + 4096;
  }
  return key;
}

const DICE_TEXT = /^\s*\d*\s*[dD](\d|%|\[)/;

function damageOf(build: Build, file: string | number | undefined, path: Path, names: Names) {
  if (typeof file === 'string' && DICE_TEXT.test(file)) {
    const chances = build.faults.try(path, () => parseSum(file), always(1));
    return { figures: [], text: () => file.trim(), chances: () => chances };
  }
  const { read, fixed } = build.expression(file ?? 1, path, names, 'number');
  const worth = read as () => number;
  const figures = fixed ? [] : [worth];
  return { figures, text: () => String(worth()), chances: () => always(Math.max(0, worth())) };
}
