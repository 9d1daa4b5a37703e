import { shortList } from '../../rules/place.ts';
import { type Die, die } from '../../sim/die.ts';
import { SimError } from '../../sim/error.ts';
import { asDie, type Chances } from '../dice/chances.ts';
import { type Faces, sortedPairs } from '../dice/kinds.ts';
import { parseDie, parseThrow } from '../dice/text.ts';
import { type NumberType, number } from '../expression/types.ts';
import type { Build, PlayState } from './build.ts';
import type { Path } from './faults.ts';
import type { Names } from './names.ts';
import type { Step, ThrowFile } from './step-shape.ts';

/** A number that may change in play, or never does. */
export interface Figure {
  readonly read: () => number;
  readonly fixed: boolean;
}

/** The dice of a step: which are thrown as things are, and what their faces can be. */
export interface DiceSource {
  readonly die: Die | ((s: PlayState) => Die);
  readonly faces: NumberType;
  /** Called before a result is looked for. */
  readonly begin?: () => void;
  readonly says?: (face: number) => string;
  readonly reading?: () => string | undefined;
}

const ONE_FACE = die('no dice', [0]);

const known = new Map<string, Die>();
const MOST_KNOWN = 5_000;
/** Dice are worked out once for each name; the name says all there is to know about them. */
export function dieNamed(id: string, chances: () => Chances): Die {
  let made = known.get(id);
  if (!made) {
    if (known.size >= MOST_KNOWN) known.clear();
    made = asDie(id, chances());
    known.set(id, made);
  }
  return made;
}

/** Words by which a throw is chosen, each read by `parse`; or the one throw. */
function chosen<T>(
  build: Build,
  file: ThrowFile,
  path: Path,
  names: Names,
  parse: (text: string) => T,
  otherwise: T,
): { readonly all: readonly T[]; readonly pick: () => T } {
  const read = (text: string, at: Path) => build.faults.try(at, () => parse(names.word(text)), otherwise);
  if (typeof file === 'string') {
    const only = read(file, path);
    return { all: [only], pick: () => only };
  }
  const on = build.expression(file.on, [...path, 'on'], names, 'word');
  const byWord = new Map(Object.entries(file.dice).map(([w, text]) => [w, read(text, [...path, 'dice', w])]));
  const values = on.type.kind === 'word' ? on.type.values : null;
  const missing = (values ?? []).filter((w) => !byWord.has(w));
  const odd = values ? [...byWord.keys()].filter((w) => !values.includes(w)) : [];
  if (missing.length > 0) build.faults.add([...path, 'dice'], `No dice are named for ${shortList(missing)}.`);
  if (odd.length > 0)
    build.faults.add([...path, 'dice', odd[0]], `It is never '${odd[0]}'; it may be ${shortList(values ?? [])}.`, {
      key: true,
    });
  return { all: [...byWord.values()], pick: () => byWord.get(on.read() as string) ?? otherwise };
}

const faceRange = (all: readonly Die[]): NumberType =>
  number(Math.min(...all.map((d) => Math.min(...d.faces))), Math.max(...all.map((d) => Math.max(...d.faces))));

/** `roll: 2D6` */
export function plainDice(build: Build, step: Step, path: Path, names: Names): DiceSource {
  const parse = (text: string) => dieNamed(text.trim(), () => parseThrow(text).chances);
  const { all, pick } = chosen(build, step.roll!, [...path, 'roll'], names, parse, ONE_FACE);
  return { die: all.length === 1 ? all[0] : pick, faces: faceRange(all) };
}

interface Named {
  readonly text: string;
  readonly faces: Faces;
}
const D6: Named = { text: 'D6', faces: [1, 2, 3, 4, 5, 6] };
/** The kind of one die, D6 unless the step says otherwise. */
export const dieOf = (build: Build, file: ThrowFile | undefined, path: Path, names: Names) =>
  chosen<Named>(build, file ?? 'D6', path, names, (text) => ({ text: text.trim(), faces: parseDie(text) }), D6);

const MOST_SORTED = 6;

/** `compare: [3, 2]`: sorted dice, pair by pair; faces are the pairs that the first side loses. */
export function sortedDice(build: Build, step: Step, path: Path, names: Names): DiceSource {
  const [a, b] = step.compare!.map(
    (text, i) => build.expression(text, [...path, 'compare', i], names, 'number').read as () => number,
  );
  const kind = dieOf(build, step.die, [...path, 'die'], names);
  const ties = step.ties ?? 'second';
  const now = () => {
    const [x, y] = [Math.max(0, a()), Math.max(0, b())];
    if (Math.max(x, y) > MOST_SORTED)
      throw new SimError(
        `${build.place(path)}: ${Math.max(x, y)} dice a side are compared; at most ${MOST_SORTED} can be.`,
      );
    return { x, y, ...kind.pick() };
  };
  return {
    die: () => {
      const { x, y, text, faces } = now();
      return dieNamed(`${x} × ${text} against ${y} × ${text}, ties to the ${ties}`, () =>
        sortedPairs({ faces, n: x }, { faces, n: y }, ties),
      );
    },
    faces: number(0, MOST_SORTED),
    begin: () => {
      build.moment.pairs = Math.max(0, Math.min(a(), b()));
    },
    says: (face) => `${face} of ${build.moment.pairs} pairs lost`,
  };
}
