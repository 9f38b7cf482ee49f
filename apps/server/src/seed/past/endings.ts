// Generates past bookings without a trip: no driver was found, or the rider, the driver or an admin cancelled.
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import type { PastBooking, PastDriver } from '../../modules/booking/index.ts';
import { SEARCH_TIMEOUT_MS } from '../../modules/dispatch/index.ts';
import { defaultCancelReasons } from '../../modules/settings/index.ts';
import type { Chance } from './chance.ts';
import { adminCancels, driverCancels, riderCancels } from './words.ts';

/**
 * How a booking ends: with a trip, or cancelled by the rider (before or while a driver was on the way), the driver or
 * an admin.
 */
type Ending = 'driven' | 'rider_early' | 'rider_late' | 'driver' | 'admin';

/** Share of unserved searches that are stored as bookings: most riders look at the price and leave. */
const UNSERVED_SHARE = 0.25;

const labelOf = (value: number): string =>
  defaultCancelReasons.find((reason) => reason.value === value)?.label ?? 'Another reason';

export function createEndings(chance: Chance, end: number) {
  const chooseEnding = (): Ending => {
    const drawn = chance.next();
    if (drawn < 0.035) return 'rider_early';
    if (drawn < 0.075) return 'rider_late';
    if (drawn < 0.09) return 'driver';
    return drawn < 0.096 ? 'admin' : 'driven';
  };

  /** Null for an unserved search that is not stored. */
  function unserved(facts: PastBooking, at: number): PastBooking | null {
    const endsAt = Math.max(at, facts.tripdate ?? 0) + SEARCH_TIMEOUT_MS + chance.whole(0, 4000);
    if (endsAt >= end || !chance.is(UNSERVED_SHARE)) return null;
    return { ...facts, cancelled: { at: endsAt, by: 'system', reason: NO_DRIVER_REASON } };
  }

  function cancelledBy(
    ending: Exclude<Ending, 'driven'>,
    facts: PastBooking,
    taken: PastDriver,
    dispatchedAt: number,
  ): PastBooking {
    const { acceptedAt, arrivedAt } = taken;
    const onTheWay = Math.floor(
      acceptedAt + ((arrivedAt ?? acceptedAt) - acceptedAt) * chance.between(0.2, 0.95),
    );
    const notArrived = { ...taken, arrivedAt: null };
    switch (ending) {
      case 'rider_early': {
        const reason = labelOf(chance.pick(riderCancels));
        const offers = facts.offers.map((one) =>
          one.outcome === 'accepted' ? { ...one, outcome: 'cancelled' as const } : one,
        );
        const at = Math.max(dispatchedAt + 2500, acceptedAt - 800);
        return { ...facts, offers, cancelled: { at, by: 'rider', reason } };
      }
      case 'rider_late': {
        const reason = labelOf(chance.pick(riderCancels));
        return { ...facts, taken: notArrived, cancelled: { at: onTheWay, by: 'rider', reason } };
      }
      case 'admin': {
        const reason = labelOf(chance.pick(adminCancels));
        return { ...facts, taken: notArrived, cancelled: { at: onTheWay, by: 'admin', reason } };
      }
      case 'driver': {
        const at = (arrivedAt ?? acceptedAt) + chance.whole(5, 9) * MS_PER_MINUTE;
        return {
          ...facts,
          taken,
          cancelled: { at, by: 'driver', reason: labelOf(chance.pick(driverCancels)) },
        };
      }
    }
  }

  return { chooseEnding, unserved, cancelledBy };
}
