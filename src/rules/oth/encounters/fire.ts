import * as z from 'zod';
import type { Machine } from '../../../sim/machine.ts';
import { flag, layout, type State, type StateSpec } from '../../../sim/state.ts';
import { type Rulebook, ruled } from '../../book.ts';
import type { EncounterDef, Note } from '../../encounter.ts';
import { OUTCOMES } from '../../outcomes.ts';
import { commanderAtRisk, commanderStep } from '../commander-risk.ts';
import { fireProblems } from '../fire-check.ts';
import { type Combatant, combatant, currentFs, isBroken, type LiveUnit, startUnit, unitFields } from '../live.ts';
import { isDrivenBack } from '../shoot.ts';
import { type UnitGiven, unitSchema, unitShape } from '../unit.ts';
import { type VolleyState, volleyFields, volleySteps } from '../volley.ts';
import { ASPECTS } from '../words.ts';

const distance = z.number().min(0).max(120);

function firerSchema(book: Rulebook) {
  return z.strictObject({
    ...unitShape(book),
    distance: distance.optional().describe("This unit's own distance, where it differs from the common one."),
    into: z
      .enum(ASPECTS)
      .optional()
      .describe("Which side of the target it shoots at; the target's aspect unless said."),
    ammunition: z
      .enum(['auto', 'round-shot', 'canister'])
      .optional()
      .describe('Guns: canister within its range unless round shot is asked for.'),
    holdFire: z.boolean().default(false).describe('It tries not to fire at a viable target.'),
    overhead: z
      .strictObject({
        friends: z.array(unitSchema(book)).min(1).max(4).describe('Friendly units that are fired over.'),
        level: z
          .enum(['from-higher', 'to-higher', 'same'])
          .default('from-higher')
          .describe('From higher ground, up to higher ground, or on one level.'),
        nearest: z.number().min(0).default(12).describe('How near a friend stands to the battery or the target.'),
        friendsOnSlope: z.boolean().default(false).describe('Firing upward: friends stand on a level between.'),
      })
      .optional()
      .describe('Overhead fire by guns.'),
  });
}

/** What a scenario says about a fire encounter. */
export function fireSchema(book: Rulebook) {
  const firer = firerSchema(book);
  return z.strictObject({
    firer: z
      .union([firer, z.array(firer).min(1).max(6)])
      .describe('The unit that fires, or a list of units that fire in turn.'),
    target: unitSchema(book).describe('The unit that is shot at.'),
    distance: distance.describe('Distance in inches.'),
    defensive: z.boolean().default(false).describe('Defensive fire: tested for first, ragged if the test fails.'),
  });
}
export type FireSituation = z.output<ReturnType<typeof fireSchema>>;
export type FirerGiven = z.output<ReturnType<typeof firerSchema>>;
export const firersOf = (situation: FireSituation): readonly FirerGiven[] =>
  Array.isArray(situation.firer) ? situation.firer : [situation.firer];

/** The unit's own keys, without those that only fire knows. */
function unitOf({
  distance: _d,
  into: _i,
  ammunition: _a,
  holdFire: _h,
  overhead: _o,
  ...unit
}: FirerGiven): UnitGiven {
  return unit;
}

export const fire: EncounterDef<FireSituation> = {
  kind: 'fire',
  title: 'Fire',
  schema: fireSchema,
  check: fireProblems,
  build: (situation, book) => ({
    machine: fireMachine(situation, book),
    notes: fireNotes(book),
    sides: ['firer', 'target'],
  }),
};

function fireMachine(situation: FireSituation, book: Rulebook): Machine<State<StateSpec>> {
  const firers = firersOf(situation);
  const names = firers.map((_, i) => (i === 0 ? 'firer' : `firer${i + 1}`));
  const friendNames = firers.map((f, i) => (f.overhead?.friends ?? []).map((_, k) => `${names[i]}Over${k + 1}`));
  const spec: Record<string, StateSpec | ReturnType<typeof flag>> = {
    target: unitFields(situation.target, book),
    volley: volleyFields(),
    anyShot: flag(),
  };
  firers.forEach((f, i) => {
    spec[names[i]] = unitFields(unitOf(f), book);
    (f.overhead?.friends ?? []).forEach((friend, k) => {
      spec[friendNames[i][k]] = unitFields(friend, book);
    });
  });

  const total = ruled(book, 'commanderCheck') === 'once-per-combat-on-total';
  type S = State<StateSpec> & { anyShot: boolean };
  // The names of the steps are known once the volleys are made, and those are made over the state.
  const l = layout(spec, () => Object.keys(made.steps));
  const made = assemble(l.view as unknown as S);
  return {
    name: `fire (${book.id})`,
    layout: l,
    steps: made.steps as Machine<State<StateSpec>>['steps'],
    start: (s) => {
      startUnit(made.target);
      for (const unit of [...made.units, ...made.friends]) startUnit(unit);
      made.begin(s as unknown as S);
    },
    outcomes: OUTCOMES.fire,
    outcome: () => made.outcome(l.view as unknown as S),
    measures: made.measures,
    sums: [],
  };

  function assemble(view: S) {
    const live = (name: string) => (view as unknown as Record<string, LiveUnit>)[name];
    const target = combatant(book, 'target', situation.target, live('target'), { role: 'target' });
    const units = firers.map((f, i) => combatant(book, names[i], unitOf(f), live(names[i]), { role: 'firer' }));
    const friends = firers.map((f, i) =>
      (f.overhead?.friends ?? []).map((friend, k) =>
        combatant(book, friendNames[i][k], friend, live(friendNames[i][k]), { role: 'bystander' }),
      ),
    );
    const volley = (view as unknown as { volley: VolleyState }).volley;
    const volleys = firers.map((f, i) =>
      volleySteps<S>({
        book,
        prefix: names[i],
        firer: units[i],
        target,
        volley,
        distance: f.distance ?? situation.distance,
        ...(f.ammunition ? { ammunition: f.ammunition } : {}),
        ...(f.into ? { into: f.into } : {}),
        phase: situation.defensive ? 'defensive-fire' : 'fire',
        holdFire: f.holdFire,
        over: friends[i],
        next: (s, result) => {
          if (result.shot) s.anyShot = true;
          if (i + 1 < volleys.length) volleys[i + 1].enter(s);
          else close(s);
        },
      }),
    );
    const end = (s: S) => {
      s.step = 'end';
    };
    const close = (s: S) => {
      const atRisk = total && target.live.phaseHits > 0 && commanderAtRisk(target);
      s.step = atRisk ? 'commander' : 'end';
    };
    const steps = {
      ...Object.assign({}, ...volleys.map((v) => v.steps)),
      ...(total ? { commander: commanderStep<S>(book, target, () => target.live.phaseHits, end) } : {}),
    };
    return {
      steps,
      target,
      units,
      friends: friends.flat(),
      begin: (s: S) => volleys[0].enter(s),
      outcome: (s: S) => outcomeOf(book, target, units, s.anyShot),
      measures: measuresOf(target, units, friends.flat()),
    };
  }
}

function outcomeOf(book: Rulebook, target: Combatant, firers: readonly Combatant[], anyShot: boolean): string {
  const firerBroken = firers.some(isBroken);
  if (isBroken(target)) return firerBroken ? 'both-broken' : 'target-broken';
  if (firerBroken) return 'firer-broken';
  if (isDrivenBack(book, target)) return 'target-driven-back';
  if (target.live.phaseHits > 0) return 'target-hit';
  if (firers.some((f) => f.live.withdrawn)) return 'firer-withdraws';
  return anyShot ? 'no-effect' : 'no-fire';
}

function measuresOf(target: Combatant, firers: readonly Combatant[], friends: readonly Combatant[]) {
  const taken = (u: Combatant) => u.live.hits - u.given.hits;
  const lost = (u: Combatant) => (u.live.commanderLost ? 1 : 0);
  const side = (u: Combatant, words: string) => [
    { id: `${u.side}.hits`, label: `fatigue hits on ${words}`, of: () => taken(u) },
    { id: `${u.side}.fs`, label: `fatigue score left to ${words}`, of: () => currentFs(u) },
  ];
  return [
    ...side(target, 'the target'),
    { id: 'target.phaseHits', label: 'fatigue hits scored, those past FS 0 included', of: () => target.live.phaseHits },
    ...(target.given.commander?.attached
      ? [{ id: 'target.commanderLost', label: "target's commander lost", of: () => lost(target) }]
      : []),
    ...firers.flatMap((f, i) => [
      ...side(f, firers.length === 1 ? 'the firer' : `firer ${i + 1}`),
      ...(f.given.arm === 'artillery'
        ? [{ id: `${f.side}.outOfAmmunition`, label: 'out of ammunition', of: () => (f.live.outOfAmmunition ? 1 : 0) }]
        : []),
    ]),
    ...friends.map((f, i) => ({ id: `${f.side}.hits`, label: `fatigue hits on friend ${i + 1}`, of: () => taken(f) })),
  ];
}

function fireNotes(book: Rulebook): Note[] {
  const borrowed = ruled(book, 'drivenBack') !== 'off' && book.borrowed?.['fire.driven-back'];
  return borrowed ? [{ kind: 'borrowed', text: `Driven back is borrowed from ${borrowed}.` }] : [];
}
