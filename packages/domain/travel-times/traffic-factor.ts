// Traffic model: the factor between the free-flow time of a route and the expected time, by hour of the week and
// distance.
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, wallClock } from '../kernel/index.ts';
import { freeFlowByHour, type TrafficByHour } from './traffic-by-hour.ts';

export const HOURS_PER_WEEK = 168;
/** Upper limits in km of the first and the second distance band; longer trips are in the third. */
export const DISTANCE_BAND_KM = [3, 8] as const;
export const DISTANCE_BANDS = DISTANCE_BAND_KM.length + 1;

export interface TravelTimeModel {
  /** IANA time zone in which the hours are counted. */
  readonly zone: string;
  /** Factors by hour of the week, starting on Monday at midnight, and by distance band. */
  readonly factors: readonly (readonly number[])[];
}

export function distanceBand(distance_km: number): number {
  const band = DISTANCE_BAND_KM.findIndex((limit) => distance_km <= limit);
  return band < 0 ? DISTANCE_BANDS - 1 : band;
}

/** UTC offsets change at whole quarters of an hour only. */
const QUARTER_MS = 15 * MS_PER_MINUTE;

/** Like `wallClock`, for many moments: the offset of each quarter of an hour is computed once and cached. */
export function createWallClock(zone: string): (at: number) => number {
  const offsets = new Map<number, number>();
  return (at) => {
    const quarter = Math.floor(at / QUARTER_MS) * QUARTER_MS;
    const known = offsets.get(quarter);
    const offset = known ?? wallClock(quarter, zone) - quarter;
    if (known === undefined) offsets.set(quarter, offset);
    return at + offset;
  };
}

/** Returns 0 for Monday between midnight and one o'clock; `wall` is a local time from `wallClock`. */
export function hourOfWeek(wall: number): number {
  // 1 January 1970 was a Thursday.
  const day = (Math.floor(wall / MS_PER_DAY) + 3) % 7;
  return day * 24 + Math.floor((wall % MS_PER_DAY) / MS_PER_HOUR);
}

/** Returns a model with the operator's factors for every day and distance. */
export function modelOfPrior(prior: TrafficByHour, zone: string): TravelTimeModel {
  const factors = Array.from({ length: HOURS_PER_WEEK }, (_, hour) =>
    Array.from({ length: DISTANCE_BANDS }, () => prior[hour % 24] ?? 1),
  );
  return { zone, factors };
}

/** A trip further ahead than this has the traffic of now. */
const MAX_AHEAD_MS = 366 * MS_PER_DAY;

/** Returns the departure of a trip booked ahead; null for a trip of now. All times are in ms since the epoch. */
export const departureAhead = (at: number | undefined, now: number): number | null =>
  at !== undefined && at > now && at < now + MAX_AHEAD_MS ? at : null;

/** Returns a model with free flow at every hour. */
export const freeFlowModel = (zone: string): TravelTimeModel => modelOfPrior(freeFlowByHour, zone);

/** Returns the factors at a moment (ms since the epoch) as a function of the distance in km. */
export function trafficAt(model: TravelTimeModel, at: number): (distance_km: number) => number {
  const factors = model.factors[hourOfWeek(wallClock(at, model.zone))] ?? [];
  return (distance_km) => factors[distanceBand(distance_km)] ?? 1;
}
