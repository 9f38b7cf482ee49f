// Returns the address of a booking for a role: the operator's booking page, the driver's trip screen or the rider's.
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
