/** Printed, but read by no procedure. */
export const unplayed = {
  'movement.segments.commander.second': 'a commander who takes it rallies nobody',
  'movement.segments.battalion-gun': 'guns that go with a unit are not units of their own',
  'results.notes.turn': 'each result row says whether its winner may turn',
  'results.bua.taken': 'where the winner of a building goes is not played',
  'reactions.stand-and-deliver.within': 'the scenario says who is near enough to fire',
  'reactions.evade.within': 'the scenario says whether a friendly square is near enough',
  'winner.options.nothing': 'a winner may always stay',
};
