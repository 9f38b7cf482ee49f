// Where a driver stood when he acted: where he says, if he can have been there then, else where he was seen.
import { type LatLng, placeAt, type SeenPlace } from '@kerb/domain/geo';
import type { Queries } from '../../../kit/index.ts';
import type { BookingDeps } from '../booking.deps.ts';
import type { BookingRecord } from '../booking.tables.ts';
import { trailRepository } from './trail.repository.ts';

type Sight = Pick<BookingDeps, 'fleet'>;

function seenLive({ fleet }: Sight, driver: string): SeenPlace[] {
  const live = fleet.live.get(driver);
  return live ? [{ lat: live.lat, lng: live.lng, at: live.seenAt }] : [];
}

/** The place of a driver who has no trip yet; undefined when nothing is known. */
export function placeNow(
  sight: Sight,
  driver: string,
  said: LatLng | undefined,
  now: number,
): LatLng | undefined {
  return placeAt(said, seenLive(sight, driver), now);
}

/**
 * A place named from too far away is not believed, or a trip could be charged for the way there. It is held against
 * the trail around the time of the step, which may be long ago: a phone without a network tells its steps later.
 * Where the driver was never seen the steps before and at last the pickup stand in. Undefined when nothing was said
 * and nothing is known.
 */
export async function placeOfStep(
  sight: Sight,
  db: Queries,
  booking: Pick<BookingRecord, 'id' | 'driver' | 'pickup' | 'driver_accept_time'>,
  { location, at }: { location: LatLng | undefined; at: number },
): Promise<LatLng | undefined> {
  const trails = trailRepository(db);
  const trail = await trails.around(booking.id, at, at);
  const seen = [...trail, ...(booking.driver ? seenLive(sight, booking.driver) : [])];
  if (location === undefined) return placeAt(undefined, seen, at);
  const told = (await trails.timeline(booking.id)).filter((entry) => entry.at <= at);
  const known = [...told, ...seen];
  const last = known.length > 0 ? known : [{ ...booking.pickup, at: booking.driver_accept_time ?? 0 }];
  return placeAt(location, last, at);
}
