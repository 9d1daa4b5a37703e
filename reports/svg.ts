import type { VegaLiteSpec } from './frame.ts';
import { textWidth } from './text.ts';

/** A chart as SVG, without a browser: the text stays text, laid out by Inter's own widths. */
export async function svg(spec: VegaLiteSpec): Promise<string> {
  const [vega, vegaLite, { expressionInterpreter }] = await Promise.all([
    import('vega'),
    import('vega-lite'),
    import('vega-interpreter'),
  ]);
  type Item = { fontSize?: number; fontWeight?: number | string };
  // With no canvas to ask, vega guesses widths half as wide again as they are.
  const metrics = (vega as unknown as { textMetrics: object }).textMetrics as {
    width: (item: Item, text: unknown) => number;
  };
  metrics.width = (item, text) =>
    textWidth(String(text ?? '').trim(), item.fontSize ?? 11, Number(item.fontWeight) >= 600 ? 600 : 400);
  // Clip paths and gradients are numbered through the process; the same spec must give the same bytes.
  (vega as unknown as { resetSVGDefIds: () => void }).resetSVGDefIds();
  const warnings: string[] = [];
  const log = logger(warnings);
  const compiled = vegaLite.compile(spec as unknown as Parameters<typeof vegaLite.compile>[0], { logger: log });
  // Expressions are interpreted: the same picture, and no code is made from text, which a strict page refuses.
  const dataflow = vega.parse(compiled.spec, undefined, { ast: true });
  const view = new vega.View(dataflow, { renderer: 'none', logger: log, expr: expressionInterpreter });
  const drawn = await view.toSVG();
  view.finalize();
  if (warnings.length > 0) throw new Error(`A chart could not be drawn as written: ${warnings.join('; ')}`);
  return named(drawn, spec.description);
}

/** Screen readers and browsers' tooltips read the title element. */
function named(drawn: string, description: string): string {
  const escaped = description.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
  return drawn.replace(
    /^<svg [^>]*>/,
    (open) => `${open.replace('<svg ', '<svg role="img" ')}<title>${escaped}</title>`,
  );
}

/** Vega's warnings are our mistakes in a spec: none may pass unseen. */
function logger(warnings: string[]) {
  const keep = (...messages: readonly unknown[]) => {
    warnings.push(messages.map(String).join(' '));
    return log;
  };
  const quiet = () => log;
  const log = { level: levelOf, error: keep, warn: keep, info: quiet, debug: quiet };
  function levelOf(): number;
  function levelOf(level: number): typeof log;
  function levelOf(level?: number): number | typeof log {
    return level === undefined ? 2 : log;
  }
  return log;
}
