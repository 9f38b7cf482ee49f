// Measures synthetic trips on real roads: honest traces must be within a few percent, dishonest ones within the
// tolerance.
import { settings } from '@kerb/domain/settings';
import { seededRandom } from '@kerb/testing';
import { priceTrip } from '../../apps/server/src/modules/booking/step/price-trip.ts';
import {
  finalAmounts,
  maxToleratedPrice,
  type PricedBooking,
} from '../../apps/server/src/modules/booking/trip/final-fare.ts';
import { type MeterMaps, measureTrip } from '../../apps/server/src/modules/booking/trip/measure-trip.ts';
import type { RoadRouter } from '../../apps/server/src/ports/roads.ts';
import type { PlantedFault, ProofReport } from '../lib/proof.ts';
import { type DishonestTrace, dishonestTraces } from './dishonest-traces.ts';
import type { Drive } from './drives.ts';
import { honestTraces, sparseTraces, type Trace } from './honest-traces.ts';
import { type MeterUnderTest, plantedFaults } from './planted-faults.ts';

/** Limits of the errors, as shares of the driven length. */
const MEDIAN_ERROR = 0.02;
const P95_ERROR = 0.05;
/** Sparse traces: limits of the median error in either direction, and of the 95th percentile of overestimates. */
const SPARSE_MEDIAN_ERROR = 0.08;
const SPARSE_P95_ABOVE = 0.05;
/** Largest overestimate for a trace that no car could have driven: as a share of the driven length, and in km. */
const IMPOSSIBLE_SHARE = 0.05;
const IMPOSSIBLE_KM = 1;

const pricing: PricedBooking['pricing'] = {
  tariff: {
    base_fare: 60,
    rate_per_unit_distance: 35,
    rate_per_hour: 500,
    min_fare: 120,
    convenience_fees: 12,
    convenience_fee_type: 'percentage',
  },
  cancelSlab: [],
  convert_to_mile: false,
  decimals: 2,
};

function bookingOf({ quoted }: Drive): PricedBooking {
  const terms = { distance_km: quoted.km, time_secs: quoted.seconds, parcel: null, option: null };
  return {
    pricing,
    parcel_type: null,
    option: null,
    promo_terms: null,
    estimate: priceTrip(pricing, terms).trip_cost,
    estimate_distance_km: quoted.km,
    estimate_time_secs: quoted.seconds,
  };
}

const round = (value: number, digits = 4): number => Number(value.toFixed(digits));

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
}

const { fareTolerance } = settings.parse({});

export const realMeter: MeterUnderTest = {
  measure: measureTrip,
  collect: (booking, driven) => finalAmounts(booking, driven, fareTolerance).patch.trip_cost ?? 0,
};

interface Judged {
  tried: number;
  violations: string[];
  errors: number[];
  figures: Record<string, unknown>;
}

async function judgeHonest(
  roads: RoadRouter,
  maps: MeterMaps,
  meter: MeterUnderTest,
  trips: number,
): Promise<Judged> {
  const all: number[] = [];
  const figures: Record<string, unknown> = {};
  for (const [index, [kind, make]] of Object.entries(honestTraces).entries()) {
    const random = seededRandom(1000 + index);
    const errors: number[] = [];
    for (let trip = 0; trip < trips; trip += 1) {
      const { drive, fixes } = await make(roads, random);
      const { km } = await meter.measure(maps, fixes);
      errors.push(Math.abs(km / drive.km - 1));
    }
    all.push(...errors);
    figures[kind] = { median: round(quantile(errors, 0.5)), p95: round(quantile(errors, 0.95)) };
  }
  const median = quantile(all, 0.5);
  const p95 = quantile(all, 0.95);
  const violations: string[] = [];
  if (!(median <= MEDIAN_ERROR)) violations.push(`honest traces: median error ${round(median)}`);
  if (!(p95 <= P95_ERROR)) violations.push(`honest traces: 95th percentile of the error ${round(p95)}`);
  return { tried: all.length, violations, errors: all, figures };
}

/** Signed errors: sparse traces may be measured too short, but not too long. */
async function judgeSparse(
  roads: RoadRouter,
  maps: MeterMaps,
  meter: MeterUnderTest,
  trips: number,
): Promise<Judged> {
  const all: number[] = [];
  const figures: Record<string, unknown> = {};
  const violations: string[] = [];
  for (const [index, [kind, make]] of Object.entries(sparseTraces).entries()) {
    const random = seededRandom(3000 + index);
    const errors: number[] = [];
    for (let trip = 0; trip < trips; trip += 1) {
      const { drive, fixes } = await make(roads, random);
      const { km } = await meter.measure(maps, fixes);
      errors.push(km / drive.km - 1);
    }
    all.push(...errors);
    const median = quantile(errors, 0.5);
    const p95 = quantile(errors, 0.95);
    if (Math.abs(median) > SPARSE_MEDIAN_ERROR) violations.push(`${kind}: median error ${round(median)}`);
    if (p95 > SPARSE_P95_ABOVE) violations.push(`${kind}: 95th percentile of the error ${round(p95)}`);
    figures[kind] = { p5: round(quantile(errors, 0.05)), median: round(median), p95: round(p95) };
  }
  return { tried: all.length, violations, errors: all, figures };
}

/** The reason why this trip costs too much, or null. */
async function judgeDishonest(
  maps: MeterMaps,
  meter: MeterUnderTest,
  { drive, fixes }: Trace,
  { isImpossible, maxKmPerHour = Number.POSITIVE_INFINITY }: DishonestTrace,
): Promise<{ km: number; violation: string | null }> {
  const { km } = await meter.measure(maps, fixes);
  const booking = bookingOf(drive);
  const first = fixes.reduce((least, fix) => Math.min(least, fix.at), Number.POSITIVE_INFINITY);
  const last = fixes.reduce((most, fix) => Math.max(most, fix.at), 0);
  const time_secs = Math.round((last - first) / 1000);
  const collected = meter.collect(booking, { distance_km: km, time_secs });
  const most = maxToleratedPrice(booking, fareTolerance);
  if (collected > most) return { km, violation: `${collected} collected, at most ${most} tolerated` };
  const mostKm = drive.km * (1 + IMPOSSIBLE_SHARE) + IMPOSSIBLE_KM;
  if (isImpossible && km > mostKm)
    return { km, violation: `${round(km, 2)} km counted, ${round(drive.km, 2)} km driven` };
  if (km > (maxKmPerHour * time_secs) / 3600)
    return { km, violation: `${round(km, 2)} km counted in ${time_secs} s` };
  return { km, violation: null };
}

async function judgeAllDishonest(
  roads: RoadRouter,
  maps: MeterMaps,
  meter: MeterUnderTest,
  { trips, stopAtViolation = false }: { trips: number; stopAtViolation?: boolean },
): Promise<Omit<Judged, 'errors'>> {
  const violations: string[] = [];
  const figures: Record<string, unknown> = {};
  let tried = 0;
  for (const [index, [kind, dishonest]] of Object.entries(dishonestTraces).entries()) {
    if (stopAtViolation && violations.length > 0) break;
    const random = seededRandom(5000 + index);
    const excess: number[] = [];
    for (let trip = 0; trip < trips; trip += 1) {
      const trace = await dishonest.make(roads, random);
      const { km, violation } = await judgeDishonest(maps, meter, trace, dishonest);
      excess.push(km - trace.drive.km);
      tried += 1;
      if (violation !== null) violations.push(`${kind}: ${violation}`);
    }
    figures[kind] = {
      impossible: dishonest.isImpossible,
      medianExtraKm: round(quantile(excess, 0.5), 2),
      mostExtraKm: round(Math.max(...excess), 2),
    };
  }
  return { tried, violations, figures };
}

/** Whether any trace reveals the fault of the meter. */
async function isCaught(
  roads: RoadRouter,
  maps: MeterMaps,
  meter: MeterUnderTest,
  trips: number,
): Promise<boolean> {
  const honest = await judgeHonest(roads, maps, meter, trips);
  if (honest.violations.length > 0) return true;
  const sparse = await judgeSparse(roads, maps, meter, trips);
  if (sparse.violations.length > 0) return true;
  const dishonest = await judgeAllDishonest(roads, maps, meter, { trips, stopAtViolation: true });
  return dishonest.violations.length > 0;
}

export interface ProveMeterOptions {
  roads: RoadRouter;
  /** Number of trips of each kind with the real meter, and with each planted fault. */
  trips: number;
  plantedTrips: number;
  /** The planted faults to try; all when omitted. */
  faults?: readonly string[];
  log: (line: string) => void;
}

/** Each planted fault must cause a violation, and the real meter must not. */
export async function proveMeter({
  roads,
  trips,
  plantedTrips,
  faults,
  log,
}: ProveMeterOptions): Promise<ProofReport> {
  const maps: MeterMaps = {
    directions: async (start, dest, waypoints) => {
      const route = await roads.directions([start, ...waypoints, dest]);
      const legs = route.legs.map((leg) => ({ ...leg, free_flow_secs: leg.time_in_secs }));
      return { ...route, legs, free_flow_secs: route.time_in_secs };
    },
    matchTrace: (trace) => roads.matchTrace(trace),
  };
  const planted: PlantedFault[] = [];
  for (const { fault, meter } of plantedFaults(realMeter)) {
    if (faults !== undefined && !faults.includes(fault)) continue;
    const caught = await isCaught(roads, maps, meter, plantedTrips);
    planted.push({ fault, caught });
    log(`${caught ? 'caught' : 'missed'}: ${fault}`);
  }
  log('measuring honest traces');
  const honest = await judgeHonest(roads, maps, realMeter, trips);
  log('measuring sparse traces');
  const sparse = await judgeSparse(roads, maps, realMeter, trips);
  log('measuring dishonest traces');
  const dishonest = await judgeAllDishonest(roads, maps, realMeter, { trips });
  return {
    tried: honest.tried + sparse.tried + dishonest.tried,
    violations: [...honest.violations, ...sparse.violations, ...dishonest.violations],
    planted,
    more: {
      honestTrips: honest.tried,
      honestKinds: Object.keys(honestTraces).length,
      dishonestKinds: Object.keys(dishonestTraces).length,
      medianError: round(quantile(honest.errors, 0.5)),
      p95Error: round(quantile(honest.errors, 0.95)),
      honest: honest.figures,
      sparse: sparse.figures,
      dishonest: dishonest.figures,
    },
  };
}
