// Test environment of recurring bookings: the booking environment with this module, and simulated failures.
import {
  type RecurringBooking,
  type RecurringBookingRequest,
  type RouteAnswer,
  routes,
} from '@kerb/contract';
import type { Settings } from '@kerb/domain/settings';
import type { Actor } from '../../../kit/index.ts';
import type { BookingApi } from '../../booking/index.ts';
import { createBookingEnvironment, PARQUE, PLAZA } from '../../booking/testing/booking-environment.ts';
import { createRecurringBookingsModule } from '../index.ts';
import { MAKE_BOOKINGS_JOB } from '../make-bookings.ts';
import type { RecurringBookingsDeps } from '../recurring-bookings.deps.ts';

type Module = ReturnType<typeof createRecurringBookingsModule>;

/** The next days of a recurring booking, as "2026-03-03 booked". */
export const daysOf = ({ nextDays }: RecurringBooking) =>
  nextDays.map(({ day, status }) => `${day} ${status}`);

export function firstDay({ nextDays }: RecurringBooking): RecurringBooking['nextDays'][number] {
  const [first] = nextDays;
  if (!first) throw new Error('It has no days');
  return first;
}

/** The trips, in UTC, that are booked immediately for weekdays at 8:30. */
export const THIS_WEEK = [
  '2026-03-03T11:30',
  '2026-03-04T11:30',
  '2026-03-05T11:30',
  '2026-03-06T11:30',
  '2026-03-09T11:30',
];

export async function createRecurringEnvironment(change: Partial<Settings> = {}) {
  const parts: { module: Module | null; beforeBooking: () => Promise<void>; logged: string[] } = {
    module: null,
    beforeBooking: async () => undefined,
    logged: [],
  };
  /** Calls a hook between the quote of a day and its booking. */
  const interruptible = (booking: BookingApi): RecurringBookingsDeps['booking'] => ({
    estimateFor: booking.estimateFor,
    cancelWithin: booking.cancelWithin,
    findEach: booking.findEach,
    async bookForAdmins(...given) {
      await parts.beforeBooking();
      return booking.bookForAdmins(...given);
    },
  });
  const base = await createBookingEnvironment(change, {
    renameChoices: async (...given) => parts.module?.api.renameChoices(...given),
    more: (lower) => {
      parts.module = createRecurringBookingsModule({
        ...lower,
        booking: interruptible(lower.booking),
        logger: { error: (_, message) => parts.logged.push(message) },
      });
      return [parts.module];
    },
  });
  const admin = await base.addAdmin();
  /** Monday, 9:00 in Montevideo. */
  const start = base.now();

  const environment = {
    ...base,
    admin,
    schedules: parts.module?.schedules ?? {},
    logged: parts.logged,

    /** Resets the clock, the map, the settings and the failures to their initial values. */
    reset(): void {
      base.pass(start - base.now());
      base.breakMap(false);
      base.set({ AllowCriticalEditsAdmin: true, appcat: 'taxi', timezone: 'America/Montevideo' });
      parts.beforeBooking = async () => undefined;
    },

    /** Sets a hook that runs before every booking of a day. */
    beforeBooking: (run: () => Promise<void>) => {
      parts.beforeBooking = run;
    },

    /** Runs the hourly job once. */
    async runJob(): Promise<void> {
      await parts.module?.jobs?.[MAKE_BOOKINGS_JOB]?.({});
    },

    erase: (uid: string) => base.withTx(async (tx) => parts.module?.api.erasePerson(tx, uid)),
    exportOf: async (uid: string) => parts.module?.api.exportOf(uid),

    /** A request for weekdays at 8:30 from today on. */
    request: (rider: string, other: Partial<RecurringBookingRequest> = {}): RecurringBookingRequest => ({
      rider,
      pickup: PLAZA,
      drop: PARQUE,
      carType: base.carType.id,
      payment_mode: 'cash',
      weekdays: [1, 2, 3, 4, 5],
      timeOfDay: '08:30',
      firstDay: '2026-03-02',
      ...other,
    }),

    add: (actor: Actor | null, body: unknown, headers: Record<string, string> = {}) =>
      base.call<RecurringBooking>(actor, routes.addRecurringBooking, null, body, '', headers),

    async added(rider: string, other: Partial<RecurringBookingRequest> = {}): Promise<RecurringBooking> {
      const answer = await environment.add(admin, environment.request(rider, other));
      if (answer.status !== 201) throw new Error(JSON.stringify(answer.body));
      return answer.body;
    },

    skip: (id: string, day: string, skip = true) =>
      base.call<RecurringBooking>(admin, routes.skipRecurringDay, id, { day, skip }),

    stop: (id: string, cancelBooked: boolean) =>
      base.call<RouteAnswer<(typeof routes)['stopRecurringBooking']>>(
        admin,
        routes.stopRecurringBooking,
        id,
        {
          cancelBooked,
        },
      ),

    async list(query = '') {
      type Page = RouteAnswer<(typeof routes)['listRecurringBookings']>;
      return (await base.call<Page>(admin, routes.listRecurringBookings, null, undefined, query)).body;
    },

    /** The recurring booking as the list presents it. */
    async shown({ id, rider }: { id: string; rider: string }): Promise<RecurringBooking> {
      const found = (await environment.list(`?rider=${rider}`)).items.find((one) => one.id === id);
      if (!found) throw new Error(`${id} is not listed`);
      return found;
    },

    /** Start times, in UTC and in order, of the rider's bookings that are not cancelled. */
    async tripsOf(rider: string): Promise<string[]> {
      const { rows } = await base.database.pool.query<{ tripdate: number }>(
        "select tripdate from bookings where customer = $1 and status <> 'CANCELLED' order by tripdate",
        [rider],
      );
      return rows.map(({ tripdate }) => new Date(tripdate).toISOString().slice(0, 16));
    },

    /** Approves a user or withdraws the approval. */
    approve: (uid: string, approved: boolean) =>
      base.database.pool.query('update users set approved = $2, review = $3 where uid = $1', [
        uid,
        approved,
        approved ? 'approved' : 'disabled',
      ]),
  };
  return environment;
}
