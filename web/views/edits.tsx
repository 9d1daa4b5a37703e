import { useComputed, useSignal } from '@preact/signals';
import { percent } from '../../reports/number.ts';
import { engine } from '../engine/ask.ts';
import type { Odds, Scenario, SheetTable } from '../engine/protocol.ts';
import { withCommand } from '../state/command.ts';
import { answer, change, edits, scenario, setRule } from '../state/page.ts';
import { inWords } from '../words.ts';
import { figureText, shown } from './figure-box.tsx';
import { OddsBar } from './odds-bar.tsx';
import { pin } from './pin-button.tsx';
import { download } from './share.tsx';
import { usePlay } from './use-play.ts';
import { withoutVary } from './without-vary.ts';

/** What has been changed and what that does, to be taken back or taken away. */
export function Edits({ tables }: { readonly tables: readonly SheetTable[] }) {
  const said = useSignal('');
  const asked = useComputed(() =>
    edits.value.length === 0 ? null : { kind: 'run' as const, scenario: asPrinted(scenario.value) },
  );
  const printed = usePlay(asked, 'as-printed').played.value;
  const now = answer.value;
  if (edits.value.length === 0) return null;
  const save = async () => {
    const play = await withCommand({ kind: 'run', scenario: scenario.value });
    const outcome = await engine().ask(
      'file',
      { play, chart: '', dark: false, format: 'variant' },
      { slot: 'variant' },
    );
    if ('value' in outcome) download(outcome.value);
    else if ('problems' in outcome) said.value = outcome.problems[0].message;
  };
  const [before, after] = [printed?.odds, now?.odds];
  return (
    <>
      <section class="edits" aria-label="Changed rules">
        <h3>Changed here</h3>
        <ul>
          {edits.value.map(([path, value]) => (
            <li key={path}>
              {figureName(path, tables)} is now <b>{textAt(path, value, tables)}</b>
              <button type="button" class="plain" onClick={() => setRule(path, undefined)}>
                Take back
              </button>
            </li>
          ))}
        </ul>
        {printed?.odds.length === 1 && <OddsBar odds={printed.odds[0]} name="As printed" />}
        {now?.odds.length === 1 && <OddsBar odds={now.odds[0]} name="With the changes" />}
        <div class="buttons">
          <button type="button" onClick={() => void save()}>
            Download as a variant file
          </button>
          <button type="button" onClick={() => pin({ name: 'as printed', scenario: asPrinted(scenario.value) })}>
            Pin the printed rules to compare
          </button>
          {edits.value.length > 1 && (
            <button type="button" onClick={() => change(asPrinted(scenario.value, true))}>
              Take all back
            </button>
          )}
        </div>
        <p role="status">{said.value}</p>
      </section>
      {before?.length === 1 && after?.length === 1 && <Effect before={before[0]} after={after[0]} />}
    </>
  );
}

/** Stays in sight where the sheet is longer than the screen: a figure far down is changed, and this says what it does. */
function Effect({ before, after }: { readonly before: Odds; readonly after: Odds }) {
  const was = new Map(before.parts.map((part) => [part.label, percent(part.share.p)]));
  return (
    <p class="effect" role="status">
      {after.parts.map(({ label, winner, share }) => (
        <span key={label}>
          <span class={`dot dot-${winner}`} /> {label} {was.get(label) ?? percent(0)} → <b>{percent(share.p)}</b>
        </span>
      ))}
    </p>
  );
}

/** A figure as the sheet has it: "first volley, at short range (+2 as printed)". */
function figureName(path: string, tables: readonly SheetTable[]): string {
  const found = figureAt(path, tables);
  if (!found) return path.slice('rules.'.length);
  const { title, label, figure } = found;
  const part = figure.name === '' ? '' : `, ${inWords(figure.name)}`;
  const printed = figure.printed === null ? '' : ` (${figureText(figure, figure.printed)} as printed)`;
  return `${title}, “${label}”${part}${printed}`;
}

function textAt(path: string, value: unknown, tables: readonly SheetTable[]): string {
  const found = figureAt(path, tables);
  return found ? figureText(found.figure, value) : shown(value);
}

function figureAt(path: string, tables: readonly SheetTable[]) {
  for (const { title, rows } of tables) {
    for (const { label, figures } of rows) {
      const figure = figures.find((f) => f.path === path);
      if (figure) return { title, label, figure };
    }
  }
  return undefined;
}

/** The fight by the rules as they are printed. */
function asPrinted(changed: Scenario, withAxes = false): Scenario {
  const { set, ...rest } = changed;
  const kept = Object.entries((set as Record<string, unknown> | undefined) ?? {}).filter(
    ([path]) => !path.startsWith('rules.'),
  );
  const fight = kept.length > 0 ? { ...rest, set: Object.fromEntries(kept) } : rest;
  return withAxes ? fight : withoutVary(fight);
}
