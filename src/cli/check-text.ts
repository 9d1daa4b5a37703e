import { wrapColumns, wrapWords } from '../../reports/columns.ts';
import type { TargetResult, TargetResults } from '../experiments/targets/check.ts';
import { VERSION } from '../results/version.ts';
import { decimal, percent } from '../words/figures.ts';
import { labelOf } from '../words/labels.ts';

/** What `check` says, for people and for services that run it on every change. */

const shown = ({ objective }: TargetResult, value: number): string =>
  objective.kind === 'mean' ? decimal(value) : percent(value);
const miss = (r: TargetResult): string =>
  r.objective.kind === 'mean'
    ? decimal(Math.abs(r.margin))
    : `${percent(Math.abs(r.margin)).replace('%', '')} percentage points`;

/** "48.2%, 3.2 percentage points inside the bounds" */
function figureText(r: TargetResult): string {
  const inside = r.margin === 0 && r.met ? 'just met' : `${miss(r)} ${r.met ? 'inside' : 'beyond'} the bounds`;
  const where = r.situations > 1 ? ` (${r.situation})` : '';
  const others = r.failing > 1 ? `; ${r.failing} of ${r.situations} situations fail` : '';
  return `${shown(r, r.value)}, ${inside}${where}${others}`;
}

/** How many targets are missed, and the one that is missed by most; margins of shares and of means are not set side by side. */
export function headline({ targets, partial }: TargetResults): string {
  const missed = targets.filter((t) => !t.met);
  const many = targets.length;
  const stopped = partial ? ' (stopped early: the first of them only)' : '';
  if (missed.length === 0) return `${many === 1 ? 'The target is' : `All ${many} targets are`} met${stopped}`;
  const alike = missed.filter((t) => t.objective.kind === missed[0].objective.kind);
  const worst = alike.reduce((most, t) => (t.margin < most.margin ? t : most));
  const which = `${missed.length > 1 ? ', worst' : ':'} “${worst.label}” by ${miss(worst)}`;
  return `${missed.length} of ${many} ${many === 1 ? 'target' : 'targets'} missed${which}${stopped}`;
}

/** By names, for people. */
const rulesLine = ({ rulebook }: TargetResults): string =>
  `Rules: ${rulebook.title}${rulebook.variant === null ? '' : ` with ${labelOf(rulebook.variant)}`}. Worked out exactly.`;

/** By ids, for services that keep what they are told. */
const sourceLine = ({ rulebook }: TargetResults, command: string): string =>
  `Rules: ${rulebook.id}${rulebook.variant === null ? '' : ` with ${rulebook.variant}`} (${rulebook.hash.slice(0, 12)}), worked out exactly by Grognard ${VERSION}. Reproduce: ${command}`;

/** As wide as the screen: what belongs to a target stands under its name. */
export function tableText(results: TargetResults, command: string, columns: number): string {
  const under = (text: string): string[] => wrapColumns(text, columns - HANG.length).map((line) => HANG + line);
  const lines = results.targets.flatMap((t) => [
    ...under(t.label).map((line, i) => (i === 0 ? (t.met ? 'pass' : 'FAIL') + line.slice(4) : line)),
    ...under(figureText(t)),
  ]);
  const head = [headline(results), results.title].flatMap((text) => wrapColumns(text, columns));
  const foot = [...wrapColumns(rulesLine(results), columns), ...wrapWords(`Reproduce: ${command}`, columns)];
  return `${[...head, '', ...lines, '', ...foot].join('\n')}\n`;
}

const HANG = ' '.repeat(6);

export function markdownText(results: TargetResults, command: string): string {
  const cell = (text: string) => text.replaceAll('|', '\\|');
  const rows = results.targets.map(
    (t) => `| ${t.met ? '✅ pass' : '❌ fail'} | ${cell(t.label)} | ${cell(figureText(t))} |`,
  );
  const table = ['| | target | figure |', '|---|---|---|', ...rows];
  return `${[`**${headline(results)}**`, '', results.title, '', ...table, '', rulesLine(results), '', `Reproduce: \`${command}\``].join('\n')}\n`;
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
