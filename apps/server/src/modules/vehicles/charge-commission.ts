// Charges the commission of a trip driven in a shared vehicle once the trip is paid, and the difference when the
// driver's share changes, for example by an approved fare review. A refund does not change the driver's share.
import { earningStatuses } from '@kerb/domain/booking';
import { commissionLeft } from '@kerb/domain/fleet';
import type { Tx } from '../../kit/index.ts';
import { handoversRepository } from './handovers.repository.ts';
import type { VehiclesDeps } from './vehicles.deps.ts';
import type { HandoverRow } from './vehicles.tables.ts';

type Deps = Pick<VehiclesDeps, 'db' | 'withTx' | 'clock' | 'ids' | 'identity' | 'wallet' | 'booking'>;

export function createChargeCommission({
  db,
  withTx,
  clock,
  ids,
  identity,
  wallet,
  booking: bookings,
}: Deps) {
  /** Locks the user, so that the answer holds until the transaction ends. */
  async function isFleetAdmin(tx: Tx, uid: string): Promise<boolean> {
    if (!(await identity.lockExisting(tx, uid))) return false;
    return (await identity.usersOf([uid])).get(uid)?.usertype === 'fleetadmin';
  }

  async function charge(tx: Tx, { id: handover, fleetadmin }: HandoverRow, booking: string): Promise<void> {
    // The user is locked before the handover, as when the role or the account ends.
    if (fleetadmin !== null && !(await isFleetAdmin(tx, fleetadmin))) return;
    const handovers = handoversRepository(tx);
    // The second of two deliveries of an event waits for this lock and then finds nothing left to charge.
    const taken = await handovers.lock(handover);
    const paid = await bookings.find(booking);
    if (taken === null || taken.commission_percent === null || paid === null) return;
    const before = await handovers.chargedOf(booking);
    const amount = commissionLeft(paid.driver_share, taken.commission_percent, before.amount);
    if (amount === 0) return;
    const id = ids.next();
    const { vehicle, driver } = taken;
    const isNew = await handovers.charge({
      id,
      handover,
      kind: 'commission',
      vehicle,
      driver,
      fleetadmin,
      day: null,
      booking,
      driver_share: paid.driver_share,
      part: before.parts + 1,
      amount,
      at: clock.now(),
    });
    if (isNew)
      await wallet.chargeForVehicle(tx, { id, kind: 'commission', booking, driver, fleetadmin, amount });
  }

  /**
   * Idempotent. Does nothing for a trip in the driver's own car, under another plan, of a former fleet admin, or that
   * is not paid.
   */
  return async function chargeCommission(id: string): Promise<void> {
    const booking = await bookings.find(id);
    if (booking === null || booking.driver === null) return;
    if (!earningStatuses.some((status) => status === booking.status)) return;
    // From then to the end of the trip the driver is busy, so the vehicle cannot be taken or returned meanwhile. Before
    // they set out for a later booking accepted ahead, it can.
    const busySince = booking.set_out_at ?? booking.driver_accept_time;
    if (busySince === null) return;
    const taken = await handoversRepository(db).at(booking.driver, busySince);
    if (taken?.plan === 'commission') await withTx((tx) => charge(tx, taken, id));
  };
}
