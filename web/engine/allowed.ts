import { InputError } from '../../src/rules/problem.ts';
import { resolveCell } from '../../src/scenarios/prepare.ts';
import { load, withoutAxes } from './loading.ts';
import type { AxisAsked, Scenario } from './protocol.ts';

/** The axis without the values that the sheet refuses in this situation; all of them where it refuses every one. */
export async function allowedAxis(scenario: Scenario, { path, values }: AxisAsked): Promise<AxisAsked> {
  const loaded = await load(withoutAxes(scenario));
  const allowed = values.filter((value) => {
    try {
      resolveCell(loaded, [{ path, value }]);
      return true;
    } catch (error) {
      if (error instanceof InputError) return false;
      throw error;
    }
  });
  return { path, values: allowed.length > 0 ? allowed : values };
}
