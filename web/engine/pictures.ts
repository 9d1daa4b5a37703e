import { charts } from '../../reports/choose.ts';
import type { VegaLiteSpec } from '../../reports/frame.ts';
import { svg } from '../../reports/svg.ts';
import { inDark } from '../../reports/theme.ts';
import { InputError } from '../../src/rules/problem.ts';
import { loadAdvances } from '../stand-ins/font.ts';
import { quiet, resultsOf } from './experiments.ts';
import type { Picture, Play } from './protocol.ts';

interface Asked {
  readonly play: Play;
  readonly chart: string;
  readonly dark: boolean;
}

/** A chart of a play, drawn here so that the page never waits for it. */
export async function picture(asked: Asked): Promise<Picture> {
  return { svg: await svg(await specOf(asked)) };
}

export async function specOf({ play, chart, dark }: Asked): Promise<VegaLiteSpec> {
  await loadAdvances();
  const all = charts(await resultsOf(play, quiet));
  const found = all.find((c) => c.name === chart) ?? all[0];
  if (!found) throw new InputError([{ path: [], message: 'There is nothing to draw.' }]);
  return dark ? inDark(found.spec) : found.spec;
}
