import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { engine } from '../engine/ask.ts';
import type { Dropped, Scenario } from '../engine/protocol.ts';
import { keepFiles } from '../state/engine-room.ts';
import { change, notice, ownFiles, scenario, start } from '../state/page.ts';

/** Files larger than this are not even read. */
const MOST_BYTES = 200_000;

/** A scenario, variant or rulebook file from the user's own disk, dropped anywhere on the page or chosen here. */
export function DropZone() {
  const over = useSignal(false);
  useEffect(() => {
    const dragging = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      over.value = event.type === 'dragover';
    };
    const dropped = (event: DragEvent) => {
      over.value = false;
      const file = event.dataTransfer?.files[0];
      if (!file) return;
      event.preventDefault();
      void take(file);
    };
    addEventListener('dragover', dragging);
    addEventListener('dragleave', dragging);
    addEventListener('drop', dropped);
    return () => {
      removeEventListener('dragover', dragging);
      removeEventListener('dragleave', dragging);
      removeEventListener('drop', dropped);
    };
  }, [over]);
  return (
    <div class={`drop${over.value ? ' over' : ''}`}>
      <label for="own-file">
        Open a file of your own (scenario, variant, rulebook, troops), or drop it anywhere on the page
      </label>
      <input
        id="own-file"
        type="file"
        accept=".yaml,.yml,.json"
        onChange={(e) => {
          const file = e.currentTarget.files?.[0];
          if (file) void take(file);
          e.currentTarget.value = '';
        }}
      />
    </div>
  );
}

async function take(file: File): Promise<void> {
  if (file.size > MOST_BYTES) {
    notice.value = `${file.name} has ${(file.size / 1e6).toFixed(1)} MB; scenario and variant files may have ${MOST_BYTES / 1000} kB.`;
    return;
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const outcome = await engine().ask('read', { name: file.name, bytes }, { slot: 'dropped' });
  if ('problems' in outcome) {
    const [first, ...others] = outcome.problems;
    const line = first.at?.line ? [`line ${first.at.line}`] : [];
    const isNamed = first.path.length === 0 || first.message.includes(`'${first.path.at(-1)}'`);
    const path = isNamed ? [] : [first.path.join('.')];
    const more = others.length > 0 ? ` And ${others.length} more.` : '';
    notice.value = `${[file.name, ...line, ...path].join(', ')}: ${first.message}${more}`;
  } else if ('value' in outcome) accept(file.name, outcome.value);
}

function accept(name: string, { kind, value, start: first }: Dropped): void {
  switch (kind) {
    case 'scenario':
      start(value as Scenario);
      return;
    case 'rulebook':
      keepFiles({ ...ownFiles.value, [name]: value });
      if (first) start(first);
      notice.value = `${name} is now one of the rulebooks of this page; it travels in the link.`;
      return;
    case 'variant': {
      const laid = scenario.value['variant'];
      const before = laid === undefined ? [] : Array.isArray(laid) ? laid : [laid];
      change({ ...scenario.value, variant: [...before, value] });
      notice.value = `${name} is laid over the rulebook.`;
      return;
    }
    case 'troops':
      change({ ...scenario.value, troops: value });
      notice.value = `The troops of ${name} are now under “Start from” of each side; they travel in the link.`;
      return;
    case 'value':
      notice.value = `${name} is no scenario, variant, rulebook or list of troops: a scenario has 'rules' and 'encounter', a variant a 'base', a rulebook 'encounters', a list 'troops'.`;
  }
}
