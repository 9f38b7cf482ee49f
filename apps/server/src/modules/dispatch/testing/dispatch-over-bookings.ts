// Builds the dependencies of dispatch over real bookings and drivers; by default with a map without travel times.
import type { Settings } from '@kerb/domain/settings';
import { v7 } from 'uuid';
import type { BookingEnvironment } from '../../booking/testing/booking-environment.ts';
import type { DispatchModuleDeps } from '../dispatch.deps.ts';

/** Replacer for JSON.stringify, which writes an Error as an empty object. */
const withReasonOfErrors = (_key: string, value: unknown): unknown =>
  value instanceof Error ? String(value) : value;

/** `onWarning` is called with each warning that dispatch logs. */
export function dispatchOverBookings(
  { database, withTx, booking, fleet, wallet, now }: BookingEnvironment,
  settings: Settings,
  onWarning: (message: string) => void,
  arrivalTimes: DispatchModuleDeps['maps']['arrivalTimes'] = async () => [],
): DispatchModuleDeps {
  return {
    db: database.queries,
    withTx,
    clock: { now },
    ids: { next: () => v7() },
    logger: {
      warn: (details, message) => onWarning(`${message}: ${JSON.stringify(details, withReasonOfErrors)}`),
    },
    settings: { get: async () => settings },
    maps: {
      matrix: async () => [],
      reverse: async () => 'Rambla 12, Pocitos, Montevideo',
      arrivalTimes,
    },
    fleet,
    identity: { usersOf: async () => new Map() },
    wallet,
    booking,
  };
}
