// Evaluates the measurements of pages: medians of several runs, missed goals and lowest scores.
import { median } from '../../bench/lib/statistics.ts';

/** Figures of a page: scores from 0 to 100, times in ms, sizes in bytes; null for a figure without a measurement. */
export interface PageFigures {
  readonly performance: number | null;
  readonly accessibility: number | null;
  readonly bestPractices: number | null;
  readonly seo: number | null;
  /** First and largest contentful paint, total blocking time. */
  readonly fcp: number | null;
  readonly lcp: number | null;
  readonly tbt: number | null;
  /** Cumulative layout shift, without a unit. */
  readonly cls: number | null;
  /** JavaScript and CSS that load without an interaction, each file compressed by gzip. */
  readonly codeBytes: number | null;
  /** Transferred size of all requests that the page makes without an interaction. */
  readonly pageBytes: number | null;
  /** Violations of WCAG 2.2 A and AA that axe finds. */
  readonly violations: number | null;
}

export type Figure = keyof PageFigures;

export type Goal = { readonly atLeast: number } | { readonly atMost: number };
export type Goals = Readonly<Partial<Record<Figure, Goal>>>;

const scores = ['performance', 'accessibility', 'bestPractices', 'seo'] as const;
const figures: readonly Figure[] = [
  ...scores,
  'fcp',
  'lcp',
  'tbt',
  'cls',
  'codeBytes',
  'pageBytes',
  'violations',
];

/** Returns the median of each figure; null when any run lacks it, so that a failed measurement is not hidden. */
export function medianFigures(runs: readonly PageFigures[]): PageFigures {
  const middle = (figure: Figure): number | null => {
    const known = runs.map((run) => run[figure] ?? Number.NaN).filter((value) => Number.isFinite(value));
    return known.length === 0 || known.length < runs.length ? null : median(known);
  };
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    bestPractices: middle('bestPractices'),
    seo: middle('seo'),
    fcp: middle('fcp'),
    lcp: middle('lcp'),
    tbt: middle('tbt'),
    cls: middle('cls'),
    codeBytes: middle('codeBytes'),
    pageBytes: middle('pageBytes'),
    violations: middle('violations'),
  };
}

export interface MissedGoal {
  readonly figure: Figure;
  /** Measured value; null when the figure was not measured. */
  readonly value: number | null;
  readonly goal: Goal;
}

const meetsGoal = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;

/** Returns the goals that a page misses. A figure that was not measured misses its goal. */
export function missedGoals(measured: PageFigures, goals: Goals): MissedGoal[] {
  return figures.flatMap((figure) => {
    const goal = goals[figure];
    const value = measured[figure];
    if (goal === undefined || (value !== null && meetsGoal(value, goal))) return [];
    return [{ figure, value, goal }];
  });
}

export interface LowestScore {
  readonly page: string;
  readonly score: number;
}

/** Returns the lowest value of each score over all pages and its page; null for a score that no page has. */
export function lowestScores(
  pages: readonly { readonly name: string; readonly figures: PageFigures }[],
): Record<(typeof scores)[number], LowestScore | null> {
  const lowest = (score: (typeof scores)[number]): LowestScore | null => {
    const [worst] = pages
      .flatMap(({ name, figures: measured }) => {
        const value = measured[score];
        return value === null ? [] : [{ page: name, score: value }];
      })
      .toSorted((a, b) => a.score - b.score);
    return worst ?? null;
  };
  return {
    performance: lowest('performance'),
    accessibility: lowest('accessibility'),
    bestPractices: lowest('bestPractices'),
    seo: lowest('seo'),
  };
}
