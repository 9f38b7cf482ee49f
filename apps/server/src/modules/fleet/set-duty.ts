// A driver goes on or off duty; off only when not on a trip.
import { DomainError } from '@kerb/domain/kernel';
import { type Actor, appendEvent, type WithTx } from '../../kit/index.ts';
import { driversRepository } from './drivers.repository.ts';

export interface SetDutyDeps {
  withTx: WithTx;
  isApproved: (uid: string) => Promise<boolean>;
}

/** Throws `require_approval` for a driver not approved going on duty, `driver_busy` for one on a trip going off. */
export function createSetDuty({ withTx, isApproved }: SetDutyDeps) {
  return async (actor: Actor, driverActiveStatus: boolean): Promise<void> => {
    if (driverActiveStatus && !(await isApproved(actor.uid))) throw new DomainError('require_approval');
    await withTx(async (tx) => {
      const drivers = driversRepository(tx);
      if (!(await drivers.setDuty(actor.uid, driverActiveStatus))) {
        throw new DomainError((await drivers.find(actor.uid)) ? 'driver_busy' : 'not_found');
      }
      const data = { uid: actor.uid, driverActiveStatus };
      await appendEvent(tx, { name: 'driver.duty_changed', topics: [], data });
      await appendEvent(tx, { name: 'me.changed', topics: [`user:${actor.uid}`], data: {} });
    });
  };
}
