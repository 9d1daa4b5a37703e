import { json } from '../../reports/json.ts';
import { svg } from '../../reports/svg.ts';
import { editsBetween } from '../../src/experiments/variant-file.ts';
import { InputError } from '../../src/rules/problem.ts';
import { bookOf } from '../../src/scenarios/cell-book.ts';
import { baseBook } from '../../src/scenarios/load.ts';
import { quiet, resultsOf } from './experiments.ts';
import { load, withNeighbours, withoutAxes } from './loading.ts';
import { specOf } from './pictures.ts';
import type { FileFormat, Play, Scenario, TakenFile } from './protocol.ts';

interface FileRequest {
  readonly play: Play;
  readonly chart: string;
  readonly dark: boolean;
  readonly format: FileFormat;
}

/** The answer as a file, by the same writers as the command line's. */
export async function takenFile({ format, ...asked }: FileRequest): Promise<TakenFile> {
  const results = () => resultsOf(asked.play, quiet);
  switch (format) {
    case 'csv': {
      const { csv } = await import('../../reports/csv.ts');
      return { name: 'results.csv', type: 'text/csv', content: csv(await results()) };
    }
    case 'json':
      return { name: 'results.json', type: 'application/json', content: json(await results()) };
    case 'markdown': {
      const { markdown } = await import('../../reports/markdown.ts');
      return { name: 'report.md', type: 'text/markdown', content: markdown(await results()) };
    }
    case 'vega-lite': {
      const content = `${JSON.stringify(await specOf(asked), null, 2)}\n`;
      return { name: `${asked.chart}.vl.json`, type: 'application/json', content };
    }
    case 'svg': {
      const { svgFile } = await import('./svg-file.ts');
      return {
        name: `${asked.chart}.svg`,
        type: 'image/svg+xml',
        content: await svgFile(await svg(await specOf(asked))),
      };
    }
    case 'png': {
      const [{ png }, { pngEntries }] = await Promise.all([
        import('../../reports/png.ts'),
        import('../../reports/provenance.ts'),
      ]);
      const spec = await specOf(asked);
      const meta = spec.usermeta.grognard;
      const { bytes, missing } = await png(await svg(spec), { width: meta.picture.pngWidth, text: pngEntries(meta) });
      const warning =
        missing.length > 0 ? `The picture's font lacks ${missing.slice(0, 12).join(' ')}; the SVG has them.` : '';
      return { name: `${asked.chart}.png`, type: 'image/png', content: bytes, ...(warning ? { warning } : {}) };
    }
    case 'yaml': {
      const { scenario, files } = await withNeighbours(asked.play.scenario);
      const beside = Object.entries(files).map(async ([name, value]) => yamlFile(name, await yaml(value)));
      return { ...yamlFile('fight.yaml', await yaml(scenario)), beside: await Promise.all(beside) };
    }
    case 'variant':
      return yamlFile('variant.yaml', await variantFile(asked.play.scenario));
  }
}

const yamlFile = (name: string, content: string): TakenFile => ({ name, type: 'application/yaml', content });

const yaml = async (value: unknown): Promise<string> => (await import('yaml')).stringify(value, { lineWidth: 100 });

/** Every edit of the rules as a variant file, with what the book said before. */
async function variantFile(scenario: Scenario): Promise<string> {
  const loaded = await load(withoutAxes(scenario));
  const printed = baseBook(loaded);
  const edits = editsBetween(printed, bookOf(loaded, loaded.overrides).book);
  if (Object.keys(edits).length === 0) {
    throw new InputError([{ path: [], message: 'No rule has been changed yet.' }]);
  }
  return yaml({ title: `Changes to ${printed.id}`, base: printed.id, ...edits });
}
