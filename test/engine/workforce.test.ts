import { afterAll, expect, it } from 'vitest';
import { type BlocksPiece, type BlocksWork, type PlayAnswer, type WalkAnswer, workKey } from '../../src/engine/work.ts';
import { inOrder, type Workforce } from '../../src/engine/workforce.ts';
import { loadScenario } from '../../src/scenarios/files.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { closePool } from '../../workers/pool.ts';
import { threadWorkforce } from '../../workers/threads.ts';

afterAll(closePool);

const plan = { trials: 1_000, blockSize: 1, blocks: 1_000 };
const work: BlocksWork = { kind: 'walk', recipes: [], plan, seed: 1 };
const pieces = function* (): Generator<BlocksPiece> {
  for (let k = 0; k < plan.blocks; k++) yield { work, key: 'work', place: k, from: k, to: k + 1 };
};
const answerTo = ({ to }: { readonly to: number }): WalkAnswer => ({
  done: to,
  edges: new Float64Array(0),
  blocks: [],
});

it('waits for a late piece with all hands, holds only so many answers meanwhile, and goes on with all of them', async () => {
  let letGo = () => {};
  const late = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let begun = 0;
  const workforce: Workforce = {
    width: 2,
    grain: 'fine',
    run: (piece) => {
      begun++;
      const { place } = piece;
      const answer = (place === 0 ? late : Promise.resolve()).then(() => answerTo(piece as BlocksPiece));
      return { answer, trials: () => 0 };
    },
    close: async () => {},
  };
  const taken: number[] = [];
  const running = inOrder<WalkAnswer>(workforce, undefined, pieces(), ({ done }) => {
    taken.push(done);
    return true;
  });
  // Whatever could begin without the first piece has begun by then: nothing else is waited for.
  await new Promise((resume) => setImmediate(resume));
  const heldBack = begun;
  expect(taken).toEqual([]);
  expect(heldBack).toBeLessThan(plan.blocks);
  letGo();
  await running;
  expect(taken).toEqual(Array.from({ length: plan.blocks }, (_, k) => k + 1));
});

it('gives up a piece that takes longer than a worker allows, and its thread does the next one', async () => {
  const { recipe } = prepareCell(await loadScenario('volley'));
  const long: BlocksWork = { ...work, recipes: [recipe], plan: { trials: 1e12, blockSize: 2 ** 24, blocks: 59_605 } };
  const piece: BlocksPiece = { work: long, key: workKey(long), place: 0, from: 0, to: 59_605 };
  await expect(threadWorkforce(1, { mostMs: 2_000 }).run(piece).answer).rejects.toThrow(
    /It took longer than 1 minute\./,
  );
  const answer = await threadWorkforce(1).run({ ...piece, to: 1 }).answer;
  expect(answer).toMatchObject({ done: 1 });
});

it('plays engagements again when the threads that filled their tables are gone', async () => {
  const { recipe } = prepareCell(await loadScenario('three-a-side'), [{ path: 'turns', value: 1 }]);
  const played: BlocksWork = {
    ...{ kind: 'play', recipes: [recipe], style: { kernels: true } },
    ...{ plan: { trials: 500, blockSize: 250, blocks: 2 }, seed: 1 },
  };
  const piece = (from: number, to: number): BlocksPiece => ({
    work: played,
    key: workKey(played),
    place: from,
    from,
    to,
  });
  const first = await threadWorkforce(1).run(piece(0, 2)).answer;
  await closePool();
  const two = threadWorkforce(2);
  const [one, other] = await Promise.all([two.run(piece(0, 1)).answer, two.run(piece(1, 2)).answer]);
  const blocks = [first, one, other].map((answer) => (answer as PlayAnswer).counts[0].blocks);
  expect([...blocks[1], ...blocks[2]]).toEqual(blocks[0]);
});
