// The erasure and the export of one rider's recurring bookings.
import type { Tx } from '../../kit/index.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { presentEntered } from './recurring-bookings.presenter.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';

export interface RecurringBookingsApi {
  /** For the deletion of an account: they are stopped, and their places and instructions removed. */
  erasePerson(tx: Tx, uid: string): Promise<void>;
  /** For the export of a person's data. */
  exportOf(uid: string): Promise<readonly Record<string, unknown>[]>;
}

export function createRecurringBookingsApi({
  db,
  clock,
}: Pick<RecurringBookingsDeps, 'db' | 'clock'>): RecurringBookingsApi {
  return {
    erasePerson: (tx, uid) => recurringBookingsRepository(tx).erase(uid, clock.now()),
    async exportOf(uid) {
      const rows = await recurringBookingsRepository(db).allOf(uid);
      return rows.map(presentEntered);
    },
  };
}
