const SEGMENTS = 'ground counts by the segment, or as ruling terrainPer says';

/** Printed, but read by no procedure. */
export const unplayed = {
  'movement.segments.battalion-gun': 'guns that go with a unit are not units of their own',
  'terrain.effects.rough-formed.per': SEGMENTS,
  'terrain.effects.rough-loose.per': SEGMENTS,
  'terrain.effects.rough-artillery.per': SEGMENTS,
  'terrain.effects.woods-open-order.per': SEGMENTS,
  'terrain.effects.woods-skirmish.per': SEGMENTS,
  'terrain.effects.dense-skirmish.per': SEGMENTS,
  'terrain.effects.road.hits': 'a road costs nothing',
  'terrain.effects.road.per': 'a road costs nothing',
  'terrain.effects.road.unlessTest': 'a road costs nothing',
  'contact.tests.no-hits-by-1.effect': 'the hits say it',
  'contact.tests.no-hits-by-2.effect': 'the hits say it',
  'results.notes.turn': 'each result row says whether its winner may turn',
  'results.bua.fought-in.effect': 'a word for what happens, which is no choice',
  'results.bua.taken': 'where the winner of a building goes is not played',
  'reactions.stand-and-deliver.within': 'the scenario says who is near enough to fire',
  'reactions.evade.within': 'the scenario says whether a friendly square is near enough',
  'winner.options.nothing': 'a winner may always stay',
};
