// Confidence intervals of a ratio over paired runs, by resampling the pairs (bootstrap).
import { seededRandom } from '@kerb/testing';

export interface Pair {
  ours: number;
  limit: number;
}

export interface RatioInterval {
  /** Sum of ours ÷ sum of the limit. */
  ratio: number;
  /** 95 % of the resampled ratios are between the two. */
  low: number;
  high: number;
}

const RESAMPLES = 2000;

const ratioOf = (pairs: readonly Pair[]): number =>
  pairs.reduce((sum, { ours }) => sum + ours, 0) / pairs.reduce((sum, { limit }) => sum + limit, 0);

/** The same pairs give the same interval. */
export function ratioInterval(pairs: readonly Pair[]): RatioInterval {
  const random = seededRandom(20);
  const ratios = Array.from({ length: RESAMPLES }, () =>
    ratioOf(pairs.flatMap(() => pairs[Math.floor(random() * pairs.length)] ?? [])),
  ).sort((a, b) => a - b);
  const at = (share: number): number =>
    ratios[Math.min(RESAMPLES - 1, Math.floor(share * RESAMPLES))] ?? Number.NaN;
  return { ratio: ratioOf(pairs), low: at(0.025), high: at(0.975) };
}
