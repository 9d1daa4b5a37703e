import type { Impact, LuckLog, Points, TargetTuning } from '../../src/results/types.ts';
import type { Row } from './row.ts';

/** A row per target: its figure after the change and before; a row per parameter. */
export const targetRows = ({ targets, parameters }: TargetTuning): Row[] => [
  ...targets.map((t) => ({
    row: 'target',
    id: t.about,
    label: t.label,
    mean: t.value,
    base: t.now,
    verdict: t.met ? 'met' : 'missed',
  })),
  ...parameters.map((p) => ({ row: 'tuned', id: p.path, label: p.label, value: p.to, base: p.from })),
];

/** A row per troop: points of the model, given points and by how much they are too high; a row per pair. */
export const pointsRows = ({ troops, pairs }: Points): Row[] => [
  ...troops.map((t) => ({
    row: 'troop',
    label: t.name,
    value: t.points,
    p: t.score,
    base: t.given,
    difference: t.overpriced,
  })),
  ...pairs.map((p) => ({
    row: 'pair',
    label: `${p.first} against ${p.second}`,
    p: p.score,
    base: p.expected,
    difference: p.residual,
  })),
];

/** A row per result of a log, and a row per player. */
export const logRows = ({ results, players }: LuckLog): Row[] => [
  ...results.map((r) => ({
    row: 'logged',
    id: r.measure,
    label: `${r.encounter}: ${r.label}`,
    value: r.shown ?? r.observed,
    p: r.exactly.p,
    verdict: r.favours ?? undefined,
    difference: r.surprise ?? undefined,
  })),
  ...players.map((p) => ({
    row: 'player',
    label: p.name,
    value: p.sum,
    p: p.asGood,
    base: p.percentile,
    verdict: p.text,
  })),
];

/** Two rows per situation and variant: how often each side wins, before and after. */
export function impactRows({ variants }: Impact): Row[] {
  return variants.flatMap((v) =>
    v.situations.flatMap((s) =>
      s.sides.map((side, i) => ({
        row: 'situation',
        id: s.group,
        label: s.name,
        winner: i === 0 ? 'a' : 'b',
        value: side,
        p: s.value[i],
        base: s.base[i],
        difference: s.value[i] - s.base[i],
        verdict: s.turned ? 'turned' : s.moved ? 'moved' : 'same',
        rulebook_variant: v.variant,
        labels: { weight: s.weight, 'ends otherwise': s.endOtherwise, ...s.tags },
      })),
    ),
  );
}
