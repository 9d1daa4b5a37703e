import { exampleEntries } from '../../scripts/bake.ts';
import type { EngineReply } from '../../test/web/engine-page.ts';
import { alternatives, type Form, valueAt, withValueAt } from '../../web/form/fields.ts';
import { workerCpuMs } from './thread-time.ts';

type Ask = (kind: string, ask: unknown) => Promise<EngineReply>;
type Scenario = Readonly<Record<string, unknown>>;

export interface ChangeCost {
  readonly name: string;
  /** The new odds: medians over the changes, and the most. */
  readonly answerMs: number;
  readonly mostMs: number;
  /** All charts of the new odds, and their tables, besides. */
  readonly chartsMs: number;
}

/** The first changes also load the book and warm the code up. */
const WARM_UP = 3;
const CHANGES = 7;

/** What a change of one field costs the engine's thread, for every built-in scenario that is a fight. */
export async function changeCosts(ask: Ask): Promise<ChangeCost[]> {
  const costs: ChangeCost[] = [];
  for (const { name, scenario, encounter } of exampleEntries()) {
    if (encounter === 'engagement') continue;
    const { vary: _axes, ...fight } = scenario;
    const answers: number[] = [];
    const charts: number[] = [];
    for (const changed of await changes(ask, fight)) {
      const play = { kind: 'run', scenario: changed, command: '' };
      const startMs = workerCpuMs();
      await ask('play', { play });
      const answeredMs = workerCpuMs();
      const { value: listed } = await ask('charts', { play });
      for (const { name: chart } of listed as readonly { name: string }[]) {
        await ask('picture', { play, chart, dark: false });
      }
      answers.push(answeredMs - startMs);
      charts.push(workerCpuMs() - answeredMs);
    }
    const warm = answers.slice(WARM_UP);
    const [answerMs, mostMs] = [median(warm), Math.max(...warm)];
    costs.push({ name, answerMs, mostMs, chartsMs: median(charts.slice(WARM_UP)) });
  }
  return costs.sort((a, b) => b.answerMs - a.answerMs);
}

/** The fight with one field changed, another one each time: only changes that the sheet allows. */
async function changes(ask: Ask, fight: Scenario): Promise<Scenario[]> {
  const { value } = await ask('form', { scenario: fight });
  const found: Scenario[] = [];
  const fields = (value as Form).groups.filter((g) => g.path !== 'rulings').flatMap((g) => g.fields);
  for (const field of [...fields, ...fields]) {
    const [other] = alternatives(field, valueAt(fight, field.path));
    if (other === undefined) continue;
    const changed = withValueAt({ ...fight, title: `change ${found.length}` }, field.path, other);
    const { problems } = await ask('allowed', { scenario: changed, axis: { path: field.path, values: [other] } });
    if (!problems) found.push(changed);
    if (found.length === WARM_UP + CHANGES) return found;
  }
  // A small game has fewer fields than that.
  return Array.from({ length: WARM_UP + CHANGES }, (_, i) => ({ ...found[i % found.length], title: `change ${i}` }));
}

export const median = (all: readonly number[]): number => [...all].sort((a, b) => a - b)[Math.floor(all.length / 2)];
