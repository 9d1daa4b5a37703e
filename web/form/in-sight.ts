import { signal } from '@preact/signals';

/** The fields that are drawn (those of closed folds are not), and the one that somebody is in. */
export const shownFields = signal<readonly string[]>([]);
export const heldField = signal<string | undefined>(undefined);

const shown = new Set<string>();
let isTold = true;

/** Says that a field is drawn; gives back what says that it no longer is. */
export function comesInSight(path: string): () => void {
  shown.add(path);
  tellSoon();
  return () => {
    shown.delete(path);
    tellSoon();
  };
}

/** Fields come and go by the dozen: all of them are told at once. */
function tellSoon(): void {
  if (!isTold) return;
  isTold = false;
  queueMicrotask(() => {
    isTold = true;
    shownFields.value = [...shown];
  });
}
