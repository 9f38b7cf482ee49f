// Draws a trace from a seed: the requests of a scenario and the drivers on duty. Every policy is run on the same trace.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabCity } from './city.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './scenarios.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import type { TravelTimes } from './travel-times.ts';

export interface LabRequest {
  id: string;
  /** Time of the request, ms since midnight of the first day. */
  at: number;
  /** Time of a later booking, ms since midnight of the first day; absent for an immediate trip. */
  tripdate?: number;
  pickup: LatLng;
  drop: LatLng;
  /** Car type of the eligible drivers; absent: any driver. */
  carType?: string;
}

export interface LabDriver {
  id: string;
  /** Absent when the requests have no car types. */
  carType?: string;
  start: LatLng;
  /** Beginning and end of duty, ms since midnight of the first day. */
  from: number;
  until: number;
}

export interface Trace {
  seed: string;
  /** In order of time. */
  requests: readonly LabRequest[];
  drivers: readonly LabDriver[];
  traffic: Traffic;
  /** Beginning and end of the demand. */
  from: number;
  until: number;
}

export interface TraceDeps {
  city: LabCity;
  travel: TravelTimes;
}

/** Total time for boarding at the pickup and for paying at the drop-off. */
export const BOARDING_SECS = 60;
/** Minimum distance between pickup and drop-off. */
const MIN_TRIP_KM = 0.8;
/** Shares of pickups and drop-offs at busy places: trips begin there more often than they end there. */
const BUSY_PICKUPS = 0.6;
const BUSY_DROPS = 0.4;
const BUSY_DRIVERS = 0.5;
const SHIFT_HOURS = 12;
/** Hours relative to the start of the day around which shifts begin; night shifts begin on the previous evening. */
const SHIFT_STARTS = [-8, -6, 5, 6, 7, 9, 12, 14, 16, 17];
/** A later booking is made between these times before its trip, but not before the demand begins. */
const LATER_LEAST_MS = 45 * MS_PER_MINUTE;
const LATER_MOST_MS = 3 * MS_PER_HOUR;
/** Time that drivers stay on duty after the last request. */
const AFTER_DEMAND_MS = 30 * MS_PER_MINUTE;
/** Number of sample trips from which the mean duration of a trip is measured. */
const SAMPLE_TRIPS = 1500;

function drawTrip(random: Random, city: LabCity, from: LatLng | null): { pickup: LatLng; drop: LatLng } {
  const pickup = from ? city.addressNear(random, from) : city.randomAddress(random, BUSY_PICKUPS);
  for (;;) {
    const drop = city.randomAddress(random, BUSY_DROPS);
    if (distanceKm(pickup, drop) >= MIN_TRIP_KM) return { pickup, drop };
  }
}

/** Returns the mean actual duration of a trip of the scenario in seconds, including boarding. */
function meanTripSecs(
  { city, travel }: TraceDeps,
  scenario: Scenario,
  seed: string,
  traffic: Traffic,
): number {
  const random = createRandom(`${seed}/sample`);
  let total = 0;
  for (let index = 0; index < SAMPLE_TRIPS; index += 1) {
    const { pickup, drop } = drawTrip(random, city, null);
    const at = (scenario.startHour + random.between(0, scenario.hours)) * MS_PER_HOUR;
    const routerSecs = travel.secondsTo(drop, [pickup], at)[0] ?? 0;
    total +=
      traffic.secondsOf({ from: pickup, to: drop, routerSecs, at, key: `sample ${index}` }) + BOARDING_SECS;
  }
  return total / SAMPLE_TRIPS;
}

/** Draws the time of a request by the weights of the profile. */
function drawTime(random: Random, { profile, hours, startHour }: Scenario): number {
  const total = profile.reduce((sum, weight) => sum + weight, 0);
  let rest = random.between(0, total);
  const part = profile.findIndex((weight) => {
    rest -= weight;
    return rest < 0;
  });
  const position = (Math.max(0, part) + random.next()) / profile.length;
  return Math.round((startHour + position * hours) * MS_PER_HOUR);
}

function drawRequests(random: Random, city: LabCity, scenario: Scenario, count: number): LabRequest[] {
  const { event } = scenario;
  const drawn = Array.from({ length: count }, () => {
    const leavesEvent = event !== null && random.chance(event.share);
    const { pickup, drop } = drawTrip(random, city, leavesEvent ? event : null);
    const at = leavesEvent
      ? Math.round((scenario.startHour + event.atHour + random.between(0, event.overHours)) * MS_PER_HOUR)
      : drawTime(random, scenario);
    return { at, pickup, drop };
  });
  return drawn
    .sort((one, other) => one.at - other.at)
    .map((request, index) => ({ id: `b${String(index + 1).padStart(5, '0')}`, ...request }));
}

/** Turns a share of the requests into later bookings for their original time. */
function bookAhead(
  random: Random,
  requests: readonly LabRequest[],
  { from, laterShare }: { from: number; laterShare: number },
): LabRequest[] {
  if (laterShare === 0) return [...requests];
  const drawn = requests.map((request): LabRequest => {
    const own = random.fork(request.id);
    if (!own.chance(laterShare)) return request;
    const ahead = Math.round(own.between(LATER_LEAST_MS, LATER_MOST_MS));
    return { ...request, at: Math.max(from, request.at - ahead), tripdate: request.at };
  });
  return drawn.sort((one, other) => one.at - other.at || (one.id < other.id ? -1 : 1));
}

function drawDrivers(random: Random, city: LabCity, scenario: Scenario, period: Period): LabDriver[] {
  return Array.from({ length: scenario.drivers }, (_, index) => {
    const id = `d${String(index + 1).padStart(4, '0')}`;
    const start = city.randomAddress(random, BUSY_DRIVERS);
    if (!scenario.shifts) return { id, start, from: period.from, until: period.until + AFTER_DEMAND_MS };
    const centre = random.pick(SHIFT_STARTS) ?? 9;
    const begin = period.from + (centre + random.between(-1, 1)) * MS_PER_HOUR;
    return {
      id,
      start,
      from: Math.round(Math.max(period.from, begin)),
      until: Math.round(begin + SHIFT_HOURS * MS_PER_HOUR),
    };
  });
}

interface Period {
  from: number;
  until: number;
}

export interface TraceSize {
  /** Number of requests; null: derived from the scenario's load. */
  requests: number | null;
  /** Share of the requests that are later bookings, from 0 to 1; absent: 0. */
  laterShare?: number;
}

export function createTrace(deps: TraceDeps, scenario: Scenario, seed: string, size: TraceSize): Trace {
  const traffic = createTraffic(seed, scenario.slowdown);
  const random = createRandom(`${seed}/trace`);
  const from = scenario.startHour * MS_PER_HOUR;
  const until = from + scenario.hours * MS_PER_HOUR;
  const capacity = (scenario.drivers * scenario.hours * 3600) / meanTripSecs(deps, scenario, seed, traffic);
  const count = size.requests ?? Math.round(scenario.load * capacity);
  const requests = drawRequests(random.fork('requests'), deps.city, scenario, count);
  return {
    seed,
    traffic,
    from,
    until,
    requests: bookAhead(random.fork('later'), requests, { from, laterShare: size.laterShare ?? 0 }),
    drivers: drawDrivers(random.fork('drivers'), deps.city, scenario, { from, until }),
  };
}

/**
 * Returns a trace with given requests, for example from a file, and drivers of the scenario who are on duty while there
 * are requests.
 */
export function traceOf(
  city: LabCity,
  scenario: Scenario,
  seed: string,
  requests: readonly LabRequest[],
): Trace {
  const sorted = requests.toSorted((one, other) => one.at - other.at);
  const from = sorted[0]?.at ?? 0;
  const until = (sorted.at(-1)?.at ?? 0) + MS_PER_SECOND;
  const random = createRandom(`${seed}/trace`).fork('drivers');
  const drivers = drawDrivers(random, city, { ...scenario, shifts: false }, { from, until });
  return { seed, traffic: createTraffic(seed, scenario.slowdown), requests: sorted, drivers, from, until };
}
