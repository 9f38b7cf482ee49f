// Entry point of recurring bookings: trips that admins book for riders on weekdays, and the job that makes their
// bookings.
import { routes } from '@kerb/contract';
import { route, type ServerModule } from '../../kit/index.ts';
import { createAddRecurringBooking } from './add-recurring-booking.ts';
import { createMakeAllBookings, MAKE_BOOKINGS_JOB } from './make-bookings.ts';
import { createRecurringBookingsApi, type RecurringBookingsApi } from './personal-data.ts';
import type { RecurringBookingsDeps } from './recurring-bookings.deps.ts';
import { createSkipDay } from './skip-day.ts';
import { createStopRecurringBooking } from './stop-recurring-booking.ts';
import { createListRecurringBookings } from './view-recurring-bookings.ts';

export type { RecurringBookingsApi } from './personal-data.ts';

export function createRecurringBookingsModule(
  deps: RecurringBookingsDeps,
): ServerModule & { api: RecurringBookingsApi } {
  const add = createAddRecurringBooking(deps);
  const list = createListRecurringBookings(deps);
  const skip = createSkipDay(deps);
  const stop = createStopRecurringBooking(deps);
  return {
    api: createRecurringBookingsApi(deps),
    routes: [
      route(routes.addRecurringBooking, ({ actor, body }) => add(actor, body)),
      route(routes.listRecurringBookings, ({ actor, query }) => list(actor, query)),
      route(routes.skipRecurringDay, ({ actor, params, body }) => skip(actor, params.id, body)),
      route(routes.stopRecurringBooking, ({ actor, params, body }) => stop(actor, params.id, body)),
    ],
    jobs: { [MAKE_BOOKINGS_JOB]: createMakeAllBookings(deps) },
    schedules: { [MAKE_BOOKINGS_JOB]: '29 * * * *' },
  };
}
