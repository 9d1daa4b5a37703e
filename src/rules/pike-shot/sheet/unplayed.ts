const BACK = 'whoever steps back is on March';
const ON_MARCH = 'whoever turns about or changes frontage is on March';
const ON_RALLY = 'whoever changes formation is on Rally';
const inOrders = (action: string, orders: readonly string[], reason: string) =>
  Object.fromEntries(orders.map((order) => [`orders.${action}.${order}`, reason]));

/** Printed, but read by no procedure. */
export const unplayed = {
  'orders.movement.rally': 'on Rally only formations change',
  ...inOrders('back-up', ['defend', 'double', 'rally', 'charge', 'harass'], BACK),
  ...inOrders('change-facing', ['defend', 'double', 'rally', 'charge', 'harass'], ON_MARCH),
  ...inOrders('change-frontage', ['defend', 'double', 'rally', 'charge', 'harass'], ON_MARCH),
  ...inOrders('change-formation', ['defend', 'march', 'double', 'charge', 'harass'], ON_RALLY),
  'fire.charged.routs': 'a regiment that routs has gone before it could fire',
  'fire.charged.evades': 'a regiment that evades has gone before it could fire',
  'fire.charged.countercharges': 'a regiment that counter-charges meets the charger before it could fire',
};
