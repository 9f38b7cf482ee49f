// Whether a measured ratio is within its bound.

export interface Bound {
  /** For rates, of which more is better. */
  readonly least?: number;
  /** For times, of which less is better. */
  readonly most?: number;
}

/** What is wrong with the ratio, in a sentence; null where nothing is. */
export function judgeRatio(ratio: number, { least, most }: Bound): string | null {
  if (!Number.isFinite(ratio)) return `the ratio ${ratio} is no number`;
  if (least !== undefined && ratio < least) return `the ratio ${ratio} is below ${least}`;
  if (most !== undefined && ratio > most) return `the ratio ${ratio} is above ${most}`;
  return null;
}
