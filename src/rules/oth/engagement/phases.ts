import { act, choose, type Flow, note, type Stepped, when } from '../../../kit/flow.ts';
import { clause, counted, isPlural } from '../../../words/names.ts';
import { numberAt, type Rulebook, ruled } from '../../book.ts';
import { withFacts } from '../../pattern.ts';
import type { Decision } from '../../tactic.ts';
import { type Combatant, type Flows, isBroken, suffer } from '../combatant.ts';
import { commanderRisk } from '../commander.ts';
import { occasionOf } from '../morale.ts';
import { commanderRally, selfRally, selfRallyBeyond } from '../rally.ts';
import { drivenBackSegments, isDrivenBack } from '../shoot.ts';
import { test } from '../tests.ts';
import { volleyOf } from '../volley.ts';
import { type Facing, goBack, isEngaged, turned } from './pair.ts';
import { segmentInches } from './troop.ts';

export type Decide = (options: readonly string[]) => Decision;

/** Shooting: fire, or try not to; then the target may be driven back, and militia that would not fire retire. */
export function shooting(x: Facing) {
  const { book, unit, foe, straight } = x;
  const { volley: inHand } = x.pair.contact.charge;
  const as = (u: Combatant, role: string) => ({ ...u, facts: withFacts(u.facts, { role }) });
  const volley = volleyOf({
    ...{ book, firer: as(unit, 'firer'), target: as(foe, 'target'), volley: inHand },
    ...{ inches: straight, phase: 'fire', cause: 'fire' },
    then: () => {
      if (inHand.shot) unit.state.shot = true;
      if (!unit.state.withdrawn) return;
      unit.state.withdrawn = false;
      const moves = occasionOf(book, 'first-fire', unit.given.training)?.failure(1).moves ?? 0;
      goBack(x, moves * segmentInches(unit));
    },
  });
  const commander = commanderRisk(book, foe, () => foe.state.phaseHits);
  const onTotal = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  const does = `${isPlural(unit.label) ? 'Do' : 'Does'} ${unit.label} fire`;
  const flows = (decide: Decide): Flows => [
    choose(unit, () => `${does}, at ${counted(straight(), 'inch', 'inches')}?`, decide, [
      { name: 'fire', body: volley.fires },
      { name: 'hold-fire', body: volley.holds() },
    ]),
    ...(onTotal ? [commander] : []),
    act(() => driveBack(turned(x))),
  ];
  return {
    flows,
    hasShot: volley.isAble,
    /** The range band of its weapon; none where it does not reach. */
    range: (): string => {
      const { maximum, distance, range } = volley.shot();
      return maximum !== null && distance <= maximum ? range : 'none';
    },
  };
}

/** So many hits in a phase drive a unit back. */
function driveBack(x: Facing): void {
  const { book, unit } = x;
  if (isDrivenBack(book, unit) && !isBroken(unit))
    goBack(x, drivenBackSegments(book, isEngaged(x)) * segmentInches(unit));
  unit.state.phaseHits = 0;
  unit.state.drivenBack = false;
}

/** Segments that routers run; 0 in oth-half, which prints no move for them. */
export const routersRun = (book: Rulebook): number =>
  book.tables['command.phase'] ? numberAt(book, 'command.phase', 'routers', 'segments') : 0;

/** The command phase: the test for wavering friends, and routers who run. */
export function commandPhase(x: Facing): { readonly tests: Flows; readonly runs: Flows } {
  const { book, unit } = x;
  const segments = routersRun(book);
  const run = act<Stepped>((_, emit) => {
    if (isBroken(unit) || segments === 0 || unit.status() !== 'routing') return;
    x.part();
    goBack(x, segments * segmentInches(unit));
    // Line 29 of oth2: routers are broken at the edge of the table.
    if (x.isAtEdge()) suffer(unit, unit.given.fs, 'tests', emit);
  });
  const now = { phase: 'command' };
  const tested = test({ book, test: 'command', unit, enemy: x.foe.facts, now, cause: () => 'tests' });
  return { tests: [tested, run], runs: [note(() => clause(unit.label, 'runs')), run] };
}

/** Rallying: the commander's tests, then the unit by itself where the sheet lets it. */
export function rallyPhase(x: Facing, decide: Decide): Flow<Stepped> {
  const { book, unit } = x;
  const { duty } = x.pair;
  const spec = { book, unit, enemy: x.foe.facts };
  const spend = (): void => {
    duty.tests--;
  };
  const rallied = [
    commanderRally(spec, { left: () => duty.tests, spend }),
    when(mayRallyAlone(x), [selfRally(spec, 'roll')]),
  ];
  return choose(unit, `${isPlural(unit.label) ? 'Are' : 'Is'} ${unit.label} rallied?`, decide, [
    { name: 'rally', body: rallied },
    { name: 'rest', body: [] },
  ]);
}

/** Could the unit rally by itself where it is? */
export function mayRallyAlone({ book, unit, inches }: Facing): () => boolean {
  const beyond = selfRallyBeyond(book, unit.given);
  return () => unit.state.moved === 0 && inches() > beyond;
}
