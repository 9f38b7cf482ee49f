// Means and medians of travel times.

export const inOrder = (values: readonly number[]): number[] => values.toSorted((one, other) => one - other);

/** Returns NaN for an empty list. */
export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Returns the mean of the two middle values for an even number of values; NaN for an empty list. */
export function median(values: readonly number[]): number {
  const ordered = inOrder(values);
  const half = ordered.length / 2;
  return mean(ordered.slice(Math.ceil(half) - 1, Math.floor(half) + 1));
}
