// Property test: after random sequences of actions by riders, drivers and admins and of time, each driver has at most
// one trip and one follow-on trip, each booking at most one driver, and every booking ends.
import { routes } from '@kerb/contract';
import { type BookingStatus, occupiesDriver } from '@kerb/domain/booking';
import type { LatLng } from '@kerb/domain/geo';
import { type DispatchPolicy, dispatchPolicy } from '@kerb/domain/settings';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { PARQUE, PLAZA } from '../booking/testing/booking-environment.ts';
import { createDispatchCity, type DispatchCity } from './testing/dispatch-city.ts';

let city: DispatchCity;
beforeAll(async () => {
  city = await createDispatchCity({ silentDriverSeconds: 120 });
});
afterAll(() => city.close());

const DRIVERS = 3;
const RIDERS = 2;
/**
 * Maximum number of steps of two minutes: enough for a search of ten minutes, a second search of a returned booking,
 * and a trip.
 */
const MAX_STEPS = 24;

const actions = [
  'book',
  'book',
  'accept',
  'accept',
  'accept',
  'drive',
  'drive',
  'drive',
  'decline',
  'cancel',
  'stop',
  'give back',
  'vanish',
  'appear',
  'policy',
  'restart',
] as const;
interface Action {
  what: (typeof actions)[number];
  /** Index of the driver or the rider. */
  who: number;
  /** Index of the booking or the offer, counted from the newest. */
  which: number;
}
interface Moment {
  /** Actions that run concurrently. */
  actions: Action[];
  /** Time in ms that passes afterwards. */
  passMs: number;
}
const action: fc.Arbitrary<Action> = fc.record({
  what: fc.constantFrom(...actions),
  who: fc.nat({ max: DRIVERS - 1 }),
  which: fc.constantFrom(0, 0, 1, 2),
});
const moments: fc.Arbitrary<Moment[]> = fc.array(
  fc.record({
    actions: fc.array(action, { minLength: 1, maxLength: 4 }),
    passMs: fc.constantFrom(0, 1_000, 1_000, 31_000, 31_000, 61_000, 130_000, -60_000),
  }),
  { minLength: 4, maxLength: 14 },
);

const one = (what: Action['what'], more: Partial<Action> = {}, passMs = 1_000): Moment => ({
  actions: [{ what, who: 0, which: 0, ...more }],
  passMs,
});
/** The only driver whose phone is online accepts a second booking during a trip, and then drives to it. */
const followOn: Moment[] = [
  one('book'),
  one('accept'),
  one('vanish', { who: 1 }),
  one('vanish', { who: 2 }),
  one('drive'),
  one('drive', {}, 130_000),
  one('book', { which: 1 }),
  one('accept'),
  one('drive'),
  one('drive'),
  one('drive'),
];

interface Run {
  drivers: Actor[];
  riders: Actor[];
  /** Newest first. */
  bookings: string[];
  /** uids of the drivers whose phone is online. */
  visible: Set<string>;
}

async function setUp(policy: DispatchPolicy): Promise<Run> {
  await city.clear();
  Object.assign(city.settings, { dispatchPolicy: policy });
  const drivers = await city.environment.addDrivers(DRIVERS);
  const riders: Actor[] = [];
  for (let nth = 0; nth < RIDERS; nth += 1) riders.push(await city.environment.addRider());
  return { drivers, riders, bookings: [], visible: new Set(drivers.map(({ uid }) => uid)) };
}

const call = async (
  actor: Actor | undefined,
  route: (typeof routes)[keyof typeof routes],
  id: string | null,
  body?: object,
) => city.environment.call(actor ?? null, route, id, body);

/** Books a trip from one of the two squares to the other. */
async function book({ riders, bookings }: Run, who: number, which: number): Promise<{ status: number }> {
  const { environment } = city;
  const rider = riders[who % RIDERS] ?? null;
  const [pickup, drop] = which === 1 ? [PARQUE, PLAZA] : [PLAZA, PARQUE];
  const journey = { pickup, drop };
  const body = { estimate: await environment.estimate(rider, journey), ...journey, waypoints: [] };
  const more = { carType: environment.carType.id, paymentPacket: { payment_mode: 'cash' } };
  const answer = await environment.call(rider, routes.createBooking, null, { ...body, ...more });
  const id = answer.body.booking_id;
  if (answer.status === 201 && typeof id === 'string') bookings.unshift(id);
  return answer;
}

const stepFrom: Partial<Record<BookingStatus, (typeof routes)[keyof typeof routes]>> = {
  ACCEPTED: routes.arriveBooking,
  ARRIVED: routes.startBooking,
  STARTED: routes.reachBooking,
  REACHED: routes.collectBooking,
};

/**
 * Takes the next step of the driver's trip, at the place where it has to be taken. After the start, a driver whose
 * phone is online is placed near the end.
 */
async function drive({ visible }: Run, driver: Actor | undefined): Promise<{ status: number }> {
  const trip = driver && (await city.environment.booking.activeTripOf(driver.uid));
  const route = trip && stepFrom[trip.status];
  if (!route) return { status: 404 };
  const stand = (place: LatLng) => {
    if (visible.has(driver.uid)) city.environment.stand(driver.uid, place);
  };
  const isOnTheWay = trip.status === 'ACCEPTED' || trip.status === 'ARRIVED';
  const { lat, lng } = isOnTheWay ? trip.pickup : trip.drop_point;
  stand({ lat, lng });
  const body = trip.status !== 'REACHED' ? { location: { lat, lng } } : {};
  const answer = await call(driver, route, trip.id, body);
  if (trip.status === 'ARRIVED') stand(trip.drop_point);
  return answer;
}

/** An offer of the driver; without one any booking, so that acceptances without an offer are tested too. */
async function offerTo({ bookings }: Run, driver: Actor | undefined, which: number): Promise<string> {
  const offers = driver ? await city.openOffers(driver.uid) : [];
  return offers[which % Math.max(1, offers.length)] ?? bookings[which] ?? bookings[0] ?? '';
}

async function act(run: Run, { what, who, which }: Action): Promise<{ status: number }> {
  const driver = run.drivers[who];
  const booking = run.bookings[which] ?? run.bookings[0];
  switch (what) {
    case 'book':
      return book(run, who, which);
    case 'drive':
      return drive(run, driver);
    case 'accept':
      return call(driver, routes.acceptBooking, await offerTo(run, driver, which), {});
    case 'decline':
      return call(driver, routes.declineBooking, await offerTo(run, driver, which), {});
    case 'cancel':
      for (const rider of booking ? run.riders : []) {
        const answer = await call(rider, routes.cancelBooking, booking ?? '', { reason: 'Because' });
        if (answer.status !== 404) return answer;
      }
      break;
    case 'stop': {
      const trip = driver && (await city.environment.booking.activeTripOf(driver.uid));
      if (trip) return call(driver, routes.cancelBooking, trip.id, { reason: 'The car broke down' });
      break;
    }
    case 'give back': {
      const next = await followOnOf(driver?.uid ?? '');
      if (next) return call(driver, routes.giveBackBooking, next);
      break;
    }
    case 'vanish':
      run.visible.delete(driver?.uid ?? '');
      city.environment.fleet.live.remove(driver?.uid ?? '');
      break;
    case 'appear':
      if (driver) run.visible.add(driver.uid);
      break;
    case 'policy':
      await city.changeSettings({ dispatchPolicy: dispatchPolicy.options[which] ?? 'broadcast' });
      break;
    case 'restart':
      await city.restart();
  }
  return { status: 200 };
}

interface Trip {
  id: string;
  status: BookingStatus;
  driver: string | null;
  follows: string | null;
}

const tripsOf = async ({ bookings }: Run): Promise<Trip[]> =>
  (
    await city.environment.database.pool.query<Trip>(
      'select id, status, driver, follows from bookings where id = any($1)',
      [bookings],
    )
  ).rows;

const followOnOf = async (driver: string): Promise<string | undefined> =>
  (
    await city.environment.database.pool.query<{ id: string }>(
      'select id from bookings where driver = $1 and follows is not null',
      [driver],
    )
  ).rows[0]?.id;

const isOver = (status: BookingStatus): boolean => ['CANCELLED', 'PAID', 'COMPLETE'].includes(status);

/** Checks the invariants; returns the number of follow-on trips. */
async function check(run: Run): Promise<number> {
  const trips = await tripsOf(run);
  const followOns = trips.filter(({ follows }) => follows !== null);
  for (const { uid } of run.drivers) {
    const current = trips.filter(
      ({ driver, status, follows }) => driver === uid && occupiesDriver(status) && follows === null,
    );
    expect(current.length).toBeLessThanOrEqual(1);
    // A driver is busy exactly while they have a current trip.
    expect(await city.environment.queueOf(uid)).toBe(current.length === 1);
    const next = followOns.filter(({ driver }) => driver === uid);
    expect(next.map(({ follows }) => follows)).toEqual(next.slice(0, 1).map(() => current[0]?.id));
    expect((await city.openOffers(uid)).length).toBeLessThanOrEqual(3);
  }
  const { rows } = await city.environment.database.pool.query<{
    id: string;
    open: number;
    drivers: string[];
  }>(
    `select booking as id, count(*) filter (where outcome is null)::int as open,
       array_agg(driver) filter (where outcome = 'accepted') as drivers
     from booking_requests where booking = any($1) group by booking`,
    [run.bookings],
  );
  for (const { id, open, drivers } of rows) {
    const trip = trips.find((found) => found.id === id);
    if (trip?.status !== 'NEW') expect(open).toBe(0);
    if (trip?.status !== 'CANCELLED') expect(drivers ?? []).toEqual(trip?.driver ? [trip.driver] : []);
    expect((drivers ?? []).length).toBeLessThanOrEqual(1);
  }
  return followOns.length;
}

/** Lets time pass without answers to offers, and drives the trips under way to their end. */
async function untilAllEnd(run: Run): Promise<Trip[]> {
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const trips = await tripsOf(run);
    if (trips.every(({ status }) => isOver(status))) break;
    for (const driver of run.drivers) {
      const trip = await city.environment.booking.activeTripOf(driver.uid);
      // A driver whose phone went offline before the pickup does not come back.
      if (trip && (trip.status !== 'ACCEPTED' || run.visible.has(driver.uid))) await drive(run, driver);
    }
    city.environment.pass(121_000);
    await city.settle();
    await check(run);
  }
  return tripsOf(run);
}

it('assigns a driver at most one trip and one follow-on trip, a booking one driver; all bookings end', async () => {
  let followOns = 0;
  await fc.assert(
    fc.asyncProperty(moments, fc.constantFrom(...dispatchPolicy.options), async (sequence, policy) => {
      const run = await setUp(policy);
      for (const { actions: together, passMs } of sequence) {
        for (const { uid } of run.drivers)
          if (run.visible.has(uid) && !city.environment.fleet.live.get(uid))
            city.environment.stand(uid, PLAZA);
        const answers = await Promise.all(together.map((each) => act(run, each)));
        expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
        city.environment.pass(passMs);
        for (const { uid } of run.drivers) {
          const place = city.environment.fleet.live.get(uid);
          if (run.visible.has(uid) && place) city.environment.stand(uid, place);
        }
        await city.settle();
        followOns += await check(run);
      }
      const ended = await untilAllEnd(run);
      expect(ended.filter(({ status }) => !isOver(status))).toEqual([]);
      expect(city.warnings.filter((warning) => !warning.includes('sends no position'))).toEqual([]);
    }),
    { numRuns: 15, endOnFailure: true, examples: [[followOn, 'nearest']] },
  );
  expect(followOns).toBeGreaterThan(0);
}, 120_000);
