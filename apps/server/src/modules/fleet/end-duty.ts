// Takes a driver off duty on behalf of the server: updates the driver and the period and publishes the events in one
// transaction.
import { appendEvent, type Tx } from '../../kit/index.ts';
import { driversRepository } from './drivers.repository.ts';
import { dutyPeriodsRepository } from './duty-periods.repository.ts';

/** Does not interrupt a trip under way. Does nothing for a driver off duty and for other users. */
export async function endDuty(tx: Tx, uid: string, now: number): Promise<void> {
  if (!(await driversRepository(tx).takeOffDuty(uid))) return;
  await dutyPeriodsRepository(tx).end([uid], now);
  await appendEvent(tx, {
    name: 'driver.duty_changed',
    topics: [],
    data: { uid, driverActiveStatus: false },
  });
  await publishDriverChanged(tx, uid);
}

export const publishDriverChanged = (tx: Tx, uid: string): Promise<void> =>
  appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });

/** Publishes that the driver's car has another type, so that offers for the former type are closed. */
export const publishCarTypeChanged = (tx: Tx, uid: string): Promise<void> =>
  appendEvent(tx, { name: 'driver.car_type_changed', topics: [], data: { uid } });
