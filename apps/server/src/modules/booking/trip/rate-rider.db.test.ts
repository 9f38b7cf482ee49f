// Tests ratings of drivers and riders over HTTP: permissions, deadlines, concurrency, means and visibility.
import { type BookingView, routes } from '@kerb/contract';
import { ratingsOf } from '@kerb/domain/identity';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
const rate = (actor: Someone, id: string, body: unknown) =>
  environment.call<BookingView>(actor, routes.rateRider, id, body);
const look = async (actor: Someone, id: string) =>
  (await environment.call<BookingView>(actor, routes.getBooking, id)).body;
async function meanOf(uid: string) {
  const { rows } = await environment.database.pool.query(
    'select rating_count as count, rating_sum as sum from users where uid = $1',
    [uid],
  );
  return ratingsOf(rows[0]);
}

describe('the driver', () => {
  it('rates the rider once the trip is paid: the mean changes, the status does not', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    expect((await look(driver, id)).actions).toContain('rate_rider');
    const publishedCount = async () =>
      (
        await environment.database.pool.query(
          `select 1 from outbox_events where name = 'booking.changed' and data ->> 'booking_id' = $1`,
          [id],
        )
      ).rows.length;
    const before = await publishedCount();
    const { status, body } = await rate(driver, id, { rating: 4, comment: '  Friendly  ' });
    expect([status, await publishedCount()]).toEqual([200, before + 1]);
    expect(body).toMatchObject({ status: 'PAID', rider_rating: 4, rating: null });
    expect(body.actions).not.toContain('rate_rider');
    expect(await meanOf(rider.uid)).toEqual({ userrating: '4.0', count: 1 });
    expect(await meanOf(driver.uid)).toEqual({ userrating: '', count: 0 });
    expect(await environment.record(id)).toMatchObject({
      rider_rating_comment: 'Friendly',
      rider_rated_at: environment.now(),
    });
    const { items } = await environment.booking.ratingsOf(rider.uid, { limit: 10 });
    expect(items).toMatchObject([{ booking: id, rate: 4, user: 'Ana', comment: 'Friendly' }]);
    expect((await environment.booking.ratingsOf(driver.uid, { limit: 10 })).items).toEqual([]);
  });

  it('cannot rate after skipping, and no rating is counted', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    const { body } = await rate(driver, id, { rating: null, comment: 'not stored' });
    expect(body).toMatchObject({ status: 'PAID', rider_rating: null });
    expect(body.actions).not.toContain('rate_rider');
    expect((await rate(driver, id, { rating: 5 })).code).toBe('transition_not_allowed');
    expect(await environment.record(id)).toMatchObject({ rider_rating: null, rider_rating_comment: null });
    expect(await meanOf(rider.uid)).toEqual({ userrating: '', count: 0 });
    expect((await environment.booking.ratingsOf(rider.uid, { limit: 10 })).items).toEqual([]);
  });

  it.each(['ACCEPTED', 'STARTED', 'REACHED'] as const)('may not while %s', async (until) => {
    const { id, driver } = await environment.trip(until);
    expect((await look(driver, id)).actions).not.toContain('rate_rider');
    expect((await rate(driver, id, { rating: 5 })).code).toBe('transition_not_allowed');
  });

  it('can rate before the rider has paid, and after the rider has rated', async () => {
    const { id, rider, driver } = await environment.trip('REACHED', {
      paymentPacket: { payment_mode: 'card' },
    });
    expect((await environment.record(id)).status).toBe('PENDING');
    expect((await rate(driver, id, { rating: 5 })).body).toMatchObject({
      status: 'PENDING',
      rider_rating: 5,
    });
    const paid = await environment.trip('PAID');
    await environment.call(paid.rider, routes.rateBooking, paid.id, { rating: 3 });
    const { body } = await rate(paid.driver, paid.id, { rating: 2 });
    expect(body).toMatchObject({ status: 'COMPLETE', rating: 3, rider_rating: 2 });
    expect(await meanOf(rider.uid)).toEqual({ userrating: '5.0', count: 1 });
  });

  it('can rate for one week, also in the actions of lists', async () => {
    const { id, driver } = await environment.trip('PAID');
    const actions = async () => {
      const { body } = await environment.call<{ items: BookingView[] }>(driver, routes.listBookings, null);
      return body.items.find((one) => one.id === id)?.actions;
    };
    environment.pass(7 * MS_PER_DAY - 1);
    expect(await actions()).toContain('rate_rider');
    environment.pass(1);
    expect(await actions()).not.toContain('rate_rider');
    expect((await rate(driver, id, { rating: 5 })).code).toBe('transition_not_allowed');
  });

  it('counts once for any number of concurrent requests', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    const answers = await Promise.all([1, 2, 3, 4, 5].map((rating) => rate(driver, id, { rating })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    const given = (await environment.record(id)).rider_rating;
    expect(await meanOf(rider.uid)).toEqual({ userrating: `${given}.0`, count: 1 });
  });

  it('and the rider can rate each other concurrently', async () => {
    const { id, rider, driver } = await environment.trip('PAID');
    const [byDriver, byRider] = await Promise.all([
      rate(driver, id, { rating: 5 }),
      environment.call(rider, routes.rateBooking, id, { rating: 4 }),
    ]);
    expect([byDriver.status, byRider.status]).toEqual([200, 200]);
    expect(await look(driver, id)).toMatchObject({ status: 'COMPLETE', rating: 4, rider_rating: 5 });
    expect([await meanOf(rider.uid), await meanOf(driver.uid)]).toEqual([
      { userrating: '5.0', count: 1 },
      { userrating: '4.0', count: 1 },
    ]);
  });
});

it.each([
  ['no stars', { rating: 0 }],
  ['six stars', { rating: 6 }],
  ['half a star', { rating: 4.5 }],
  ['stars in letters', { rating: '5' }],
  ['nothing', {}],
  ['a long comment', { rating: 5, comment: 'x'.repeat(501) }],
])('%s are rejected and nothing is stored', async (_, body) => {
  const { id, driver } = await environment.trip('PAID');
  expect((await rate(driver, id, body)).code).toBe('invalid_input');
  expect((await environment.record(id)).rider_rated_at).toBeNull();
});

it('is given by the trip’s driver only, and shown to that driver and admins', async () => {
  const leader = await environment.addFleetAdmin();
  const { id, rider, driver } = await environment.trip('PAID');
  await environment.database.pool.query('update bookings set fleetadmin = $2 where id = $1', [
    id,
    leader.uid,
  ]);
  expect((await rate(await environment.addDriver(), id, { rating: 1 })).code).toBe('not_found');
  expect((await rate(rider, id, { rating: 1 })).code).toBe('forbidden');
  expect((await rate(leader, id, { rating: 1 })).code).toBe('forbidden');
  expect((await rate(null, id, { rating: 1 })).status).toBe(401);
  await rate(driver, id, { rating: 1, comment: 'Made me wait' });
  const admin = await environment.addAdmin();
  const seen = await Promise.all([driver, admin, rider, leader].map((actor) => look(actor, id)));
  expect(seen.map(({ rider_rating }) => rider_rating)).toEqual([1, 1, null, null]);
  expect(JSON.stringify(seen)).not.toContain('Made me wait');
});

it('is shown to the next driver of the rider', async () => {
  const { id, rider, driver } = await environment.trip('PAID');
  await rate(driver, id, { rating: 4 });
  const next = await environment.book(rider);
  expect((await environment.record(next)).customer_rating).toBe('4.0');
});

it('the mean of any ratings is exact to one decimal in any order', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 }),
      async (stars) => {
        const { uid } = await environment.addRider();
        const given = stars.map((one) =>
          environment.withTx((tx) => environment.identity.recordRating(tx, uid, one)),
        );
        await Promise.all(given);
        const mean = stars.reduce((sum, one) => sum + one, 0) / stars.length;
        const { userrating, count } = await meanOf(uid);
        expect(userrating).toMatch(/^[1-5]\.\d$/);
        expect(Math.abs(Number(userrating) - mean)).toBeLessThanOrEqual(0.05 + 1e-9);
        expect(count).toBe(stars.length);
      },
    ),
    { numRuns: 25 },
  );
});

it('deleting the rider’s or the driver’s account removes the comment and leaves the stars', async () => {
  for (const gone of ['rider', 'driver'] as const) {
    const trip = await environment.trip('PAID');
    await rate(trip.driver, trip.id, { rating: 2, comment: 'Ana was late' });
    const exported = await environment.booking.exportOf(trip.driver.uid);
    expect(exported.ratingsGiven).toEqual([{ booking: trip.id, rating: 2, comment: 'Ana was late' }]);
    expect((await environment.booking.exportOf(trip.rider.uid)).ratingsReceived).toHaveLength(1);
    await environment.withTx((tx) => environment.booking.erasePerson(tx, trip[gone].uid));
    expect(await environment.record(trip.id)).toMatchObject({ rider_rating: 2, rider_rating_comment: null });
  }
});

it('a rating after the account was deleted stores the stars of the trip, and nothing about the person', async () => {
  const { id, rider, driver } = await environment.trip('PAID');
  const { pool } = environment.database;
  const setDeleted = (uid: string, at: number | null) =>
    pool.query('update users set deleted_at = $2 where uid = $1', [uid, at]);
  await setDeleted(rider.uid, environment.now());
  expect((await rate(driver, id, { rating: 2, comment: 'Ana was late' })).status).toBe(200);
  expect(await environment.record(id)).toMatchObject({ rider_rating: 2, rider_rating_comment: null });
  expect(await meanOf(rider.uid)).toEqual({ userrating: '', count: 0 });

  await setDeleted(rider.uid, null);
  await setDeleted(driver.uid, environment.now());
  const body = { rating: 3, comment: 'Bruno was late' };
  expect((await environment.call(rider, routes.rateBooking, id, body)).status).toBe(200);
  expect(await environment.record(id)).toMatchObject({ status: 'COMPLETE', rating: 3, rating_comment: null });
  expect(await meanOf(driver.uid)).toEqual({ userrating: '', count: 0 });
});
