import { books, start as first } from 'virtual:catalogue';
import { computed, signal } from '@preact/signals';
import type { Problem } from '../../src/rules/problem.ts';
import type { AxisAsked, Pin, Play, Played, Scenario, Worth } from '../engine/protocol.ts';
import { type Form, valueAt, withValueAt } from '../form/fields.ts';
import { titled, titleOf } from './title.ts';
import type { View } from './views.ts';

/** Everything that the page shows follows from these. What is in the link is listed in state/address.ts. */
export const MOST_PINS = 6;

export const scenario = signal<Scenario>(first.scenario);
export const view = signal<View>('answer');
export const objective = signal<string | undefined>(undefined);
export const pins = signal<readonly Pin[]>([]);
export const sweepAxes = signal<readonly AxisAsked[]>([]);
export const matrixAxes = signal<readonly AxisAsked[]>([]);
/** What happened at the table, "defender.hits=5" each, and whose luck is looked at. */
export const observed = signal<readonly string[]>([]);
export const luckSide = signal<string | undefined>(undefined);
export const theme = signal<'system' | 'light' | 'dark'>('system');
/** The system's own choice. */
export const systemDark = signal(false);
export const isDark = computed(() => (theme.value === 'system' ? systemDark.value : theme.value === 'dark'));

/** As narrow as a phone: charts are laid out for it. */
export const isNarrow = signal(false);

export const form = signal<Form | null>(null);
export const answer = signal<Played | null>(null);
/** The play that gave it: its pictures and files come from the same results. */
export const answerPlay = signal<Play | null>(null);
export const problems = signal<readonly Problem[]>([]);
export const worth = signal<Worth | null>(null);
/** The first question has been answered, one way or the other: what can wait is loaded from then on. */
export const isAnswered = computed(() => answer.value !== null || problems.value.length > 0);
/** The first chart is drawn, or none came: what nobody waits for has the machine and the network from then on. */
export const mayLoadRest = signal(false);
/** Said once at the top: an old link, a file that could not be read. */
export const notice = signal<string | null>(null);

export const rules = computed(() => String(scenario.value['rules'] ?? ''));
export const encounter = computed(() => String(scenario.value['encounter'] ?? ''));
export const book = computed(() => books.find((b) => b.id === rules.value));

/** What figures beside choices are about, in the words of the answer. */
export const watched = computed(() => {
  const found = worth.value;
  return answer.value?.objectives.find((o) => o.id === found?.objective)?.label ?? found?.label ?? '';
});

/** Edits of the rules that are in force, by path. */
export const edits = computed(() =>
  Object.entries((scenario.value['set'] as Record<string, unknown> | undefined) ?? {}).filter(([path]) =>
    path.startsWith('rules.'),
  ),
);

/** Sets a value of the fight, or takes it back where it is undefined. A title that described the old fight follows. */
export function setValue(path: string, value: unknown): void {
  if (valueAt(scenario.value, path) === value) return;
  change(withValueAt(scenario.value, path, value));
}

/** Changes a rule, or takes the change back. */
export function setRule(path: string, value: unknown): void {
  const next = withValueAt(scenario.value, `set/${path}`, value);
  const { set, ...rest } = next as Record<string, unknown>;
  change(set && Object.keys(set).length > 0 ? next : rest);
}

export function change(next: Scenario): void {
  scenario.value = titled(next, scenario.value);
}

/** Another fight altogether: what was asked about the old one no longer fits. */
export function start(next: Scenario): void {
  notice.value = null;
  objective.value = undefined;
  sweepAxes.value = [];
  matrixAxes.value = [];
  observed.value = [];
  luckSide.value = undefined;
  worth.value = null;
  scenario.value = next['title'] === undefined ? { ...next, title: titleOf(next) } : next;
}

/** Files of the user's own that scenarios name: rulebooks, sets of cards. They travel in the link. */
export const ownFiles = signal<Readonly<Record<string, unknown>>>({});

/** Problems that belong to a field, and those that belong to none that is shown. */
export const problemsAt = (path: string): readonly Problem[] =>
  problems.value.filter((p) => {
    const at = p.path.join('.');
    return at === path || at.startsWith(`${path}.`);
  });
