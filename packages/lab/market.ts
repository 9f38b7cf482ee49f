// Provides the market as a server would know it: recent requests and drivers of the simulated city.
import type { Market } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE, MS_PER_SECOND } from '@kerb/domain/kernel';
import type { LabDeps } from './lab-run.ts';
import { driversSeen } from './world.ts';

/** The rate of requests is measured over this time, ... */
const RECENT_MS = 20 * MS_PER_MINUTE;
/** ... or over the time since the demand began, but at least over this time. */
const MIN_MS = 5 * MS_PER_MINUTE;

export function createReadMarket({ queue, world, travel, settings, trace }: LabDeps) {
  const { bookings, cars } = world;
  let first = 0;

  return function readMarket(): Market {
    const now = queue.now();
    const since = now - RECENT_MS;
    while (first < bookings.length && (bookings[first]?.request.at ?? now) < since) first += 1;
    let end = first;
    while (end < bookings.length && (bookings[end]?.request.at ?? now) <= now) end += 1;
    const { finishWithinSecs } = settings.batch;
    const free = driversSeen(cars, {
      now,
      travel,
      maxOpenOffers: Number.POSITIVE_INFINITY,
      finishWithinSecs,
    });
    return {
      recentPickups: bookings.slice(first, end).map(({ request }) => request.pickup),
      recentSecs: Math.max(MIN_MS, now - Math.max(since, trace.from)) / MS_PER_SECOND,
      freeDrivers: free.flatMap(({ state }) => state.location ?? []),
      driversOnDuty: cars.filter(({ state }) => state !== 'absent' && state !== 'gone').length,
    };
  };
}
