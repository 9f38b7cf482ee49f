// Determines the driver's position at a step: the reported location if plausible, otherwise the last known position.
import { type LatLng, OUTDATED_AFTER_MS, placeAt, type SeenPlace } from '@kerb/domain/geo';
import type { Queries } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../store/booking.tables.ts';
import { trailRepository } from '../store/trail.repository.ts';

type Sight = Pick<BookingDeps, 'fleet'>;

/**
 * Reads the driver's newest position, whichever server received it, into this server's memory. The steps below use only
 * that memory, because they hold row locks.
 */
export async function readDriverPlace({ fleet }: Sight, driver: string): Promise<void> {
  await fleet.positions.of(driver);
}

function seenLive({ fleet }: Sight, driver: string): SeenPlace[] {
  const live = fleet.live.get(driver);
  return live ? [{ lat: live.lat, lng: live.lng, at: live.seenAt }] : [];
}

/**
 * The driver's position outside of a trip: the reported location if plausible, otherwise the last known position;
 * undefined when unknown.
 */
export function currentPlace(
  sight: Sight,
  driver: string,
  reported: LatLng | undefined,
  now: number,
): LatLng | undefined {
  return placeAt(reported, seenLive(sight, driver), now);
}

/**
 * The driver's position at a step. A reported location that is too far away is rejected, because the trip would be
 * charged for the distance. It is compared with the trail, the live position and the earlier steps around the time of
 * the step, which may be long ago, because an offline phone reports its steps later. Without any of these, it is
 * compared with the pickup. Undefined without a report and any known position.
 *
 * A phone that was in the background reports no location, and its last position may be from another part of the city.
 * The step is then assumed at `expected`, under the same check as a reported location.
 */
export async function placeOfStep(
  sight: Sight,
  db: Queries,
  booking: Pick<BookingRecord, 'id' | 'driver' | 'pickup' | 'driver_accept_time'>,
  { location, at, expected }: { location: LatLng | undefined; at: number; expected?: LatLng },
): Promise<LatLng | undefined> {
  const trails = trailRepository(db);
  const trail = await trails.around(booking.id, at, at);
  const seen = [...trail, ...(booking.driver ? seenLive(sight, booking.driver) : [])];
  const isOutdated = seen.length > 0 && seen.every((one) => Math.abs(at - one.at) > OUTDATED_AFTER_MS);
  const place = location ?? (isOutdated ? expected : undefined);
  if (place === undefined) return placeAt(undefined, seen, at);
  const reported = (await trails.timeline(booking.id)).filter((entry) => entry.at <= at);
  const known = [...reported, ...seen];
  const last = known.length > 0 ? known : [{ ...booking.pickup, at: booking.driver_accept_time ?? 0 }];
  return placeAt(place, last, at);
}

/**
 * Where the car was last seen on a started trip, and when (ms since the epoch): in the trail, in the timeline or live;
 * the pickup at the start without any position.
 */
export async function lastPlaceOfTrip(
  sight: Sight,
  db: Queries,
  booking: Pick<BookingRecord, 'id' | 'driver' | 'pickup'>,
  startedAt: number,
): Promise<{ place: LatLng; at: number }> {
  const trails = trailRepository(db);
  const live = booking.driver ? seenLive(sight, booking.driver) : [];
  const seen = [
    ...(await trails.timeline(booking.id)),
    ...(await trails.trail(booking.id, startedAt)),
    ...live,
  ];
  const start: SeenPlace = { ...booking.pickup, at: startedAt };
  const { lat, lng, at } = seen.reduce((last, one) => (one.at >= last.at ? one : last), start);
  return { place: { lat, lng }, at };
}
