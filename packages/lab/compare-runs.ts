// Compares two settings over several runs with different random seeds: means, ranges, and whether the difference is
// significant.
import { type LabFigures, mean } from './figures.ts';

export const comparedFigures = [
  'served_share',
  'wait_mean_secs',
  'wait_median_secs',
  'wait_p95_secs',
  'pickup_drive_mean_secs',
  'idle_share',
  'earnings_gini',
] as const satisfies readonly (keyof LabFigures)[];
export type ComparedFigure = (typeof comparedFigures)[number];

export interface Spread {
  mean: number;
  low: number;
  high: number;
}

export interface FigureComparison {
  figure: ComparedFigure;
  /** Mean and range of the runs; null when a run has no value because no rider was picked up. */
  baseline: Spread | null;
  alternative: Spread | null;
  /** Alternative − baseline for each pair of runs: the mean, and its 95 % confidence interval. */
  difference: Spread | null;
  /** Whether the confidence interval excludes 0. */
  beyond_chance: boolean;
}

/** 97.5 % points of Student's t distribution for 1, 2, … degrees of freedom. */
const T_975 = [12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262] as const;
const T_975_MANY = 1.96;

const ofPickups: readonly ComparedFigure[] = [
  'wait_mean_secs',
  'wait_median_secs',
  'wait_p95_secs',
  'pickup_drive_mean_secs',
];

function figureValue(figures: LabFigures, figure: ComparedFigure): number | null {
  return figures.completed === 0 && ofPickups.includes(figure) ? null : figures[figure];
}

const rangeOf = (values: readonly number[]): Spread => ({
  mean: mean(values),
  low: Math.min(...values),
  high: Math.max(...values),
});

/** Returns the mean with its 95 % confidence interval; infinite for a single value, whose variance is unknown. */
function intervalOf(values: readonly number[]): Spread {
  const center = mean(values);
  const squares = values.reduce((all, value) => all + (value - center) ** 2, 0);
  const freedom = values.length - 1;
  if (freedom < 1) return { mean: center, low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };
  const half = (T_975[freedom - 1] ?? T_975_MANY) * Math.sqrt(squares / freedom / values.length);
  return { mean: center, low: center - half, high: center + half };
}

/**
 * Compares runs pairwise. Both lists are in the order of the seeds; runs with the same seed have the same riders and,
 * as far as possible, the same drivers.
 */
export function compareRuns(
  baseline: readonly LabFigures[],
  alternative: readonly LabFigures[],
): FigureComparison[] {
  return comparedFigures.map((figure) => {
    const before = baseline.flatMap((one) => figureValue(one, figure) ?? []);
    const after = alternative.flatMap((one) => figureValue(one, figure) ?? []);
    const hasBefore = before.length > 0 && before.length === baseline.length;
    const hasAfter = after.length > 0 && after.length === alternative.length;
    const differences = after.map((value, index) => value - (before[index] ?? value));
    const difference = hasBefore && hasAfter ? intervalOf(differences) : null;
    return {
      figure,
      baseline: hasBefore ? rangeOf(before) : null,
      alternative: hasAfter ? rangeOf(after) : null,
      difference,
      beyond_chance: difference !== null && (difference.low > 0 || difference.high < 0),
    };
  });
}
