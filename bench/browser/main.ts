import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { launch, plainHost, root, upToDateSite } from '../../test/web/browser.ts';
import { engineOn } from '../../test/web/engine-page.ts';
import { type ChangeCost, changeCosts, median } from './changes.ts';
import { type EngagementCost, engagementCosts } from './engagements.ts';
import { drawnLoads } from './loads.ts';
import { type OpeningCost, openingCosts } from './opening.ts';
import { type TypingCost, typingCosts } from './typing.ts';

/**
 * `npm run bench:page`: what the page costs in a real browser, as bench/page.md. Processor time of the thread in question
 * (Linux), so that a busy machine does not matter. Named parts alone are only printed: changes, typing, engagements, opening, loads.
 */
const LOADS = 100;
const wanted = process.argv.slice(2);
const isWanted = (part: string) => wanted.length === 0 || wanted.includes(part);

await upToDateSite();
const host = await plainHost();
const browser = await launch();
const engine = async () => engineOn(await browser.newPage(), host.address);
const lines: string[] = [];
if (isWanted('changes')) lines.push(...changeLines(await changeCosts(await engine())));
if (isWanted('typing')) lines.push(...typingLines(await typingCosts(browser, host.address)));
if (isWanted('engagements')) lines.push(...engagementLines(await engagementCosts(await engine())));
if (isWanted('opening')) lines.push(...openingLines(await openingCosts(host.address)));
if (isWanted('loads')) {
  lines.push('## Loads', '', `${await drawnLoads(browser, host.address, LOADS)} of ${LOADS} fresh loads drew.`, '');
}
const head = [
  '# The page in a browser',
  '',
  `Written by \`npm run bench:page\`. Chromium ${browser.version()}, ${cpus()[0].model}.`,
  '',
];
const text = [...head, ...lines].join('\n');
if (wanted.length === 0) writeFileSync(join(root, 'bench', 'page.md'), text);
else process.stdout.write(text);
await browser.close();
host.server.closeAllConnections();
host.server.close();

function changeLines(costs: readonly ChangeCost[]): string[] {
  const ms = (of: (c: ChangeCost) => number, n: number) => [median(costs.map(of)), Math.max(...costs.map(of))][n];
  return [
    '## A change of one field',
    '',
    "Processor time of the engine's thread for every built-in fight: the new odds (at most 50 ms, median under 20), and all",
    'its charts and their tables besides.',
    '',
    '| fight | odds, ms | at most | charts, ms |',
    '|---|---|---|---|',
    `| median of all | ${ms((c) => c.answerMs, 0).toFixed(1)} | ${ms((c) => c.mostMs, 0).toFixed(1)} | ${ms((c) => c.chartsMs, 0).toFixed(1)} |`,
    `| highest of all | ${ms((c) => c.answerMs, 1).toFixed(1)} | ${ms((c) => c.mostMs, 1).toFixed(1)} | ${ms((c) => c.chartsMs, 1).toFixed(1)} |`,
    ...costs.map(
      (c) => `| \`${c.name}\` | ${c.answerMs.toFixed(1)} | ${c.mostMs.toFixed(1)} | ${c.chartsMs.toFixed(1)} |`,
    ),
    '',
  ];
}

function typingLines(costs: readonly TypingCost[]): string[] {
  return [
    "## The page's own thread",
    '',
    'Its longest tasks in processor time (at most 50 ms).',
    '',
    '| while | the five longest, ms |',
    '|---|---|',
    ...costs.map((c) => `| ${c.what} | ${c.longestMs.map((m) => m.toFixed(1)).join(', ')} |`),
    '',
  ];
}

function openingLines(costs: readonly OpeningCost[]): string[] {
  return [
    '## Opening an engagement',
    '',
    'From opening the address in a browser that was just started to the first figures: by the clock, and in processor time of',
    "the page's and all engine threads (a second at most). A fight is there for comparison.",
    '',
    '| opened | processor time, ms | by the clock | first figures |',
    '|---|---|---|---|',
    ...costs.map(
      (c) =>
        `| \`${c.name}\` | ${c.cpuMs.toFixed(0)} | ${c.clockMs.toFixed(0)} | ${c.isProvisional ? 'sampled' : 'the answer'} |`,
    ),
    '',
  ];
}

function engagementLines(costs: readonly EngagementCost[]): string[] {
  return [
    '## Engagements',
    '',
    'From the question to the first figures (a second at most on a quiet machine) by the clock and in processor time of all',
    'engine threads, and their processor time for the whole answer.',
    '',
    '| engagement | first figures, ms | of processor time | whole answer, ms | |',
    '|---|---|---|---|---|',
    ...costs.map(
      (c) =>
        `| \`${c.name}\` | ${c.firstMs.toFixed(0)} | ${c.firstCpuMs.toFixed(0)} | ${c.cpuMs.toFixed(0)} | ${c.isExact ? 'exact' : 'sampled'} |`,
    ),
    '',
  ];
}
