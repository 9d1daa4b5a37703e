/** Printed, but read by no procedure: regiments march straight at each other in the formation they begin in. */
const GROUND = 'there are no obstacles between the lines';
const DRILL = 'regiments keep their facing and formation';

const inGrids = (row: string, reason: string) => ({
  [`movement.${row}`]: reason,
  [`orders.${row}`]: reason,
  [`movement.shares.${row}`]: reason,
});

export const unplayed = {
  'movement.orders': 'what March and Double allow is part of the moves themselves',
  'orders.movement': 'what March and Double allow is part of the moves themselves',
  ...inGrids('minor-obstacles', GROUND),
  ...inGrids('major-obstacles', GROUND),
  ...inGrids('change-facing', DRILL),
  ...inGrids('back-up', DRILL),
  ...inGrids('change-formation', DRILL),
  ...inGrids('change-frontage', DRILL),
  'movement.pushing': 'a regiment faces one enemy, which it does not push',
  'cohesion.obstacles': GROUND,
  'fire.charged.routs': 'a regiment that routs has gone before it could fire',
  'fire.charged.evades': 'a regiment that evades has gone before it could fire',
  'fire.charged.countercharges': 'a regiment that counter-charges meets the charger before it could fire',
};
