// A driver goes on or off duty: on only with valid documents, a car and hours left, off only when not on a trip.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type Clock, type WithTx } from '../../kit/index.ts';
import { type DriverRecord, driversRepository } from './drivers.repository.ts';
import type { DutyLimits } from './duty-limits.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import type { DutyElsewhere, SharedVehicles } from './fleet.ports.ts';

export interface SetDutyDeps {
  withTx: WithTx;
  clock: Clock;
  isApproved: (uid: string) => Promise<boolean>;
  /** Whether the hours on duty allow it, and until when. */
  admit: DutyLimits['admit'];
  vehicles: SharedVehicles;
  mobileOf: (uid: string) => Promise<string | null>;
  elsewhere: DutyElsewhere;
}

const hasNoCar = ({ carType, vehicleNumber }: DriverRecord): boolean =>
  carType === null && vehicleNumber === '';

/**
 * Throws `require_approval` for a driver not approved going on duty, `documents_expired` for one whose documents
 * have run out, `no_vehicle` for one without a car who shares vehicles and has none of them, `duty_limit`, `break_needed` or
 * `outside_shift` for one whose hours do not allow it, `driver_busy` for one on a trip going off, or on a trip in
 * another city going on. Who goes on duty goes off duty in every other city: after the commit, so that of two cities at the
 * same time both end the other's duty, and neither is left beside the other.
 */
export function createSetDuty(deps: SetDutyDeps) {
  const { withTx, clock, isApproved, vehicles, admit, mobileOf, elsewhere } = deps;

  return async function setDuty(actor: Actor, driverActiveStatus: boolean): Promise<void> {
    if (driverActiveStatus && !(await isApproved(actor.uid))) throw new DomainError('require_approval');
    const mobile = driverActiveStatus ? await mobileOf(actor.uid) : null;
    if (mobile !== null && (await elsewhere.isOnTrip(mobile))) throw new DomainError('driver_busy');
    await withTx(async (tx) => {
      const drivers = driversRepository(tx);
      // Locked: a vehicle that is returned at the same moment ends the duty that begins here, or is seen here.
      const driver = driverActiveStatus ? await drivers.lock(actor.uid) : null;
      if (hasRunOut(driver?.documentsValidUntil ?? null, clock.now()))
        throw new DomainError('documents_expired');
      if (driver !== null && hasNoCar(driver) && (await vehicles.isSharedWith(actor.uid)))
        throw new DomainError('no_vehicle');
      const until = driver && (await admit(tx, driver));
      if (!(await drivers.setDuty(actor.uid, driverActiveStatus, until))) {
        throw new DomainError((await drivers.find(actor.uid)) ? 'driver_busy' : 'not_found');
      }
      const periods = dutyPeriodsRepository(tx);
      if (driverActiveStatus) await periods.see([{ driver: actor.uid, seenAt: clock.now() }]);
      else await periods.end(actor.uid, clock.now());
      const data = { uid: actor.uid, driverActiveStatus };
      await appendEvent(tx, { name: 'driver.duty_changed', topics: [], data });
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${actor.uid}`], data: {} });
    });
    if (mobile !== null) await elsewhere.endDuty(mobile);
  };
}
