// Use case: a driver goes on duty, which requires valid documents, a car and remaining hours, or off duty, outside of
// trips.
import { hasRunOut } from '@kerb/domain/fleet';
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type Clock, type WithTx } from '../../kit/index.ts';
import { type DriverRecord, driversRepository } from './drivers.repository.ts';
import type { DutyLimits } from './duty-limits.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';
import type { DutyInOtherCities, SharedVehicles } from './fleet.ports.ts';
import type { ReportingDevices } from './reporting-devices.ts';

export interface SetDutyDeps {
  withTx: WithTx;
  clock: Clock;
  isApproved: (uid: string) => Promise<boolean>;
  /** Checks the limits of the hours on duty; returns until when the driver may stay on duty. */
  admit: DutyLimits['admit'];
  vehicles: SharedVehicles;
  mobileOf: (uid: string) => Promise<string | null>;
  elsewhere: DutyInOtherCities;
  reportingDevices: Pick<ReportingDevices, 'use'>;
}

const hasNoCar = ({ carType }: DriverRecord): boolean => carType === null;

/**
 * To go on duty, throws `require_approval` for a driver who is not approved, `documents_expired`, `no_vehicle` for a
 * driver of shared vehicles without one, `duty_limit`, `break_needed`, `outside_shift`, and `driver_busy` for a driver
 * on a trip in another city. To go off duty, throws `driver_busy` on a trip. A driver who goes on duty is taken off
 * duty in all other cities. That happens after the commit, so that concurrent calls in two cities end each other's duty
 * and never leave the driver on duty in both.
 */
export function createSetDuty(deps: SetDutyDeps) {
  const { withTx, clock, isApproved, vehicles, admit, mobileOf, elsewhere, reportingDevices } = deps;

  return async function setDuty(actor: Actor, driverActiveStatus: boolean): Promise<void> {
    if (driverActiveStatus && !(await isApproved(actor.uid))) throw new DomainError('require_approval');
    const mobile = driverActiveStatus ? await mobileOf(actor.uid) : null;
    if (mobile !== null && (await elsewhere.isOnTrip(mobile))) throw new DomainError('driver_busy');
    await withTx(async (tx) => {
      const drivers = driversRepository(tx);
      // The row lock serialises this with the return of a shared vehicle: the return ends this duty, or is already
      // visible here.
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
      if (driverActiveStatus) {
        await periods.recordSeen([{ driver: actor.uid, seenAt: clock.now() }]);
        await reportingDevices.use(tx, actor);
      } else {
        await periods.end([actor.uid], clock.now());
      }
      const data = { uid: actor.uid, driverActiveStatus };
      await appendEvent(tx, { name: 'driver.duty_changed', topics: [], data });
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${actor.uid}`], data: {} });
    });
    if (mobile !== null) await elsewhere.endDuty(mobile);
  };
}
