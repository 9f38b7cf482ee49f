// Tests access to bookings: other users' bookings look like missing ones, lists are scoped, contacts depend on role and
// status.
import { type BookingSummary, type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BookingEnvironment, createBookingEnvironment } from '../testing/booking-environment.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

type Someone = Parameters<BookingEnvironment['call']>[0];
type Page = { items: BookingSummary[]; nextCursor: string | null };
const get = (actor: Someone, id: string) => environment.call<BookingView>(actor, routes.getBooking, id);
const list = (actor: Someone, query = '') =>
  environment.call<Page>(actor, routes.listBookings, null, undefined, query);
const idsOf = async (actor: Someone, query = '') => (await list(actor, query)).body.items.map(({ id }) => id);

it('returns not_found to every user without a role in the booking, on every route', async () => {
  const { id } = await environment.trip('ARRIVED');
  const missing = '01930000-0000-7000-8000-000000000000';
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  const fleetadmin = await environment.addFleetAdmin();
  for (const target of [id, missing]) {
    for (const actor of [rider, driver, fleetadmin])
      expect((await get(actor, target)).code).toBe('not_found');
    for (const route of ['accept', 'decline', 'arrive', 'start', 'reach', 'collect'] as const) {
      const answer = await environment.call(driver, routes[`${route}Booking`], target);
      expect([route, answer.code]).toEqual([route, 'not_found']);
    }
    const byRider = [
      await environment.call(rider, routes.payBooking, target, { payment_mode: 'cash' }),
      await environment.call(rider, routes.rateBooking, target, { rating: 1 }),
      await environment.call(rider, routes.cancelBooking, target, { reason: 'Not mine' }),
    ];
    expect(byRider.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
  }
  expect((await environment.record(id)).status).toBe('ARRIVED');
});

it('shows contacts and the trip code to the parties while they need them', async () => {
  environment.set({ otp_secure: true });
  const { id, rider, driver } = await environment.trip('NEW');
  expect((await get(driver, id)).body).toMatchObject({
    customer_contact: null,
    customer_email: null,
    otp: null,
    requestedCount: 1,
    actions: ['accept', 'decline'],
  });
  await environment.call(driver, routes.acceptBooking, id);
  expect((await get(driver, id)).body).toMatchObject({
    customer_contact: expect.stringMatching(/^\+598/),
    otp: null,
  });
  expect((await get(rider, id)).body).toMatchObject({
    driver_contact: expect.stringMatching(/^\+598/),
    otp: expect.any(Number),
  });
  await environment.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect((await get(driver, id)).body.customer_contact).toBeNull();
  expect((await get(rider, id)).body.driver_contact).toBeNull();
});

it('shows the recipient’s phone and the access instructions to the driver during the delivery', async () => {
  environment.set({ appcat: 'delivery' });
  const admin = await environment.addAdmin();
  const rider = await environment.addRider();
  const driver = await environment.addDriver();
  const id = await environment.book(admin, {
    booking_type_admin: true,
    userDetails: { uid: rider.uid },
    instructionData: {
      deliveryPerson: 'Leo',
      deliveryPersonPhone: '099 123 456',
      pickUpInstructions: 'The door’s code is 4711',
      deliveryInstructions: 'Third floor',
    },
  });
  await environment.ask(id, [driver]);
  const shown = {
    deliveryPersonPhone: '099 123 456',
    pickUpInstructions: 'The door’s code is 4711',
    deliveryInstructions: 'Third floor',
  };
  const nothing = { deliveryPersonPhone: null, pickUpInstructions: null, deliveryInstructions: null };
  const listed = async () => (await list(driver)).body.items.find((one) => one.id === id);
  expect((await get(driver, id)).body).toMatchObject(nothing);
  await environment.call(driver, routes.acceptBooking, id);
  expect((await get(driver, id)).body).toMatchObject(shown);
  expect(await listed()).toMatchObject({ deliveryPersonPhone: shown.deliveryPersonPhone });
  await environment.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect((await get(driver, id)).body).toMatchObject(nothing);
  expect(await listed()).toMatchObject({ deliveryPersonPhone: null });
  for (const actor of [rider, admin]) expect((await get(actor, id)).body).toMatchObject(shown);
});

it('shows the operator contacts, and hides them in demonstration mode', async () => {
  const admin = await environment.addAdmin();
  const { id } = await environment.trip('ACCEPTED');
  expect((await get(admin, id)).body).toMatchObject({
    customer_contact: expect.stringMatching(/^\+/),
    otp: false,
  });
  environment.set({ AllowCriticalEditsAdmin: false });
  expect((await get(admin, id)).body).toMatchObject({
    customer_contact: 'Hidden for Demo',
    customer_email: 'Hidden for Demo',
    driver_contact: 'Hidden for Demo',
  });
});

it('hides the rider’s contacts from the admin who books for them while critical edits are off', async () => {
  const admin = await environment.addAdmin();
  const rider = await environment.addRider();
  await environment.addDriver();
  const book = async (by: Someone, change: object) =>
    (
      await environment.call<{ mainData: object }>(
        by,
        routes.createBooking,
        null,
        await environment.request(by, { ...change }),
      )
    ).body.mainData;
  const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
  expect(await book(admin, forRider)).toMatchObject({ customer_contact: expect.stringMatching(/^\+598/) });
  environment.set({ AllowCriticalEditsAdmin: false });
  expect(await book(admin, forRider)).toMatchObject({
    customer_contact: 'Hidden for Demo',
    customer_email: 'Hidden for Demo',
  });
  expect(await book(await environment.addRider(), {})).toMatchObject({
    customer_contact: expect.stringMatching(/^\+598/),
  });
});

it('lists by role, newest first, page by page', async () => {
  const rider = await environment.addRider();
  const admin = await environment.addAdmin();
  const fleetadmin = await environment.addFleetAdmin();
  const driver = await environment.addDriver(fleetadmin.uid);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await environment.book(rider));
  const [newest = ''] = ids;
  await environment.ask(newest, [driver]);
  await environment.call(driver, routes.acceptBooking, newest);
  expect(await idsOf(rider)).toEqual(ids);
  expect(await idsOf(driver)).toEqual([newest]);
  expect(await idsOf(fleetadmin)).toEqual([newest]);
  expect((await get(fleetadmin, newest)).body).toMatchObject({ id: newest, actions: [] });
  expect(await idsOf(admin)).toEqual(expect.arrayContaining(ids));
  const first = await list(rider, '?limit=2');
  const second = await list(rider, `?limit=2&cursor=${first.body.nextCursor}`);
  const third = await list(rider, `?limit=2&cursor=${second.body.nextCursor}`);
  expect([first, second, third].flatMap(({ body }) => body.items.map(({ id }) => id))).toEqual(ids);
  expect(third.body.nextCursor).toBeNull();
  expect((await list(rider, '?cursor=nonsense')).code).toBe('invalid_input');
});

it('filters by status, activity and search text', async () => {
  const { id, rider } = await environment.trip('NEW');
  const other = await environment.book(rider);
  await environment.call(rider, routes.cancelBooking, other, { reason: 'One is enough' });
  const { reference } = await environment.record(id);
  expect(await idsOf(rider, '?status=CANCELLED')).toEqual([other]);
  expect(await idsOf(rider, '?active=true')).toEqual([id]);
  expect(await idsOf(rider, '?active=false')).toEqual([other]);
  expect(await idsOf(rider, `?q=${reference.toLowerCase()}`)).toEqual([id]);
  expect(await idsOf(rider, '?q=bulevar')).toEqual([other, id]);
  expect(await idsOf(rider, '?q=%25')).toEqual([]);
});
