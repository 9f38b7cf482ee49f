// Lists the recurring bookings of a rider by page, each with its next days.
import type { RecurringBooking } from '@kerb/contract';
import { DomainError } from '@kerb/domain/kernel';
import { dayAt } from '@kerb/domain/recurring-bookings';
import type { Actor } from '../../kit/index.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { recurringBookingsPolicy } from './recurring-bookings.policy.ts';
import { presentRecurringBooking } from './recurring-bookings.presenter.ts';
import { recurringBookingsRepository } from './recurring-bookings.repository.ts';
import type { RecurringBookingRow } from './recurring-bookings.tables.ts';

type Deps = Pick<RecurringBookingsDeps, 'db' | 'clock' | 'settings' | 'identity' | 'carTypes' | 'booking'>;

export function createViewRecurring({ db, clock, settings, identity, carTypes, booking }: Deps) {
  async function presentRows(rows: readonly RecurringBookingRow[]): Promise<RecurringBooking[]> {
    const now = clock.now();
    const { timezone } = await settings.get();
    const today = dayAt(now, timezone);
    const ids = rows.map(({ id }) => id);
    const days = await recurringBookingsRepository(db).daysOf(ids, today);
    const people = rows
      .flatMap((row) => [row.rider, row.created_by, row.stopped_by])
      .filter((uid) => uid !== null);
    const [users, types, bookings] = await Promise.all([
      identity.usersOf([...new Set(people)]),
      carTypes.carTypes(),
      booking.findEach(days.flatMap((day) => day.booking ?? [])),
    ]);
    const byId = new Map(bookings.map((one) => [one.id, one]));
    const around = { now, today, timezone, users, types, bookings: byId };
    return rows.map((row) =>
      presentRecurringBooking(row, {
        ...around,
        days: days.filter(({ recurring_booking }) => recurring_booking === row.id),
      }),
    );
  }

  return {
    presentRows,
    /** Throws `not_found` for null: the rider's account was deleted meanwhile. */
    async one(row: RecurringBookingRow | null): Promise<RecurringBooking> {
      const [presented] = row === null ? [] : await presentRows([row]);
      if (presented === undefined) throw new DomainError('not_found');
      return presented;
    },
  };
}

interface ListQuery {
  rider?: string | undefined;
  active?: boolean | undefined;
  limit: number;
  cursor?: string | undefined;
}

export function createListRecurringBookings(deps: Deps) {
  const { db, clock, settings } = deps;
  const view = createViewRecurring(deps);
  return async function listRecurringBookings(
    actor: Actor,
    { rider, active, limit, cursor }: ListQuery,
  ): Promise<{ items: RecurringBooking[]; nextCursor: string | null }> {
    recurringBookingsPolicy.list(actor);
    const { timezone } = await settings.get();
    const today = dayAt(clock.now(), timezone);
    const rows = await recurringBookingsRepository(db).page({
      rider,
      active: active === undefined ? undefined : { is: active, today },
      after: cursor,
      limit: limit + 1,
    });
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      items: await view.presentRows(page),
      nextCursor: last !== undefined && rows.length > page.length ? last.id : null,
    };
  };
}
