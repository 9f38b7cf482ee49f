// Compares `batched` with the clairvoyant optimum on traces of at most 12 requests.
import {
  BOARDING_SECS,
  createTrace,
  defaultBehaviour,
  type LabSettings,
  runLab,
  scenarios,
  type Trace,
  type TraceDeps,
  waitSecs,
} from '@kerb/lab';
import { minTotalWait } from './clairvoyant.ts';
import type { Pair } from './intervals.ts';

/** The whole trace, and its first requests. */
export const smallSizes = [4, 8, 12];
const SMALL_REQUESTS = 12;
const DRIVERS = 4;
/** 12 trips of about 23 minutes with 4 drivers in this time are the load of the scenario `balanced`. */
const HOURS = 1.35;

/** No rider leaves, because the optimum serves all of them too. */
const PATIENCE = 1000;

/** Every driver accepts immediately, every rider waits, and travel times are those of the router. */
const ideal = {
  ...defaultBehaviour,
  declineNear: 0,
  declineFar: 0,
  overlook: 0,
  disappear: 0,
  answerTime: 0,
  patience: PATIENCE,
};

function smallTrace(deps: TraceDeps, seed: string, size: number): Trace {
  const scenario = { ...scenarios.balanced, drivers: DRIVERS, hours: HOURS };
  const trace = createTrace(deps, scenario, seed, { requests: SMALL_REQUESTS });
  const drivers = trace.drivers.map((driver) => ({ ...driver, until: Number.MAX_SAFE_INTEGER }));
  const requests = trace.requests.slice(0, size);
  return { ...trace, requests, drivers, traffic: { secondsOf: ({ routerSecs }) => routerSecs } };
}

function optimumOf({ requests, drivers, from }: Trace, travel: TraceDeps['travel']): number {
  const secs = (start: { lat: number; lng: number }, end: { lat: number; lng: number }): number =>
    travel.secondsTo(end, [start], 0)[0] ?? Number.POSITIVE_INFINITY;
  const fallback = { lat: 0, lng: 0 };
  return minTotalWait({
    requests: requests.map(({ at, pickup, drop }) => ({
      at: (at - from) / 1000,
      tripSecs: secs(pickup, drop) + BOARDING_SECS,
    })),
    drivers: drivers.length,
    fromStart: (driver, request) =>
      secs(drivers[driver]?.start ?? fallback, requests[request]?.pickup ?? fallback),
    between: (before, request) =>
      secs(requests[before]?.drop ?? fallback, requests[request]?.pickup ?? fallback),
  });
}

/**
 * Total waiting seconds under `batched`, and of the optimum; a rider without a driver counts with their maximum wait.
 */
export function compareWithOptimum(deps: TraceDeps, settings: LabSettings, seed: string, size: number): Pair {
  const trace = smallTrace(deps, seed, size);
  const everywhere = { ...settings, driverRadius: 1000 };
  const run = runLab({
    ...deps,
    trace,
    settings: everywhere,
    policy: 'batched',
    behaviour: ideal,
    isParked: true,
  });
  const waits = run.world.bookings.map((booking) => waitSecs(booking) ?? booking.patience.toPickup);
  return { ours: waits.reduce((sum, wait) => sum + wait, 0), limit: optimumOf(trace, deps.travel) };
}
