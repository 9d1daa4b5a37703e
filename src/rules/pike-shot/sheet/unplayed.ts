/** Printed, but read by no procedure: regiments keep their facing, formation and frontage throughout. */
const DRILL = 'regiments keep their facing and formation';

const inGrids = (row: string, reason: string) => ({
  [`movement.${row}`]: reason,
  [`orders.${row}`]: reason,
  [`movement.shares.${row}`]: reason,
});

export const unplayed = {
  'orders.movement.rally': 'on Rally only formations change, and regiments keep theirs',
  ...Object.fromEntries(
    ['defend', 'double', 'rally', 'charge', 'harass'].map((order) => [
      `orders.back-up.${order}`,
      'whoever steps back is on March',
    ]),
  ),
  ...inGrids('change-facing', DRILL),
  ...inGrids('change-formation', DRILL),
  ...inGrids('change-frontage', DRILL),
  'movement.pushing': 'a regiment faces one enemy, which it does not push',
  'fire.charged.routs': 'a regiment that routs has gone before it could fire',
  'fire.charged.evades': 'a regiment that evades has gone before it could fire',
  'fire.charged.countercharges': 'a regiment that counter-charges meets the charger before it could fire',
};
