// The operator's figures: their names, what is too few to say, and whether a change is for the better.

/** In the order in which they are shown. docs/figures.md defines each of them. */
export const figureNames = ['waiting', 'completion', 'acceptance', 'utilisation', 'time', 'fare'] as const;
export type FigureName = (typeof figureNames)[number];

/** With fewer bookings or offers, one of them changes a share by a tenth and a median says nothing. */
export const MIN_COUNTED = 10;

/** The value where enough was counted; null is "too few to say". */
export const sayable = <Value>(counted: number, value: Value): Value | null =>
  counted < MIN_COUNTED ? null : value;

/** What a good value is: of a ratio of driven to quoted it is 1. */
const good: Readonly<Record<FigureName, 'low' | 'high' | 'one'>> = {
  waiting: 'low',
  completion: 'high',
  acceptance: 'high',
  utilisation: 'high',
  time: 'one',
  fare: 'one',
};

/** Smaller changes are none: a second of waiting, a tenth of a percentage point of the others. */
const SAME: Readonly<Record<FigureName, number>> = {
  waiting: 1,
  completion: 0.001,
  acceptance: 0.001,
  utilisation: 0.001,
  time: 0.001,
  fare: 0.001,
};

export interface FigureChange {
  /** Signed, in the unit of the figure: seconds of waiting, shares of the others. */
  difference: number;
  verdict: 'better' | 'worse' | 'same';
}

/** Null where either period has no value to compare. */
export function changeOf(figure: FigureName, now: number | null, before: number | null): FigureChange | null {
  if (now === null || before === null) return null;
  const difference = now - before;
  if (Math.abs(difference) < SAME[figure]) return { difference, verdict: 'same' };
  const badness = (value: number): number => {
    switch (good[figure]) {
      case 'low':
        return value;
      case 'high':
        return -value;
      case 'one':
        return Math.abs(value - 1);
    }
  };
  const worse = badness(now) - badness(before);
  if (Math.abs(worse) < SAME[figure]) return { difference, verdict: 'same' };
  return { difference, verdict: worse > 0 ? 'worse' : 'better' };
}
