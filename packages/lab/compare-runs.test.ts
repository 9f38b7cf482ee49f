// Tests the comparison of two settings: significance, and figures without a value.
import { describe, expect, it } from 'vitest';
import { compareRuns } from './compare-runs.ts';
import type { LabFigures } from './figures.ts';

const figures = (change: Partial<LabFigures>): LabFigures => ({
  requests: 100,
  completed: 80,
  served_share: 0.8,
  cancelled_waiting: 20,
  cancelled_pickup: 0,
  wait_mean_secs: 300,
  wait_median_secs: 280,
  wait_p95_secs: 600,
  pickup_drive_mean_secs: 200,
  pickup_drive_mean_km: 1,
  offers_per_request: 2,
  idle_share: 0.4,
  earnings_gini: 0.2,
  trips_per_driver_hour: 1,
  later_requests: 0,
  later_served_share: 0,
  late_mean_secs: 0,
  late_p95_secs: 0,
  ...change,
});
const waits = (values: readonly number[]): LabFigures[] =>
  values.map((wait_mean_secs) => figures({ wait_mean_secs }));
const compareWaits = (before: readonly number[], after: readonly number[]) =>
  compareRuns(waits(before), waits(after)).find(({ figure }) => figure === 'wait_mean_secs');

describe('compareRuns', () => {
  it('returns the mean and range of both sides, and the interval of the difference', () => {
    const compared = compareWaits([300, 310, 290, 305, 295], [250, 262, 241, 254, 243]);
    expect(compared?.baseline).toEqual({ mean: 300, low: 290, high: 310 });
    expect(compared?.alternative).toEqual({ mean: 250, low: 241, high: 262 });
    expect(compared?.difference?.mean).toBe(-50);
    // The standard deviation of the five differences is √2.5, t(0.975, 4) = 2.776.
    expect(compared?.difference?.high).toBeCloseTo(-50 + 2.776 * Math.sqrt(2.5 / 5), 6);
    expect(compared?.beyond_chance).toBe(true);
  });

  it('reports no difference beyond chance when the interval contains 0', () => {
    expect(compareWaits([300, 310, 290, 305, 295], [305, 300, 296, 299, 297])?.beyond_chance).toBe(false);
    expect(compareWaits([300, 310, 290], [300, 310, 290])).toMatchObject({
      difference: { mean: 0, low: 0, high: 0 },
      beyond_chance: false,
    });
  });

  it('reports no difference beyond chance after a single run', () => {
    expect(compareWaits([300], [100])).toMatchObject({
      difference: { mean: -200 },
      beyond_chance: false,
    });
  });

  it('has no wait times for a run without pickups, but a served share', () => {
    const none = figures({ completed: 0, served_share: 0, wait_mean_secs: 0 });
    const compared = compareRuns([figures({}), none], [figures({}), figures({})]);
    expect(compared.find(({ figure }) => figure === 'wait_mean_secs')).toMatchObject({
      baseline: null,
      alternative: { mean: 300 },
      difference: null,
      beyond_chance: false,
    });
    expect(compared.find(({ figure }) => figure === 'served_share')?.baseline?.mean).toBe(0.4);
  });
});
