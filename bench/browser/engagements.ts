import { exampleEntries } from '../../scripts/bake.ts';
import type { AskEngine } from '../../test/web/engine-page.ts';
import { workerCpuMs } from './thread-time.ts';

export interface EngagementCost {
  readonly name: string;
  /** From the question to the first figures, on a warm engine: by the clock, and processor time of all engine threads. */
  readonly firstMs: number;
  readonly firstCpuMs: number;
  /** The same for the whole answer. */
  readonly cpuMs: number;
  readonly isExact: boolean;
}

/** How soon something is to be seen of every built-in engagement. */
export async function engagementCosts(ask: AskEngine): Promise<EngagementCost[]> {
  const costs: EngagementCost[] = [];
  for (const { name, scenario, encounter } of exampleEntries()) {
    if (encounter !== 'engagement') continue;
    const { vary: _axes, ...one } = scenario;
    const play = (title: string) => ({ play: { kind: 'run', scenario: { ...one, title }, command: '' } });
    await ask('play', play('to warm up'));
    const startMs = workerCpuMs();
    let firstCpuMs = 0;
    const { firstMs, value } = await ask('play', play('again'), () => {
      firstCpuMs = workerCpuMs() - startMs;
    });
    const cpuMs = workerCpuMs() - startMs;
    costs.push({ name, firstMs, firstCpuMs, cpuMs, isExact: (value as { isExact: boolean }).isExact });
  }
  return costs;
}
