// Measures the driven distance of a trip: matches positions to roads, fills gaps by directions, limits the speed.
import {
  decodePolyline,
  distanceKm,
  encodePolyline,
  type Hop,
  type LatLng,
  lengthKm,
  MAX_TRAIL_WAYPOINTS,
  type MeterLimits,
  meterHops,
  meterLimits,
  sampleTrail,
  scaleSpeeds,
  type TraceFix,
  type TraceLimits,
  traceLimits,
  traceStretches,
} from '@kerb/domain/geo';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import type { MatchedTrace } from '../../../ports/maps.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { MeterMethod } from '../store/booking.tables.ts';

/** The map functions that the meter uses. */
export type MeterMaps = Pick<BookingDeps['maps'], 'directions' | 'matchTrace'>;

export interface MeasuredTrip {
  km: number;
  /** Road distance in km that the car cannot have driven in the time between two positions; not included in `km`. */
  rejectedKm: number;
  /**
   * `matched`: matched to the road graph. `sampled`: by directions through at most 25 of the positions. `straight`: by
   * straight lines, because no road service answered. The least accurate method that any part of the trip required.
   */
  method: MeterMethod;
  /** The roads driven, Google encoded polyline, precision 5; empty for a trip of fewer than two positions. */
  line: string;
}

/** A place on the trip with the route from the previous place; `road` is null until the route is known. */
interface Stop {
  place: LatLng;
  at: number;
  road: { km: number; freeFlowSeconds: number | null } | null;
  /** The line from the previous stop, unless the line of a stretch already contains it. */
  line: LatLng[] | null;
}

interface MeasuredStretch {
  stops: Stop[];
  method: MeterMethod;
  line: LatLng[];
}

/** A match with a smaller share of the fixes is discarded. */
const MIN_MATCHED_SHARE = 0.5;
/**
 * Limit of a leg between sampled positions: this factor times, plus these km above, the length of the positions
 * between. A position that is a few metres off may lie on the other carriageway, and directions through it then go
 * around the block.
 */
const MAX_DETOUR = 1.25;
const DETOUR_KM = 0.02;
/** Ends closer than this are joined by a straight line. */
const JOINED_KM = 0.03;
/** Maximum number of missing routes requested for one trip, the longest first; the rest are straight lines. */
const MAX_LOOKUPS = 12;

const bareStop = ({ lat, lng, at }: TraceFix): Stop => ({
  place: { lat, lng },
  at,
  road: null,
  line: null,
});

function matchedStretch(stretch: readonly TraceFix[], matched: MatchedTrace): MeasuredStretch {
  const stops: Stop[] = [];
  for (const { index, place, km, freeFlowSeconds } of matched.fixes) {
    const fix = stretch[index];
    if (fix === undefined) continue;
    stops.push({
      place,
      at: fix.at,
      road: km === null ? null : { km, freeFlowSeconds },
      line: null,
    });
  }
  const first = stretch[0];
  if (first !== undefined && matched.fixes[0]?.index !== 0) stops.unshift(bareStop(first));
  const last = stretch.at(-1);
  if (last !== undefined && matched.fixes.at(-1)?.index !== stretch.length - 1) stops.push(bareStop(last));
  return { stops, method: 'matched', line: decodePolyline(matched.line) };
}

/** km along the stretch from each of the sampled fixes to the next. */
function kmBetweenSamples(stretch: readonly TraceFix[], sample: readonly TraceFix[]): number[] {
  return sample.slice(1).map((to, index) => {
    const from = sample[index];
    const start = from === undefined ? 0 : stretch.indexOf(from);
    return lengthKm(stretch.slice(start, stretch.indexOf(to) + 1));
  });
}

/**
 * Measures a stretch that cannot be matched: directions through a sample of it, limited by the length of the stretch.
 */
async function sampledStretch(maps: MeterMaps, stretch: readonly TraceFix[]): Promise<MeasuredStretch> {
  const sample = sampleTrail(stretch, MAX_TRAIL_WAYPOINTS);
  const lengths = kmBetweenSamples(stretch, sample);
  const first = sample[0];
  const last = sample.at(-1);
  const route =
    first && last ? await maps.directions(first, last, sample.slice(1, -1)).catch(() => null) : null;
  const stops = sample.map((fix, index): Stop => {
    if (index === 0) return bareStop(fix);
    const leg = route?.legs[index - 1];
    const traceKm = lengths[index - 1] ?? 0;
    const isBelieved = leg !== undefined && leg.distance_in_km <= traceKm * MAX_DETOUR + DETOUR_KM;
    const km = isBelieved ? Math.max(leg.distance_in_km, traceKm) : traceKm;
    const freeFlowSeconds = isBelieved ? leg.free_flow_secs : null;
    return { ...bareStop(fix), road: { km, freeFlowSeconds } };
  });
  return {
    stops,
    method: route === null ? 'straight' : 'sampled',
    line: route === null ? [...stretch] : decodePolyline(route.polylinePoints),
  };
}

async function measureStretch(maps: MeterMaps, stretch: readonly TraceFix[]): Promise<MeasuredStretch> {
  if (stretch.length < 2) return { stops: stretch.map(bareStop), method: 'matched', line: [...stretch] };
  const matched = await maps.matchTrace(stretch).catch(() => null);
  const isMatched =
    matched !== null && matched.fixes.length >= Math.max(2, stretch.length * MIN_MATCHED_SHARE);
  return isMatched ? matchedStretch(stretch, matched) : sampledStretch(maps, stretch);
}

/**
 * Requests the missing routes between stops, the longest first; the rest stay straight lines. False when some are
 * missing.
 */
async function fillGaps(maps: MeterMaps, stops: readonly Stop[]): Promise<boolean> {
  const missing = stops
    .flatMap((stop, index) => {
      const before = stops[index - 1];
      if (before === undefined || stop.road !== null || stop.line !== null) return [];
      return [{ stop, before, straightKm: distanceKm(before.place, stop.place) }];
    })
    .filter(({ straightKm }) => straightKm > JOINED_KM)
    .sort((one, other) => other.straightKm - one.straightKm);
  let isComplete = true;
  for (const { stop, before } of missing.slice(0, MAX_LOOKUPS)) {
    const route = await maps.directions(before.place, stop.place, []).catch(() => null);
    if (route === null) {
      isComplete = false;
      continue;
    }
    stop.road = { km: route.distance_in_km, freeFlowSeconds: route.free_flow_secs };
    stop.line = decodePolyline(route.polylinePoints);
  }
  return isComplete && missing.length <= MAX_LOOKUPS;
}

function hopsOf(stops: readonly Stop[]): Hop[] {
  return stops.slice(1).map((stop, index) => {
    const before = stops[index] ?? stop;
    const straightKm = distanceKm(before.place, stop.place);
    return {
      km: stop.road?.km ?? straightKm,
      straightKm,
      freeFlowSeconds: stop.road?.freeFlowSeconds ?? null,
      seconds: (stop.at - before.at) / MS_PER_SECOND,
    };
  });
}

function joinLines(stretches: readonly MeasuredStretch[]): string {
  const points = stretches.flatMap(({ stops, line }) => [...(stops[0]?.line ?? []), ...line]);
  return points.length < 2 ? '' : encodePolyline(points, 5);
}

const weakest = (methods: readonly MeterMethod[]): MeterMethod => {
  if (methods.includes('straight')) return 'straight';
  return methods.includes('sampled') ? 'sampled' : 'matched';
};

export interface MeasureLimits {
  trace: TraceLimits;
  meter: MeterLimits;
}

/** The limits with speeds multiplied by `scale`: 1 for real cars, more for an accelerated simulation. */
export const measureLimits = (scale = 1): MeasureLimits => ({
  trace: { ...traceLimits, maxSpeedKmPerHour: traceLimits.maxSpeedKmPerHour * scale },
  meter: scaleSpeeds(meterLimits, scale),
});

/** Measures a trip from its positions, live and uploaded alike. Fewer than two plausible positions are 0 km. */
export async function measureTrip(
  maps: MeterMaps,
  fixes: readonly TraceFix[],
  limits: MeasureLimits = measureLimits(),
): Promise<MeasuredTrip> {
  const stretches: MeasuredStretch[] = [];
  for (const stretch of traceStretches(fixes, limits.trace))
    stretches.push(await measureStretch(maps, stretch));
  const stops = stretches.flatMap((stretch) => stretch.stops);
  const isComplete = await fillGaps(maps, stops);
  const { km, rejectedKm } = meterHops(hopsOf(stops), limits.meter);
  const methods = stretches.map(({ method }) => method);
  return {
    km,
    rejectedKm,
    method: weakest(isComplete ? methods : [...methods, 'straight']),
    line: joinLines(stretches),
  };
}
