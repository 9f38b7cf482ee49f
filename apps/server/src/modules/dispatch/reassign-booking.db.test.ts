// Tests "Reassign": an admin takes an accepted booking from its driver; a concurrent second attempt is rejected.
import { type BookingView, routes } from '@kerb/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment } from '../booking/testing/booking-environment.ts';
import { createDispatchCity, type DispatchCity } from './testing/dispatch-city.ts';

let environment: BookingEnvironment;
let admin: Actor;
beforeAll(async () => {
  environment = await createBookingEnvironment({ autoDispatch: false });
  admin = await environment.addAdmin();
});
afterAll(() => environment.close());

const reassign = (id: string, from: string, to: string | null, as: Actor | null = admin) =>
  environment.call<BookingView>(as, routes.reassignBooking, id, { from, to });
const openDrivers = async (id: string) =>
  (await environment.booking.openOffers(id)).map(({ driver }) => driver);

describe('an accepted booking', () => {
  it('is offered to another driver, and its first driver is free and gets no new offer of it', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const next = await environment.addDriver();
    const { status, body } = await reassign(id, driver.uid, next.uid);
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'NEW', driver: null });
    expect(await openDrivers(id)).toEqual([next.uid]);
    expect(await environment.queueOf(driver.uid)).toBe(false);
    expect(await environment.booking.declinedBy(id)).toEqual([driver.uid]);
    expect((await environment.call(next, routes.acceptBooking, id, {})).status).toBe(200);
    expect(await environment.record(id)).toMatchObject({ status: 'ACCEPTED', driver: next.uid });
  });

  it('is offered to another driver after the arrival, and the next driver arrives again', async () => {
    const { id, driver } = await environment.trip('ARRIVED');
    const next = await environment.addDriver();
    expect((await reassign(id, driver.uid, next.uid)).body).toMatchObject({ status: 'NEW', driver: null });
    expect(await environment.queueOf(driver.uid)).toBe(false);
    expect((await environment.call(next, routes.acceptBooking, id, {})).status).toBe(200);
    expect(await environment.record(id)).toMatchObject({
      status: 'ACCEPTED',
      driver: next.uid,
      driver_arrive_time: null,
    });
    expect((await environment.call(next, routes.arriveBooking, id)).status).toBe(200);
  });

  it('returns to dispatch when no driver is named', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    expect((await reassign(id, driver.uid, null)).body).toMatchObject({ status: 'NEW' });
    expect(await openDrivers(id)).toEqual([]);
  });

  it('is reassigned by only one of two concurrent dispatchers', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const [first, second] = await environment.addDrivers(2);
    const other = await environment.addAdmin();
    const answers = await Promise.all([
      reassign(id, driver.uid, first?.uid ?? ''),
      reassign(id, driver.uid, second?.uid ?? '', other),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await openDrivers(id)).toHaveLength(1);
  });

  it('stays with its driver when the dispatcher’s request names an outdated one', async () => {
    const { id, driver } = await environment.trip('ACCEPTED');
    const next = await environment.addDriver();
    expect((await reassign(id, next.uid, null)).code).toBe('already_assigned');
    expect(await environment.record(id)).toMatchObject({ status: 'ACCEPTED', driver: driver.uid });
  });

  it('stays with its driver when the other driver is not eligible', async () => {
    const { id, driver, rider } = await environment.trip('ACCEPTED');
    for (const to of [driver.uid, rider.uid])
      expect((await reassign(id, driver.uid, to)).code).toBe('driver_not_eligible');
    expect(await environment.record(id)).toMatchObject({ status: 'ACCEPTED', driver: driver.uid });
  });
});

it.each(['NEW', 'STARTED', 'PAID'] as const)('a booking that is %s is not reassigned', async (status) => {
  const { id, driver } = await environment.trip(status);
  expect((await reassign(id, driver.uid, null)).code).toBe('transition_not_allowed');
});

it('only an admin reassigns', async () => {
  const { id, driver, rider } = await environment.trip('ACCEPTED');
  for (const person of [rider, driver])
    expect((await reassign(id, driver.uid, null, person)).code).toBe('forbidden');
  expect((await reassign(id, driver.uid, null, null)).code).toBe('not_logged_in');
});

describe('two dispatchers who assign a driver', () => {
  const assign = (id: string, driver: string, unlessOffered: boolean, as = admin) =>
    environment.call(as, routes.assignBooking, id, { driver, unlessOffered });

  it('get an error while another offer is open, and can override it', async () => {
    const [first, second] = await environment.addDrivers(2);
    const id = await environment.book(await environment.addRider());
    expect((await assign(id, first?.uid ?? '', true)).status).toBe(200);
    expect((await assign(id, first?.uid ?? '', true)).status).toBe(200);
    expect((await assign(id, second?.uid ?? '', true)).code).toBe('already_assigned');
    expect(await openDrivers(id)).toEqual([first?.uid]);
    expect((await assign(id, second?.uid ?? '', false)).status).toBe(200);
    expect((await openDrivers(id)).sort()).toEqual([first?.uid, second?.uid].sort());
  });

  it('can assign another driver after the first has declined', async () => {
    const [first, second, third] = await environment.addDrivers(3);
    const id = await environment.book(await environment.addRider());
    await assign(id, first?.uid ?? '', false);
    await assign(id, second?.uid ?? '', false);
    if (first) await environment.call(first, routes.declineBooking, id, {});
    expect((await assign(id, third?.uid ?? '', true)).code).toBe('already_assigned');
    // The only open offer is the second driver's; it is extended.
    expect((await assign(id, second?.uid ?? '', true)).status).toBe(200);
  });
});

describe('with automatic dispatch, the driver whom an admin names', () => {
  let city: DispatchCity;
  let dispatcher: Actor;
  beforeAll(async () => {
    city = await createDispatchCity({ dispatchPolicy: 'broadcast', offerSeconds: 30 });
    dispatcher = await city.environment.addAdmin();
  });
  afterAll(() => city.close());
  beforeEach(() => city.clear());

  const offersOf = async (id: string) => {
    const { rows } = await city.environment.database.pool.query<{
      driver: string;
      expires_at: number;
      by_hand: boolean;
      offered_by: string | null;
    }>(
      `select driver, expires_at, by_hand, offered_by from booking_requests where booking = $1 and outcome is null`,
      [id],
    );
    return rows;
  };
  const timesOffered = async (id: string, driver: string) => {
    const { rows } = await city.environment.database.pool.query(
      `select from outbox_events where name = 'task.offered' and data ->> 'booking_id' = $1 and $2 = any(topics)`,
      [id, `tasks:${driver}`],
    );
    return rows.length;
  };
  async function runThreeTimes(): Promise<void> {
    for (let run = 0; run < 3; run += 1) {
      await city.settle();
      city.environment.pass(1_000);
    }
  }
  /** An accepted trip reassigned to a driver; another driver is free nearby. */
  async function reassigned() {
    const { id, driver } = await city.environment.trip('ACCEPTED');
    const [named, other] = await city.environment.addDrivers(2);
    if (!named || !other) throw new Error('no drivers were added');
    const body = { from: driver.uid, to: named.uid };
    expect((await city.environment.call(dispatcher, routes.reassignBooking, id, body)).status).toBe(200);
    return { id, named, other };
  }

  it('is the only one asked until the offer ends, once', async () => {
    const { id, named, other } = await reassigned();
    const [first] = await offersOf(id);
    await runThreeTimes();
    expect(await offersOf(id)).toEqual([first]);
    expect(first).toMatchObject({ driver: named.uid, by_hand: true, offered_by: dispatcher.uid });
    expect(await timesOffered(id, named.uid)).toBe(1);
    expect(await timesOffered(id, other.uid)).toBe(0);
  });

  it('is asked like any other driver once that offer has ended', async () => {
    const { id, named, other } = await reassigned();
    city.environment.pass(30_000);
    await runThreeTimes();
    const offers = await offersOf(id);
    expect(offers.map(({ driver }) => driver).sort()).toEqual([named.uid, other.uid].sort());
    for (const offer of offers) expect(offer).toMatchObject({ by_hand: false, offered_by: null });
    expect(await timesOffered(id, named.uid)).toBe(2);
  });

  it('is the only one asked for a new booking', async () => {
    const { environment } = city;
    const [named] = await environment.addDrivers(2);
    const rider = await environment.addRider();
    const driver = named?.uid ?? '';
    const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid }, driver };
    const id = await environment.book(dispatcher, forRider);
    await runThreeTimes();
    expect((await offersOf(id)).map((offer) => offer.driver)).toEqual([driver]);
    expect(await timesOffered(id, driver)).toBe(1);
  });

  it('no longer holds up the search when automatic dispatch is turned on again', async () => {
    const { environment } = city;
    const [named, other] = await environment.addDrivers(2);
    await city.changeSettings({ autoDispatch: false });
    const id = await environment.book(await environment.addRider());
    const assigned = await environment.call(dispatcher, routes.assignBooking, id, { driver: named?.uid });
    expect(assigned.status).toBe(200);
    await city.changeSettings({ autoDispatch: true });
    await city.settle();
    expect((await offersOf(id)).map(({ driver }) => driver)).toEqual([named?.uid]);
    environment.pass(30_000);
    await city.settle();
    expect((await offersOf(id)).map(({ driver }) => driver)).toContain(other?.uid);
  });
});
