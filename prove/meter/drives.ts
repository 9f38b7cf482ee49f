// Synthetic trips on real roads: a route driven at varying speed, and the fixes reported by a phone in the car.
import {
  decodePolyline,
  distanceKm,
  type LatLng,
  type MeasuredLine,
  measureLine,
  pointAlong,
} from '@kerb/domain/geo';
import { montevideoQuarters, type Random } from '@kerb/testing';
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';

export type { Random } from '@kerb/testing';

/** One reported position; `at` in ms since the epoch, `accuracy` in metres. */
export interface Fix extends LatLng {
  at: number;
  accuracy?: number;
}

/** A real drive: the car's progress at each second. */
export interface Drive {
  line: MeasuredLine;
  stops: readonly LatLng[];
  startedAt: number;
  /** km from the start, one for each second. */
  kmAtSecond: readonly number[];
  /** Length of the driven route in km, as the router measures it. */
  km: number;
  seconds: number;
  /** Distance and time that were quoted for the booked stops. */
  quoted: { km: number; seconds: number };
}

export interface DriveStyle {
  /** 1: as fast as the router expects; 0.3: slow traffic. */
  pace: number;
  /** Stops, such as red lights, per km. */
  stopsPerKm: number;
  /** Longest stop in seconds. */
  longestStop: number;
}

const KM_PER_DEGREE = 111.195;

/** A moved point: metres to the north and to the east. */
export function offset({ lat, lng }: LatLng, north: number, east: number): LatLng {
  const squeeze = Math.cos((lat * Math.PI) / 180);
  return {
    lat: lat + north / 1000 / KM_PER_DEGREE,
    lng: lng + east / 1000 / (KM_PER_DEGREE * squeeze),
  };
}

/** A normally distributed number with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function gaussian(random: Random): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()));
  return radius * Math.cos(2 * Math.PI * random());
}

const SPREAD_METRES = 700;

export function somewhere(random: Random): LatLng {
  const quarter = montevideoQuarters[Math.floor(random() * montevideoQuarters.length)] ?? {
    lat: -34.9,
    lng: -56.17,
  };
  const metres = () => (random() - 0.5) * 2 * SPREAD_METRES;
  return offset(quarter, metres(), metres());
}

/** Two to four stops; at least 1 km apart from one to the next. */
export function tripStops(random: Random, count = 2): LatLng[] {
  const stops: LatLng[] = [];
  while (stops.length < count) {
    const next = somewhere(random);
    const last = stops.at(-1);
    if (last === undefined || distanceKm(last, next) > 1) stops.push(next);
  }
  return stops;
}

/** Progress after each second: randomly varying speed, and stops at random places. */
function progress(
  line: MeasuredLine,
  km: number,
  seconds: number,
  style: DriveStyle,
  random: Random,
): number[] {
  const usual = (km / seconds) * style.pace;
  const kmAtSecond = [0];
  let driven = 0;
  let factor = 1;
  let standing = 0;
  while (driven < line.totalKm && kmAtSecond.length < 7200) {
    if (standing > 0) standing -= 1;
    else {
      factor = Math.min(1.5, Math.max(0.4, factor + (random() - 0.5) * 0.2));
      const step = usual * factor;
      if (random() < step * style.stopsPerKm) standing = Math.ceil(random() * style.longestStop);
      driven = Math.min(line.totalKm, driven + step);
    }
    kmAtSecond.push(driven);
  }
  return kmAtSecond;
}

/**
 * Drives through `stops` in order by the router's route.
 * Errors: those of RoadRouter.directions.
 */
export async function drive(
  roads: Pick<RoadRouter, 'directions'>,
  stops: readonly LatLng[],
  booked: readonly LatLng[],
  style: DriveStyle,
  startedAt: number,
  random: Random,
): Promise<Drive> {
  const route = await roads.directions(stops);
  const quote = booked === stops ? route : await roads.directions(booked);
  const line = measureLine(decodePolyline(route.polylinePoints));
  const kmAtSecond = progress(line, route.distance_in_km, route.time_in_secs, style, random);
  return {
    line,
    stops: booked,
    startedAt,
    kmAtSecond,
    km: route.distance_in_km,
    seconds: kmAtSecond.length - 1,
    quoted: { km: quote.distance_in_km, seconds: quote.time_in_secs },
  };
}

/** The car's place after this number of seconds; the end of the line after the arrival. */
export function placeAfter({ line, kmAtSecond }: Drive, second: number): LatLng {
  const km = kmAtSecond[Math.min(second, kmAtSecond.length - 1)] ?? line.totalKm;
  return pointAlong(line, km).point;
}

export interface PhoneStyle {
  /** Seconds from one fix to the next. */
  every: number;
  /** Standard deviation of the error in metres, to the north and to the east. */
  noise: number;
  /** Autocorrelation of the error from one second to the next, 0 to 1, because errors of receivers drift. */
  wander: number;
}

/** The fixes of a phone in the car; the error is a first-order autoregressive process with the given deviation. */
export function fixesOf(trip: Drive, { every, noise, wander }: PhoneStyle, random: Random): Fix[] {
  const fixes: Fix[] = [];
  const fresh = Math.sqrt(1 - wander * wander);
  let north = gaussian(random);
  let east = gaussian(random);
  for (let second = 0; second <= trip.seconds; second += 1) {
    north = north * wander + gaussian(random) * fresh;
    east = east * wander + gaussian(random) * fresh;
    if (second % every === 0) {
      const place = offset(placeAfter(trip, second), north * noise, east * noise);
      fixes.push({ ...place, at: trip.startedAt + second * 1000, accuracy: Math.round(noise * 1.5) });
    }
  }
  return fixes;
}
