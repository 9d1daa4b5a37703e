/** Printed, but read by no procedure. */
export const unplayed = {
  'command.phase.wavering-friends': 'the test is read from morale.tests.command',
  'command.phase.status': 'who is in command is said by the scenario',
  'morale.distances.enemy-to-flank': 'the scenario says whether an enemy is on the flank',
  'morale.distances.enemy-to-rear': 'the scenario says whether an enemy is in the rear',
  'movement.segments.commander.second': 'a commander who takes it rallies nobody',
  'engaged.options.stationary': 'a unit that stays where it is spends nothing',
  'engaged.options.take-ground': 'nobody moves sideways',
  'fire.artillery.penetration': 'units do not stand behind each other (ruling penetration)',
  'reactions.stand-and-deliver.within': 'the scenario says who is near enough to fire',
  'reactions.evade.within': 'the scenario says whether a friendly square is near enough',
  'winner.options.nothing': 'a winner may always stay',
};
