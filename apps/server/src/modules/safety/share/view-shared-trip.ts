// Returns the data of a shared trip for anyone with the link: the car, the driver's first name, the position and the
// arrival time.
import type { SharedTrip } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { endOfTrip, shareExpiresAt, showsPosition } from '@kerb/domain/safety';
import type { SafetyDeps } from '../safety.deps.ts';
import type { SafetyBooking } from '../safety.policy.ts';
import { shareRepository } from './share.repository.ts';
import { hashOfToken } from './share-token.ts';

export function createViewSharedTrip(deps: SafetyDeps) {
  const { db, clock, identity, fleet, booking } = deps;
  const links = shareRepository(db);

  async function currentPositionOf(trip: SafetyBooking): Promise<Pick<SharedTrip, 'position' | 'eta'>> {
    const car = trip.driver !== null && showsPosition(trip) ? await fleet.positions.of(trip.driver) : null;
    if (car === null) return { position: null, eta: null };
    const { lat, lng, at, heading } = car;
    const route = await deps.remainingRoute(trip.id);
    return {
      position: { lat, lng, at, heading },
      eta: route && { to: route.to, time_in_secs: route.time_in_secs },
    };
  }

  /**
   * Throws `not_found` for an unknown token, and `link_expired` for a link that has ended or was made by a driver who
   * lost the booking.
   */
  return async function viewSharedTrip(token: string): Promise<SharedTrip> {
    const link = await links.find(hashOfToken(token));
    const trip = link && (await booking.find(link.booking));
    if (!link || !trip) throw new DomainError('not_found');
    const expiresAt = shareExpiresAt(link.made_at, trip);
    const isByParty = link.shared_by === trip.customer || link.shared_by === trip.driver;
    if (!isByParty || link.ended_at !== null || clock.now() >= expiresAt)
      throw new DomainError('link_expired');
    const driver = trip.driver === null ? null : await identity.userOf(trip.driver);
    return {
      status: trip.status,
      tripdate: trip.tripdate,
      bookLater: trip.book_later,
      driver_name: driver?.firstName ?? null,
      vehicle_number: trip.vehicle_number,
      vehicle_description: trip.vehicle_description,
      carType: trip.car_type,
      carTypeName: trip.car_type_name,
      carImage: trip.car_image,
      ...(await currentPositionOf(trip)),
      endedAt: endOfTrip(trip),
      expiresAt,
    };
  };
}
