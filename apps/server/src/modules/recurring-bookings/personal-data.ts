// Functions of recurring bookings for other modules: stops, erases and exports those of one rider, and renames the choices
// of a car type.
import type { Tx } from '../../kit/index.ts';
import type { CarTypeRecurringBookings } from '../car-types/index.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { publishRecurringChanged } from './recurring-bookings.events.ts';
import { presentExported } from './recurring-bookings.presenter.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';

export interface RecurringBookingsApi extends CarTypeRecurringBookings {
  /** Stops the recurring bookings of a user who is no longer a rider. */
  stopOf(tx: Tx, rider: string, by: string): Promise<void>;
  /** For the deletion of an account: stops the rider's recurring bookings and removes their places and instructions. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** For the rider's data export. */
  exportOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

export function createRecurringBookingsApi({
  db,
  clock,
}: Pick<RecurringBookingsDeps, 'db' | 'clock'>): RecurringBookingsApi {
  return {
    async stopOf(tx, rider, by) {
      const stopped = await recurringBookingsRepository(tx).stopOf(rider, clock.now(), by);
      for (const id of stopped) await publishRecurringChanged(tx, id);
    },
    async renameChoices(tx, carType, renamed) {
      const recurring = recurringBookingsRepository(tx);
      for (const { list, ...names } of renamed)
        await recurring.renameChoice(carType, list === 'parcelTypes' ? 'parcel_type' : 'option', names);
    },
    erasePerson: (tx, uid) => recurringBookingsRepository(tx).erase(uid, clock.now()),
    async exportOf(uid) {
      const rows = await recurringBookingsRepository(db).allOf(uid);
      return rows.map(presentExported);
    },
  };
}
