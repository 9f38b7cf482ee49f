// Begins a later booking that its driver accepted before its search: from then on it occupies them like any other trip.
import { isAcceptedAhead } from '@kerb/domain/booking';
import { hasRunOut } from '@kerb/domain/fleet';
import type { BookingDeps, Driver } from '../booking.deps.ts';
import { publishChanged, publishSetOut } from '../booking.events.ts';
import { giveBackLocked } from '../step/give-back.ts';
import { bookingRepository } from '../store/booking.repository.ts';
import { driverFields } from './accept-booking.ts';

/**
 * `over`: it does not wait for its time any more; `early`: its search would not have begun; `busy`: the driver is on
 * another trip; `off_duty`; `given_back`: the driver may not drive it, and dispatch searches for another one.
 */
export type BeginAhead = 'over' | 'early' | 'busy' | 'off_duty' | 'given_back' | 'begun';

/** Called by dispatch; idempotent. */
export function createBeginAhead({
  db,
  withTx,
  clock,
  identity,
  fleet,
}: Pick<BookingDeps, 'db' | 'withTx' | 'clock' | 'identity' | 'fleet'>) {
  /** Whether the driver's hours on duty are used up before this time; a break that is due before it does not count. */
  async function endsBefore({ uid, dutyUntil }: Driver, tripdate: number): Promise<boolean> {
    if (dutyUntil === null || dutyUntil >= tripdate) return false;
    // The stored end may be too early, because time without a connection does not count.
    const { until, rule } = await fleet.dutyState(uid);
    return rule === 'duty_limit' && until !== null && until < tripdate;
  }

  return async function beginAhead(id: string): Promise<BeginAhead> {
    const seen = await bookingRepository(db).find(id);
    const uid = seen?.driver ?? null;
    if (!seen || uid === null) return 'over';
    const [person, known] = await Promise.all([identity.userOf(uid), fleet.driverOf(uid)]);
    const isOutOfHours = known?.driverActiveStatus === true && (await endsBefore(known, seen.tripdate));
    return withTx(async (tx) => {
      const bookings = bookingRepository(tx);
      const isApproved = await identity.lockApproved(tx, uid);
      const booking = await bookings.lock(id);
      if (booking?.driver !== uid || !isAcceptedAhead(booking)) return 'over';
      const now = clock.now();
      if (now < booking.dispatch_at) return 'early';
      const driver = await fleet.lockDriver(tx, uid);
      const isOnDuty = driver.driverActiveStatus;
      // Off duty, the driver of a shared vehicle may not have taken it yet.
      const hasCar = driver.carType === booking.car_type || (!isOnDuty && driver.carType === null);
      const mayDrive =
        isApproved &&
        // Whether their vehicle is approved too.
        known?.approved === true &&
        hasCar &&
        !hasRunOut(driver.documentsValidUntil, now) &&
        !isOutOfHours;
      if (!person || !mayDrive) {
        await giveBackLocked({ clock, fleet }, tx, booking, 'late');
        return 'given_back';
      }
      if (await bookings.activeTripOf(uid)) return 'busy';
      if (!isOnDuty) return 'off_duty';
      await fleet.setQueue(tx, uid, true);
      // The car may have other plates than at the acceptance.
      const patch = { ...driverFields(person, driver), set_out_at: now };
      const begun = await bookings.changeFrom(id, 'ACCEPTED', patch);
      if (!begun) throw new Error(`booking ${id} changed under its lock`);
      await publishChanged(tx, begun);
      await publishSetOut(tx, id, { isAhead: true });
      return 'begun';
    });
  };
}
