import { describe, expect, it } from 'vitest';
import { answerText, readAnswer } from '../../src/cluster/answers.ts';
import { packed } from '../../src/cluster/packing.ts';
import { readWork, toWire } from '../../src/cluster/wire.ts';
import { newControl } from '../../src/engine/control.ts';
import { doPiece } from '../../src/engine/do-piece.ts';
import { type BlocksPiece, type CellsPiece, type Piece, workKey } from '../../src/engine/work.ts';
import { cellsWork } from '../../src/experiments/shared-cells.ts';
import { digest } from '../../src/rules/hash.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';

const loaded = await loadScenario('volley');
const { recipe } = prepareCell(loaded);
const plan = { trials: 300, blockSize: 64, blocks: 5 };

const blocks = (kind: 'walk' | 'play'): BlocksPiece => {
  const work = { kind, recipes: kind === 'play' ? [recipe, recipe] : [recipe], plan, seed: 7 };
  return { work, key: workKey(work), place: 0, from: 3, to: 5 };
};
const cells = (options = {}): CellsPiece => {
  const work = cellsWork(loaded, options);
  return { work, key: workKey(work), place: 0, cells: [[], [{ path: 'target.fs', value: 4 }]] };
};
const pieces: Readonly<Record<string, Piece>> = {
  'a walk': blocks('walk'),
  'a pair of plays': blocks('play'),
  'exact cells': cells(),
  'sampled cells': cells({ engine: 'sample', trials: 500 }),
};
const answerTo = async (piece: Piece): Promise<string> => answerText(await doPiece(piece, newControl()));

describe('an answer that arrives', () => {
  it.each(Object.entries(pieces))('is taken when it answers its piece: %s', async (_name, piece) => {
    const text = await answerTo(piece);
    expect(answerText(readAnswer(text, piece))).toBe(text);
  });

  it('travels packed where it is long, and is refused when it unpacks to more than any answer', async () => {
    const piece: CellsPiece = { ...cells(), cells: Array.from({ length: 12 }, () => []) };
    const text = await answerTo(piece);
    const small = packed(text);
    expect(small.length).toBeLessThan(text.length / 4);
    expect(answerText(readAnswer(small, piece))).toBe(text);
    expect(packed('short')).toBe('short');
    expect(() => readAnswer(`${small.slice(0, 40)}!`, piece)).toThrow(/does not have the shape/);
    expect(() => readAnswer(packed(' '.repeat(70_000_000)), piece)).toThrow(/does not have the shape/);
  });

  /** Everything in an answer that is not free text matters: each is spoilt in turn, as deep as it lies. */
  it.each(Object.entries(pieces))('is refused when any part of it has another type: %s', async (_name, piece) => {
    const text = await answerTo(piece);
    const whole: unknown = JSON.parse(text);
    const taken: string[] = [];
    for (const path of places(whole)) {
      const spoilt = structuredClone(whole);
      put(spoilt, path, Array.isArray(get(whole, path)) ? 'no list' : [path.length]);
      try {
        readAnswer(JSON.stringify(spoilt), piece);
        taken.push(path.join('.'));
      } catch (error) {
        expect((error as Error).message).toMatch(/does not have the shape/);
      }
    }
    // Of an outcome or a measure, only its name and label are read from an answer.
    expect(taken.filter((path) => !/\.(outcomes|measures)\.\d+\.\w+$/.test(path))).toEqual([]);
  });

  it.each<[string, keyof typeof pieces, (answer: string) => string]>([
    ['no JSON', 'a walk', (t) => t.slice(1)],
    ['an answer to fewer blocks', 'a walk', (t) => t.replace('"done":5', '"done":4')],
    ['a block of more encounters', 'a walk', (t) => t.replace('"trials":44', '"trials":45')],
    ['another number of plays', 'a pair of plays', (t) => t.replace(/"trials":108/, '"trials":109')],
    ['endings that were counted twice', 'a pair of plays', (t) => t.replace(/"weight":(\d+)/, '"weight":$10')],
    ['one cell too few', 'exact cells', (t) => JSON.stringify({ cells: JSON.parse(t).cells.slice(1) })],
    ['an outcome that there is not', 'exact cells', (t) => t.replace(/"outcome":\d+/, '"outcome":99')],
    ['trials that are not its endings', 'sampled cells', (t) => t.replace('"trials":500', '"trials":501')],
    ['a key more', 'exact cells', (t) => t.replace('"partial":false', '"partial":false,"more":1')],
    ['a part marked as whole', 'sampled cells', (t) => t.replace('"partial":false', '"partial":true')],
  ])('is refused when it is %s', async (_name, which, spoil) => {
    const text = await answerTo(pieces[which]);
    const spoilt = spoil(text);
    expect(spoilt).not.toBe(text);
    expect(() => readAnswer(spoilt, pieces[which])).toThrow(/does not have the shape of the piece/);
  });
});

describe('work that arrives', () => {
  /** What a worker would be given if somebody changed the text and gave it the right name for that. */
  const changed = async (piece: Piece, change: (text: string) => string) => {
    const text = change(toWire(piece).text);
    return readWork(text, digest(text).slice(0, 32));
  };

  it.each(Object.entries(pieces))('is computed as here: %s', async (_name, piece) => {
    const { text, work, part } = toWire(piece);
    const arrived = await (await readWork(text, work))(part);
    expect(await answerTo(arrived)).toBe(await answerTo(piece));
  });

  it.each<[string, keyof typeof pieces, (text: string) => string]>([
    ['it holds a key more', 'exact cells', (t) => t.replace('{', '{"run":"code",')],
    [
      'it asks for more states than anybody',
      'exact cells',
      (t) => t.replace('"engine":{', '"engine":{"stateBudget":9e9,'),
    ],
    ['it asks for more trials than anybody', 'a walk', (t) => t.replace('"trials":300', '"trials":1e15')],
    ['its blocks are too large', 'a walk', (t) => t.replace('"blockSize":64', '"blockSize":99999999')],
    ['it is not JSON', 'a walk', (t) => t.slice(5)],
    [
      'it lays a variant over the rules that the loader refuses',
      'exact cells',
      (t) => t.replace('"variants":[]', '"variants":[{"name":"x","variant":{"title":"x","run":"code"}}]'),
    ],
    ['it names a rulebook that nobody has', 'a walk', (t) => t.replaceAll('"rules":"oth2"', '"rules":"oth9"')],
  ])('is refused when %s', async (_name, which, change) => {
    const piece = pieces[which];
    expect(change(toWire(piece).text)).not.toBe(toWire(piece).text);
    const arrived = changed(piece, change).then((read) => read(toWire(piece).part));
    await expect(arrived.then((p) => doPiece(p, newControl()))).rejects.toThrow();
  });

  it('is refused under a name that is not its own, and when it is larger than any', async () => {
    const { text, work } = toWire(pieces['a walk']);
    await expect(readWork(`${text} `, work)).rejects.toThrow(/does not have the content that its name stands for/);
    await expect(readWork('x'.repeat(9_000_000), work)).rejects.toThrow(/larger than any scenario/);
  });

  it.each<[string, keyof typeof pieces, string]>([
    ['blocks that the work does not have', 'a walk', '{"from":0,"to":6}'],
    ['no blocks at all', 'a walk', '{"from":3,"to":3}'],
    ['cells of work that has none', 'a walk', '{"cells":[[]]}'],
    ['blocks of work that has none', 'exact cells', '{"from":0,"to":1}'],
    [
      'a variant that the loader refuses',
      'exact cells',
      '{"cells":[[{"path":"variant","value":{"name":"x","variant":{"title":"x","run":"code"}}}]]}',
    ],
    ['a key more', 'a walk', '{"from":0,"to":1,"run":"code"}'],
  ])('refuses a piece that names %s', async (_name, which, part) => {
    const { text, work } = toWire(pieces[which]);
    await expect((await readWork(text, work))(part)).rejects.toThrow();
  });
});

type Path = readonly (string | number)[];

/** Every place in a value. */
function places(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  // The numbers of a long list are alike: the first stands for all.
  const keys = Array.isArray(value) ? [...value.keys()].slice(0, 2) : Object.keys(value);
  return [
    ...(path.length > 0 ? [path] : []),
    ...keys.flatMap((k) => places((value as Record<string | number, unknown>)[k], [...path, k])),
  ];
}

const get = (value: unknown, path: Path): unknown =>
  path.reduce((v, k) => (v as Record<string | number, unknown>)[k], value);

function put(value: unknown, path: Path, to: unknown): void {
  if (path.length === 0) return;
  const holder = get(value, path.slice(0, -1)) as Record<string | number, unknown>;
  holder[path.at(-1)!] = to;
}
