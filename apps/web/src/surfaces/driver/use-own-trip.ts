// React hooks that return the driver's trips from the list of bookings: the current one, and those that wait. While a
// reload has failed they return the trips of the last list.
import type { BookingSummary } from '@kerb/contract';
import { driverWaits, occupiesDriver } from '@kerb/domain/booking';
import { useMemo } from 'react';
import { useKerbSelector } from '../../lib/store.ts';
import { useAuth } from '../../lib/use-auth.ts';

/** Null without a current trip, and until the list has loaded. */
export function useOwnTrip(): BookingSummary | null {
  const { user } = useAuth();
  return useKerbSelector(
    ({ bookinglistdata }) =>
      bookinglistdata.lastActive.find(
        (one) => one.driver === user?.id && occupiesDriver(one.status) && !driverWaits(one),
      ) ?? null,
  );
}

const pickupAt = ({ followOn, tripdate }: BookingSummary): number => followOn?.pickupAt ?? tripdate;

/** The trips for which the driver has not set out, by their pickup time: a follow-on trip, and later ones. */
export function useWaitingTrips(): readonly BookingSummary[] {
  const { user } = useAuth();
  const active = useKerbSelector(({ bookinglistdata }) => bookinglistdata.lastActive);
  return useMemo(
    () =>
      active
        .filter((one) => one.driver === user?.id && occupiesDriver(one.status) && driverWaits(one))
        .toSorted((one, other) => pickupAt(one) - pickupAt(other)),
    [active, user?.id],
  );
}
