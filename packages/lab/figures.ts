// Computes the figures of a run: waiting times of riders, driving and earnings of drivers.
import { MS_PER_HOUR, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabPolicy, LabRun } from './lab-run.ts';
import type { LabBooking, LabCar } from './world.ts';

export interface LabFigures {
  requests: number;
  completed: number;
  /** completed ÷ requests */
  served_share: number;
  cancelled_waiting: number;
  cancelled_pickup: number;
  /** Seconds from the request to the pickup, for immediate requests that were picked up. */
  wait_mean_secs: number;
  wait_median_secs: number;
  wait_p95_secs: number;
  /** Actual seconds and km of the drive to the pickup, for completed trips. */
  pickup_drive_mean_secs: number;
  pickup_drive_mean_km: number;
  offers_per_request: number;
  /** Share of the time on duty without a trip or a drive to a pickup. */
  idle_share: number;
  /** Gini coefficient of the drivers' earnings per hour on duty: 0 is equal. */
  earnings_gini: number;
  trips_per_driver_hour: number;
  /** Number of later bookings, share of them completed, and seconds between their scheduled time and their pickup. */
  later_requests: number;
  later_served_share: number;
  late_mean_secs: number;
  late_p95_secs: number;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
export const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : sum(values) / values.length;

/** Nearest-rank percentile; 0 for an empty list. */
export function percentileOf(sorted: readonly number[], percent: number): number {
  return sorted[Math.max(1, Math.ceil((percent / 100) * sorted.length)) - 1] ?? 0;
}

/** Gini coefficient: 0 when all values are equal, approaching 1 when one has everything. */
export function gini(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const total = sum(sorted);
  if (total === 0) return 0;
  const ranked = sum(sorted.map((value, index) => (index + 1) * value));
  return (2 * ranked) / (sorted.length * total) - (sorted.length + 1) / sorted.length;
}

/** Returns the seconds from the request to the pickup; null without a pickup, and for a later booking. */
export const waitSecs = ({ pickedUpAt, request }: LabBooking): number | null =>
  pickedUpAt === null || request.tripdate !== undefined ? null : (pickedUpAt - request.at) / MS_PER_SECOND;

/**
 * Returns the seconds from the scheduled time of a later booking to its pickup; null without a pickup, and for an
 * immediate booking.
 */
const lateSecs = ({ pickedUpAt, request }: LabBooking): number | null =>
  pickedUpAt === null || request.tripdate === undefined
    ? null
    : (pickedUpAt - request.tripdate) / MS_PER_SECOND;

const hoursOnDuty = ({ onDutyFrom, onDutyUntil }: LabCar): number => (onDutyUntil - onDutyFrom) / MS_PER_HOUR;

export function figuresOf({ world, log }: LabRun): LabFigures {
  const waits = world.bookings.flatMap((booking) => waitSecs(booking) ?? []).sort((a, b) => a - b);
  const completed = world.bookings.filter(({ status }) => status === 'COMPLETE');
  const requests = world.bookings.length;
  const worked = world.cars.filter((car) => hoursOnDuty(car) > 0);
  const hours = sum(worked.map(hoursOnDuty));
  const late = world.bookings.flatMap((booking) => lateSecs(booking) ?? []).sort((a, b) => a - b);
  const laterRequests = world.bookings.filter(({ request }) => request.tripdate !== undefined).length;
  const laterCompleted = completed.filter(({ request }) => request.tripdate !== undefined).length;
  const count = (kind: string): number => log.events.filter((event) => event.kind === kind).length;
  return {
    requests,
    completed: completed.length,
    served_share: requests === 0 ? 0 : completed.length / requests,
    cancelled_waiting: count('cancelled_waiting') + count('timed_out'),
    cancelled_pickup: count('cancelled_pickup'),
    wait_mean_secs: mean(waits),
    wait_median_secs: percentileOf(waits, 50),
    wait_p95_secs: percentileOf(waits, 95),
    pickup_drive_mean_secs: mean(completed.map(({ pickupSecs }) => pickupSecs)),
    pickup_drive_mean_km: mean(completed.map(({ pickupKm }) => pickupKm)),
    offers_per_request: requests === 0 ? 0 : count('offered') / requests,
    idle_share: hours === 0 ? 0 : sum(worked.map(({ idleMs }) => idleMs)) / MS_PER_HOUR / hours,
    earnings_gini: gini(worked.map((car) => car.earned / hoursOnDuty(car))),
    trips_per_driver_hour: hours === 0 ? 0 : completed.length / hours,
    later_requests: laterRequests,
    later_served_share: laterRequests === 0 ? 0 : laterCompleted / laterRequests,
    late_mean_secs: mean(late),
    late_p95_secs: percentileOf(late, 95),
  };
}

/** Figures of one policy, with the hash of its events and the computing time on this machine. */
export interface PolicyResult extends LabFigures {
  policy: LabPolicy;
  trace_hash: string;
  computed_in_secs: number;
}

export interface FigureRow {
  label: string;
  text: (result: PolicyResult) => string;
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;
const wholeSecs = (secs: number): string => `${secs.toFixed(0)} s`;

/** Rows of the table and the report. */
export const figureRows: readonly FigureRow[] = [
  { label: 'requests', text: ({ requests }) => String(requests) },
  { label: 'completed', text: ({ completed }) => String(completed) },
  { label: 'served share', text: ({ served_share }) => percent(served_share) },
  { label: 'cancelled without a driver', text: ({ cancelled_waiting }) => String(cancelled_waiting) },
  { label: 'cancelled before the pickup', text: ({ cancelled_pickup }) => String(cancelled_pickup) },
  { label: 'request → pickup, mean', text: ({ wait_mean_secs }) => wholeSecs(wait_mean_secs) },
  { label: 'request → pickup, median', text: ({ wait_median_secs }) => wholeSecs(wait_median_secs) },
  { label: 'request → pickup, p95', text: ({ wait_p95_secs }) => wholeSecs(wait_p95_secs) },
  { label: 'pickup driving, mean', text: ({ pickup_drive_mean_secs }) => wholeSecs(pickup_drive_mean_secs) },
  {
    label: 'pickup distance, mean',
    text: ({ pickup_drive_mean_km }) => `${pickup_drive_mean_km.toFixed(2)} km`,
  },
  { label: 'offers for each request', text: ({ offers_per_request }) => offers_per_request.toFixed(2) },
  { label: 'idle share of the time on duty', text: ({ idle_share }) => percent(idle_share) },
  { label: 'Gini of earnings an hour', text: ({ earnings_gini }) => earnings_gini.toFixed(3) },
  {
    label: 'later bookings',
    text: ({ later_requests }) => String(later_requests),
  },
  { label: 'of them served', text: ({ later_served_share }) => percent(later_served_share) },
  { label: 'after their time, mean', text: ({ late_mean_secs }) => wholeSecs(late_mean_secs) },
  { label: 'after their time, p95', text: ({ late_p95_secs }) => wholeSecs(late_p95_secs) },
  { label: 'trace hash', text: ({ trace_hash }) => trace_hash.slice(0, 8) },
  { label: 'computed in', text: ({ computed_in_secs }) => `${computed_in_secs.toFixed(1)} s` },
];
