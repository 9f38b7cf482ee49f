// The bookings as a file: every row of the caller's own list, in the language and the time zone asked for, and nothing that runs.
import { routes } from '@kerb/contract';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingWorld, createBookingWorld, PARQUE } from '../testing/booking-world.ts';
import { copyBookings } from '../testing/many-bookings.ts';

const asAtFirst = settings.parse({});
let world: BookingWorld;
beforeAll(async () => {
  world = await createBookingWorld();
});
afterEach(() => world.set(asAtFirst));
afterAll(() => world.close());

const download = (actor: Actor | null, query = '') =>
  world.server.inject({
    url: `/api/v1${routes.exportBookings.path}${query}`,
    headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
  });

/** Rows of cells by the English headers; quotes are taken off. */
async function table(actor: Actor, query = ''): Promise<Record<string, string>[]> {
  const { body } = await download(actor, query);
  const [head = [], ...rows] = body
    .replace(/^\ufeff/, '')
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:"((?:[^"]|"")*)"|([^",]*))(?:,|$)/g)].map(
        ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
      ),
    );
  return rows
    .filter((cells) => cells.length > 2)
    .map((cells) => Object.fromEntries(head.map((name, index) => [name, cells[index] ?? ''])));
}

it('opens in a spreadsheet, and is saved by its name', async () => {
  const { body, headers, statusCode } = await download(await world.addRider());
  expect(statusCode).toBe(200);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toBe('attachment; filename="bookings.csv"');
  expect(headers['cache-control']).toBe('no-store');
  expect(body).toMatch(/^\ufeffReference,Status,Booked at,.*,Id\r\n$/);
});

it.each([
  ['es', 'Referencia'],
  ['ar-EG', 'المرجع'],
  ['en-GB', 'Reference'],
  ['tlh', 'Reference'],
  ['__proto__', 'Reference'],
])('has its headers in %s', async (lang, header) => {
  const { body } = await download(await world.addRider(), `?lang=${lang}`);
  expect(body.slice(1).split(',')[0]).toBe(header);
});

it('writes times as the operator’s clocks show them, amounts with their decimals, texts that run nothing', async () => {
  world.set({ timezone: 'Asia/Tokyo' });
  const drop = { ...PARQUE, add: '=HYPERLINK("http://evil"), "quoted"\nnew line' };
  const { id, rider } = await world.trip('ACCEPTED', {
    drop,
    estimate: await world.estimate(null, { drop }),
  });
  const record = await world.record(id);
  const { body } = await download(rider);
  expect(body).toContain(`"'=HYPERLINK(""http://evil""), ""quoted""\nnew line"`);
  const [row] = await table(rider);
  expect(row).toMatchObject({
    Reference: record.reference,
    Status: 'ACCEPTED',
    'Booked at': new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: 'Asia/Tokyo',
    }).format(record.booking_date),
    'Booked for later': 'false',
    'Trip cost': (record.trip_cost / 100).toFixed(2),
    'Driver’s mobile': `'${record.driver_contact}`,
  });
  expect(row?.['Booked at']).toMatch(/^2026-03-02 21:\d\d:\d\d$/);
});

it('holds the caller’s own list as it is narrowed', async () => {
  const [admin, fleetadmin] = [await world.addAdmin(), await world.addFleetAdmin()];
  const [driver] = [await world.addDriver(fleetadmin.uid), await world.addDriver()];
  const rider = await world.addRider();
  const taken = await world.book(rider);
  await world.ask(taken, [driver]);
  await world.call(driver, routes.acceptBooking, taken);
  const open = await world.book(rider);
  const ids = async (actor: Actor, query = '') => (await table(actor, query)).map(({ Id }) => Id);
  expect(await ids(rider)).toEqual([open, taken]);
  expect(await ids(rider, '?status=ACCEPTED')).toEqual([taken]);
  expect(await ids(driver)).toEqual([taken]);
  expect(await ids(fleetadmin)).toEqual([taken]);
  expect(await ids(fleetadmin, `?person=${rider.uid}`)).toEqual([]);
  expect(await ids(admin, `?person=${rider.uid}`)).toEqual([open, taken]);
  expect(await table(driver)).toMatchObject([
    { 'Rider’s e-mail': '', 'Rider’s mobile': expect.stringContaining('598') },
  ]);
  expect((await download(null)).json().code).toBe('not_logged_in');
  expect((await download(rider, '?status=LOST')).json().code).toBe('invalid_input');
});

it('is refused to everybody in demonstration mode', async () => {
  world.set({ AllowCriticalEditsAdmin: false });
  for (const actor of [await world.addAdmin(), await world.addFleetAdmin(), await world.addRider()])
    expect((await download(actor)).json().code).toBe('demo_mode');
});

it('comes whole where there are more rows than are read at once, each once, newest first', async () => {
  const { rider } = await world.trip('PAID');
  await copyBookings(world.database.pool, rider.uid, 2500);
  const ids = (await table(rider)).map(({ Id = '' }) => Id);
  expect(ids).toHaveLength(2501);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});
