/** The statistics behind the results, for anyone who wants to go on from them: `import { wilson } from 'grognard/stats'`. */
export { type BlockMean, blockMean } from './block-mean.ts';
export { chiSquared, type TwoSampleTest } from './chi-squared.ts';
export { clopperPearson } from './clopper-pearson.ts';
export { differenceOfMeans } from './difference-of-means.ts';
export { type DifferenceTest, differenceOfProportions } from './difference-of-proportions.ts';
export { type Distribution, distribution, moments } from './distribution.ts';
export { cohensD, cohensH, superiority } from './effect-size.ts';
export { holm } from './holm.ts';
export type { Interval } from './interval.ts';
export { kolmogorovSmirnov } from './kolmogorov-smirnov.ts';
export { mcnemar } from './mcnemar.ts';
export { meanInterval, type Sample, standardError } from './mean-interval.ts';
export { type PairedSample, pairedMean } from './paired-mean.ts';
export { type PairCounts, pairedProportions } from './paired-proportions.ts';
export { midPercentile } from './percentile.ts';
export { quantile } from './quantile.ts';
export { type TailRow, tails } from './tails.ts';
export { wilson } from './wilson.ts';
