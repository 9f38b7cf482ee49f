// Tests booking lists: the requested bookings in the requested order, each exactly once over all pages.
import { type BookingSummary, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { sortedBy } from '../store/booking-list.repository.ts';
import {
  type BookingEnvironment,
  createBookingEnvironment,
  PARQUE,
  PLAZA,
} from '../testing/booking-environment.ts';
import { copyBookings } from '../testing/many-bookings.ts';

const MINUTE = 60_000;
const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

type Page = { items: BookingSummary[]; nextCursor: string | null };
const list = (actor: Actor, query: string) =>
  environment.call<Page>(actor, routes.listBookings, null, undefined, query);
const idsOf = async (actor: Actor, query: string) => {
  const { status, code, body } = await list(actor, query);
  expect([status, code]).toEqual([200, undefined]);
  return body.items.map(({ id }) => id);
};
const later = (minutes: number) => ({ bookLater: true, tripdate: environment.now() + minutes * MINUTE });

async function allPages(actor: Actor, query: string): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const after: string = cursor === null ? '' : `&cursor=${cursor}`;
    const { body, status }: { body: Page; status: number } = await list(actor, `?limit=2${query}${after}`);
    expect(status).toBe(200);
    ids.push(...body.items.map(({ id }) => id));
    cursor = body.nextCursor;
  } while (cursor !== null);
  return ids;
}

it('sorts by time of booking or of the trip, in both directions, page by page', async () => {
  const rider = await environment.addRider();
  const ids: string[] = [];
  for (const minutes of [300, 100, 200, 100, 400]) ids.push(await environment.book(rider, later(minutes)));
  const [b300, b100, b200, b100too, b400] = ids;
  expect(await allPages(rider, '')).toEqual([...ids].reverse());
  expect(await allPages(rider, '&sort=bookingDate&order=asc')).toEqual(ids);
  expect(await allPages(rider, '&sort=tripdate&order=asc')).toEqual([b100, b100too, b200, b300, b400]);
  expect(await allPages(rider, '&sort=tripdate')).toEqual([b400, b300, b200, b100too, b100]);
});

it('sorts by amount, names, plate and stage, in both directions, each booking once over all pages', async () => {
  const admin = await environment.addAdmin();
  const rider = await environment.addRider();
  const ids: string[] = [];
  for (const minutes of [100, 200, 300, 400]) ids.push(await environment.book(rider, later(minutes)));
  const [first = '', second = '', third = '', fourth = ''] = ids;
  const change = (id: string, values: string) =>
    environment.database.pool.query(`update bookings set ${values} where id = $1`, [id]);
  await change(
    first,
    `trip_cost = 900, driver_share = 900, convenience_fees = 0, discount_amount = 500, customer_name = 'Álvaro', driver_name = null`,
  );
  await change(
    second,
    `trip_cost = 500, driver_share = 500, convenience_fees = 0, discount_amount = 0, customer_name = 'ana', driver_name = 'Zoé'`,
  );
  await change(
    third,
    `trip_cost = 600, driver_share = 600, convenience_fees = 0, discount_amount = 0, customer_name = 'Ana', driver_name = 'bruno'`,
  );
  await change(
    fourth,
    `trip_cost = 700, driver_share = 700, convenience_fees = 0, discount_amount = 0, customer_name = 'Bea', driver_name = 'Óscar'`,
  );
  await change(third, `vehicle_number = 'aaa 1'`);
  await change(second, `vehicle_number = 'BBB 1'`);
  await environment.call(rider, routes.cancelBooking, third, { reason: 'Rain' });
  await change(third, 'cancellation_fee = 450');
  const inBothDirections = async (sort: string, expected: string[]) => {
    const query = `&person=${rider.uid}&sort=${sort}`;
    expect([sort, await allPages(admin, `${query}&order=asc`)]).toEqual([sort, expected]);
    expect([sort, await allPages(admin, query)]).toEqual([sort, expected.toReversed()]);
  };
  await inBothDirections('trip_cost', [first, third, second, fourth]);
  await inBothDirections('customer', [first, second, third, fourth]);
  await inBothDirections('driver', [first, third, fourth, second]);
  await inBothDirections('vehicle_number', [first, fourth, third, second]);
  await inBothDirections('status', [first, second, fourth, third]);
});

/** Removes the copies, whose random ids would sort before the bookings of other tests. */
const removeCopies = (customer: string) =>
  environment.database.pool.query('delete from bookings where customer = $1', [customer]);

it('counts the bookings that the caller may see, up to 1,000', async () => {
  const admin = await environment.addAdmin();
  const rider = await environment.addRider();
  const stranger = await environment.addRider();
  await environment.book(rider, later(100));
  const count = async (actor: Actor, query: string) =>
    (await environment.call(actor, routes.countBookings, null, undefined, query)).body;
  expect(await count(rider, '')).toEqual({ count: 1, more: false });
  expect(await count(rider, '?status=CANCELLED')).toEqual({ count: 0, more: false });
  expect(await count(stranger, `?person=${rider.uid}`)).toEqual({ count: 0, more: false });
  await copyBookings(environment.database.pool, rider.uid, 1000);
  expect(await count(admin, `?person=${rider.uid}`)).toEqual({ count: 1000, more: true });
  await removeCopies(rider.uid);
});

it('reads a long list along an index in every order', async () => {
  const rider = await environment.addRider();
  await environment.book(rider, later(100));
  await copyBookings(environment.database.pool, rider.uid, 3000);
  await environment.database.pool.query('analyze bookings');
  const plan = async (order: string) => {
    const { rows } = await environment.database.pool.query(
      `explain select id from bookings order by ${order} limit 51`,
    );
    return rows.map((row) => row['QUERY PLAN']).join('\n');
  };
  for (const column of Object.values(sortedBy))
    expect(await plan(`${column} desc, id desc`)).toMatch(/^Limit.*\n +-> {2}Index (Only )?Scan Backward/);
  expect(await plan('id desc')).toMatch(/^Limit.*\n +-> {2}Index (Only )?Scan Backward using booking_pkey/);
  await removeCopies(rider.uid);
});

it('rejects foreign cursors and unknown sort orders', async () => {
  const rider = await environment.addRider();
  for (const minutes of [100, 200]) await environment.book(rider, later(minutes));
  const { nextCursor } = (await list(rider, '?limit=1&sort=tripdate')).body;
  expect(nextCursor).not.toBeNull();
  for (const query of [
    `?cursor=${nextCursor}`,
    `?sort=tripdate&order=asc&cursor=${nextCursor}`,
    '?cursor=noise',
    '?sort=otp',
    `?sort=driver&cursor=${nextCursor}`,
    '?order=down',
    '?status=NEW,LOST',
    '?carType=Economy',
    '?from=yesterday',
    '?limit=0',
  ])
    expect([query, (await list(rider, query)).code]).toEqual([query, 'invalid_input']);
});

it('filters by several statuses, and by active and upcoming, true or false', async () => {
  const { id: paid, rider } = await environment.trip('PAID');
  const now = await environment.book(rider);
  const cancelled = await environment.book(rider, later(60));
  await environment.call(rider, routes.cancelBooking, cancelled, { reason: 'Rain' });
  const soon = await environment.book(rider, later(30));
  expect(await idsOf(rider, '?status=NEW,CANCELLED')).toEqual([soon, cancelled, now]);
  expect(await idsOf(rider, '?status=PAID')).toEqual([paid]);
  expect(await idsOf(rider, '?status=')).toEqual([soon, cancelled, now, paid]);
  expect(await idsOf(rider, '?active=true')).toEqual([soon, now, paid]);
  expect(await idsOf(rider, '?active=false')).toEqual([cancelled]);
  expect(await idsOf(rider, '?upcoming=true')).toEqual([soon]);
  expect(await idsOf(rider, '?upcoming=false')).toEqual([cancelled, now, paid]);
  environment.pass(31 * MINUTE);
  expect(await idsOf(rider, '?upcoming=true')).toEqual([]);
});

it('filters by trip time, including the start and excluding the end, and by car type', async () => {
  const rider = await environment.addRider();
  const start = environment.now();
  const early = await environment.book(rider, later(60));
  const late = await environment.book(rider, later(120));
  const at = (minutes: number) => start + minutes * MINUTE;
  expect(await idsOf(rider, `?from=${at(60)}&to=${at(120)}`)).toEqual([early]);
  expect(await idsOf(rider, `?from=${at(61)}`)).toEqual([late]);
  // Forms send omitted fields as empty text, which is not a time.
  expect(await idsOf(rider, `?from=${at(61)}&to=`)).toEqual([late]);
  expect((await idsOf(rider, '?from=&to=')).toSorted()).toEqual([early, late].toSorted());
  expect(await idsOf(rider, `?to=${at(60)}`)).toEqual([]);
  expect(await idsOf(rider, `?from=${at(120)}&to=${at(60)}`)).toEqual([]);
  expect(await idsOf(rider, `?carType=${environment.carType.id.toUpperCase()}`)).toEqual([late, early]);
  expect(await idsOf(rider, '?carType=01930000-0000-7000-8000-000000000000')).toEqual([]);
});

it('finds every word in any searched field, literally', async () => {
  const { id, rider } = await environment.trip('ACCEPTED', {
    drop: { ...PARQUE, add: 'Café Ñandú 100% (esquina_1)' },
    estimate: await environment.estimate(null, { drop: { ...PARQUE, add: 'Café Ñandú 100% (esquina_1)' } }),
  });
  const { reference, driver_name, vehicle_number } = await environment.record(id);
  const find = (q: string) => idsOf(rider, `?q=${encodeURIComponent(q)}`);
  for (const q of [
    reference,
    reference.toLowerCase(),
    `  ${driver_name}   sab `,
    'ñandú plaza',
    'PLAZA ÑANDÚ',
    '100%',
    'esquina_1',
    'ñ 10',
    'cafe nandu',
    'Esquína',
    vehicle_number?.replaceAll(' ', '') ?? 'no plate',
  ])
    expect([q, await find(q)]).toEqual([q, [id]]);
  for (const q of ['100%%', 'esquina11', 'plaza nowhere', "' or 1=1 --", 'plaza\\', 'sq', 'af nandu'])
    expect([q, await find(q)]).toEqual([q, []]);
  for (const q of ['x'.repeat(101), 'plaza%00'])
    expect((await list(rider, `?q=${q}`)).code).toBe('invalid_input');
});

it('finds a word page by page in the newest bookings and in older ones', async () => {
  const bookTo = async (rider: Actor, add: string) => {
    const drop = { ...PARQUE, add };
    const departure = later(300);
    const { tripdate } = departure;
    return environment.book(rider, {
      ...departure,
      drop,
      estimate: await environment.estimate(null, { drop, tripdate }),
    });
  };
  const rider = await environment.addRider();
  const oldest = await bookTo(rider, 'Rambla República');
  await copyBookings(environment.database.pool, rider.uid, 1);
  const middle = await idsOf(rider, '?q=republica');
  expect(middle).toHaveLength(2);
  const frequent = await environment.addRider();
  const booked = await bookTo(frequent, 'Calle Cerrito');
  await copyBookings(environment.database.pool, frequent.uid, 1500);
  const admin = await environment.addAdmin();
  const pages = await allPages(admin, '&q=republica');
  expect(pages).toEqual(middle);
  expect(pages).toContain(oldest);
  const first = await list(admin, '?limit=2&q=cerrito');
  const second = await list(admin, `?limit=2&q=cerrito&cursor=${first.body.nextCursor}`);
  const newest = [...first.body.items, ...second.body.items].map(({ id }) => id);
  expect(newest).toEqual(await idsOf(admin, '?limit=4&q=cerrito'));
  expect(new Set(newest).size).toBe(4);
  // The ids are not in the order of time, so they would sort before every later booking.
  await environment.database.pool.query('delete from bookings where customer = any($1) and id <> all($2)', [
    [rider.uid, frequent.uid],
    [oldest, booked],
  ]);
});

it('has an index over the letters of every script, so that a rare name is found without reading all bookings', async () => {
  const { rows } = await environment.database.pool.query<{ parts: number }>(
    "select cardinality(show_trgm('محمد')) as parts",
  );
  expect(rows[0]?.parts).toBeGreaterThan(1);
});

it('filters by any person for admins, by own drivers for fleet admins, and ignores the filter for other roles', async () => {
  const admin = await environment.addAdmin();
  const fleetadmin = await environment.addFleetAdmin();
  const stranger = await environment.addRider();
  const driver = await environment.addDriver(fleetadmin.uid);
  await environment.addDriver();
  const rider = await environment.addRider();
  const id = await environment.book(rider);
  await environment.ask(id, [driver]);
  await environment.call(driver, routes.acceptBooking, id);
  const other = await environment.book(stranger);
  expect(await idsOf(admin, `?person=${rider.uid}`)).toEqual([id]);
  expect(await idsOf(admin, `?person=${driver.uid}`)).toEqual([id]);
  expect(await idsOf(fleetadmin, `?person=${driver.uid}`)).toEqual([id]);
  expect(await idsOf(fleetadmin, `?person=${rider.uid}`)).toEqual([]);
  expect(await idsOf(stranger, `?person=${rider.uid}`)).toEqual([other]);
});

it('shows contacts to those who need them, and hides them from operators in demonstration mode', async () => {
  const admin = await environment.addAdmin();
  const fleetadmin = await environment.addFleetAdmin();
  const driver = await environment.addDriver(fleetadmin.uid);
  const rider = await environment.addRider();
  const id = await environment.book(rider);
  await environment.ask(id, [driver]);
  await environment.call(driver, routes.acceptBooking, id);
  const of = async (actor: Actor) => (await list(actor, `?limit=1`)).body.items.find((one) => one.id === id);
  const phone = expect.stringMatching(/^\+598/);
  expect(await of(rider)).toMatchObject({
    customer_contact: phone,
    driver_contact: phone,
    actions: ['cancel'],
  });
  expect(await of(driver)).toMatchObject({ customer_contact: phone, customer_email: null });
  for (const operator of [admin, fleetadmin])
    expect(await of(operator)).toMatchObject({ customer_contact: phone, driver_contact: phone });
  expect(await of(fleetadmin)).toMatchObject({ actions: [] });
  expect(await of(admin)).toMatchObject({
    pickupAddress: PLAZA.add,
    cancelSlab: environment.carType.cancelSlab,
  });
  environment.set({ AllowCriticalEditsAdmin: false });
  const hidden = 'Hidden for Demo';
  for (const operator of [admin, fleetadmin])
    expect(await of(operator)).toMatchObject({
      customer_contact: hidden,
      customer_email: hidden,
      driver_contact: hidden,
      deliveryPersonPhone: null,
    });
  expect(await of(rider)).toMatchObject({ customer_contact: phone });
  environment.set(asAtFirst);
  await environment.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect(await of(driver)).toMatchObject({ customer_contact: null });
  expect(await of(rider)).toMatchObject({ driver_contact: null });
});
