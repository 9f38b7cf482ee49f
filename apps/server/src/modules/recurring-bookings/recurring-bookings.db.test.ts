// Tests of recurring bookings over HTTP: validation, immediate bookings, skipping days, stopping, and the list.
import { randomUUID } from 'node:crypto';
import { routes } from '@kerb/contract';
import { MS_PER_DAY, MS_PER_MINUTE } from '@kerb/domain/kernel';
import { afterAll, afterEach, describe, expect, it, test } from 'vitest';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { createRecurringEnvironment, daysOf, firstDay, THIS_WEEK } from './testing/recurring-environment.ts';

const environment = await createRecurringEnvironment();
afterAll(() => environment.close());

const start = environment.now();
afterEach(environment.reset);

/** A driver who has accepted the booking and arrived at the pickup. */
async function arrivedDriverOf(booking: string) {
  const driver = await environment.addDriver();
  await environment.ask(booking, [driver]);
  expect((await environment.call(driver, routes.acceptBooking, booking)).status).toBe(200);
  const { dispatch_at } = await environment.record(booking);
  environment.pass(Math.max(0, dispatch_at - environment.now()));
  expect(await environment.booking.beginAhead(booking)).toBe('begun');
  environment.stand(driver.uid, PLAZA);
  expect((await environment.call(driver, routes.arriveBooking, booking)).status).toBe(200);
  return driver;
}

describe('a new recurring booking', () => {
  it('books the next seven days at once, as if an admin booked for the rider', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { skippedDays: ['2026-03-05'] });
    expect(daysOf(recurring)).toEqual([
      '2026-03-03 booked',
      '2026-03-04 booked',
      '2026-03-05 skipped',
      '2026-03-06 booked',
      '2026-03-09 booked',
      '2026-03-10 planned',
      '2026-03-11 planned',
      '2026-03-12 planned',
    ]);
    expect(await environment.tripsOf(rider.uid)).toEqual(
      THIS_WEEK.filter((at) => !at.startsWith('2026-03-05')),
    );
    const { booking, reference, tripdate, bookingStatus } = firstDay(recurring);
    const record = await environment.record(booking ?? '');
    expect(record).toMatchObject({
      customer: rider.uid,
      reference,
      tripdate,
      status: 'NEW',
      booking_type_admin: true,
      book_later: true,
      payment_mode: 'cash',
    });
    expect(bookingStatus).toBe('NEW');
  });

  it('is shown with its rider, admin and car type, and in the rider’s own list of bookings', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { weekdays: [3] });
    expect(recurring).toMatchObject({
      rider: rider.uid,
      riderName: expect.stringMatching(/^Ana Number/),
      createdBy: expect.stringMatching(/^Ana Number/),
      carTypeName: 'Economy',
      weekdays: [3],
      timeOfDay: '08:30',
      lastDay: null,
      active: true,
      stoppedAt: null,
    });
    const own = await environment.call<{ items: { id: string }[] }>(rider, routes.listBookings, null);
    expect(own.body.items.map(({ id }) => id)).toEqual([firstDay(recurring).booking]);
  });

  it('sent twice with one idempotency key is made once', async () => {
    const rider = await environment.addRider();
    const headers = { 'idempotency-key': randomUUID() };
    const body = environment.request(rider.uid);
    const first = await environment.add(environment.admin, body, headers);
    const second = await environment.add(environment.admin, body, headers);
    expect(second.body.id).toBe(first.body.id);
    expect(await environment.tripsOf(rider.uid)).toEqual(THIS_WEEK);
  });

  it('of a delivery service requires and stores the instructions', async () => {
    environment.set({ appcat: 'delivery' });
    const rider = await environment.addRider();
    const bare = await environment.add(environment.admin, environment.request(rider.uid));
    expect(bare.code).toBe('deliveryDetailMissing');
    const instructionData = { deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456', parcelTypeIndex: 0 };
    const recurring = await environment.added(rider.uid, { instructionData });
    const record = await environment.record(firstDay(recurring).booking ?? '');
    expect(record).toMatchObject({ delivery_person: 'Leo', parcel_type: { description: 'Small box' } });
  });

  const far = { lat: -30, lng: -56, add: 'Far away' };
  test.each<[what: string, change: Record<string, unknown>, code: string]>([
    ['no weekday', { weekdays: [] }, 'weekday_required'],
    ['a weekday that does not exist', { weekdays: [8] }, 'invalid_input'],
    ['a malformed time', { timeOfDay: '8:30' }, 'invalid_input'],
    ['a day that does not exist', { firstDay: '2026-02-30' }, 'invalid_input'],
    ['a field that does not exist', { colour: 'red' }, 'invalid_input'],
    ['a first day in the past', { firstDay: '2026-03-01' }, 'day_past'],
    [
      'a last day before the first',
      { firstDay: '2026-03-05', lastDay: '2026-03-04' },
      'last_day_before_first',
    ],
    ['a last day in more than a year', { lastDay: '2027-03-03' }, 'day_too_far_ahead'],
    ['no trip on any day', { weekdays: [7], lastDay: '2026-03-07' }, 'no_day_left'],
    ['only a trip in less than 15 minutes', { timeOfDay: '09:14', lastDay: '2026-03-02' }, 'no_day_left'],
    [
      'more than 60 skipped days',
      {
        skippedDays: Array.from({ length: 61 }, (_, n) =>
          new Date(start + n * MS_PER_DAY).toISOString().slice(0, 10),
        ),
      },
      'too_many_skipped_days',
    ],
    ['an unknown rider', { rider: randomUUID() }, 'select_proper'],
    ['an unknown car type', { carType: randomUUID() }, 'select_proper'],
    ['a place outside the map', { drop: far }, 'place_to_coords_error'],
    ['a stop outside the map', { waypoints: [far] }, 'place_to_coords_error'],
    ['21 stops', { waypoints: Array.from({ length: 21 }, () => PLAZA) }, 'too_many_waypoints'],
    ['a drop at the pickup', { drop: PLAZA }, 'pickup_equals_drop'],
  ])('with %s is refused, and nothing is stored', async (_, change, code) => {
    const rider = await environment.addRider();
    const answer = await environment.add(environment.admin, { ...environment.request(rider.uid), ...change });
    expect(answer.code).toBe(code);
    expect((await environment.list(`?rider=${rider.uid}`)).items).toEqual([]);
    expect(await environment.tripsOf(rider.uid)).toEqual([]);
  });

  it('is rejected for a driver, a rider without a mobile number, and a blocked rider', async () => {
    const driver = await environment.addDriver();
    expect((await environment.add(environment.admin, environment.request(driver.uid))).code).toBe(
      'select_proper',
    );
    const rider = await environment.addRider();
    await environment.database.pool.query("update users set mobile = '' where uid = $1", [rider.uid]);
    expect((await environment.add(environment.admin, environment.request(rider.uid))).code).toBe(
      'incomplete_user',
    );
    const blocked = await environment.addRider();
    await environment.approve(blocked.uid, false);
    expect((await environment.add(environment.admin, environment.request(blocked.uid))).code).toBe(
      'rider_blocked',
    );
  });

  it('is for admins only', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid);
    for (const actor of [rider, await environment.addDriver(), await environment.addFleetAdmin(), null]) {
      const status = actor === null ? 401 : 403;
      expect((await environment.add(actor, environment.request(rider.uid))).status).toBe(status);
      expect((await environment.call(actor, routes.listRecurringBookings, null)).status).toBe(status);
      const skip = { day: '2026-03-03', skip: true };
      expect((await environment.call(actor, routes.skipRecurringDay, recurring.id, skip)).status).toBe(
        status,
      );
      const stop = { cancelBooked: true };
      expect((await environment.call(actor, routes.stopRecurringBooking, recurring.id, stop)).status).toBe(
        status,
      );
    }
    expect(await environment.tripsOf(rider.uid)).toEqual(THIS_WEEK);
  });
});

describe('a skipped day', () => {
  it('that is planned is not booked, and is booked once it is restored', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-12' });
    const skipped = await environment.skip(recurring.id, '2026-03-12');
    expect(daysOf(skipped.body)).toEqual(['2026-03-12 skipped']);
    environment.pass(7 * MS_PER_DAY);
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual([]);
    const again = await environment.skip(recurring.id, '2026-03-12', false);
    expect(daysOf(again.body)).toEqual(['2026-03-12 booked']);
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-12T11:30']);
  });

  it('that is booked has its booking cancelled by the admin; skipping it twice changes nothing', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-04' });
    const booking = firstDay(recurring).booking ?? '';
    for (let time = 0; time < 2; time += 1) {
      const skipped = await environment.skip(recurring.id, '2026-03-03');
      expect(daysOf(skipped.body)).toEqual(['2026-03-03 skipped', '2026-03-04 booked']);
    }
    expect(await environment.record(booking)).toMatchObject({ status: 'CANCELLED', cancelled_by: 'admin' });
    const again = await environment.skip(recurring.id, '2026-03-03', false);
    expect(daysOf(again.body)).toEqual(['2026-03-03 booked', '2026-03-04 booked']);
    expect(firstDay(again.body).booking).not.toBe(booking);
  });

  it('is cancelled without a fee although the driver has arrived', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-03' });
    const booking = firstDay(recurring).booking ?? '';
    await arrivedDriverOf(booking);
    const skipped = await environment.skip(recurring.id, '2026-03-03');
    expect(daysOf(skipped.body)).toEqual(['2026-03-03 skipped']);
    expect(await environment.record(booking)).toMatchObject({ status: 'CANCELLED', cancellation_fee: 0 });
  });

  it('is rejected, and stays booked, when its booking can no longer be cancelled', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-03' });
    const booking = firstDay(recurring).booking ?? '';
    const driver = await arrivedDriverOf(booking);
    expect((await environment.call(driver, routes.startBooking, booking)).status).toBe(200);
    expect((await environment.skip(recurring.id, '2026-03-03')).code).toBe('transition_not_allowed');
    expect(daysOf(await environment.shown(recurring))).toEqual(['2026-03-03 booked']);
    const stopped = await environment.stop(recurring.id, true);
    expect(stopped.body).toMatchObject({
      cancelled: 0,
      notCancelled: [{ day: '2026-03-03', booking, problem: 'transition_not_allowed' }],
    });
  });

  it('is rejected while critical edits are off, if that would cancel its booking', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid);
    environment.set({ AllowCriticalEditsAdmin: false });
    expect((await environment.skip(recurring.id, '2026-03-03')).code).toBe('demo_mode');
    expect((await environment.skip(recurring.id, '2026-03-10')).status).toBe(200);
  });

  it('must be one of its days that is not over', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-20' });
    expect((await environment.skip(recurring.id, '2026-03-07')).code).toBe('not_a_recurring_day');
    expect((await environment.skip(recurring.id, '2026-03-23')).code).toBe('not_a_recurring_day');
    expect((await environment.skip(recurring.id, '2026-03-01')).code).toBe('day_past');
    expect((await environment.skip(randomUUID(), '2026-03-03')).code).toBe('not_found');
  });

  it('is limited to 60 future days', async () => {
    const rider = await environment.addRider();
    const skippedDays = Array.from({ length: 60 }, (_, n) =>
      new Date(Date.parse('2026-03-03') + n * MS_PER_DAY).toISOString().slice(0, 10),
    );
    const recurring = await environment.added(rider.uid, { skippedDays, weekdays: [1, 2, 3, 4, 5, 6, 7] });
    expect((await environment.skip(recurring.id, '2026-06-01')).code).toBe('too_many_skipped_days');
    environment.pass(2 * MS_PER_DAY);
    expect((await environment.skip(recurring.id, '2026-06-01')).status).toBe(200);
  });

  it('a day whose booking the rider cancelled is not booked again until it is restored', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-03' });
    const booking = firstDay(recurring).booking ?? '';
    await environment.call(rider, routes.cancelBooking, booking, { reason: 'ill' });
    await environment.runJob();
    expect(firstDay(await environment.shown(recurring))).toMatchObject({ status: 'cancelled', booking });
    const again = await environment.skip(recurring.id, '2026-03-03', false);
    expect(daysOf(again.body)).toEqual(['2026-03-03 booked']);
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-03T11:30']);
  });

  it('skipped during a run is not booked, or its booking is cancelled', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12', lastDay: '2026-03-13' });
    environment.pass(7 * MS_PER_DAY);
    await Promise.all([environment.runJob(), environment.skip(recurring.id, '2026-03-12')]);
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-13T11:30']);
    expect(daysOf(await environment.shown(recurring))).toEqual(['2026-03-12 skipped', '2026-03-13 booked']);
  });
});

describe('a stopped recurring booking', () => {
  it('makes no more bookings, and leaves those that were made', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid);
    const { body } = await environment.stop(recurring.id, false);
    expect(body).toMatchObject({ cancelled: 0, notCancelled: [], recurringBooking: { active: false } });
    expect(body.recurringBooking.stoppedBy).toMatch(/^Ana Number/);
    expect(daysOf(body.recurringBooking)).toEqual([
      '2026-03-03 booked',
      '2026-03-04 booked',
      '2026-03-05 booked',
      '2026-03-06 booked',
      '2026-03-09 booked',
    ]);
    environment.pass(3 * MS_PER_DAY);
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual(THIS_WEEK);
    expect((await environment.skip(recurring.id, '2026-03-06')).code).toBe('recurring_booking_stopped');
  });

  it('cancels later bookings and returns how many; stopping it again changes nothing', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid);
    environment.pass(Date.parse('2026-03-03T11:31:00Z') - environment.now());
    const first = await environment.stop(recurring.id, true);
    expect(first.body).toMatchObject({ cancelled: 4, notCancelled: [] });
    expect(await environment.tripsOf(rider.uid)).toEqual(['2026-03-03T11:30']);
    environment.pass(MS_PER_MINUTE);
    const second = await environment.stop(recurring.id, true);
    expect(second.body).toMatchObject({ cancelled: 0, notCancelled: [] });
    expect(second.body.recurringBooking.stoppedAt).toBe(first.body.recurringBooking.stoppedAt);
  });

  it('lists the bookings that could not be cancelled while critical edits are off', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { lastDay: '2026-03-04' });
    environment.set({ AllowCriticalEditsAdmin: false });
    const { body } = await environment.stop(recurring.id, true);
    expect(body.cancelled).toBe(0);
    expect(body.notCancelled.map(({ day, problem }) => `${day} ${problem}`)).toEqual([
      '2026-03-03 demo_mode',
      '2026-03-04 demo_mode',
    ]);
  });

  it('that does not exist is not found', async () => {
    expect((await environment.stop(randomUUID(), true)).code).toBe('not_found');
  });
});

describe('the list', () => {
  it('is newest first, page by page, and filtered by rider and active state', async () => {
    const rider = await environment.addRider();
    const other = { weekdays: [6], firstDay: '2026-06-06' };
    const ids: string[] = [];
    for (let count = 0; count < 3; count += 1) ids.unshift((await environment.added(rider.uid, other)).id);
    const [newest = '', middle = '', oldest = ''] = ids;
    const ended = await environment.added(rider.uid, { lastDay: '2026-03-03' });
    await environment.stop(middle, false);
    environment.pass(3 * MS_PER_DAY);
    const listed = async (query: string) =>
      (await environment.list(`?rider=${rider.uid}${query}`)).items.map(({ id }) => id);
    expect(await listed('')).toEqual([ended.id, newest, middle, oldest]);
    expect(await listed('&active=true')).toEqual([newest, oldest]);
    expect(await listed('&active=false')).toEqual([ended.id, middle]);
    const first = await environment.list(`?rider=${rider.uid}&limit=3`);
    expect(first.items.map(({ id }) => id)).toEqual([ended.id, newest, middle]);
    expect(await listed(`&limit=3&cursor=${first.nextCursor}`)).toEqual([oldest]);
    const wrong = await environment.call(
      environment.admin,
      routes.listRecurringBookings,
      null,
      undefined,
      '?cursor=x',
    );
    expect(wrong.code).toBe('invalid_input');
  });
});

describe('a deleted account', () => {
  it('stops the recurring booking, erases its places and removes it from the list', async () => {
    const rider = await environment.addRider();
    const recurring = await environment.added(rider.uid, { firstDay: '2026-03-12' });
    expect(await environment.exportOf(rider.uid)).toMatchObject([{ pickup: PLAZA, timeOfDay: '08:30' }]);
    await environment.erase(rider.uid);
    const { rows } = await environment.database.pool.query('select * from recurring_bookings where id = $1', [
      recurring.id,
    ]);
    expect(rows[0]).toMatchObject({ pickup: null, drop_point: null, waypoints: [], stopped_at: start });
    expect((await environment.list(`?rider=${rider.uid}`)).items).toEqual([]);
    environment.pass(7 * MS_PER_DAY);
    await environment.runJob();
    expect(await environment.tripsOf(rider.uid)).toEqual([]);
    expect((await environment.skip(recurring.id, '2026-03-12')).code).toBe('not_found');
  });
});
