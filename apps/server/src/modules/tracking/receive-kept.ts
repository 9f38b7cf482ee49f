// Positions that a phone kept while it had no network come in: into the trail, and for the stops the car has been at.
import type { PositionInput } from '@kerb/contract';
import type { ActiveTrips } from './active-trips.ts';
import type { BookingForTracking } from './tracking.deps.ts';
import type { TripProgress } from './trip-progress.ts';

export interface ReceiveKeptDeps {
  booking: Pick<BookingForTracking, 'keepPositions'>;
  trips: ActiveTrips;
  progress: Pick<TripProgress, 'visit'>;
}

export type ReceiveKept = (
  driver: string,
  booking: string,
  positions: readonly PositionInput[],
) => Promise<{ kept: number; rejected: number }>;

/** The car on the map stays where it is: what was kept is older than what is shown. Throws `not_found`. */
export function createReceiveKept({ booking, trips, progress }: ReceiveKeptDeps): ReceiveKept {
  return async (driver, id, positions) => {
    const { added, kept, rejected } = await booking.keepPositions(
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
    if (trip?.booking === id) for (const position of added) await progress.visit(trip, position);
    return { kept, rejected };
  };
}
