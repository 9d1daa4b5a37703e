import type { Chart } from '../reports/choose.ts';
import type { VegaLiteSpec } from '../reports/frame.ts';
import type { Look } from './results/look.ts';
import type { Results } from './results/types.ts';
import type { Rulebook } from './rules/book.ts';
import type { BookDifference } from './rules/diff.ts';
import type { PlayedBook } from './rules/played.ts';

export type { Chart } from '../reports/choose.ts';
export type { VegaLiteSpec } from '../reports/frame.ts';
export type { Look } from './results/look.ts';
export type { BookDifference } from './rules/diff.ts';

/**
 * A rulebook as a value, with its tables, rows and rulings: a built-in one by its id, or a file of one's own.
 *
 *   const { tables } = await rules('oth2');
 *   tables['fire.small-arms'].rows.map((row) => row.label);
 */
export async function rules(source: string): Promise<PlayedBook> {
  const { builtInBook, isBookFile } = await import('./rules/built-in.ts');
  if (isBookFile(source)) return (await import('./scenarios/files.ts')).loadBook(source);
  return builtInBook(source);
}

/** Every difference from one rulebook to another, table by table. */
export async function diffRules(from: Rulebook, to: Rulebook): Promise<readonly BookDifference[]> {
  const { diffBooks } = await import('./rules/diff.ts');
  return diffBooks(from, to);
}

/**
 * The charts that fit a result as Vega-Lite specs, the one that answers the question first.
 *
 *   const [{ name, spec }] = await charts(await run('volley'), { size: 'card', theme: 'dark' });
 */
export async function charts(results: Results, look: Look = {}): Promise<readonly Chart[]> {
  const [{ charts: choose }, { styleOf }, { inTheme }] = await Promise.all([
    import('../reports/choose.ts'),
    import('../reports/style.ts'),
    import('../reports/theme.ts'),
  ]);
  const style = styleOf(look);
  return choose(results, style).map(({ name, spec }) => ({ name, spec: inTheme(spec, style.theme) }));
}

/** A chart as SVG, with its title and where it comes from. */
export async function svg(spec: VegaLiteSpec): Promise<string> {
  const [drawing, { withFonts }] = await Promise.all([import('../reports/svg.ts'), import('../reports/font-faces.ts')]);
  return withFonts(await drawing.svg(spec));
}

/** The answer as a terminal of this width shows it; with `full` every table and note. */
export async function text(results: Results, options: { columns?: number; full?: boolean } = {}): Promise<string> {
  const { terminal } = await import('../reports/terminal.ts');
  return terminal(results, options);
}

/** Everything a result can be published as, written into a folder: data, charts, a page. Gives the names of the files. */
export async function save(
  results: Results,
  folder: string,
  { force = false, ...look }: Look & { readonly force?: boolean } = {},
): Promise<readonly string[]> {
  const [{ bundle }, { styleOf }, { prepareFolder, writeFolder }] = await Promise.all([
    import('../reports/bundle.ts'),
    import('../reports/style.ts'),
    import('../reports/write.ts'),
  ]);
  await prepareFolder(folder, { force });
  const files = await bundle(results, { style: styleOf(look) });
  await writeFolder(folder, files, { force });
  return files.map(({ name }) => name);
}
