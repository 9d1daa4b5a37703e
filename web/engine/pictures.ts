import { charts } from '../../reports/choose.ts';
import { headerPx, type VegaLiteSpec } from '../../reports/frame.ts';
import { DEFAULT_STYLE, PHONE_STYLE } from '../../reports/style.ts';
import { svg } from '../../reports/svg.ts';
import { inDark } from '../../reports/theme.ts';
import { InputError } from '../../src/rules/problem.ts';
import { loadAdvances } from '../stand-ins/font.ts';
import { quiet, resultsOf } from './experiments.ts';
import type { Picture, Play } from './protocol.ts';

interface PictureRequest {
  readonly play: Play;
  readonly chart: string;
  readonly dark: boolean;
  /** Laid out for a phone. */
  readonly narrow?: boolean;
}

/** A chart of a play, drawn here so that the page never waits for it. */
export async function picture({
  untitled,
  ...asked
}: PictureRequest & { readonly untitled?: boolean }): Promise<Picture> {
  const spec = await specOf(asked);
  return { svg: await svg(untitled ? withoutTitle(spec) : spec) };
}

function withoutTitle(spec: VegaLiteSpec): VegaLiteSpec {
  const { grognard: meta } = spec.usermeta;
  const { title, subtitle, height } = meta.picture;
  const picture = { ...meta.picture, title: [], height: height - headerPx(title, subtitle) + headerPx([], subtitle) };
  return { ...spec, usermeta: { grognard: { ...meta, picture } } };
}

export async function specOf({ play, chart, dark, narrow = false }: PictureRequest): Promise<VegaLiteSpec> {
  await loadAdvances();
  const all = charts(await resultsOf(play, quiet), narrow ? PHONE_STYLE : DEFAULT_STYLE);
  const found = all.find((c) => c.name === chart) ?? all[0];
  if (!found) throw new InputError([{ path: [], message: 'There is nothing to draw.' }]);
  return dark ? inDark(found.spec) : found.spec;
}
