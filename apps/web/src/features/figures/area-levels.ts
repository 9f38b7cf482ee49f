// Groups the values of a figure into four levels, so that a map uses shades that are easy to distinguish.

export const AREA_LEVELS = 4;

export interface AreaLevel {
  /** Smallest and largest value of the level. */
  least: number;
  most: number;
}

/**
 * Levels from the lowest to the highest, each with about the same number of distinct values; fewer levels than
 * AREA_LEVELS when there are fewer distinct values. Equal values are always in one level.
 */
export function areaLevels(values: readonly number[]): AreaLevel[] {
  const different = [...new Set(values)].sort((one, other) => one - other);
  const steps = Math.min(AREA_LEVELS, different.length);
  return Array.from({ length: steps }, (_, step) => {
    const from = Math.floor((step * different.length) / steps);
    const to = Math.floor(((step + 1) * different.length) / steps);
    const inStep = different.slice(from, to);
    return { least: inStep[0] ?? 0, most: inStep.at(-1) ?? 0 };
  });
}

/** Index of the level that contains the value; -1 for a value outside all levels. */
export const levelOf = (levels: readonly AreaLevel[], value: number): number =>
  levels.findIndex(({ least, most }) => value >= least && value <= most);
