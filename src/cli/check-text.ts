import type { TargetResult, TargetResults } from '../experiments/targets/check.ts';
import { figure, percent } from '../experiments/words.ts';
import { VERSION } from '../results/version.ts';
import { labelOf } from '../words/labels.ts';

/** What `check` says, for people and for services that run it on every change. */

const shown = ({ objective }: TargetResult, value: number): string =>
  objective.kind === 'mean' ? figure(value) : percent(value);
const miss = (r: TargetResult): string =>
  r.objective.kind === 'mean' ? figure(Math.abs(r.margin)) : `${figure(Math.abs(r.margin) * 100)} percentage points`;

/** "48.2%, 3.2 percentage points inside the bounds" */
function figureText(r: TargetResult): string {
  const inside = r.margin === 0 && r.met ? 'just met' : `${miss(r)} ${r.met ? 'inside' : 'beyond'} the bounds`;
  const where = r.situations > 1 ? ` (${r.situation})` : '';
  const others = r.failing > 1 ? `; ${r.failing} of ${r.situations} situations fail` : '';
  return `${shown(r, r.value)}, ${inside}${where}${others}`;
}

/** How many targets are missed, and the one that is missed by most; margins of shares and of means are not set side by side. */
export function headline({ targets, title, partial }: TargetResults): string {
  const missed = targets.filter((t) => !t.met);
  const many = targets.length;
  const stopped = partial ? ' (stopped early: the first of them only)' : '';
  if (missed.length === 0) return `${title}: ${many === 1 ? 'the target is' : `all ${many} targets are`} met${stopped}`;
  const alike = missed.filter((t) => t.objective.kind === missed[0].objective.kind);
  const worst = alike.reduce((most, t) => (t.margin < most.margin ? t : most));
  const which = `${worst.about}: ${worst.text} by ${miss(worst)}`;
  return `${title}: ${missed.length} of ${many} ${many === 1 ? 'target' : 'targets'} missed${missed.length > 1 ? ', worst' : ','} ${which}${stopped}`;
}

/** By names, for people. */
const rulesLine = ({ rulebook }: TargetResults): string =>
  `Rules: ${rulebook.title}${rulebook.variant === null ? '' : ` with ${labelOf(rulebook.variant)}`}. Worked out exactly.`;

/** By ids, for services that keep what they are told. */
const sourceLine = ({ rulebook }: TargetResults, command: string): string =>
  `Rules: ${rulebook.id}${rulebook.variant === null ? '' : ` with ${rulebook.variant}`} (${rulebook.hash.slice(0, 12)}), worked out exactly by Grognard ${VERSION}. Reproduce: ${command}`;

export function tableText(results: TargetResults, command: string): string {
  const lines = results.targets.flatMap((t) => [
    `${t.met ? 'pass' : 'FAIL'}  ${t.about}: ${t.text}`,
    `      ${figureText(t)}`,
  ]);
  return `${[headline(results), '', ...lines, '', rulesLine(results), `Reproduce: ${command}`].join('\n')}\n`;
}

export function markdownText(results: TargetResults, command: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = results.targets.map(
    (t) => `| ${t.met ? '✅ pass' : '❌ fail'} | ${cell(`${t.about}: ${t.text}`)} | ${cell(figureText(t))} |`,
  );
  const table = ['| | target | figure |', '|---|---|---|', ...rows];
  return `${[`**${headline(results)}**`, '', ...table, '', rulesLine(results), '', `Reproduce: \`${command}\``].join('\n')}\n`;
}

/** JUnit XML: a case per target. */
export function junitText(results: TargetResults, command: string): string {
  const failures = results.targets.filter((t) => !t.met).length;
  const cases = results.targets.map((t) => {
    const open = `    <testcase classname="${xml(t.about)}" name="${xml(`${t.about}: ${t.text}`)}"`;
    return t.met ? `${open}/>` : `${open}>\n      <failure message="${xml(figureText(t))}"/>\n    </testcase>`;
  });
  return `${[
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<testsuites>',
    `  <testsuite name="${xml(results.title)}" tests="${results.targets.length}" failures="${failures}">`,
    `    <properties><property name="source" value="${xml(sourceLine(results, command))}"/></properties>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
  ].join('\n')}\n`;
}

const xml = (text: string): string =>
  text
    .replace(/\p{Cc}/gu, ' ')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
