import { InputError } from '../../src/rules/problem.ts';
import type { LoadedScenario } from '../../src/scenarios/prepare.ts';
import { SimError } from '../../src/sim/error.ts';
import { breathe } from '../../src/sim/giving-way.ts';
import { alternatives, type Field, type Scalar, valueAt } from '../form/fields.ts';
import type { Listener } from './answers.ts';
import { formOf } from './form-of.ts';
import { load, withoutAxes } from './loading.ts';
import type { Alternative, Scenario, Worth, WorthAsked } from './protocol.ts';
import { exactTrier } from './worth-exact.ts';

/** Works out what one value in the place of another would do. */
export interface Trier {
  readonly about: Omit<Worth, 'fields' | 'done'>;
  readonly change: (path: string, value: Scalar) => Promise<Omit<Alternative, 'value' | 'refused'>>;
}

const TELL_EVERY_MS = 250;

/** What was tried in the fight that was asked about last: estimates are dear, and it is asked about again as folds open. */
interface KeptWorth {
  readonly loaded: LoadedScenario;
  readonly objective: string | undefined;
  readonly trier: Trier;
  readonly fields: Record<string, readonly Alternative[]>;
}
let kept: KeptWorth | undefined;

/**
 * What every other value of every field would do to the odds, one after the other, and told as it goes: exactly, or by
 * playing where the encounter is too large for that; then only fields that are in sight are tried. Fields that are set
 * come first: they are the ones looked at.
 */
export async function worthOf(asked: WorthAsked, listener: Listener): Promise<Worth> {
  const { scenario, objective, inSight = [] } = asked;
  const loaded = await load(withoutAxes(scenario));
  if (kept?.loaded !== loaded || kept.objective !== objective)
    kept = { loaded, objective, trier: await trierOf(loaded, objective), fields: {} };
  const { trier, fields } = kept;
  const { plays } = trier.about;
  const worth = (done: boolean, begun: Worth['fields'] = {}): Worth => ({
    ...trier.about,
    fields: { ...fields, ...begun },
    done,
  });
  let toldMs = performance.now();
  const tell = (path: string, found: readonly Alternative[]) => {
    if (performance.now() - toldMs < TELL_EVERY_MS) return;
    listener.soFar(worth(false, { [path]: [...found] }));
    toldMs = performance.now();
  };
  for (const field of inOrder(await fieldsOf(scenario), scenario, plays === undefined ? undefined : inSight)) {
    if (fields[field.path]) continue;
    const found: Alternative[] = [];
    for (const other of others(field, scenario, plays !== undefined)) {
      found.push(await alternativeOf(trier, field.path, other));
      await breathe();
      listener.signal.throwIfAborted();
      tell(field.path, found);
    }
    if (found.length > 0) fields[field.path] = found;
  }
  return worth(true);
}

async function trierOf(loaded: LoadedScenario, objective: string | undefined): Promise<Trier> {
  const exact = await exactTrier(loaded, objective);
  return exact ?? (await import('./worth-sampled.ts')).sampledTrier(loaded, objective);
}

const fieldsOf = async (scenario: Scenario): Promise<readonly Field[]> =>
  (await formOf(scenario)).groups.flatMap((g) => g.fields);

/** The order in which fields are tried: of those in sight alone, where that is asked for, then quick ones first. */
function inOrder(all: readonly Field[], scenario: Scenario, inSight: readonly string[] | undefined): readonly Field[] {
  if (inSight) {
    const [held, ...rest] = inSight.flatMap((path) => all.find((f) => f.path === path) ?? []);
    const isQuick = (f: Field) => f.kind === 'number' || f.kind === 'flag';
    return held ? [held, ...rest.filter(isQuick), ...rest.filter((f) => !isQuick(f))] : [];
  }
  const isSet = (f: Field) => valueAt(scenario, f.path) !== undefined;
  return [...all.filter(isSet), ...all.filter((f) => !isSet(f))];
}

/** Estimates are made for what the form shows: of a number, its neighbours. */
function others(field: Field, scenario: Scenario, isEstimate: boolean): Scalar[] {
  const now = valueAt(scenario, field.path);
  const all = alternatives(field, now);
  const from = Number(now ?? field.default);
  return isEstimate && field.kind === 'number' ? all.filter((v) => Math.abs(Number(v) - from) <= 1) : all;
}

async function alternativeOf(trier: Trier, path: string, value: Scalar): Promise<Alternative> {
  try {
    return { value, ...(await trier.change(path, value)) };
  } catch (error) {
    if (error instanceof InputError) return { value, refused: error.problems[0].message };
    // Another measure, another shape: it cannot be set beside the base.
    if (error instanceof SimError) return { value };
    throw error;
  }
}
