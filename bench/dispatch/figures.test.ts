// Tests of the figures of a dispatch run against small measurements computed by hand.
import { describe, expect, it } from 'vitest';
import {
  figuresOf,
  firstAfter,
  type Measurements,
  ratiosOf,
  tableOf,
  targetsOf,
  waitsFor,
} from './figures.ts';

const sample = (at: number, waitingJobs: number, oldestJobMs = 0, withoutOffers = 0) => ({
  at,
  waitingJobs,
  oldestJobMs,
  withoutOffers,
});

const measured: Measurements = {
  drivers: 10,
  loadBegan: 1000,
  lastBookingAt: 2000,
  observedUntil: 5000,
  bookings: new Map([
    ['a', { created: 1000, requested: 1100, offered: 1200 }],
    ['b', { created: 1500, requested: null, offered: null }],
  ]),
  samples: [sample(500, 9, 9000), sample(1500, 3, 700, 2), sample(2500, 1, 300, 1), sample(3000, 0)],
  rows: { offers: 20, candidates: 30 },
  statements: { total: 100, seconds: 4, idle: 10, idleSeconds: 2, dropped: 0, most: [] },
  booked: { answerMs: [5, 7], rejected: 1, firstRejection: 'overloaded' },
  reads: { idle: [2, 2], load: [3, 3], rejected: 0 },
  loadAverage: 1,
};

describe('waitsFor', () => {
  it('counts a booking without offers with its age at the end', () => {
    expect(waitsFor(measured.bookings, 'offered', 5000)).toEqual([200, 3500]);
    expect(waitsFor(measured.bookings, 'requested', 5000)).toEqual([100, 3500]);
  });
});

describe('firstAfter', () => {
  it('returns the first sample at or after the given time, or null', () => {
    const isEmpty = ({ waitingJobs }: { waitingJobs: number }) => waitingJobs === 0;
    expect(firstAfter(measured.samples, 2000, isEmpty)).toBe(1000);
    expect(firstAfter(measured.samples, 3001, isEmpty)).toBeNull();
  });
});

describe('figuresOf', () => {
  it('computes every figure from the measurements of the load', () => {
    expect(figuresOf(measured)).toMatchObject({
      bookings: 2,
      bookings_with_offers: 1,
      bookings_rejected: 1,
      offers_out_p50_ms: 200,
      offers_out_p95_ms: 3500,
      offers_per_booking: 10,
      candidates_per_booking: 15,
      offers_per_booking_with_offers: 20,
      statements_per_booking: 50,
      statements_idle_same_time: 20,
      statements_per_booking_without_idle: 40,
      due_jobs_max: 3,
      oldest_due_job_ms: 700,
      without_offers_max: 2,
      queue_empty_after_ms: 1000,
      all_offered_after_ms: 1000,
      read_ratio: 1.5,
    });
  });
});

describe('ratiosOf and tableOf', () => {
  const small = figuresOf(measured);
  const large = figuresOf({ ...measured, drivers: 100, rows: { offers: 200, candidates: 0 } });
  const ratios = ratiosOf(large, small);

  it('divides large by small, and returns null when the result is not a number', () => {
    expect(ratios).toMatchObject({ drivers: 10, offers_per_booking: 10, statements_dropped: null });
  });

  it('allows a batch its interval to make the offers', () => {
    expect(targetsOf('nearest').offers_out_p95_ms).toBe(1000);
    expect(targetsOf('batched').offers_out_p95_ms).toBe(3000);
  });

  it('prints both results, their ratio and the target on one line', () => {
    const line = tableOf(small, large, ratios, targetsOf('broadcast'))
      .split('\n')
      .find((text) => text.startsWith('statements_per_booking '));
    expect(line?.trim().split(/\s+/)).toEqual(['statements_per_booking', '50', '50', '1', '≤', '40']);
  });
});
