import type { HandedTables } from '../sim/kernels/guest-player.ts';

/** What threads that play the same run tell each other. */
export type Message =
  /** Tables laid out anew; null where nobody can play over tables of others. */
  | { readonly kind: 'tables'; readonly tables: HandedTables | null }
  /** A thread has come that has no tables yet. */
  | { readonly kind: 'come' }
  /** A thread that was there before somebody came has none either; whoever has come could not hear it come. */
  | { readonly kind: 'waits' }
  /** Engagements, by number, that a thread cannot play itself; and what became of them, or why nothing did. */
  | { readonly kind: 'asked'; readonly from: number; readonly name: number; readonly numbers: Float64Array }
  | { readonly kind: 'played'; readonly to: number; readonly name: number; readonly rows: Float64Array }
  | { readonly kind: 'failed'; readonly reason: string };

/** Threads of one process that do pieces of the same work: one of them fills tables, the others take them from it. */
export interface Meeting {
  /** Tells threads apart. */
  readonly self: number;
  /** Whether it is this thread that fills tables; the first that asks does, and the next one where that is gone. */
  fills(): boolean;
  tell(message: Message): void;
  /** Messages that have come meanwhile, which nobody has been told of. */
  takeMessages(): Message[];
  /** Resolved when messages have come, and after a moment at the latest. */
  wait(): Promise<void>;
  /** Is called when messages come while the thread has nothing to do. */
  onMessage(listener: () => void): void;
  /** Is called when much that was needed is needed no longer. */
  tidyUp(): void;
  leave(): void;
}
