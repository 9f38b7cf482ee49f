// Tests of the evaluation of measured pages: medians, missed goals and lowest scores.
import { describe, expect, it } from 'vitest';
import { auditedPages } from './audited-pages.ts';
import { lowestScores, medianFigures, missedGoals, type PageFigures } from './judge-pages.ts';

const good: PageFigures = {
  performance: 96,
  accessibility: 100,
  bestPractices: 100,
  seo: 100,
  fcp: 900,
  lcp: 1_800,
  tbt: 120,
  cls: 0,
  codeBytes: 140_000,
  pageBytes: 320_000,
  violations: 0,
};

describe('the figures of a page', () => {
  it('are the medians of its runs', () => {
    const runs = [
      { ...good, tbt: 900 },
      { ...good, tbt: 100 },
      { ...good, tbt: 140, cls: 0.3 },
    ];
    expect(medianFigures(runs)).toEqual({ ...good, tbt: 140, cls: 0 });
    expect(medianFigures([{ ...good, lcp: 1_000 }, good])).toEqual({ ...good, lcp: 1_400 });
  });

  it.each([null, Number.NaN])('lack a figure that one run lacks: %s', (missing) => {
    expect(medianFigures([good, { ...good, lcp: missing }, good]).lcp).toBeNull();
    expect(medianFigures([]).lcp).toBeNull();
  });
});

describe('a goal', () => {
  it('is met at its limit, and missed beyond it', () => {
    const goals = { performance: { atLeast: 90 }, lcp: { atMost: 2_500 } };
    expect(missedGoals({ ...good, performance: 90, lcp: 2_500 }, goals)).toEqual([]);
    expect(missedGoals({ ...good, performance: 89, lcp: 2_501 }, goals)).toEqual([
      { figure: 'performance', value: 89, goal: { atLeast: 90 } },
      { figure: 'lcp', value: 2_501, goal: { atMost: 2_500 } },
    ]);
  });

  it('is missed when its figure was not measured', () => {
    expect(missedGoals({ ...good, cls: null }, { cls: { atMost: 0.02 } })).toEqual([
      { figure: 'cls', value: null, goal: { atMost: 0.02 } },
    ]);
  });

  it('is ignored for a page that does not have it', () => {
    expect(missedGoals({ ...good, seo: null, tbt: 9_000 }, { performance: { atLeast: 80 } })).toEqual([]);
  });
});

describe('the lowest scores', () => {
  it('include the page of each, and skip scores that a page does not have', () => {
    const pages = [
      { name: 'landing', figures: { ...good, performance: 91 } },
      { name: 'login', figures: { ...good, performance: 94, accessibility: 97, seo: null } },
    ];
    expect(lowestScores(pages)).toEqual({
      performance: { page: 'landing', score: 91 },
      accessibility: { page: 'login', score: 97 },
      bestPractices: { page: 'landing', score: 100 },
      seo: { page: 'landing', score: 100 },
    });
    expect(lowestScores([]).performance).toBeNull();
  });
});

it('every audited page has a distinct name', () => {
  const names = auditedPages.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});
