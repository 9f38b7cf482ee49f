// "Upload buffered positions": adds positions from a phone that was offline to the trail and marks the stops visited.
import type { PositionInput } from '@kerb/contract';
import type { ActiveTrips } from './active-trips.ts';
import type { BookingForTracking } from './tracking.deps.ts';
import type { TripProgress } from './trip-progress.ts';

export interface ReceiveUploadedDeps {
  booking: Pick<BookingForTracking, 'addUploadedPositions'>;
  trips: ActiveTrips;
  progress: Pick<TripProgress, 'markVisited'>;
}

export type ReceiveUploaded = (
  driver: string,
  booking: string,
  positions: readonly PositionInput[],
) => Promise<{ kept: number; rejected: number }>;

/** Does not move the car on the map, because uploaded positions are older than the shown one. Throws `not_found`. */
export function createReceiveUploaded({ booking, trips, progress }: ReceiveUploadedDeps): ReceiveUploaded {
  return async function receiveUploaded(driver, id, positions) {
    const { added, stored, rejected } = await booking.addUploadedPositions(
      driver,
      id,
      positions.map(({ lat, lng, at, accuracy }) => ({
        lat,
        lng,
        at,
        ...(accuracy == null ? {} : { accuracy }),
      })),
    );
    const trip = await trips.of(driver);
    if (trip?.booking === id) for (const position of added) await progress.markVisited(trip, position);
    return { kept: stored, rejected };
  };
}
