// Foreign and missing bookings are one and the same; lists hold what is one's own; contacts are shown to who needs them.
import { type BookingSummary, type BookingView, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type BookingWorld, createBookingWorld } from '../testing/booking-world.ts';

const asAtFirst = settings.parse({});
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

type Someone = Parameters<BookingWorld['call']>[0];
type Page = { items: BookingSummary[]; nextCursor: string | null };
const get = (actor: Someone, id: string) => world.call<BookingView>(actor, routes.getBooking, id);
const list = (actor: Someone, query = '') =>
  world.call<Page>(actor, routes.listBookings, null, undefined, query);
const idsOf = async (actor: Someone, query = '') => (await list(actor, query)).body.items.map(({ id }) => id);

it('answers not_found to everybody who is no part of a booking, for every route', async () => {
  const { id } = await world.trip('ARRIVED');
  const missing = '01930000-0000-7000-8000-000000000000';
  const [rider, driver, fleetadmin] = [
    await world.addRider(),
    await world.addDriver(),
    await world.addFleetAdmin(),
  ];
  for (const target of [id, missing]) {
    for (const actor of [rider, driver, fleetadmin])
      expect((await get(actor, target)).code).toBe('not_found');
    for (const route of ['accept', 'decline', 'arrive', 'start', 'reach', 'collect'] as const) {
      const answer = await world.call(driver, routes[`${route}Booking`], target);
      expect([route, answer.code]).toEqual([route, 'not_found']);
    }
    const byRider = [
      await world.call(rider, routes.payBooking, target, { payment_mode: 'cash' }),
      await world.call(rider, routes.rateBooking, target, { rating: 1 }),
      await world.call(rider, routes.cancelBooking, target, { reason: 'Not mine' }),
    ];
    expect(byRider.map(({ code }) => code)).toEqual(['not_found', 'not_found', 'not_found']);
  }
  expect((await world.record(id)).status).toBe('ARRIVED');
});

it('shows contacts and the trip code to those who need them, while they do', async () => {
  world.set({ otp_secure: true });
  const { id, rider, driver } = await world.trip('NEW');
  expect((await get(driver, id)).body).toMatchObject({
    customer_contact: null,
    customer_email: null,
    otp: null,
    requestedCount: 1,
    actions: ['accept', 'decline'],
  });
  await world.call(driver, routes.acceptBooking, id);
  expect((await get(driver, id)).body).toMatchObject({
    customer_contact: expect.stringMatching(/^\+598/),
    otp: null,
  });
  expect((await get(rider, id)).body).toMatchObject({
    driver_contact: expect.stringMatching(/^\+598/),
    otp: expect.any(Number),
  });
  await world.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect((await get(driver, id)).body.customer_contact).toBeNull();
  expect((await get(rider, id)).body.driver_contact).toBeNull();
});

it('tells the recipient’s phone and how to get in to whoever brings the parcel, while he does', async () => {
  world.set({ appcat: 'delivery' });
  const [admin, rider, driver] = [await world.addAdmin(), await world.addRider(), await world.addDriver()];
  const id = await world.book(admin, {
    ...{ booking_type_admin: true, userDetails: { uid: rider.uid } },
    instructionData: {
      ...{ deliveryPerson: 'Leo', deliveryPersonPhone: '099 123 456' },
      ...{ pickUpInstructions: 'The door’s code is 4711', deliveryInstructions: 'Third floor' },
    },
  });
  await world.ask(id, [driver]);
  const told = {
    ...{ deliveryPersonPhone: '099 123 456', pickUpInstructions: 'The door’s code is 4711' },
    deliveryInstructions: 'Third floor',
  };
  const nothing = { deliveryPersonPhone: null, pickUpInstructions: null, deliveryInstructions: null };
  const listed = async () => (await list(driver)).body.items.find((one) => one.id === id);
  expect((await get(driver, id)).body).toMatchObject(nothing);
  await world.call(driver, routes.acceptBooking, id);
  expect((await get(driver, id)).body).toMatchObject(told);
  expect(await listed()).toMatchObject({ deliveryPersonPhone: told.deliveryPersonPhone });
  await world.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect((await get(driver, id)).body).toMatchObject(nothing);
  expect(await listed()).toMatchObject({ deliveryPersonPhone: null });
  for (const actor of [rider, admin]) expect((await get(actor, id)).body).toMatchObject(told);
});

it('shows the operator contacts, and hides them in demonstration mode', async () => {
  const admin = await world.addAdmin();
  const { id } = await world.trip('ACCEPTED');
  expect((await get(admin, id)).body).toMatchObject({
    customer_contact: expect.stringMatching(/^\+/),
    otp: false,
  });
  world.set({ AllowCriticalEditsAdmin: false });
  expect((await get(admin, id)).body).toMatchObject({
    customer_contact: 'Hidden for Demo',
    customer_email: 'Hidden for Demo',
    driver_contact: 'Hidden for Demo',
  });
});

it('hides the rider’s contacts from the admin who books for them while critical edits are off', async () => {
  const [admin, rider] = [await world.addAdmin(), await world.addRider()];
  await world.addDriver();
  const book = async (by: Someone, change: object) =>
    (
      await world.call<{ mainData: object }>(
        by,
        routes.createBooking,
        null,
        await world.request(by, { ...change }),
      )
    ).body.mainData;
  const forRider = { booking_type_admin: true, userDetails: { uid: rider.uid } };
  expect(await book(admin, forRider)).toMatchObject({ customer_contact: expect.stringMatching(/^\+598/) });
  world.set({ AllowCriticalEditsAdmin: false });
  expect(await book(admin, forRider)).toMatchObject({
    customer_contact: 'Hidden for Demo',
    customer_email: 'Hidden for Demo',
  });
  expect(await book(await world.addRider(), {})).toMatchObject({
    customer_contact: expect.stringMatching(/^\+598/),
  });
});

it('lists by role, newest first, page by page', async () => {
  const [rider, admin, fleetadmin] = [
    await world.addRider(),
    await world.addAdmin(),
    await world.addFleetAdmin(),
  ];
  const driver = await world.addDriver(fleetadmin.uid);
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.unshift(await world.book(rider));
  const [newest = ''] = ids;
  await world.ask(newest, [driver]);
  await world.call(driver, routes.acceptBooking, newest);
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

it('filters by status, activity and words', async () => {
  const { id, rider } = await world.trip('NEW');
  const other = await world.book(rider);
  await world.call(rider, routes.cancelBooking, other, { reason: 'One is enough' });
  const { reference } = await world.record(id);
  expect(await idsOf(rider, '?status=CANCELLED')).toEqual([other]);
  expect(await idsOf(rider, '?active=true')).toEqual([id]);
  expect(await idsOf(rider, '?active=false')).toEqual([other]);
  expect(await idsOf(rider, `?q=${reference.toLowerCase()}`)).toEqual([id]);
  expect(await idsOf(rider, '?q=bulevar')).toEqual([other, id]);
  expect(await idsOf(rider, '?q=%25')).toEqual([]);
});
