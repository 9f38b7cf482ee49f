// React hook that returns the driver's current or follow-on trip from the list of bookings.
import type { BookingSummary } from '@kerb/contract';
import { occupiesDriver } from '@kerb/domain/booking';
import { useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';

/** Null without such a trip, and until the list has loaded. */
export function useOwnTrip(which: 'current' | 'next'): BookingSummary | null {
  const { user } = useAuth();
  return useKerbSelector(
    ({ bookinglistdata }) =>
      bookinglistdata.active.find(
        ({ driver, status, followOn }) =>
          driver === user?.id && occupiesDriver(status) && (followOn === null) === (which === 'current'),
      ) ?? null,
  );
}
