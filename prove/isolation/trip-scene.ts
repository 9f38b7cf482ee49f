// Scene of bookings that are offered to several drivers: concurrent acceptances, rejections, cancellations, arrivals,
// changes of duty and reads.

import { insertRow } from '../../apps/server/src/testing/insert-row.ts';
import type { Caller } from '../../apps/server/src/testing/send-to.ts';
import { insertBooking } from '../lib/insert-booking.ts';
import { bodyOf, type Call, createScene, type Round, replaced, type SceneTools } from './scene.ts';

const BOOKINGS = 3;
const DRIVERS = 3;
const HOUR_MS = 3_600_000;
const location = { lat: -34.9058, lng: -56.1913 };

interface Booking {
  readonly status: string;
  /** Stays set when the booking is cancelled. */
  readonly driver: number | null;
  /** The drivers with an open offer. */
  readonly offers: readonly number[];
}

interface Driver {
  readonly isOnDuty: boolean;
  readonly isBusy: boolean;
}

interface Trips {
  readonly bookings: readonly Booking[];
  readonly drivers: readonly Driver[];
}

interface Parts {
  readonly ids: readonly string[];
  readonly riders: readonly Caller[];
  readonly drivers: readonly Caller[];
  readonly admin: Caller;
}

type At = { readonly booking: number; readonly driver: number };

const occupying = ['ACCEPTED', 'ARRIVED'];

function partsOf<T>(list: readonly T[], index: number): T {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no ${index}`);
  return item;
}

const withBooking = (state: Trips, index: number, change: Partial<Booking>): Trips => ({
  ...state,
  bookings: replaced(state.bookings, index, { ...partsOf(state.bookings, index), ...change }),
});

const withDriver = (state: Trips, index: number, change: Partial<Driver>): Trips => ({
  ...state,
  drivers: replaced(state.drivers, index, { ...partsOf(state.drivers, index), ...change }),
});

function cancelled(state: Trips, index: number): Trips {
  const { status, driver } = partsOf(state.bookings, index);
  const next = withBooking(state, index, { status: 'CANCELLED', offers: [] });
  return driver !== null && occupying.includes(status) ? withDriver(next, driver, { isBusy: false }) : next;
}

/** The possible rejections of an acceptance; any of them is a valid response. */
function refusalsOf({ bookings, drivers }: Trips, { booking, driver }: At): string[] {
  const { status, driver: other, offers } = partsOf(bookings, booking);
  const { isOnDuty, isBusy } = partsOf(drivers, driver);
  return [
    ...(other === null ? [] : ['booking_taken']),
    ...(status !== 'NEW' || !offers.includes(driver) ? ['transition_not_allowed'] : []),
    ...(isOnDuty ? [] : ['driver_not_eligible']),
    ...(isBusy ? ['driver_busy'] : []),
  ];
}

const accept = ({ ids, drivers }: Parts, at: At): Call<Trips> => ({
  name: `driver ${at.driver} accepts ${at.booking}`,
  route: 'acceptBooking',
  by: partsOf(drivers, at.driver),
  input: () => ({ params: { id: partsOf(ids, at.booking) }, body: { location } }),
  after(state, { status, code }) {
    const { status: now, driver } = partsOf(state.bookings, at.booking);
    const isTheirs = now === 'ACCEPTED' && driver === at.driver;
    if (status === 200 && isTheirs) return state;
    const refusals = refusalsOf(state, at);
    if (status !== 200) return refusals.includes(code) && !isTheirs ? state : null;
    if (refusals.length > 0) return null;
    const taken = { status: 'ACCEPTED', driver: at.driver, offers: [] };
    return withDriver(withBooking(state, at.booking, taken), at.driver, { isBusy: true });
  },
});

const decline = ({ ids, drivers }: Parts, at: At): Call<Trips> => ({
  name: `driver ${at.driver} declines ${at.booking}`,
  route: 'declineBooking',
  by: partsOf(drivers, at.driver),
  input: () => ({ params: { id: partsOf(ids, at.booking) }, body: {} }),
  after(state, { status, code }) {
    const { status: now, offers } = partsOf(state.bookings, at.booking);
    const isOpen = now === 'NEW' && offers.includes(at.driver);
    if (code === 'not_found') return isOpen ? null : state;
    if (status >= 300 || !isOpen) return null;
    const others = offers.filter((driver) => driver !== at.driver);
    return others.length > 0
      ? withBooking(state, at.booking, { offers: others })
      : cancelled(state, at.booking);
  },
});

const setDuty = ({ drivers }: Parts, driver: number, isOnDuty: boolean): Call<Trips> => ({
  name: `driver ${driver} goes ${isOnDuty ? 'on' : 'off'} duty`,
  route: 'setDuty',
  by: partsOf(drivers, driver),
  input: () => ({ body: { driverActiveStatus: isOnDuty } }),
  after(state, { status, code }) {
    const { isBusy } = partsOf(state.drivers, driver);
    if (code === 'driver_busy') return isBusy && !isOnDuty ? state : null;
    if (status !== 200 || (isBusy && !isOnDuty)) return null;
    return withDriver(state, driver, { isOnDuty });
  },
});

const cancelByRider = ({ ids, riders }: Parts, booking: number): Call<Trips> => ({
  name: `the rider cancels ${booking}`,
  route: 'cancelBooking',
  by: partsOf(riders, booking),
  input: () => ({ params: { id: partsOf(ids, booking) }, body: { reason: 'Proof' } }),
  after(state, { status, code }) {
    const isCancelled = partsOf(state.bookings, booking).status === 'CANCELLED';
    if (code === 'transition_not_allowed') return isCancelled ? state : null;
    return status === 200 && !isCancelled ? cancelled(state, booking) : null;
  },
});

/** A step by the driver of the booking. */
const byDriver = (
  { ids, drivers }: Parts,
  at: At,
  step: { name: string; route: 'cancelBooking' | 'arriveBooking'; from: readonly string[]; body: object },
  next: (state: Trips) => Trips,
): Call<Trips> => ({
  name: `driver ${at.driver} ${step.name} ${at.booking}`,
  route: step.route,
  by: partsOf(drivers, at.driver),
  input: () => ({ params: { id: partsOf(ids, at.booking) }, body: step.body }),
  after(state, { status, code }) {
    const { status: now, driver } = partsOf(state.bookings, at.booking);
    const isTheirs = driver === at.driver;
    if (code === 'not_found') return isTheirs ? null : state;
    if (code === 'transition_not_allowed') return isTheirs && !step.from.includes(now) ? state : null;
    return status === 200 && isTheirs && step.from.includes(now) ? next(state) : null;
  },
});

const cancelByDriver = (parts: Parts, at: At): Call<Trips> =>
  byDriver(
    parts,
    at,
    { name: 'cancels', route: 'cancelBooking', from: occupying, body: { reason: 'Proof' } },
    (state) => cancelled(state, at.booking),
  );

const arrive = (parts: Parts, at: At): Call<Trips> =>
  byDriver(
    parts,
    at,
    { name: 'arrives at', route: 'arriveBooking', from: ['ACCEPTED'], body: { location } },
    (state) => withBooking(state, at.booking, { status: 'ARRIVED' }),
  );

const readBooking = ({ ids, admin, drivers }: Parts, booking: number): Call<Trips> => ({
  name: `an admin reads ${booking}`,
  route: 'getBooking',
  by: admin,
  input: () => ({ params: { id: partsOf(ids, booking) } }),
  after(state, answer) {
    if (answer.status !== 200) return null;
    const { status, driver } = bodyOf(answer);
    const expected = partsOf(state.bookings, booking);
    const uid = expected.driver === null ? null : partsOf(drivers, expected.driver).uid;
    return status === expected.status && driver === uid ? state : null;
  },
});

interface Me {
  readonly driver: { readonly driverActiveStatus: boolean; readonly queue: boolean };
}

const readDriver = ({ drivers }: Parts, driver: number): Call<Trips> => ({
  name: `driver ${driver} reads their record`,
  route: 'getMe',
  by: partsOf(drivers, driver),
  input: () => ({}),
  after(state, answer) {
    if (answer.status !== 200) return null;
    const { driver: own }: Me = JSON.parse(answer.text);
    const { isOnDuty, isBusy } = partsOf(state.drivers, driver);
    return own.driverActiveStatus === isOnDuty && own.queue === isBusy ? state : null;
  },
});

/** Most often an acceptance followed by the driver's next steps. */
function randomClient(random: () => number, parts: Parts): Call<Trips>[] {
  const at: At = { booking: Math.floor(random() * BOOKINGS), driver: Math.floor(random() * DRIVERS) };
  const off = setDuty(parts, at.driver, false);
  const on = setDuty(parts, at.driver, true);
  const accepted = accept(parts, at);
  const clients: readonly (readonly [share: number, calls: Call<Trips>[]])[] = [
    [0.08, [cancelByRider(parts, at.booking)]],
    [0.1, [readBooking(parts, at.booking), readDriver(parts, at.driver)]],
    [0.06, [off, on]],
    [0.12, [readDriver(parts, at.driver), off, on]],
    [0.1, [on, on]],
    [0.06, [decline(parts, at)]],
    [0.1, [accepted, cancelByDriver(parts, at)]],
    [0.1, [accepted, arrive(parts, at)]],
    [0.12, [accepted, off]],
    [0.16, [accepted]],
  ];
  let left = random();
  const chosen = clients.find(([share]) => {
    left -= share;
    return left < 0;
  });
  return chosen?.[1] ?? [accepted];
}

interface TripRow {
  readonly id: string;
  readonly status: string;
  readonly driver: string | null;
  readonly offers: readonly string[];
}

async function readTrips({ pool }: SceneTools, { ids, drivers }: Parts): Promise<Trips> {
  const uids = drivers.map(({ uid }) => uid);
  const { rows } = await pool.query<TripRow>(
    `select id, status, driver, coalesce((select jsonb_agg(r.driver) from booking_requests r
       where r.booking = b.id and r.outcome is null), '[]') as offers
     from bookings b where id = any($1) order by array_position($1, id)`,
    [ids],
  );
  const { rows: states } = await pool.query<Driver>(
    `select driver_active_status as "isOnDuty", queue as "isBusy" from drivers where uid = any($1)
     order by array_position($1, uid)`,
    [uids],
  );
  return {
    bookings: rows.map(({ status, driver, offers }) => ({
      status,
      driver: driver === null ? null : uids.indexOf(driver),
      offers: offers.map((uid) => uids.indexOf(uid)).sort(),
    })),
    drivers: states.map(({ isOnDuty, isBusy }) => ({ isOnDuty, isBusy })),
  };
}

function brokenTrips({ bookings, drivers }: Trips): string[] {
  const trips = (index: number) =>
    bookings.filter(({ driver, status }) => driver === index && occupying.includes(status)).length;
  return [
    ...drivers.flatMap(({ isOnDuty, isBusy }, index) => [
      ...(trips(index) > 1 ? [`a driver is on ${trips(index)} trips`] : []),
      ...(isBusy !== trips(index) > 0
        ? [`a driver with ${trips(index)} trips is ${isBusy ? 'busy' : 'free'}`]
        : []),
      ...(isBusy && !isOnDuty ? ['a driver on a trip is off duty'] : []),
    ]),
    ...bookings.flatMap(({ status, offers }) =>
      status !== 'NEW' && offers.length > 0 ? [`a booking is ${status} with an open offer`] : [],
    ),
  ];
}

export const tripScene = createScene<Trips>('drivers and bookings', async (tools) => {
  const { environment, pool } = tools;
  const { carType } = environment;
  const admin = await environment.person('admin');
  const riders: Caller[] = [];
  while (riders.length < BOOKINGS) riders.push(await environment.person('rider'));
  const drivers: Caller[] = [];
  while (drivers.length < DRIVERS) drivers.push(await environment.person('driver'));
  const uids = drivers.map(({ uid }) => uid);

  return async (random, count): Promise<Round<Trips>> => {
    await pool.query('update drivers set queue = false, driver_active_status = true where uid = any($1)', [
      uids,
    ]);
    const ids: string[] = [];
    for (const { uid: customer } of riders) {
      const booking = await insertBooking(pool, { status: 'NEW', carType, customer, driver: '' });
      const times = { requested_at: Date.now(), expires_at: Date.now() + HOUR_MS };
      for (const driver of uids) await insertRow(pool, 'booking_requests', { booking, driver, ...times });
      ids.push(booking);
    }
    const parts: Parts = { ids, riders, drivers, admin };
    return {
      initial: await readTrips(tools, parts),
      clients: Array.from({ length: count }, () => randomClient(random, parts)),
      final: () => readTrips(tools, parts),
      broken: async () => brokenTrips(await readTrips(tools, parts)),
      async end() {
        await pool.query(
          "update bookings set status = 'CANCELLED', cancelled_by = 'admin', reason = 'Proof' where id = any($1)",
          [ids],
        );
      },
    };
  };
});
