import { exampleEntries } from '../../scripts/bake.ts';
import type { EngineReply } from '../../test/web/engine-page.ts';
import { workerCpuMs } from './thread-time.ts';

export interface EngagementCost {
  readonly name: string;
  /** From the question to the first figures, on a warm engine: by the clock, and all engine threads' processor time. */
  readonly firstMs: number;
  readonly cpuMs: number;
  readonly isExact: boolean;
}

/** How soon something is to be seen of every built-in engagement. */
export async function engagementCosts(
  ask: (kind: string, ask: unknown) => Promise<EngineReply>,
): Promise<EngagementCost[]> {
  const costs: EngagementCost[] = [];
  for (const { name, scenario, encounter } of exampleEntries()) {
    if (encounter !== 'engagement') continue;
    const { vary: _axes, ...one } = scenario;
    const play = (title: string) => ({ play: { kind: 'run', scenario: { ...one, title }, command: '' } });
    await ask('play', play('to warm up'));
    const startMs = workerCpuMs();
    const { firstMs, value } = await ask('play', play('again'));
    costs.push({ name, firstMs, cpuMs: workerCpuMs() - startMs, isExact: (value as { isExact: boolean }).isExact });
  }
  return costs;
}
