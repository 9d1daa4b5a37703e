/** How many standard errors an interval of this level reaches to either side: 1.96 for 95%. */
export function reachOf(level = 0.95): number {
  const known = reaches.get(level);
  if (known !== undefined) return known;
  let [low, high] = [0, 40];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (within(middle) < level) low = middle;
    else high = middle;
  }
  reaches.set(level, (low + high) / 2);
  return (low + high) / 2;
}

/** The usual level to its last digit, so that figures drawn from it stay the same. */
const reaches = new Map<number, number>([[0.95, 1.959963984540054]]);

/** The probability that a standard normal lies within z of 0, by its series. Past 8 a double has no room for the rest. */
function within(z: number): number {
  if (z > 8) return 1;
  let term = z;
  let sum = z;
  for (let k = 1; term > 1e-17 * sum; k++) {
    term *= (z * z) / (2 * k + 1);
    sum += term;
  }
  return 2 * sum * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}
