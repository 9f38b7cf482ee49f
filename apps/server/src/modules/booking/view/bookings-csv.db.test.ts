// Tests the CSV export of bookings: every row of the caller's list, the requested language and time zone, and no
// spreadsheet formulas.
import { routes } from '@kerb/contract';
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { settings } from '@kerb/domain/settings';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { Actor } from '../../../kit/index.ts';
import { type BookingEnvironment, createBookingEnvironment, PARQUE } from '../testing/booking-environment.ts';
import { copyBookings } from '../testing/many-bookings.ts';

const asAtFirst = settings.parse({});
let environment: BookingEnvironment;
beforeAll(async () => {
  environment = await createBookingEnvironment();
});
afterEach(() => environment.set(asAtFirst));
afterAll(() => environment.close());

const download = (actor: Actor | null, query = '') =>
  environment.server.inject({
    url: `/api/v1${routes.exportBookings.path}${query}`,
    headers: actor ? { authorization: `Bearer ${actor.uid}` } : {},
  });

/** Parses the rows into cells by their English headers, without quotes. */
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

it('has the headers of a CSV download, a byte order mark and a file name', async () => {
  const { body, headers, statusCode } = await download(await environment.addRider());
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
  const { body } = await download(await environment.addRider(), `?lang=${lang}`);
  expect(body.slice(1).split(',')[0]).toBe(header);
});

it('translates car types and reasons into the requested language if they have a text in it', async () => {
  const cancelled = async (reason: string) => {
    const { id, rider } = await environment.trip('NEW');
    await environment.call(rider, routes.cancelBooking, id, { reason });
    return rider;
  };
  const rider = await cancelled('Plans have changed');
  const named = async (lang: string) => {
    const [row = {}] = await table(rider, `?lang=${lang}`);
    return Object.values(row).filter((cell) => /Econ|plan/i.test(cell));
  };
  expect(await named('es')).toEqual(['Económico', 'Cambiaron los planes']);
  expect(await named('fr')).toEqual(['Economy', 'Les plans ont changé']);
  expect(await named('en')).toEqual(['Economy', 'Plans have changed']);
  const other = await cancelled('Words of another day');
  expect((await download(other, '?lang=es')).body).toContain('Words of another day');
  const unserved = await cancelled(NO_DRIVER_REASON);
  expect((await download(unserved, '?lang=es')).body).toContain('No encontramos conductor');
});

it('writes times in the operator’s time zone and amounts with decimals, and escapes formulas', async () => {
  environment.set({ timezone: 'Asia/Tokyo' });
  const drop = { ...PARQUE, add: '=HYPERLINK("http://evil"), "quoted"\nnew line' };
  const { id, rider } = await environment.trip('ACCEPTED', {
    drop,
    estimate: await environment.estimate(null, { drop }),
  });
  const record = await environment.record(id);
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

it('has nothing to be paid for a cancelled booking, as its page has', async () => {
  const { id, rider } = await environment.trip('ACCEPTED');
  const [open] = await table(rider);
  expect(open?.['To be paid']).toBe(open?.['Trip cost']);
  await environment.call(rider, routes.cancelBooking, id, { reason: 'Plans have changed' });
  expect(await table(rider)).toMatchObject([{ Status: 'CANCELLED', 'To be paid': '0.00' }]);
  expect((await environment.call(rider, routes.getBooking, id)).body).toMatchObject({
    payableAmount: 0,
    paymentPacket: { payableAmount: 0 },
  });
});

it('has the bookings of the caller’s list, with the same filters', async () => {
  const admin = await environment.addAdmin();
  const fleetadmin = await environment.addFleetAdmin();
  const driver = await environment.addDriver(fleetadmin.uid);
  await environment.addDriver();
  const rider = await environment.addRider();
  const taken = await environment.book(rider);
  await environment.ask(taken, [driver]);
  await environment.call(driver, routes.acceptBooking, taken);
  const open = await environment.book(rider);
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

it('has only the selected bookings that the caller may see', async () => {
  const rider = await environment.addRider();
  const stranger = await environment.addRider();
  const later = (minutes: number) => ({ bookLater: true, tripdate: environment.now() + minutes * 60_000 });
  const [first = '', second = '', third = ''] = await Promise.all(
    [60, 70, 80].map((minutes) => environment.book(rider, later(minutes))),
  );
  const selected = async (actor: Actor, ids: string[]) => {
    const response = await environment.server.inject({
      method: 'POST',
      url: `/api/v1${routes.exportSelectedBookings.path}`,
      headers: { authorization: `Bearer ${actor.uid}` },
      payload: { ids },
    });
    if (response.statusCode !== 200) return response.json().code;
    return [first, second, third].filter((id) => response.body.includes(id));
  };
  expect(await selected(rider, [third, first.toUpperCase()])).toEqual([first, third]);
  expect(await selected(stranger, [first])).toEqual([]);
  expect(await selected(rider, [])).toBe('invalid_input');
  expect(await selected(rider, ['1'])).toBe('invalid_input');
});

it('is rejected for every role in demonstration mode', async () => {
  environment.set({ AllowCriticalEditsAdmin: false });
  for (const actor of [
    await environment.addAdmin(),
    await environment.addFleetAdmin(),
    await environment.addRider(),
  ])
    expect((await download(actor)).json().code).toBe('demo_mode');
});

it('has every booking once, newest first, for more rows than one page', async () => {
  const { rider } = await environment.trip('PAID');
  await copyBookings(environment.database.pool, rider.uid, 2500);
  const ids = (await table(rider)).map(({ Id = '' }) => Id);
  expect(ids).toHaveLength(2501);
  expect(ids).toEqual([...new Set(ids)].sort().reverse());
});
