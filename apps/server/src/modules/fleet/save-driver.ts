// What is done to drivers for those who manage them: vehicle, car type and fleet, off duty, a fleet dissolved.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Tx, violatesForeignKey } from '../../kit/index.ts';
import { peopleTopics } from '../identity/index.ts';
import { type DriverChanges, type DriverRecord, driversRepository } from './drivers.repository.ts';

export type DriverPatch = DriverChanges;

export interface SaveDriverDeps {
  carType: (id: string) => Promise<object | null>;
  userOf: (uid: string) => Promise<{ usertype: string; approved: boolean } | null>;
}

const unknown = (path: keyof DriverPatch, message: string): DomainError =>
  new DomainError('invalid_input', undefined, [{ path, message }]);

const noSuchCarType = () => unknown('carType', 'No such car type');

/** Throws `driver_busy` when the car type changes on a trip, `invalid_input` for what does not exist. */
export function createSaveDriver({ carType, userOf }: SaveDriverDeps) {
  return async (tx: Tx, uid: string, patch: DriverPatch): Promise<DriverRecord> => {
    if (patch.carType && !(await carType(patch.carType))) throw noSuchCarType();
    if (patch.fleetadmin && (await userOf(patch.fleetadmin))?.usertype !== 'fleetadmin')
      throw unknown('fleetadmin', 'No such fleet admin');
    const drivers = driversRepository(tx);
    const before = await drivers.hold(uid);
    const isOther = patch.carType !== undefined && patch.carType !== before.carType;
    if (isOther && before.queue) throw new DomainError('driver_busy');
    const after = await drivers.change(uid, patch).catch((error: unknown) => {
      // Deleted after it was looked for.
      throw violatesForeignKey(error, 'drivers_car_type_fkey') ? noSuchCarType() : error;
    });
    await tellMe(tx, uid);
    return after;
  };
}

const tellMe = (tx: Tx, uid: string): Promise<void> =>
  appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });

/** For somebody who may drive no longer; a trip under way goes on. Nothing happens to others than drivers. */
export async function takeOffDuty(tx: Tx, uid: string): Promise<void> {
  if (!(await driversRepository(tx).takeOffDuty(uid))) return;
  await appendEvent(tx, {
    name: 'driver.duty_changed',
    topics: [],
    data: { uid, driverActiveStatus: false },
  });
  await tellMe(tx, uid);
}

/** The fleet admin whose driver is deleted; before the driver's record forgets whose it was. */
export async function tellFleetOfDeletion(tx: Tx, uid: string): Promise<void> {
  const fleetadmin = (await driversRepository(tx).find(uid))?.fleetadmin ?? null;
  if (fleetadmin === null) return;
  const topics = [peopleTopics.fleet(fleetadmin)];
  await appendEvent(tx, { name: 'user.deleted', topics, data: { uid, usertype: 'driver' } });
}

/** The drivers of a fleet admin belong to nobody from now on; answers who they were. */
export async function dissolveFleet(tx: Tx, fleetadmin: string): Promise<string[]> {
  const drivers = await driversRepository(tx).dissolveFleet(fleetadmin);
  for (const uid of drivers) await tellMe(tx, uid);
  return drivers;
}
