import type { Scenario } from '../engine/protocol.ts';

/** One fight of a scenario that varies: the one that the form shows. */
export function withoutVary(scenario: Scenario): Scenario {
  const { vary: _axes, ...rest } = scenario;
  return rest;
}
