import { builtInBook, isBuiltIn } from '../../src/rules/built-in.ts';
import { InputError, type Problem } from '../../src/rules/problem.ts';
import { keepFiles } from './loading.ts';
import { played } from './played.ts';
import type { Kind, Questions, Request } from './protocol.ts';

/** How a long answer is heard of and stopped. */
export interface Listener {
  readonly signal: AbortSignal;
  readonly progress: (text: string) => void;
  readonly soFar: (part: unknown) => void;
}

export type Question = Exclude<Request, { readonly kind: 'cancel' }>;
type Handlers = { [K in Kind]: (ask: Questions[K]['ask'], listener: Listener) => Promise<Questions[K]['value']> };

/** question ─▶ the same experiments, reports and explanations as on the command line ─▶ answer. What few need comes late. */
const handlers: Handlers = {
  form: async ({ scenario }) => (await import('./form-of.ts')).formOf(scenario),
  play: ({ play }, listener) => played(play, listener),
  charts: async ({ play }) => (await import('./reports-of.ts')).chartsOf(play),
  tables: async ({ play }) => (await import('./reports-of.ts')).tablesOf(play),
  picture: async (ask) => (await import('./pictures.ts')).picture(ask),
  file: async (ask) => (await import('./files.ts')).takenFile(ask),
  explain: async ({ scenario }) => (await import('./why.ts')).rolls(scenario),
  story: async ({ scenario, encounter }) => (await import('./why.ts')).story(scenario, encounter),
  sheet: async ({ scenario }) => (await import('./sheet-of.ts')).sheetOf(scenario),
  worth: async (ask, listener) => (await import('./worth-of.ts')).worthOf(ask, listener),
  read: async ({ name, bytes }) => (await import('./read-text.ts')).readDropped(name, bytes),
  allowed: async ({ scenario, axis }) => (await import('./allowed.ts')).allowedAxis(scenario, axis),
  troops: async ({ scenario }) => (await import('./troops-of.ts')).troopsWrittenOut(scenario),
  keep: async ({ files }) => {
    keepFiles(files);
    return null;
  },
  write: async ({ value }) => (await import('yaml')).stringify(value, { lineWidth: 100 }),
};

/** Loads a built-in rulebook ahead of the first question about it; whatever is wrong is said when it is asked about. */
export const fetchBook = async (id: string): Promise<void> => {
  if (isBuiltIn(id)) await builtInBook(id).catch(() => undefined);
};

export const answer = (request: Question, listener: Listener): Promise<unknown> =>
  (handlers[request.kind] as (ask: unknown, listener: Listener) => Promise<unknown>)(request.ask, listener);

/** Whatever went wrong, as sentences. */
export function problemsOf(error: unknown): readonly Problem[] {
  if (error instanceof InputError) return error.problems;
  if ((error as Error)?.name?.endsWith('Error') && isOurs(error))
    return [{ path: [], message: (error as Error).message }];
  if (error instanceof TypeError && /\bimport|\bmodule|\bfetch|\bload failed/i.test(error.message))
    return [
      { path: [], message: 'A part of the page could not be loaded. Load it again; the address keeps the fight.' },
    ];
  console.error(error);
  const message = error instanceof Error ? error.message : String(error);
  return [{ path: [], message: `Something went wrong inside the page, and it is not your fault: ${message}.` }];
}

const OURS: readonly string[] = ['SimError', 'StateBudgetError'];
const isOurs = (error: unknown): boolean => OURS.includes((error as Error).name);
