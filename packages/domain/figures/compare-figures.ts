// Names of the operator's figures, the minimum count for a value, and whether a change is an improvement.

/** Figures in display order. docs/figures.md defines each of them. */
export const figureNames = ['waiting', 'completion', 'acceptance', 'utilisation', 'time', 'fare'] as const;
export type FigureName = (typeof figureNames)[number];

/**
 * Minimum number of bookings or offers: with fewer, a single one changes a share by a tenth, and a median is
 * meaningless.
 */
export const MIN_COUNTED = 10;

/** Returns the value when enough was counted, else null. */
export const valueIfCounted = <Value>(counted: number, value: Value): Value | null =>
  counted < MIN_COUNTED ? null : value;

/** Direction in which a figure is good; for ratios of actual to quoted values, the best value is 1. */
const good: Readonly<Record<FigureName, 'low' | 'high' | 'one'>> = {
  waiting: 'low',
  completion: 'high',
  acceptance: 'high',
  utilisation: 'high',
  time: 'one',
  fare: 'one',
};

/** Smaller changes count as no change: a second of waiting, a tenth of a percentage point of the others. */
const SAME: Readonly<Record<FigureName, number>> = {
  waiting: 1,
  completion: 0.001,
  acceptance: 0.001,
  utilisation: 0.001,
  time: 0.001,
  fare: 0.001,
};

export interface FigureChange {
  /** Signed difference in the unit of the figure: seconds for waiting, shares for the others. */
  difference: number;
  verdict: 'better' | 'worse' | 'same';
}

/** Returns null when either period has no value. */
export function changeOf(figure: FigureName, now: number | null, before: number | null): FigureChange | null {
  if (now === null || before === null) return null;
  const difference = now - before;
  if (Math.abs(difference) < SAME[figure]) return { difference, verdict: 'same' };
  const penaltyOf = (value: number): number => {
    switch (good[figure]) {
      case 'low':
        return value;
      case 'high':
        return -value;
      case 'one':
        return Math.abs(value - 1);
    }
  };
  const worse = penaltyOf(now) - penaltyOf(before);
  if (Math.abs(worse) < SAME[figure]) return { difference, verdict: 'same' };
  return { difference, verdict: worse > 0 ? 'worse' : 'better' };
}
