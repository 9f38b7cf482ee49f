// Tests errors of predictions, and the split of trips into days for learning and days for testing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MS_PER_DAY } from '../kernel/index.ts';
import {
  countDays,
  errorOf,
  freeFlowByHour,
  freeFlowModel,
  measureLearning,
  predictionError,
  splitByDay,
  type TravelTimeSample,
} from './index.ts';

const zone = 'UTC';
const begin = Date.parse('2026-03-02T00:00:00Z');

const trip = (day: number, driven_secs: number): TravelTimeSample => ({
  startedAt: begin + day * MS_PER_DAY + 9 * 3_600_000,
  free_flow_secs: 600,
  driven_secs,
  distance_km: 5,
});

describe('errorOf', () => {
  it('returns the median of the sizes and the mean with its sign, as shares of the driven time', () => {
    const error = errorOf([
      { predicted_secs: 90, driven_secs: 100 },
      { predicted_secs: 120, driven_secs: 100 },
      { predicted_secs: 60, driven_secs: 100 },
    ]);
    expect(error?.trips).toBe(3);
    expect(error?.median).toBeCloseTo(0.2, 12);
    expect(error?.mean).toBeCloseTo(-0.1, 12);
  });

  it('uses the mean of the two middle values for an even number', () => {
    const error = errorOf([
      { predicted_secs: 110, driven_secs: 100 },
      { predicted_secs: 130, driven_secs: 100 },
    ]);
    expect(error?.median).toBeCloseTo(0.2, 12);
  });

  it('returns null without a driven trip', () => {
    expect(errorOf([])).toBeNull();
    expect(errorOf([{ predicted_secs: 10, driven_secs: 0 }])).toBeNull();
  });
});

it('shows free-flow times as too short because of traffic', () => {
  const error = predictionError([trip(0, 750), trip(1, 750)], freeFlowModel(zone));
  expect(error).toEqual({ trips: 2, median: expect.closeTo(0.2, 12), mean: expect.closeTo(-0.2, 12) });
});

describe('splitByDay', () => {
  it('tests on the newest fifth of the days, with all of their trips', () => {
    const samples = Array.from({ length: 10 }, (_, day) => [trip(day, 600), trip(day, 700)]).flat();
    const { older, newest } = splitByDay(samples.toReversed(), zone);
    expect(older).toHaveLength(16);
    expect(new Set(newest)).toEqual(new Set(samples.slice(-4)));
  });

  it('never puts a day on both sides, and loses no trip', () => {
    fc.assert(
      fc.property(fc.array(fc.nat({ max: 30 }), { maxLength: 60 }), (days) => {
        const samples = days.map((day) => trip(day, 600));
        const { older, newest } = splitByDay(samples, zone);
        expect(older.length + newest.length).toBe(samples.length);
        const lastLearned = Math.max(...older.map(({ startedAt }) => startedAt), 0);
        for (const { startedAt } of newest) expect(startedAt).toBeGreaterThan(lastLearned);
      }),
    );
  });

  it('has no test days with fewer than five days', () => {
    expect(splitByDay([trip(0, 600), trip(3, 600)], zone).newest).toEqual([]);
  });
});

describe('countDays', () => {
  it('counts each calendar day once', () => {
    expect(countDays([], zone)).toBe(0);
    expect(countDays([trip(0, 600), trip(0, 700), trip(3, 600)], zone)).toBe(2);
  });

  it('uses the days of the zone', () => {
    const lateEvening = { ...trip(0, 600), startedAt: begin - 1000 };
    const morning = { ...trip(0, 600), startedAt: begin + 1000 };
    expect(countDays([lateEvening, morning], 'UTC')).toBe(2);
    expect(countDays([lateEvening, morning], 'America/Montevideo')).toBe(1);
  });
});

describe('measureLearning', () => {
  it('shows that learning improves predictions for unseen days', () => {
    const samples = Array.from({ length: 50 }, (_, day) =>
      Array.from({ length: 5 }, (_one, nth) => trip(day, 840 + nth * 10)),
    ).flat();
    const errors = measureLearning(samples, freeFlowByHour, zone);
    expect(errors.free_flow?.trips).toBe(50);
    expect(errors.in_sample?.trips).toBe(200);
    expect(errors.out_of_sample?.trips).toBe(50);
    expect(errors.out_of_sample?.median ?? 1).toBeLessThan(0.25 * (errors.free_flow?.median ?? 0));
  });

  it('does not train on the newest days, on which it tests', () => {
    const samples = Array.from({ length: 20 }, (_, day) => trip(day, day < 16 ? 600 : 1200));
    const errors = measureLearning(samples, freeFlowByHour, zone);
    expect(errors.in_sample?.median).toBe(0);
    expect(errors.out_of_sample?.median).toBeCloseTo(0.5, 12);
  });

  it('returns null without trips', () => {
    expect(measureLearning([], freeFlowByHour, zone)).toEqual({
      free_flow: null,
      in_sample: null,
      out_of_sample: null,
    });
  });
});
