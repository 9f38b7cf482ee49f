// Where a driver stands when he acts: where he says, if he can have got there, else where he was last seen.
import { isWithinReach, type LatLng } from '@kerb/domain/geo';
import type { BookingDeps } from '../booking.deps.ts';

const placeOnly = ({ lat, lng }: LatLng): LatLng => ({ lat, lng });

/**
 * A place named from too far away is not believed, or a trip could be charged for the way there. A driver never
 * seen is held against `from`, where the trip is known to have been. Undefined when nothing is known.
 */
export function placeOfDriver(
  { fleet, clock }: Pick<BookingDeps, 'fleet' | 'clock'>,
  driver: string,
  said: LatLng | undefined,
  from?: LatLng & { at: number },
): LatLng | undefined {
  const live = fleet.live.get(driver);
  if (said === undefined) return live ? placeOnly(live) : undefined;
  const last = live ? { ...placeOnly(live), at: live.seenAt } : from;
  return placeOnly(last === undefined || isWithinReach(said, last, clock.now()) ? said : last);
}
