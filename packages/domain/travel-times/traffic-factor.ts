// The factor between the free-flow time of a route and the time to expect at an hour of the week.
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE, wallClock } from '../kernel/index.ts';
import { freeFlowByHour, type TrafficByHour } from './traffic-by-hour.ts';

export const HOURS_PER_WEEK = 168;
/** Trips of up to this many km are in the first and in the second distance band; longer ones are in the third. */
export const DISTANCE_BAND_KM = [3, 8] as const;
export const DISTANCE_BANDS = DISTANCE_BAND_KM.length + 1;

export interface TravelTimeModel {
  /** IANA zone whose clocks count the hours. */
  readonly zone: string;
  /** By hour of the week, Monday 0 o'clock first, and distance band. */
  readonly factors: readonly (readonly number[])[];
}

export function distanceBand(distance_km: number): number {
  const band = DISTANCE_BAND_KM.findIndex((limit) => distance_km <= limit);
  return band < 0 ? DISTANCE_BANDS - 1 : band;
}

/** Time zones change their offset at whole quarters of an hour only. */
const QUARTER_MS = 15 * MS_PER_MINUTE;

/** `wallClock` for many moments: asks for the offset of each quarter of an hour once. */
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

/** 0: Monday between midnight and one o'clock; `wall` is what the clocks show, as `wallClock` has it. */
export function hourOfWeek(wall: number): number {
  // 1 January 1970 was a Thursday.
  const day = (Math.floor(wall / MS_PER_DAY) + 3) % 7;
  return day * 24 + Math.floor((wall % MS_PER_DAY) / MS_PER_HOUR);
}

/** The operator's factors for every day and distance. */
export function modelOfPrior(prior: TrafficByHour, zone: string): TravelTimeModel {
  const factors = Array.from({ length: HOURS_PER_WEEK }, (_, hour) =>
    Array.from({ length: DISTANCE_BANDS }, () => prior[hour % 24] ?? 1),
  );
  return { zone, factors };
}

/** Free flow at every hour. */
export const freeFlowModel = (zone: string): TravelTimeModel => modelOfPrior(freeFlowByHour, zone);

/** The factors at a moment (ms since the epoch) by distance in km. */
export function trafficAt(model: TravelTimeModel, at: number): (distance_km: number) => number {
  const factors = model.factors[hourOfWeek(wallClock(at, model.zone))] ?? [];
  return (distance_km) => factors[distanceBand(distance_km)] ?? 1;
}
