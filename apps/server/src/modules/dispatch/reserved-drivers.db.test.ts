// Tests the effects of a reservation: on other trips, on the offers of the later booking, and in the receipt for
// admins.
import { routes } from '@kerb/contract';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createModuleServer } from '../../kit/testing/module-server.ts';
import { PARQUE, PLAZA } from '../booking/testing/booking-environment.ts';
import { createDispatchModule } from './index.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createReservationCity, MINUTE, north } from './testing/reservation-city.ts';

const city = await createReservationCity();
afterAll(() => city.environment.close());
beforeEach(city.reset);
const { environment, deps, plan, driverAt, bookLater, bookNow, planned, offersOf, gatesOf, search, accept } =
  city;

const policies = ['broadcast', 'nearest', 'batched'] as const;

describe('a driver on a trip', () => {
  it('is reserved only when the trip ends in time', async () => {
    const { driver } = await environment.trip('STARTED');
    environment.stand(driver.uid, PARQUE);
    const booking = await bookLater(20);
    expect(await plan()).toBe(1);
    expect(await planned()).toEqual({ [booking]: driver.uid });
    // Seven hours by road from the end of the trip.
    environment.stand(driver.uid, { lat: PARQUE.lat + 2, lng: PARQUE.lng });
    expect(await plan()).toBe(0);
  });

  it('stays reserved while a trip accepted since ends in time, until it runs late', async () => {
    const driver = await driverAt(PLAZA);
    const booking = await bookLater(25);
    await plan();
    const other = await bookNow();
    await search('nearest');
    expect((await accept(driver, other)).status).toBe(200);
    expect(await plan()).toBe(1);
    expect(await planned()).toEqual({ [booking]: driver.uid });
    environment.stand(driver.uid, north(15_000));
    const spare = await driverAt(north(3_000));
    await plan();
    expect(await planned()).toEqual({ [booking]: spare.uid });
  });

  it.each(policies)('under %s gets no offer that would make them late, and reads why', async (policy) => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    const other = await bookNow();
    await search(policy);
    expect(await offersOf(other)).toEqual([]);
    expect(await gatesOf(other)).toEqual({ [driver.uid]: 'reserved' });
    // The list of missed requests, as the driver reads it.
    await environment.database.pool.query('update dispatch_rounds set asked = 1 where booking = $1', [other]);
    const missed = await createListMissedRequests(deps)(driver.uid, 20);
    expect(missed.map(({ reason }) => reason)).toEqual(['reserved']);
    expect(await planned()).toEqual({ [later]: driver.uid });
  });

  it.each(policies)('under %s gets the offer of a trip that ends in time', async (policy) => {
    const driver = await driverAt(PLAZA);
    await bookLater(18);
    await plan();
    const other = await bookNow();
    await search(policy);
    expect(await offersOf(other)).toEqual([driver.uid]);
  });

  it.each(policies)(
    'under %s gets every offer while another driver could take the reservation',
    async (policy) => {
      const driver = await driverAt(PLAZA);
      await driverAt(north(2_000));
      await bookLater(16);
      await plan();
      const other = await bookNow();
      await search(policy);
      expect(await offersOf(other)).toContain(driver.uid);
    },
  );

  it('who accepted a later booking ahead gets no offer that would make them late, and every other one', async () => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(60);
    await environment.ask(later, [driver]);
    expect((await accept(driver, later)).status).toBe(200);
    const long = await bookNow();
    await environment.database.pool.query('update bookings set estimate_time_secs = 3600 where id = $1', [
      long,
    ]);
    await search('nearest');
    expect(await offersOf(long)).toEqual([]);
    expect(await gatesOf(long)).toEqual({ [driver.uid]: 'reserved' });
    const short = await bookNow();
    await search('nearest');
    expect(await offersOf(short)).toEqual([driver.uid]);
  });

  it('gets all offers as soon as the reserved booking has a driver or is cancelled', async () => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    await environment.booking.cancelBySystem(later, 'Of the test');
    const other = await bookNow();
    await search('nearest');
    expect(await offersOf(other)).toEqual([driver.uid]);
  });

  it('gets no follow-on trip that, after the current one, would make them late', async () => {
    const { driver } = await environment.trip('STARTED');
    environment.pass(2 * MINUTE);
    // The driver is free in 290 seconds; 13 minutes from then suffice for the trip back to the plaza including the
    // margin.
    environment.stand(driver.uid, { ...PARQUE, lat: PARQUE.lat - 2_300 / 111_195 });
    const later = await bookLater(16);
    await plan();
    expect(await planned()).toEqual({ [later]: driver.uid });
    const back = async () => {
      const rider = await environment.addRider();
      const places = { pickup: PARQUE, drop: PLAZA };
      return environment.book(rider, { ...places, estimate: await environment.estimate(rider, places) });
    };
    const late = await back();
    await search('nearest');
    expect(await offersOf(late)).toEqual([]);
    environment.stand(driver.uid, { ...PARQUE, lat: PARQUE.lat - 1_000 / 111_195 });
    const inTime = await back();
    await search('nearest');
    expect(await offersOf(inTime)).toEqual([driver.uid]);
  });

  it('can accept another trip while the plan is made; the next plan replaces them if that trip runs late', async () => {
    const driver = await driverAt(PLAZA);
    const booking = await bookLater(18);
    const other = await bookNow();
    await environment.ask(other, [driver]);
    const [accepted] = await Promise.all([accept(driver, other), plan()]);
    expect(accepted.status).toBe(200);
    const drivers = Object.values(await planned());
    // Whether a plan still includes the driver depends on whether it ran before the acceptance.
    expect([[], [driver.uid]]).toContainEqual(drivers);
    environment.pass(5 * MINUTE);
    environment.stand(driver.uid, north(15_000));
    const { uid } = await driverAt(north(100));
    await plan();
    expect(await planned()).toEqual({ [booking]: uid });
  });
});

describe('the offers of a later booking', () => {
  it.each(policies)('under %s begin with the planned driver alone, in time for them', async (policy) => {
    const driver = await driverAt(north(3_000));
    const later = await bookLater(25);
    await plan();
    const near = await driverAt(north(200));
    // The travel time of 5 minutes and the margin of 10 have not passed yet.
    const searchAfter = async (minutes: number) => {
      environment.pass(minutes * MINUTE);
      environment.stand(driver.uid, north(3_000));
      environment.stand(near.uid, north(200));
      await search(policy);
      return offersOf(later);
    };
    expect(await searchAfter(9)).toEqual([]);
    expect(await searchAfter(3)).toEqual([driver.uid]);
    // The planned driver does not answer. The other one is 20 seconds away, and gets an offer when that time and the
    // margin are left.
    await plan();
    expect(await planned()).toEqual({ [later]: near.uid });
    expect(await searchAfter(1)).toEqual([]);
    expect(await searchAfter(2)).toEqual([near.uid]);
  });

  it('exclude their driver from the other bookings of the batch', async () => {
    const driver = await driverAt(PLAZA);
    const later = await bookLater(16);
    await plan();
    const spare = await driverAt(north(1_000));
    await plan();
    environment.pass(6 * MINUTE);
    environment.stand(driver.uid, PLAZA);
    environment.stand(spare.uid, north(1_000));
    const other = await bookNow();
    await search('batched');
    expect(await offersOf(later)).toEqual([driver.uid]);
    expect(await offersOf(other)).toEqual([spare.uid]);
  });
});

describe('the planned driver of a booking', () => {
  it('is shown to admins only, until the booking has a driver', async () => {
    const driver = await driverAt(north(500));
    const booking = await bookLater(20);
    const admin = await environment.addAdmin();
    const server = await createModuleServer({
      database: environment.database,
      modules: [createDispatchModule({ ...deps, identity: environment.identity })],
      resolveSession: async (token) => [admin, driver].find(({ uid }) => uid === token) ?? null,
    });
    const read = async (as: Actor) => {
      const url = `/api/v1${routes.getDispatchReceipt.path.replace(':id', booking)}`;
      const response = await server.inject({ url, headers: { authorization: `Bearer ${as.uid}` } });
      return response.statusCode === 200 ? response.json().planned : response.statusCode;
    };
    try {
      expect(await read(admin)).toBeNull();
      await plan();
      const at = environment.now();
      expect(await read(admin)).toEqual({
        driver: driver.uid,
        name: expect.stringMatching(/^Ana Number/),
        arrivesAt: at + 50_000,
        plannedAt: at,
      });
      expect(await read(driver)).toBe(403);
      await environment.ask(booking, [driver]);
      await accept(driver, booking);
      expect(await read(admin)).toBeNull();
    } finally {
      await server.close();
    }
  });
});
