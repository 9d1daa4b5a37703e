import { useSignal, useSignalEffect } from '@preact/signals';
import type { ExplainedRoll } from '../../src/explain/rolls.ts';
import type { Problem } from '../../src/rules/problem.ts';
import type { Story } from '../../src/sim/trace.ts';
import { afterTitle } from '../../src/words/titles.ts';
import { engine } from '../engine/ask.ts';
import { scenario } from '../state/page.ts';
import { capital, inWords, percent, signed } from '../words.ts';
import { Faults } from './faults.tsx';
import { NearRowText } from './near-row.tsx';

/** The rows behind every roll, and one fight told die by die. */
export function Why() {
  const rolls = useSignal<readonly ExplainedRoll[]>([]);
  const problems = useSignal<readonly Problem[]>([]);
  const isAnswered = useSignal(false);
  useSignalEffect(() => {
    const ask = { scenario: scenario.value };
    void engine()
      .ask('explain', ask)
      .then((outcome) => {
        if ('superseded' in outcome) return;
        isAnswered.value = true;
        problems.value = 'problems' in outcome ? outcome.problems : [];
        if ('value' in outcome) rolls.value = outcome.value;
      });
  });
  if (problems.value.length > 0) return <Faults problems={problems.value} />;
  return (
    <>
      <OneFight />
      <h2 class="finding">The rows that count</h2>
      {!isAnswered.value && <p class="quiet">Looking for them …</p>}
      <ol class="rolls">
        {rolls.value.slice(0, MOST_ROLLS).map((roll) => (
          <Roll roll={roll} key={`${roll.step}-${roll.title}`} />
        ))}
      </ol>
      {rolls.value.length > MOST_ROLLS && (
        <p class="quiet">… and {rolls.value.length - MOST_ROLLS} more rolls, later in the fight.</p>
      )}
    </>
  );
}

const MOST_ROLLS = 24;

function Roll({ roll }: { readonly roll: ExplainedRoll }) {
  const { reasons } = roll;
  const near = reasons?.near ?? [];
  return (
    <li class="roll">
      <h3>
        {roll.title}{' '}
        <small>
          {roll.die}, {oftenText(roll)}
        </small>
      </h3>
      {reasons && (reasons.base || reasons.rows.length > 0) && (
        <table class="sum">
          <caption class="unseen">The sum behind {roll.title}</caption>
          <tbody>
            {reasons.base && (
              <tr>
                <td class="number">{reasons.base.value}</td>
                <th scope="row">{reasons.base.label}</th>
                <td />
              </tr>
            )}
            {reasons.rows.map((row) => (
              <tr class="applies" key={row.id + row.because.join()}>
                <td class="number">{signed(row.value)}</td>
                <th scope="row">{row.label}</th>
                <td class="source">{row.source}</td>
              </tr>
            ))}
            {reasons.total && (
              <tr class="total">
                <td class="number">{reasons.total.value}</td>
                <th scope="row">
                  {reasons.total.label}
                  {reasons.reading && `: ${reasons.reading}`}
                </th>
                <td />
              </tr>
            )}
          </tbody>
        </table>
      )}
      <ul class="chances">
        {roll.results.map((r) => (
          <li key={r.text}>
            <meter min={0} max={1} value={r.chance} aria-hidden="true" />
            <b>{percent(r.chance)}</b> {r.text}
          </li>
        ))}
      </ul>
      {roll.situations > 1 && <p class="quiet likeliest">{situationText(roll)}</p>}
      {near.length > 0 && (
        <details>
          <summary>{near.length} kept out by a single fact</summary>
          <ul class="near">
            {near.map((row) => (
              <li key={row.id}>
                <b>{signed(row.value)}</b> {row.label}: <NearRowText row={row} side={roll.side} />
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}

function situationText({ situations, share, totals }: ExplainedRoll): string {
  const range = totals ? ` Over all of them the total runs from ${totals.low} to ${totals.high}.` : '';
  return `This is the likeliest of ${situations.toLocaleString('en')} situations, ${percent(share)} of the cases.${range}`;
}

/** Each click plays the next fight of the run: the very ones that a sampled run counts. */
function OneFight() {
  const story = useSignal<(Story & { readonly trials: number }) | null>(null);
  const number = useSignal(0);
  useSignalEffect(() => {
    const ask = { scenario: scenario.value, encounter: number.value };
    void engine()
      .ask('story', ask)
      .then((outcome) => {
        if ('value' in outcome) story.value = outcome.value;
      });
  });
  const current = story.value;
  return (
    <section class="story" aria-label="One fight, die by die">
      <h2 class="finding">One fight, die by die</h2>
      {current && (
        <>
          <ol aria-live="polite">
            {current.entries.map((entry, i) => (
              <li key={i} class={`entry-${entry.kind}`}>
                {entry.kind === 'note' && capital(entry.text)}
                {entry.kind === 'choice' && (
                  <span>
                    {capital(afterTitle(entry.title))} <b>{inWords(entry.option)}</b>
                  </span>
                )}
                {entry.kind === 'roll' && (
                  <>
                    <span class="die" aria-hidden="true">
                      {entry.face}
                    </span>
                    <span>
                      {capital(entry.title)}: {entry.die} shows <b>{entry.face}</b>, <b>{entry.result}</b>
                    </span>
                  </>
                )}
              </li>
            ))}
          </ol>
          <p class="ending">{capital(current.outcomeLabel)}</p>
        </>
      )}
      <button
        type="button"
        class="primary"
        onClick={() => (number.value = (number.value + 1) % (current?.trials ?? 1000))}
      >
        Roll again
      </button>
    </section>
  );
}

/** How often it comes to a roll; where that was counted in plays, of how many. */
function oftenText({ chance, plays }: ExplainedRoll): string {
  if (plays !== undefined) return `in ${percent(chance)} of ${plays.toLocaleString('en')} played`;
  return chance > 1 - 1e-9 ? 'always' : `in ${percent(chance)} of fights`;
}
