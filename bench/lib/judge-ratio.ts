// Checks whether a measured ratio is within its bound.

export interface Bound {
  /** For rates, where more is better. */
  readonly least?: number;
  /** For times, where less is better. */
  readonly most?: number;
}

/** One sentence about the exceeded bound; null when the ratio is within it. */
export function judgeRatio(ratio: number, { least, most }: Bound): string | null {
  if (!Number.isFinite(ratio)) return `the ratio ${ratio} is no number`;
  if (least !== undefined && ratio < least) return `the ratio ${ratio} is below ${least}`;
  if (most !== undefined && ratio > most) return `the ratio ${ratio} is above ${most}`;
  return null;
}
