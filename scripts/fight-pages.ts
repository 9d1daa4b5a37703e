import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { altText } from '../reports/alt-text.ts';
import { charts } from '../reports/choose.ts';
import { headline } from '../reports/headline.ts';
import { png } from '../reports/png.ts';
import { svg } from '../reports/svg.ts';
import { linkOf } from '../src/cli/page/link.ts';
import { run } from '../src/experiments/run.ts';
import { loadScenario } from '../src/scenarios/files.ts';
import { closePool } from '../workers/pool.ts';
import { exampleEntries } from './bake.ts';

/** Previews of links are read without running anything, so a built-in scenario gets a page and a picture of its own. */
export interface FightPage {
  readonly html: string;
  readonly picture: Uint8Array;
}

const PICTURE_PX = 1200;

/**
 * @param siteUrl where the page will be published: previews want whole addresses
 * @param styles the page's style sheet, from the root of the site
 */
export async function fightPage(name: string, siteUrl: string, styles = ''): Promise<FightPage> {
  const { description } = exampleEntries().find((e) => e.name === name)!;
  const loaded = await loadScenario(name);
  const results = await run(loaded, { command: `grognard run ${name}` });
  const [{ spec }] = charts(results);
  const { bytes } = await png(await svg(spec), { width: PICTURE_PX });
  const [title, finding] = [escaped(results.title), escaped(headline(results))];
  const address = new URL(`fights/${name}.html`, siteUrl).href;
  const picture = new URL(`fights/${name}.png`, siteUrl).href;
  const html = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'; img-src 'self'" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>${title}</title>
    <meta name="description" content="${finding}" />
    <meta property="og:type" content="article" />
    <meta property="og:title" content="${title}" />
    <meta property="og:description" content="${finding}" />
    <meta property="og:url" content="${escaped(address)}" />
    <meta property="og:image" content="${escaped(picture)}" />
    <meta name="twitter:card" content="summary_large_image" />
    <link rel="icon" href="../icon.svg" type="image/svg+xml" />
    ${styles && `<link rel="stylesheet" href="../${styles}" />`}
  </head>
  <body class="embedded">
    <main>
      <h1 class="finding">${finding}</h1>
      <p class="lead">${title}. ${escaped(description)}</p>
      <p><a href="../${escaped(await linkOf(loaded))}">Change this fight</a></p>
      <img class="fight-picture" src="./${name}.png" alt="${escaped(altText(spec))}" />
    </main>
  </body>
</html>
`;
  return { html, picture: bytes };
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** fights/NAME.html and fights/NAME.png for every built-in scenario. */
export async function writeFightPages(outDir: string, siteUrl: string): Promise<void> {
  const folder = join(outDir, 'fights');
  mkdirSync(folder, { recursive: true });
  const styles = readdirSync(join(outDir, 'assets')).find((f) => f.endsWith('.css'));
  for (const { name } of exampleEntries()) {
    const { html, picture } = await fightPage(name, siteUrl, styles && `assets/${styles}`);
    writeFileSync(join(folder, `${name}.html`), html);
    writeFileSync(join(folder, `${name}.png`), picture);
  }
  await closePool();
}
