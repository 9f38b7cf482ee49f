// A figure of many areas in four steps, so that a map shows them in shades that are easy to distinguish.

export const AREA_LEVELS = 4;

export interface AreaLevel {
  /** The smallest and the largest value in it. */
  least: number;
  most: number;
}

/**
 * Steps with as many different values each as possible, from the lowest to the highest; fewer where there are fewer values.
 * Equal values are always in one step.
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

/** The place of the step that a value is in; -1 for a value that none of them was made from. */
export const levelOf = (levels: readonly AreaLevel[], value: number): number =>
  levels.findIndex(({ least, most }) => value >= least && value <= most);
