// Computes the figures of a dispatch run from its raw measurements, and their targets.
import { type DispatchPolicy, settings } from '@kerb/domain/settings';
import { percentile } from '../lib/statistics.ts';
import type { BookingTimes, QueueSample } from './dispatch-sampler.ts';
import type { BookingLoad } from './load.ts';

export interface Measurements {
  drivers: number;
  /** From the first booking on, in ms since the epoch by this machine's clock. */
  loadBegan: number;
  lastBookingAt: number;
  observedUntil: number;
  bookings: ReadonlyMap<string, BookingTimes>;
  samples: readonly QueueSample[];
  rows: { offers: number; candidates: number };
  /** Number of statements, and the seconds in which they were counted. */
  statements: {
    total: number;
    seconds: number;
    idle: number;
    idleSeconds: number;
    dropped: number;
    /** The most frequent statements, by their number per booking. */
    most: readonly { statement: string; a_booking: number }[];
  };
  booked: BookingLoad;
  reads: { idle: readonly number[]; load: readonly number[]; rejected: number };
  loadAverage: number;
}

export type Figures = ReturnType<typeof figuresOf>;

/** Target values of the project: offers within a second, or within one batch. */
export const targetsOf = (policy: DispatchPolicy) => ({
  offers_out_p95_ms: policy === 'batched' ? settings.parse({}).batchSeconds * 1000 : 1000,
  oldest_due_job_ms: 2000,
  read_ratio: 1.5,
  statements_per_booking: 40,
});

const rounded = (value: number): number => (Number.isFinite(value) ? Number(value.toPrecision(4)) : value);

/**
 * Delay in ms from the creation to the commit of the first offers. A booking without offers counts with its age at the
 * end, so that a server that sends no offers does not look fast.
 */
export const waitsFor = (
  bookings: ReadonlyMap<string, BookingTimes>,
  field: 'requested' | 'offered',
  until: number,
): number[] => [...bookings.values()].map((times) => (times[field] ?? until) - times.created);

/** Time in ms from `since` to the first later sample that meets the condition; null when no sample does. */
export function firstAfter(
  samples: readonly QueueSample[],
  since: number,
  isMet: (sample: QueueSample) => boolean,
): number | null {
  const found = samples.find((sample) => sample.at >= since && isMet(sample));
  return found ? found.at - since : null;
}

/** True when no due job is waiting, and no booking awaits an event whose handling would add a job. */
export const isDrained = ({ waitingJobs, withoutOffers }: QueueSample): boolean =>
  waitingJobs === 0 && withoutOffers === 0;

export function figuresOf(measured: Measurements) {
  const { bookings, samples, rows, statements, booked, reads, lastBookingAt, observedUntil } = measured;
  const count = bookings.size;
  const waits = waitsFor(bookings, 'offered', observedUntil);
  const requested = waitsFor(bookings, 'requested', observedUntil);
  const offered = [...bookings.values()].filter((times) => times.offered !== null).length;
  const during = samples.filter(({ at }) => at >= measured.loadBegan);
  const idleInSameTime = (statements.idle * statements.seconds) / statements.idleSeconds;
  const idleRead = percentile(reads.idle, 95);
  const loadRead = percentile(reads.load, 95);
  return {
    drivers: measured.drivers,
    bookings: count,
    bookings_rejected: booked.rejected,
    bookings_with_offers: offered,
    book_answer_p95_ms: rounded(percentile(booked.answerMs, 95)),
    offers_out_p50_ms: rounded(percentile(waits, 50)),
    offers_out_p95_ms: rounded(percentile(waits, 95)),
    offers_out_max_ms: rounded(Math.max(...waits)),
    requested_at_p95_ms: rounded(percentile(requested, 95)),
    offers_per_booking: rounded(rows.offers / count),
    candidates_per_booking: rounded(rows.candidates / count),
    offers_per_booking_with_offers: rounded(rows.offers / offered),
    candidates_per_booking_with_offers: rounded(rows.candidates / offered),
    statements_total: statements.total,
    statements_seconds: rounded(statements.seconds),
    statements_idle_same_time: Math.round(idleInSameTime),
    statements_dropped: statements.dropped,
    statements_per_booking: rounded(statements.total / count),
    statements_per_booking_without_idle: rounded((statements.total - idleInSameTime) / count),
    statements_per_booking_with_offers: rounded(statements.total / offered),
    due_jobs_max: Math.max(...during.map(({ waitingJobs }) => waitingJobs)),
    oldest_due_job_ms: rounded(Math.max(...during.map(({ oldestJobMs }) => oldestJobMs))),
    without_offers_max: Math.max(...during.map(({ withoutOffers }) => withoutOffers)),
    queue_empty_after_ms: firstAfter(samples, lastBookingAt, isDrained),
    all_offered_after_ms: firstAfter(samples, lastBookingAt, ({ withoutOffers }) => withoutOffers === 0),
    read_idle_p95_ms: rounded(idleRead),
    read_load_p95_ms: rounded(loadRead),
    read_ratio: rounded(loadRead / idleRead),
    reads_rejected: reads.rejected,
    load_average: rounded(measured.loadAverage),
  };
}

/** Ratio large : small for each figure that both have; null when it is not a finite number. */
export function ratiosOf(large: Figures, small: Figures): Record<string, number | null> {
  const smaller = new Map(Object.entries(small));
  return Object.fromEntries(
    Object.entries(large).map(([name, value]) => {
      const ratio = (value ?? Number.NaN) / (smaller.get(name) ?? Number.NaN);
      return [name, Number.isFinite(ratio) ? rounded(ratio) : null];
    }),
  );
}

const cell = (value: number | null | undefined): string =>
  value === undefined || value === null ? '-' : String(value);

/** One line for each figure: small, large, their ratio, target. */
export function tableOf(
  small: Figures,
  large: Figures,
  ratios: Record<string, number | null>,
  targets: Record<string, number>,
): string {
  const limits = new Map<string, number>(Object.entries(targets));
  const smaller = new Map(Object.entries(small));
  const lines = Object.entries(large).map(([name, value]) => [
    name,
    cell(smaller.get(name)),
    cell(value),
    cell(ratios[name]),
    limits.has(name) ? `≤ ${limits.get(name)}` : '',
  ]);
  const head = ['figure', `${small.drivers} drivers`, `${large.drivers} drivers`, 'ratio', 'target'];
  return [head, ...lines]
    .map(([name = '', ...cells]) => name.padEnd(38) + cells.map((text) => text.padStart(15)).join(''))
    .join('\n');
}
