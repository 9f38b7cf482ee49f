// An admin makes or changes a driver's vehicle, car type and fleet.
import { DomainError } from '@kerb/domain/kernel';
import { appendEvent, type Tx } from '../../kit/index.ts';
import { type DriverChanges, type DriverRecord, driversRepository } from './drivers.repository.ts';

export type DriverPatch = DriverChanges;

export interface SaveDriverDeps {
  carType: (id: string) => Promise<object | null>;
  userOf: (uid: string) => Promise<{ usertype: string; approved: boolean } | null>;
}

const unknown = (path: keyof DriverPatch, message: string): DomainError =>
  new DomainError('invalid_input', undefined, [{ path, message }]);

/** Throws `driver_busy` when the car type changes on a trip, `invalid_input` for what does not exist. */
export function createSaveDriver({ carType, userOf }: SaveDriverDeps) {
  return async (tx: Tx, uid: string, patch: DriverPatch): Promise<DriverRecord> => {
    if (patch.carType && !(await carType(patch.carType))) throw unknown('carType', 'No such car type');
    if (patch.fleetadmin && (await userOf(patch.fleetadmin))?.usertype !== 'fleetadmin')
      throw unknown('fleetadmin', 'No such fleet admin');
    const drivers = driversRepository(tx);
    const before = await drivers.hold(uid);
    const isOther = patch.carType !== undefined && patch.carType !== before.carType;
    if (isOther && before.queue) throw new DomainError('driver_busy');
    const after = await drivers.change(uid, patch);
    await appendEvent(tx, { name: 'me.changed', topics: [`user:${uid}`], data: {} });
    return after;
  };
}
