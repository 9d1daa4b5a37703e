/** Charts of experiments that the page never runs: impact over a suite, and points. */
const none = (): never => {
  throw new Error('The page asks nothing that this chart answers.');
};

export const impactDots = none;
export const impactMap = none;
export const mapAxes = none;
export const pointsDots = none;
export const pointsMap = none;
