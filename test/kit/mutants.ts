import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { InputError } from '../../src/rules/problem.ts';
import { bookFromText } from '../../src/scenarios/book-file.ts';
import { scenarioFrom } from '../../src/scenarios/load.ts';
import { prepareCell } from '../../src/scenarios/prepare.ts';
import { parseText } from '../../src/scenarios/text.ts';
import { compile } from '../../src/sim/compile.ts';
import { SimError } from '../../src/sim/error.ts';
import { mutant } from './mutate.ts';

const folder = resolve(import.meta.dirname, '../../src/scenarios/examples/games');
const read = (file: string) => readFileSync(join(folder, file), 'utf8');
/** Each game with the scenarios that play it. */
const games = readdirSync(folder)
  .filter((f) => f.endsWith('.rules.yaml'))
  .map((file) => ({
    text: read(file),
    scenarios: readdirSync(folder)
      .filter((f) => !f.endsWith('.rules.yaml') && read(f).includes(file))
      .map(read),
  }));

export interface Verdict {
  readonly how: 'refused' | 'played' | 'stopped' | 'crashed';
  readonly message: string;
  readonly elapsedMs: number;
}

const STATES = 20_000;

/** Reads mutant number `n`, and plays it where it is still a rulebook. */
export async function tryMutant(n: number): Promise<Verdict> {
  const { text, scenarios } = games[n % games.length];
  const startMs = performance.now();
  const verdict = (how: Verdict['how'], message = ''): Verdict => ({
    how,
    message,
    elapsedMs: performance.now() - startMs,
  });
  try {
    const book = bookFromText(parseText(mutant(text, n), 'mutant.yaml'));
    for (const scenario of scenarios) {
      const none = async () => Promise.reject(new InputError([{ path: [], message: 'There is no such file.' }]));
      const loaded = await scenarioFrom(parseText(scenario, 'scenario.yaml'), { rules: book }, none);
      compile(prepareCell(loaded).built.machine, { stateBudget: STATES });
    }
    return verdict('played');
  } catch (e) {
    if (e instanceof InputError) return verdict('refused', e.message);
    if (e instanceof SimError) return verdict('stopped', e.message);
    return verdict('crashed', `${(e as Error).stack}`);
  }
}
