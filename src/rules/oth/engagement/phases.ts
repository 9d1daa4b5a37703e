import type { ChoiceStep, Step } from '../../../sim/machine.ts';
import { clause, counted, isPlural } from '../../../words/names.ts';
import { cell, cellIfAny, ruled } from '../../book.ts';
import { withFacts } from '../../pattern.ts';
import type { Decision } from '../../tactic.ts';
import { commanderAtRisk, commanderStep } from '../commander-risk.ts';
import { isBroken, takeHits } from '../live.ts';
import { circumstanceOf, failureText } from '../morale.ts';
import { commanderRally, selfRally, selfRallyBeyond } from '../rally.ts';
import { isDrivenBack } from '../shoot.ts';
import { mayFire } from '../shot.ts';
import { testStep } from '../tests.ts';
import { volleySteps } from '../volley.ts';
import { apart, foeOf, goesBack, inches, isEngaged, isRouting, leaves, type Pair, segment } from './pair.ts';
import { other, type SideKey } from './situation.ts';

type Steps<S> = Record<string, Step<S>>;
export interface PhaseSpec<S> {
  readonly pair: Pair;
  readonly side: SideKey;
  readonly decide: (options: readonly string[]) => Decision;
  readonly done: (s: S) => void;
}
const named = ({ pair, side }: { pair: Pair; side: SideKey }, step: string) => `${pair.name}.${side}.${step}`;

/** Shooting: fire, or try not to; then the target may be driven back, and militia that would not fire retire. */
export function fireSteps<S extends { step: string }>(
  spec: PhaseSpec<S>,
): {
  readonly steps: Steps<S>;
  /** Has it a shot as things are? */
  readonly hasShot: () => boolean;
  /** The range band of its weapon; none where it does not reach. */
  readonly range: () => string;
} {
  const { pair, side } = spec;
  const { book, live } = pair;
  const unit = pair[side];
  const foe = other(side);
  const target = pair[foe];
  const once = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  let holding = false;
  const able = mayFire(book, unit);
  const segments = Number(cell(book, 'fire.driven-back', 'target', 'segments') ?? 0);
  const halfSpeed = cell(book, 'fire.driven-back', 'target', 'engagedSpeed') === 'half';
  const finish = (s: S): void => {
    if (isDrivenBack(book, target) && !isBroken(target)) {
      const slow = halfSpeed && isEngaged(pair, foe);
      goesBack(pair, foe, segments * segment(pair, foe) * (slow ? 0.5 : 1));
    }
    target.live.phaseHits = 0;
    target.live.drivenBack = false;
    spec.done(s);
  };
  const volley = volleySteps<S>({
    book,
    prefix: named(spec, 'fire'),
    firer: { ...unit, facts: withFacts(unit.facts, { role: 'firer' }) },
    target: { ...target, facts: withFacts(target.facts, { role: 'target' }) },
    volley: live.charge.volley,
    distance: () => inches(pair),
    phase: 'fire',
    holdFire: () => holding,
    next: (s, { shot }) => {
      if (shot) live[side].shot = true;
      if (unit.live.withdrawn) {
        const moves = Number(cellIfAny(book, 'fire.tests', 'first-fire', 'moves') ?? 0);
        unit.live.withdrawn = false;
        goesBack(pair, side, moves * segment(pair, side));
      }
      if (once && target.live.phaseHits > 0 && commanderAtRisk(target)) s.step = named(spec, 'fire.commander-after');
      else finish(s);
    },
  });
  const choice: ChoiceStep<S> = {
    side,
    options: () => ['fire', 'hold-fire'],
    decide: (_s, options) => spec.decide(options),
    choose: (s, option) => {
      // Asked for at once, while the volley begins.
      holding = option === 'hold-fire';
      volley.enter(s);
    },
    title: () =>
      `${isPlural(unit.label) ? 'Do' : 'Does'} ${unit.label} fire, at ${counted(inches(pair), 'inch', 'inches')}?`,
  };
  return {
    steps: {
      [named(spec, 'shoot')]: choice,
      ...volley.steps,
      ...(once && target.given.commander?.attached
        ? {
            [named(spec, 'fire.commander-after')]: commanderStep<S>(book, target, () => target.live.phaseHits, finish),
          }
        : {}),
    },
    hasShot: () => able(volley.shot()),
    range: () => {
      const { maximum, distance, range } = volley.shot();
      return maximum !== null && distance <= maximum ? range : 'none';
    },
  };
}

/** Do routers run in this book? oth-half prints no move for them. */
export const routersRun = ({ book }: Pair): number =>
  book.tables['command.phase'] ? Number(cell(book, 'command.phase', 'routers', 'segments') ?? 0) : 0;

/** The command phase: the test for wavering friends, and routers who run. */
export function commandSteps<S extends { step: string }>({ pair, side, done }: Omit<PhaseSpec<S>, 'decide'>): Steps<S> {
  const { book, live } = pair;
  const unit = pair[side];
  const { tables, failure, title } = circumstanceOf(book, 'command', unit.given.training);
  const segments = routersRun(pair);
  const run = (s: S): void => {
    if (segments > 0 && isRouting(pair, side)) {
      live.stage = 'apart';
      live.by = 'none';
      leaves(pair, side);
      apart(pair, inches(pair) + segments * segment(pair, side));
      // Line 29 of oth2: routers are broken at the edge of the table.
      if (inches(pair) >= pair.edgeInches) live[side].hits = unit.given.fs;
    }
    done(s);
  };
  const at = { pair, side };
  return {
    [named(at, 'command')]: testStep<S>({
      book,
      test: 'command',
      unit,
      enemy: foeOf(pair, side).facts,
      now: { phase: 'command' },
      tables,
      title: clause(unit.label, title),
      passed: run,
      failed: (s) => {
        takeHits(unit, failure(1).hits);
        if (isBroken(unit)) done(s);
        else run(s);
      },
      failure: (by) => failureText(failure(by)),
    }),
    [named(at, 'run')]: { then: run, tell: () => clause(unit.label, 'runs') },
  };
}

/** Rallying: the commander's tests, then the unit by itself where the sheet lets it. */
export function rallySteps<S extends { step: string }>(spec: PhaseSpec<S>): Steps<S> {
  const { pair, side } = spec;
  const { book, live } = pair;
  const unit = pair[side];
  const enemy = foeOf(pair, side).facts;
  const mayAlone = selfRallying(pair, side);
  const alone = selfRally<S>({
    book,
    prefix: named(spec, 'self-rally.'),
    unit,
    enemy,
    declares: 'roll',
    next: spec.done,
  });
  const byCommander = commanderRally<S>({
    book,
    prefix: named(spec, 'rally.'),
    unit,
    enemy,
    left: () => live.tests,
    spend: () => {
      live.tests--;
    },
    next: (s) => {
      if (mayAlone()) alone.enter(s);
      else spec.done(s);
    },
  });
  const choice: ChoiceStep<S> = {
    side,
    options: () => ['rally', 'rest'],
    decide: (_s, options) => spec.decide(options),
    choose: (s, option) => {
      if (option === 'rally') byCommander.enter(s);
      else spec.done(s);
    },
    title: () => `${isPlural(unit.label) ? 'Are' : 'Is'} ${unit.label} rallied?`,
  };
  return { [named(spec, 'rallying')]: choice, ...byCommander.steps, ...alone.steps };
}

/** Could the unit rally by itself where it is? */
export function selfRallying(pair: Pair, side: SideKey): () => boolean {
  const beyond = selfRallyBeyond(pair.book, pair[side].given);
  return () => pair.live[side].moved === 0 && inches(pair) > beyond;
}
