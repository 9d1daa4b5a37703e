import { describe, expect, it } from 'vitest';
import type { BestPlay } from '../../src/cli/best.ts';
import type { Results } from '../../src/results/types.ts';
import { grognard } from './harness.ts';

const best = async (line: string) => JSON.parse((await grognard(`best ${line} --format json`)).out) as BestPlay;
const attackerWins = async (reaction: string) => {
  const { out } = await grognard(`run stand-and-deliver --set defender.reaction=${reaction} --format json`);
  const [cell] = (JSON.parse(out) as Results).cells;
  return cell.outcomes.filter((o) => o.winner === 'a').reduce((sum, o) => sum + o.p, 0);
};

describe('best', () => {
  it('is the best of the reactions, each worked out by itself', async () => {
    const found = await best('stand-and-deliver --side defender');
    const { options } = found.choices.find((c) => c.step === 'react' || c.title.includes('reacts'))!;
    const alone = await Promise.all(options.map((o) => attackerWins(o.option)));
    expect(found.value).toBeCloseTo(Math.min(...alone), 10);
    const chosen = options.findIndex((o) => o.best > 0.999);
    expect(alone[chosen]).toBeCloseTo(Math.min(...alone), 10);
  });

  it('is what is written where the other side alone may choose', async () => {
    const found = await best('stand-and-deliver --side attacker');
    expect(found.asWritten).toBeCloseTo(await attackerWins('stand-and-deliver'), 10);
    expect(found.value).toBeGreaterThanOrEqual(found.asWritten! - 1e-12);
  });

  it('says so where nobody has a choice', async () => {
    expect((await grognard('best volley')).out).toMatch(/Nobody has a choice here/);
  });

  it('refuses a side that is not there', async () => {
    expect(await grognard('best volley --side defendr')).toMatchObject({ code: 2 });
    expect((await grognard('best stand-and-deliver --side defendr')).err).toMatch(/Did you mean 'defender'/);
  });
});
