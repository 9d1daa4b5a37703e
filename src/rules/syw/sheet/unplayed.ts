/** Printed, but read by no procedure: groups move straight at each other and back, and nobody drills them. */
export const unplayed = {
  'orders.figures.advance-least-move': 'a group on Advance goes at full speed, or to the halt',
  'orders.figures.rout-extra-speed': 'a rout ends the engagement',
  'units.notes.wheel': 'nobody wheels',
  'units.notes.incline-well-drilled': 'nobody inclines',
  'units.notes.incline-normal': 'nobody inclines',
  'units.notes.incline-badly-drilled': 'nobody inclines',
};
