import { createContext, runInContext } from 'node:vm';
import { beforeAll, describe, expect, it } from 'vitest';
import { bundle } from '../../reports/bundle.ts';
import { PAGE_SCRIPT } from '../../reports/page-script.ts';
import { PAGE_STYLE } from '../../reports/page-style.ts';
import { WIDE_STYLE } from '../../reports/style.ts';
import { PAGE_PX, SIZE, WIDE_PAGE_PX } from '../../reports/theme.ts';
import { gridSweep, hostileRun, sampledCompare } from './fixtures.ts';

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
  it('shows lines along a number instead of a map of the same figures, which has a file all the same', async () => {
    const [number, support] = gridSweep.axes ?? [];
    const files = await bundle({ ...gridSweep, axes: [number, { ...support, kind: 'list' }] });
    const names = files.map((f) => f.name);
    expect(names).toContain('heatmap.png');
    expect(names).toContain('lines.png');
    for (const report of ['report.html', 'report.md']) {
      const text = String(files.find((f) => f.name === report)?.content);
      expect(text).toContain('lines.png');
      expect(text).not.toContain('heatmap.png');
      expect(text).not.toContain('"name":"heatmap"');
    }
  });

  it('holds all it needs: no address of another file in markup or style', () => {
    const markup = compared.replace(/<script[\s\S]*?<\/script>/g, '');
    expect(markup).not.toMatch(/(src|href)="(?!data:)/);
    // A preview's picture is for other sites to fetch from beside the page.
    expect(markup).toContain('<meta property="og:image" content="cases.png">');
    expect(markup).not.toMatch(/@import|url\((?!data:)/);
    // Both weights of Inter, cut to what the page needs.
    expect(markup.match(/@font-face/g)).toHaveLength(2);
    expect(compared).not.toContain('sourceMappingURL');
    expect(compared.length).toBeLessThan(1_300_000);
  });

  it('can be read without scripts: pictures, tables, notes and the reproduce line', () => {
    const markup = compared.replace(/<script[\s\S]*?<\/script>/g, '');
    // Each of the two charts for a phone, and with more room.
    expect(markup.match(/<svg /g)).toHaveLength(4);
    expect(markup).toContain('<td class="number">24.0% ±0.6</td>');
    expect(markup).toContain('grognard compare headline --variant no-column-bonus --seed 7');
  });

  it('breaks a long word of a command between its values', async () => {
    const command = 'grognard sweep x --vary defender.reaction=stand,stand-and-deliver';
    expect(await page({ ...sampledCompare, command })).toContain(
      '<span>--vary</span> <span>defender.reaction=</span><span>stand,</span><span>stand-and-deliver</span></code>',
    );
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
    expect(JSON.parse(runInContext(compile, context))).toEqual([5, 5]);
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

  it('shows the chart with more room where there is room, with and without scripts', () => {
    expect(PAGE_STYLE).toContain(
      `@media (min-width:${WIDE_PAGE_PX}px){.still.narrow{display:none}.still.wide{display:block}}`,
    );
    expect(PAGE_SCRIPT).toContain(`(min-width: ${WIDE_PAGE_PX}px)`);
    // Made to fit the narrowest of these windows, the smallest letters are still as large as a phone's.
    const side = found(/main\{[^}]*padding:24px (\d+)px/);
    expect((SIZE.small * (WIDE_PAGE_PX - 2 * side)) / WIDE_STYLE.width).toBeGreaterThan(9.75);
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
  const rows = [0, 1].map((cell) => ({ hidden: false, getAttribute: () => String(cell) }));
  const inputs = [0, 1].map((cell) => ({ checked: true, getAttribute: () => String(cell) }));
  const listeners: (() => void)[] = [];
  const classes: string[] = [];
  const box = {
    hidden: true,
    addEventListener: (_: string, f: () => void) => listeners.push(f),
    querySelectorAll: () => inputs,
  };
  const figure = { querySelector: () => ({}), classList: { add: (c: string) => classes.push(c), remove: () => {} } };
  const document = {
    getElementById: (id: string) =>
      id === 'charts' ? { textContent: JSON.stringify(charts) } : id === 'choices' ? box : figure,
    querySelectorAll: () => rows,
  };
  const vegaEmbed = (_: object, spec: { data: { values: { cell?: number }[] }; background: unknown }) => {
    drawn.push({ values: spec.data.values, background: spec.background });
    return { then: (done: () => void) => done() };
  };
  return { document, vegaEmbed, drawn, rows, inputs, listeners, classes, box };
}

describe('the page’s script', () => {
  const spec = { background: '#ffffff', data: { values: [{ cell: 0 }, { cell: 1 }] } };
  const charts = { charts: [{ name: 'cases', spec, wide: spec }], dark: { '#ffffff': '#15181d' } };
  const play = (dark: boolean) => {
    const fake = fakeDocument(charts);
    const window = {
      addEventListener: () => {},
      matchMedia: () => ({ matches: dark, addEventListener: () => {} }),
      vegaEmbed: fake.vegaEmbed,
    };
    runInContext(PAGE_SCRIPT, createContext({ document: fake.document, window }));
    return fake;
  };

  it('draws every chart in the colours of the reader’s system and shows the choices', () => {
    expect(play(false).drawn).toEqual([{ values: [{ cell: 0 }, { cell: 1 }], background: '#ffffff' }]);
    const dark = play(true);
    expect(dark.drawn[0].background).toBe('#15181d');
    expect(dark.box.hidden).toBe(false);
    expect(dark.classes).toEqual(['drawn']);
  });

  it('hides the cells of an unticked choice in charts and tables, and brings them back', () => {
    const fake = play(false);
    const tick = (checked: boolean) => {
      fake.inputs[1].checked = checked;
      fake.listeners[0]();
    };
    tick(false);
    expect(fake.drawn[1].values).toEqual([{ cell: 0 }]);
    expect(fake.rows[1].hidden).toBe(true);
    tick(true);
    expect(fake.drawn[2].values).toHaveLength(2);
    expect(fake.rows[1].hidden).toBe(false);
  });
});

describe('the choices of a page', () => {
  it('are one list per axis, not one tick per cell', async () => {
    const text = await page(gridSweep);
    const axes = gridSweep.axes ?? [];
    expect(text.match(/<fieldset>/g)).toHaveLength(axes.length);
    expect(text.match(/type="checkbox"/g)).toHaveLength(axes[0].values.length + axes[1].values.length);
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

  it('leave ticks and sentences in their place, and the command fit to be copied', () => {
    expect(hostile).not.toContain('dir="auto"');
    expect(hostile).toMatch(/<label><input [^>]*> [^<]*\u2068[^<]*\u2069/);
    expect(/<code>(.*?)<\/code>/.exec(hostile)?.[1]).not.toMatch(/[\u2066-\u2069]/);
  });
});
