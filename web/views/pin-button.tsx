import type { Pin } from '../engine/protocol.ts';
import { MOST_PINS, pins, problems, scenario } from '../state/page.ts';
import { changesInWords } from './pin-name.ts';
import { withoutVary } from './without-vary.ts';

/** Pins a fight under a name of its own. */
export function pin(one: Pin): void {
  if (pins.value.length >= MOST_PINS) return;
  const taken = new Set(pins.value.map((p) => p.name));
  let name = one.name;
  for (let i = 2; taken.has(name); i++) name = `${one.name} (${i})`;
  pins.value = [...pins.value, { ...one, name }];
}

/** Keeps the fight as it is now, to be compared with; one that the sheet forbids has nothing to compare. */
export function PinButton() {
  const full = pins.value.length >= MOST_PINS;
  const keep = () => {
    const here = withoutVary(scenario.value);
    const [base] = pins.value;
    const name = (base && changesInWords(base.scenario, here)) ?? String(here['title'] ?? 'pinned');
    pin({ name, scenario: here });
  };
  return (
    <button type="button" class="primary" disabled={full || problems.value.length > 0} onClick={keep}>
      {full ? `${MOST_PINS} are pinned` : 'Pin this fight'}
    </button>
  );
}
