import type { SituationGroup } from '../../src/rules/suite.ts';

/** The page has no command that plays a suite: the situations of the books stay at home. */
const none = (): readonly SituationGroup[] => [];

export {
  none as othDuels,
  none as othSuite,
  none as pikeShotDuels,
  none as pikeShotSuite,
  none as sywDuels,
  none as sywSuite,
};
