// A trace: the requests of a scenario and the drivers on duty, drawn from a seed. Every policy gets the same trace.
import { distanceKm, type LatLng } from '@kerb/domain/geo';
import { MS_PER_HOUR, MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabCity } from './city.ts';
import { createRandom, type Random } from './random.ts';
import type { Scenario } from './scenarios.ts';
import { createTraffic, type Traffic } from './traffic.ts';
import type { TravelTimes } from './travel-times.ts';

export interface LabRequest {
  id: string;
  /** When it is made; ms since midnight of the first day. */
  at: number;
  /** The time of a later booking, ms since midnight of the first day; absent for a trip now. */
  tripdate?: number;
  pickup: LatLng;
  drop: LatLng;
  /** Only drivers of this car type get it; absent: any driver. */
  carType?: string;
}

export interface LabDriver {
  id: string;
  /** Absent where the requests have none. */
  carType?: string;
  start: LatLng;
  /** On duty from and until, ms since midnight of the first day. */
  from: number;
  until: number;
}

export interface Trace {
  seed: string;
  /** In order of time. */
  requests: readonly LabRequest[];
  drivers: readonly LabDriver[];
  traffic: Traffic;
  /** When the demand begins and ends. */
  from: number;
  until: number;
}

export interface TraceDeps {
  city: LabCity;
  travel: TravelTimes;
}

/** Time at the pickup and at the drop-off together: boarding, paying. */
export const BOARDING_SECS = 60;
/** No rider takes a car for less. */
const SHORTEST_TRIP_KM = 0.8;
/** Trips begin at busy places more often than they end there. */
const BUSY_PICKUPS = 0.6;
const BUSY_DROPS = 0.4;
const BUSY_DRIVERS = 0.5;
const SHIFT_HOURS = 12;
/** Hours after the start of the day around which shifts begin; night shifts began on the evening before. */
const SHIFT_STARTS = [-8, -6, 5, 6, 7, 9, 12, 14, 16, 17];
/** A later booking is made between these before its time, or when the demand begins. */
const LATER_LEAST_MS = 45 * MS_PER_MINUTE;
const LATER_MOST_MS = 3 * MS_PER_HOUR;
/** Drivers stay on duty this long after the last request. */
const AFTER_DEMAND_MS = 30 * MS_PER_MINUTE;
/** Trips that are drawn to measure the mean length of a trip. */
const SAMPLE_TRIPS = 1500;

function drawTrip(random: Random, city: LabCity, from: LatLng | null): { pickup: LatLng; drop: LatLng } {
  const pickup = from ? city.addressNear(random, from) : city.randomAddress(random, BUSY_PICKUPS);
  for (;;) {
    const drop = city.randomAddress(random, BUSY_DROPS);
    if (distanceKm(pickup, drop) >= SHORTEST_TRIP_KM) return { pickup, drop };
  }
}

/** Mean real seconds of a trip of the scenario, boarding included. */
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

/** A moment of the demand, by the weights of the profile. */
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

/** Makes a share of the requests later bookings for the time at which they would have been made. */
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
  /** The number of requests; null: from the scenario's load. */
  requests: number | null;
  /** Share of the requests that are later bookings, from 0 to 1; none when absent. */
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

/** The drivers of a scenario with given requests, such as those of a file; on duty while there are requests. */
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
