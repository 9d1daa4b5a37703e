import type { Problem } from '../../rules/problem.ts';
import type { LoadedScenario } from '../loaded.ts';
import type { Override } from '../override.ts';

/**
 * Many situations of one game, each with its weight: what a change of the rules is played over.
 *
 *   suite file ─ load ──────┐
 *                           ├─▶ suite ─▶ impact, check, points
 *   family's own ─ built-in ┘
 */
export interface Suite {
  /** The file, or "built-in". */
  readonly source: string;
  readonly title: string;
  readonly rules: string;
  readonly groups: readonly SuiteGroup[];
  /** What the design is to reach, as written. */
  readonly targets: readonly WrittenTarget[];
  /** Parts of groups that targets pick out by who meets whom: held to their targets, and played by nothing else. */
  readonly picked?: readonly SuiteGroup[];
  /** Situations of a file that the sheet refuses, left out on request. */
  readonly skipped: readonly Problem[];
}

/** Situations that share a scenario: they differ in their overrides only. */
export interface SuiteGroup {
  readonly id: string;
  readonly loaded: LoadedScenario;
  readonly situations: readonly SuiteSituation[];
}

export interface SuiteSituation {
  /** In words: "infantry in attack column charges infantry in line that stands, FS 8 against 8". */
  readonly name: string;
  readonly overrides: readonly Override[];
  /** Its share of the suite; all shares add up to 1. */
  readonly weight: number;
  /** The words of its axes, by axis. */
  readonly tags: Readonly<Record<string, string>>;
}

export interface WrittenTarget {
  /** The situations it is about: a group of the suite, or a part of one. */
  readonly about: string;
  readonly text: string;
  readonly at?: Problem['at'];
}

/** The situations that a target is about. */
export const groupOfTarget = (suite: Suite, about: string): SuiteGroup =>
  [...suite.groups, ...(suite.picked ?? [])].find((g) => g.id === about)!;

export const situationCount = (suite: Suite): number => suite.groups.reduce((n, g) => n + g.situations.length, 0);

/** Weights of groups and situations as shares of the whole. */
export function withShares(
  groups: readonly { readonly group: SuiteGroup; readonly weight: number }[],
): readonly SuiteGroup[] {
  const playable = groups.filter(({ group }) => group.situations.length > 0);
  const total = playable.reduce((sum, { weight }) => sum + weight, 0);
  return playable.map(({ group, weight }) => {
    const own = group.situations.reduce((sum, s) => sum + s.weight, 0);
    const situations = group.situations.map((s) => ({ ...s, weight: (s.weight / own) * (weight / total) }));
    return { ...group, situations };
  });
}
