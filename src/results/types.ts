import type * as best from './schema/best.ts';
import type * as cell from './schema/cell.ts';
import type * as comparison from './schema/comparison.ts';
import type * as game from './schema/game.ts';
import type * as impact from './schema/impact.ts';
import type * as luck from './schema/luck.ts';
import type { estimate, Shape } from './schema/parts.ts';
import type * as points from './schema/points.ts';
import type * as readings from './schema/readings.ts';
import type * as whole from './schema/results.ts';
import type * as sensitivity from './schema/sensitivity.ts';
import type * as tuning from './schema/tuning.ts';

export type { Axis } from '../scenarios/axis.ts';

export const RESULTS_SCHEMA = 'grognard/results@1';

/** The types of the results contract, read off src/results/schema; only types, so that nothing of zod is loaded. */
export type Results = Shape<typeof whole.results>;
export type Convergence = Shape<typeof whole.convergence>;

export type CellResult = Shape<typeof cell.cell>;
export type CellDetails = Shape<typeof cell.details>;
export type Contact = Shape<typeof cell.contact>;
export type OutcomeResult = Shape<typeof cell.outcome>;
export type MeasureResult = Shape<typeof cell.measure>;
/** A probability: `low`, `high` (Wilson, at the cell's level) and `count` only when sampled. */
export type Estimate = Shape<typeof estimate>;

export type Difference = Shape<typeof comparison.difference>;
export type Verdict = Shape<typeof comparison.verdict>;
export type Interaction = Shape<typeof comparison.interaction>;
export type RulingCheck = Shape<typeof comparison.rulingCheck>;

export type Readings = Shape<typeof readings.readings>;
export type HangingReading = Shape<typeof readings.hangingReading>;

export type Game = Shape<typeof game.game>;
export type GamePlayer = Shape<typeof game.player>;

export type Sensitivity = Shape<typeof sensitivity.sensitivity>;
export type SensitivityRow = Shape<typeof sensitivity.sensitivityRow>;

export type Tuning = Shape<typeof tuning.tuning>;
export type TargetTuning = Shape<typeof tuning.targetTuning>;
export type TunedTarget = Shape<typeof tuning.tunedTarget>;

export type Best = Shape<typeof best.best>;
export type BestDecision = Shape<typeof best.bestDecision>;
export type TriedTactic = Shape<typeof best.triedTactic>;

export type Luck = Shape<typeof luck.luck>;
export type Evening = Shape<typeof luck.evening>;
export type LuckLog = Shape<typeof luck.luckLog>;
export type LoggedResult = Shape<typeof luck.loggedResult>;
export type PlayerLuck = Shape<typeof luck.playerLuck>;

export type Impact = Shape<typeof impact.impact>;
export type VariantImpact = Shape<typeof impact.variantImpact>;
export type GroupImpact = Shape<typeof impact.groupImpact>;
export type SituationImpact = Shape<typeof impact.situationImpact>;

export type Points = Shape<typeof points.points>;
export type TroopPoints = Shape<typeof points.troopPoints>;
export type TroopPair = Shape<typeof points.troopPair>;
