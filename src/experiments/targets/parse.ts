import { InputError, type Problem } from '../../rules/problem.ts';
import type { WrittenTarget } from '../../scenarios/suite/suite.ts';

/** A target as it is held against a figure: the figure must lie between the bounds, both included. */
export interface DesignTarget {
  readonly about: string;
  readonly text: string;
  /** What is asked of each situation: "attacker wins", an outcome, a measure or its tail. */
  readonly objective: string;
  readonly low?: number;
  readonly high?: number;
  /** The mean over the situations must meet it; otherwise every single one must. */
  readonly onAverage: boolean;
  readonly at?: Problem['at'];
}

const NUMBER = '(-?\\d+(?:\\.\\d+)?)';
const AVERAGE = /^on average[,:]?\s+/i;
const NEVER = /^(?:(.+?)\s+)?(never|always)\s+(.+)$/i;
const BOUND = new RegExp(`^(?:(.+?)\\s+)?(?:in\\s+)?(at least|at most)\\s+${NUMBER}\\s*(%?)$`, 'i');
const BETWEEN = new RegExp(`^(?:(.+?)\\s+)?(?:in\\s+)?${NUMBER}\\s*%?\\s*(?:\\.\\.|to)\\s*${NUMBER}\\s*(%?)$`, 'i');
const FIRST_SIDE = 'winner=a';

/**
 * Reads a target:
 *
 *   attacker wins 45..55%          between the two, in every situation of the group
 *   defender.hits at least 1.5     a measure's mean; at most as well
 *   never attacker-routs           no chance of it; always, nothing else
 *   never routs a fresh battalion  what one side does to the other, in words
 *   beats light cavalry in at least 60%
 *   on average attacker wins 50..60%   over the group, by weight
 */
export function parseTarget({ about, text, at }: WrittenTarget): DesignTarget {
  const onAverage = AVERAGE.test(text);
  const bounds = boundsOf(text.replace(AVERAGE, '').trim());
  const fault = (message: string) =>
    new InputError([{ path: ['targets'], message, found: text, ...(at ? { at } : {}) }]);
  if (!bounds) {
    throw fault(
      `'${text}' is no target for '${about}'; write "attacker wins 45..55%", "attacker wins at least 60%", "never attacker-routs" or "defender.hits at most 2".`,
    );
  }
  const { low, high } = bounds;
  if (low !== undefined && high !== undefined && low > high) {
    throw fault(`'${text}' can never be met: its lower bound is above its upper one.`);
  }
  return { about, text, onAverage, ...bounds, ...(at ? { at } : {}) };
}

function boundsOf(text: string): Pick<DesignTarget, 'objective' | 'low' | 'high'> | undefined {
  const never = NEVER.exec(text);
  if (never) {
    const [, by, word, deed] = never;
    const asked = by === undefined ? deed : `${by} ${deed}`;
    return { objective: asked, ...(word.toLowerCase() === 'never' ? { high: 0 } : { low: 1 }) };
  }
  const bound = BOUND.exec(text);
  if (bound) {
    const value = figure(bound[3], bound[4]);
    return { objective: bound[1] ?? FIRST_SIDE, ...(/least/i.test(bound[2]) ? { low: value } : { high: value }) };
  }
  const between = BETWEEN.exec(text);
  if (!between) return undefined;
  const [, objective = FIRST_SIDE, low, high, sign] = between;
  return { objective, low: figure(low, sign), high: figure(high, sign) };
}

const figure = (number: string, sign: string): number => (sign === '%' ? Number(number) / 100 : Number(number));

/**
 * Targets about the same thing that no figure can meet together: refused in pairs, each with its line. `objectiveId`
 * tells whether two ask for the same in other words. A mean lies where all its figures do, so means count as well.
 */
export function assertTogether(
  targets: readonly DesignTarget[],
  objectiveId: (target: DesignTarget) => string = (t) => t.objective,
): void {
  targets.forEach((one, i) => {
    for (const other of targets.slice(0, i)) {
      const same = one.about === other.about && objectiveId(one) === objectiveId(other);
      if (!same || overlap(one, other)) continue;
      const message = `The targets '${other.text}' and '${one.text}' for '${one.about}' cannot both be met.`;
      throw new InputError([{ path: ['targets'], message, ...(one.at ? { at: one.at } : {}) }]);
    }
  });
}

const overlap = (a: DesignTarget, b: DesignTarget): boolean =>
  Math.max(a.low ?? -Infinity, b.low ?? -Infinity) <= Math.min(a.high ?? Infinity, b.high ?? Infinity);
