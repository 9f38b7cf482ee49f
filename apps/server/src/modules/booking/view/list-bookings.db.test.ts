// A list holds what was asked for, in the order asked for, each booking once, whatever page it is on.
import { type BookingSummary, routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingWorld, createBookingWorld, PARQUE, PLAZA } from '../testing/booking-world.ts';

const MINUTE = 60_000;
const asAtFirst = settings.parse({});
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

type Page = { items: BookingSummary[]; nextCursor: string | null };
const list = (actor: Actor, query: string) =>
  world.call<Page>(actor, routes.listBookings, null, undefined, query);
const idsOf = async (actor: Actor, query: string) => {
  const { status, code, body } = await list(actor, query);
  expect([status, code]).toEqual([200, undefined]);
  return body.items.map(({ id }) => id);
};
const later = (minutes: number) => ({ bookLater: true, tripdate: world.now() + minutes * MINUTE });

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

it('goes by the time of booking or of the trip, either way, page by page', async () => {
  const rider = await world.addRider();
  const ids: string[] = [];
  for (const minutes of [300, 100, 200, 100, 400]) ids.push(await world.book(rider, later(minutes)));
  const [b300, b100, b200, b100too, b400] = ids;
  expect(await allPages(rider, '')).toEqual([...ids].reverse());
  expect(await allPages(rider, '&sort=bookingDate&order=asc')).toEqual(ids);
  expect(await allPages(rider, '&sort=tripdate&order=asc')).toEqual([b100, b100too, b200, b300, b400]);
  expect(await allPages(rider, '&sort=tripdate')).toEqual([b400, b300, b200, b100too, b100]);
});

it('takes no cursor but its own, and no sort it does not know', async () => {
  const rider = await world.addRider();
  for (const minutes of [100, 200]) await world.book(rider, later(minutes));
  const { nextCursor } = (await list(rider, '?limit=1&sort=tripdate')).body;
  expect(nextCursor).not.toBeNull();
  for (const query of [
    `?cursor=${nextCursor}`,
    `?sort=tripdate&order=asc&cursor=${nextCursor}`,
    '?cursor=noise',
    '?sort=trip_cost',
    '?order=down',
    '?status=NEW,LOST',
    '?carType=Economy',
    '?from=yesterday',
    '?limit=0',
  ])
    expect([query, (await list(rider, query)).code]).toEqual([query, 'invalid_input']);
});

it('takes several statuses, and the two sides of active and of upcoming', async () => {
  const { id: paid, rider } = await world.trip('PAID');
  const now = await world.book(rider);
  const cancelled = await world.book(rider, later(60));
  await world.call(rider, routes.cancelBooking, cancelled, { reason: 'Rain' });
  const soon = await world.book(rider, later(30));
  expect(await idsOf(rider, '?status=NEW,CANCELLED')).toEqual([soon, cancelled, now]);
  expect(await idsOf(rider, '?status=PAID')).toEqual([paid]);
  expect(await idsOf(rider, '?status=')).toEqual([soon, cancelled, now, paid]);
  expect(await idsOf(rider, '?active=true')).toEqual([soon, now, paid]);
  expect(await idsOf(rider, '?active=false')).toEqual([cancelled]);
  expect(await idsOf(rider, '?upcoming=true')).toEqual([soon]);
  expect(await idsOf(rider, '?upcoming=false')).toEqual([cancelled, now, paid]);
  world.pass(31 * MINUTE);
  expect(await idsOf(rider, '?upcoming=true')).toEqual([]);
});

it('takes the days of the trip, the first moment in and the last one out, and a car type', async () => {
  const rider = await world.addRider();
  const start = world.now();
  const [early, late] = [await world.book(rider, later(60)), await world.book(rider, later(120))];
  const at = (minutes: number) => start + minutes * MINUTE;
  expect(await idsOf(rider, `?from=${at(60)}&to=${at(120)}`)).toEqual([early]);
  expect(await idsOf(rider, `?from=${at(61)}`)).toEqual([late]);
  // A form sends what is left out as nothing: that is no moment.
  expect(await idsOf(rider, `?from=${at(61)}&to=`)).toEqual([late]);
  expect((await idsOf(rider, '?from=&to=')).toSorted()).toEqual([early, late].toSorted());
  expect(await idsOf(rider, `?to=${at(60)}`)).toEqual([]);
  expect(await idsOf(rider, `?from=${at(120)}&to=${at(60)}`)).toEqual([]);
  expect(await idsOf(rider, `?carType=${world.carType.id.toUpperCase()}`)).toEqual([late, early]);
  expect(await idsOf(rider, '?carType=01930000-0000-7000-8000-000000000000')).toEqual([]);
});

it('finds every word wherever it stands, as it is written', async () => {
  const { id, rider } = await world.trip('ACCEPTED', {
    drop: { ...PARQUE, add: 'Café Ñandú 100% (esquina_1)' },
    estimate: await world.estimate(null, { drop: { ...PARQUE, add: 'Café Ñandú 100% (esquina_1)' } }),
  });
  const { reference, driver_name } = await world.record(id);
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
  ])
    expect([q, await find(q)]).toEqual([q, [id]]);
  for (const q of ['100%%', 'esquina11', 'plaza nowhere', "' or 1=1 --", 'plaza\\'])
    expect([q, await find(q)]).toEqual([q, []]);
  for (const q of ['x'.repeat(101), 'plaza%00'])
    expect((await list(rider, `?q=${q}`)).code).toBe('invalid_input');
});

it('shows an admin one person’s, a fleet admin the own drivers’, and everybody else their own whatever they ask', async () => {
  const [admin, fleetadmin, stranger] = [
    await world.addAdmin(),
    await world.addFleetAdmin(),
    await world.addRider(),
  ];
  const [driver] = [await world.addDriver(fleetadmin.uid), await world.addDriver()];
  const rider = await world.addRider();
  const id = await world.book(rider);
  await world.ask(id, [driver]);
  await world.call(driver, routes.acceptBooking, id);
  const other = await world.book(stranger);
  expect(await idsOf(admin, `?person=${rider.uid}`)).toEqual([id]);
  expect(await idsOf(admin, `?person=${driver.uid}`)).toEqual([id]);
  expect(await idsOf(fleetadmin, `?person=${driver.uid}`)).toEqual([id]);
  expect(await idsOf(fleetadmin, `?person=${rider.uid}`)).toEqual([]);
  expect(await idsOf(stranger, `?person=${rider.uid}`)).toEqual([other]);
});

it('tells contacts to those who need them, and hides them from an operator in demonstration mode', async () => {
  const [admin, fleetadmin] = [await world.addAdmin(), await world.addFleetAdmin()];
  const driver = await world.addDriver(fleetadmin.uid);
  const rider = await world.addRider();
  const id = await world.book(rider);
  await world.ask(id, [driver]);
  await world.call(driver, routes.acceptBooking, id);
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
  expect(await of(admin)).toMatchObject({ pickupAddress: PLAZA.add, cancelSlab: world.carType.cancelSlab });
  world.set({ AllowCriticalEditsAdmin: false });
  const hidden = 'Hidden for Demo';
  for (const operator of [admin, fleetadmin])
    expect(await of(operator)).toMatchObject({
      customer_contact: hidden,
      customer_email: hidden,
      driver_contact: hidden,
      deliveryPersonPhone: null,
    });
  expect(await of(rider)).toMatchObject({ customer_contact: phone });
  world.set(asAtFirst);
  await world.call(driver, routes.cancelBooking, id, { reason: 'The car broke down' });
  expect(await of(driver)).toMatchObject({ customer_contact: null });
  expect(await of(rider)).toMatchObject({ driver_contact: null });
});
