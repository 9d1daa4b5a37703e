import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { PAGE_SCRIPT } from '../../reports/page-script.ts';
import { PAGE_STYLE } from '../../reports/page-style.ts';
import { PAGE_PX } from '../../reports/theme.ts';
import { hostileRun, sampledCompare } from './fixtures.ts';

const page = async (results: typeof hostileRun): Promise<string> =>
  String((await bundle(results)).find((f) => f.name === 'report.html')?.content);

let compared: string;
let hostile: string;
beforeAll(async () => {
  compared = await page(sampledCompare);
  hostile = await page(hostileRun);
});

const scripts = (text: string): string[] =>
  [...text.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)].map(([, , body]) => body);

describe('the page', () => {
  it('holds all it needs: no address of another file in markup or style', () => {
    const markup = compared.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(markup).not.toMatch(/(src|href)="(?!data:)/);
    expect(markup).not.toMatch(/@import|url\(/);
    expect(compared).not.toContain('sourceMappingURL');
    expect(compared.length).toBeLessThan(1_300_000);
  });

  it('can be read without scripts: pictures, tables, notes and the reproduce line', () => {
    const markup = compared.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(markup.match(/<svg /g)).toHaveLength(3);
    expect(markup).toContain('<td class="number">24.0\u202f% ±0.59</td>');
    expect(markup).toContain('grognard compare headline --variant no-column-bonus --seed 7');
    expect(markup).toContain('id="cells" hidden');
  });

  it('offers the data for download', () => {
    const [, base64] =
      /download="results\.csv" href="data:text\/csv;charset=utf-8;base64,([^"]*)"/.exec(compared) ?? [];
    expect(Buffer.from(base64, 'base64').toString('utf8')).toMatch(/^\ufeffrow,cell,/);
  });

  it('escapes names in text, attributes, data and scripts', () => {
    // Three scripts of ours: the data, the library, the page's own.
    expect(scripts(hostile)).toHaveLength(3);
    const data = JSON.parse(scripts(hostile)[0]);
    expect(data.charts[0].spec.usermeta.grognard.reproduce).toBe(hostileRun.command);
    const markup = hostile.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(markup).not.toMatch(/<script|<b>|alert\(1\)<\/script/);
    expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(markup).toContain('Léon, &quot;le Brave&quot;');
  });

  it('brings a library that compiles its charts', () => {
    const [data, library] = scripts(compared);
    const context = createContext({ console, setTimeout, clearTimeout, setInterval, clearInterval, structuredClone });
    runInContext(library, context);
    const compile = `JSON.stringify(JSON.parse(${JSON.stringify(data)}).charts.map((c) => vegaLite.compile(c.spec).spec.marks.length))`;
    expect(JSON.parse(runInContext(compile, context))).toEqual([3, 2, 3]);
    expect(runInContext('typeof vegaEmbed', context)).toBe('function');
  });
});

describe('the page’s style', () => {
  const found = (pattern: RegExp): number => Number(pattern.exec(PAGE_STYLE)?.[1]);

  it('shows charts whole on a phone, from edge to edge: a scroll bar would hide and a margin would shrink them', () => {
    const side = found(/main\{[^}]*padding:24px (\d+)px/);
    expect(found(/@media \(max-width:(\d+)px\)\{\.chart\{margin:0 -\d+px\}\.chart svg\{width:100%\}\}/)).toBe(
      PAGE_PX + 2 * side,
    );
    expect(found(/\.chart\{margin:0 -(\d+)px\}/)).toBe(side);
    expect(PAGE_STYLE).not.toMatch(/\.chart[^{]*\{[^}]*(overflow|max-width:none)/);
    // The library keeps room for its menu at the right, which would be taken from the chart.
    expect(PAGE_STYLE).toMatch(/\.chart \.live\.has-actions\{padding:0 0 /);
  });

  it('sets the table beside the chart as soon as both have room', () => {
    expect(found(/grid-template-columns:minmax\(0,(\d+)px\) minmax\(0,1fr\)/)).toBe(PAGE_PX);
    expect(found(/@media \(max-width:(\d+)px\)\{figure/)).toBeGreaterThan(PAGE_PX + 300);
    expect(found(/@media \(max-width:(\d+)px\)\{figure/)).toBeLessThan(1_000);
  });

  it('keeps a figure on one line and gives a sentence room', () => {
    expect(compared).toContain('<td>no column bonus</td>');
    expect(compared).toContain('<td class="long">noticeably (1 fight in 12)</td>');
    expect(PAGE_STYLE).toContain('td{white-space:nowrap}');
    expect(PAGE_STYLE).toContain('.long{white-space:normal');
  });
});

/** As much of a document as the page's script asks for. */
function fakeDocument(charts: object) {
  const drawn: { values: { cell?: number }[]; background: unknown }[] = [];
  const rows = [{ hidden: false }, { hidden: false }];
  const listeners: ((event: object) => void)[] = [];
  const classes: string[] = [];
  const box = { hidden: true, addEventListener: (_: string, f: (event: object) => void) => listeners.push(f) };
  const figure = { querySelector: () => ({}), classList: { add: (c: string) => classes.push(c), remove: () => {} } };
  const document = {
    getElementById: (id: string) =>
      id === 'charts' ? { textContent: JSON.stringify(charts) } : id === 'cells' ? box : figure,
    querySelectorAll: (selector: string) => [rows[Number(/\d+/.exec(selector)?.[0])]],
  };
  const vegaEmbed = (_: object, spec: { data: { values: { cell?: number }[] }; background: unknown }) => {
    drawn.push({ values: spec.data.values, background: spec.background });
    return { then: (done: () => void) => done() };
  };
  return { document, vegaEmbed, drawn, rows, listeners, classes, box };
}

describe('the page’s script', () => {
  const charts = {
    charts: [{ name: 'grouped', spec: { background: '#ffffff', data: { values: [{ cell: 0 }, { cell: 1 }] } } }],
    dark: { '#ffffff': '#15181d' },
  };
  const play = (dark: boolean) => {
    const fake = fakeDocument(charts);
    const window = { matchMedia: () => ({ matches: dark, addEventListener: () => {} }), vegaEmbed: fake.vegaEmbed };
    runInContext(PAGE_SCRIPT, createContext({ document: fake.document, window }));
    return fake;
  };

  it('draws every chart in the colours of the reader’s system and shows the ticks', () => {
    expect(play(false).drawn).toEqual([{ values: [{ cell: 0 }, { cell: 1 }], background: '#ffffff' }]);
    const dark = play(true);
    expect(dark.drawn[0].background).toBe('#15181d');
    expect(dark.box.hidden).toBe(false);
    expect(dark.classes).toEqual(['drawn']);
  });

  it('hides an unticked cell in charts and tables, and brings it back', () => {
    const fake = play(false);
    const tick = (checked: boolean) => fake.listeners[0]({ target: { checked, getAttribute: () => '1' } });
    tick(false);
    expect(fake.drawn[1].values).toEqual([{ cell: 0 }]);
    expect(fake.rows[1].hidden).toBe(true);
    tick(true);
    expect(fake.drawn[2].values).toHaveLength(2);
    expect(fake.rows[1].hidden).toBe(false);
  });
});

describe('long and turned names', () => {
  const rule = (selector: string): string =>
    PAGE_STYLE.split('\n').find((line) => line.replace(/^.*\*\//, '').startsWith(`${selector}{`)) ?? '';

  it('never make the page wider than the screen', () => {
    expect(rule('main')).toContain('overflow-wrap:anywhere');
    // A fieldset is as wide as its longest word unless told otherwise.
    expect(rule('fieldset')).toContain('min-inline-size:0');
    expect(rule('fieldset label')).toContain('max-width:100%');
    expect(rule('.long')).toContain('overflow-wrap:anywhere');
  });

  it('give a table of many columns the whole page', () => {
    expect(rule('figure.wide')).toContain('minmax(0,1fr)}');
    expect(compared).toContain('<figure id="difference" class="wide">');
    expect(compared).toContain('<figure id="grouped">');
  });

  it('leave ticks and sentences in their place, and the command fit to be copied', () => {
    expect(hostile).not.toContain('dir="auto"');
    expect(hostile).toMatch(/<label><input [^>]*> [^<]*\u2068[^<]*\u2069/);
    expect(/<code>([^<]*)<\/code>/.exec(hostile)?.[1]).not.toMatch(/[\u2066-\u2069]/);
  });
});
