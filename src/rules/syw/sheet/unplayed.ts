/** Printed, but read by no procedure: groups move straight at each other and back. */
export const unplayed = {
  'orders.advance.half-move': 'a group on Advance goes at full speed, or to the halt',
  'orders.advance.no-further': 'a group on Advance goes straight ahead',
  'orders.retreat.facing': 'facings are not kept',
  'orders.retreat.poorly-drilled': 'facings are not kept',
  'orders.rout.stands': 'stands are not moved one by one',
  'units.notes.wheel': 'nobody wheels',
  'units.notes.incline-well-drilled': 'nobody inclines',
  'units.notes.incline-normal': 'nobody inclines',
  'units.notes.incline-badly-drilled': 'nobody inclines',
};
