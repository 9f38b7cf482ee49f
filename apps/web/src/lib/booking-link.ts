// Where a booking in a list leads: to the operator's page of it, the driver's trip, or the rider's.
import type { BookingSummary } from '@kerb/contract';
import type { Usertype } from '@kerb/domain/identity';
import { paths } from './paths.ts';

export function bookingLink({ id }: Pick<BookingSummary, 'id'>, viewer: Usertype): string {
  switch (viewer) {
    case 'admin':
    case 'fleetadmin':
      return paths.booking(id);
    case 'driver':
      return paths.driverTrip(id);
    case 'rider':
      return paths.trip(id);
  }
}
