// The operator's figures over known bookings: every value by hand, and every count equal to the list of bookings behind it.
import { randomBytes, randomUUID } from 'node:crypto';
import { type BookingFilters, type FigureSet, routes } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { cellOf } from '@kerb/domain/dispatch';
import { figureNames } from '@kerb/domain/figures';
import type { LatLng } from '@kerb/domain/geo';
import { bookingReference, DomainError, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '@kerb/domain/kernel';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createCountBookings } from '../booking/index.ts';
import { createExportFigures } from './export-figures.ts';
import { figuresRepository } from './figures.repository.ts';
import { actorOf, createReportEnvironment } from './testing/report-environment.ts';
import { createViewFigures, type FiguresQuery } from './view-figures.ts';

const environment = await createReportEnvironment();
afterAll(() => environment.database.close());
const { pool, time, current } = environment;

const pocitos: LatLng = { lat: -34.911, lng: -56.151 };
const centro: LatLng = { lat: -34.9055, lng: -56.1913 };
const quarters = new Map([
  [cellOf(pocitos), 'Pocitos'],
  [cellOf(centro), 'Centro'],
]);
const viewFigures = createViewFigures({
  ...environment.deps,
  maps: { quarterAt: async (point) => quarters.get(cellOf(point)) ?? null },
});
const countBookings = createCountBookings({
  ...environment.deps,
  fleet: { driverOf: async () => null },
});
const admin = actorOf('admin');
const at = (iso: string) => Date.parse(iso);

beforeEach(async () => {
  await pool.query('delete from booking_requests');
  await pool.query('delete from bookings');
  await pool.query('delete from duty_periods');
  current.timezone = 'America/Montevideo';
  time.now = at('2026-05-20T15:00:00Z');
});

interface Booked {
  wanted: number;
  status?: BookingStatus;
  later?: boolean;
  driver?: string | null;
  fleetadmin?: string | null;
  dispatchAt?: number;
  acceptedAt?: number | null;
  arrivedAt?: number | null;
  endedAt?: number | null;
  driven?: number | null;
  quotedSecs?: number;
  quoted?: number;
  charged?: number;
  reason?: string;
  pickup?: LatLng;
}

async function addBooking(booked: Booked): Promise<string> {
  const { wanted, status = 'COMPLETE', later = false, fleetadmin = null, pickup = pocitos } = booked;
  const { driver = randomUUID(), dispatchAt = wanted, reason = 'Plans have changed' } = booked;
  const isCancelled = status === 'CANCELLED';
  const accepted = driver === null ? null : (booked.acceptedAt ?? wanted + MS_PER_MINUTE);
  const id = randomUUID();
  await pool.query(
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
       booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
       customer_email, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
       estimate_distance_km, estimate_time_secs, trip_cost, convenience_fees, driver_share, breakdown,
       payment_mode, payable_amount, driver, driver_name, driver_accept_time, driver_arrive_time, fleetadmin,
       cancelled_by, reason, trip_end_time, cancelled_at, total_trip_time, customer_paid)
     values ($1, $2, $3, 'taxi', $4, false, $5, $6, $6, $7, $4, 'Economy', '', $4, 'Ana', '+1', 'a@example.com', '',
       $8, '{"lat":1,"lng":2,"add":"Rambla"}', '[]', '', '{"decimals":2}', $9, 1, $10, $11, 0, $11, '{}', 'cash', 1,
       $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22)`,
    [
      id,
      bookingReference(randomBytes(6)),
      status,
      randomUUID(),
      later,
      wanted,
      dispatchAt,
      JSON.stringify({ ...pickup, add: 'Plaza' }),
      booked.quoted ?? 1000,
      booked.quotedSecs ?? 600,
      booked.charged ?? 1000,
      driver,
      driver === null ? null : 'Sergio',
      accepted,
      booked.arrivedAt ?? null,
      fleetadmin,
      isCancelled ? 'rider' : null,
      isCancelled ? reason : null,
      isCancelled ? null : (booked.endedAt ?? null),
      isCancelled ? (booked.endedAt ?? wanted + 2 * MS_PER_MINUTE) : null,
      booked.driven ?? null,
      status === 'PAID' || status === 'COMPLETE' ? (booked.charged ?? 1000) : 0,
    ],
  );
  return id;
}

async function addOffer(booking: string, outcome: string | null, driver: string, requestedAt: number) {
  await pool.query(
    'insert into booking_requests (booking, driver, requested_at, expires_at, outcome) values ($1, $2, $3, $4, $5)',
    [booking, driver, requestedAt, requestedAt + 30_000, outcome],
  );
}

async function addDuty(uid: string, starts: number, ends: number | null, seen = ends ?? starts) {
  await pool.query('insert into duty_periods (uid, started_at, seen_at, ended_at) values ($1, $2, $3, $4)', [
    uid,
    starts,
    seen,
    ends,
  ]);
}

const day = (date: string, by: FiguresQuery['by'] = 'hour') => ({ from: date, to: date, by });
const totalOf = async (query: FiguresQuery, actor: Actor = admin) => (await viewFigures(actor, query)).total;
/** The moments of calendar days, as the bookings' table asks for them. */
const daysIn = (from: string, to: string, offset = '-03:00') => ({
  from: at(`${from}T00:00:00${offset}`),
  to: at(`${to}T00:00:00${offset}`) + MS_PER_DAY,
});
const listed = async (filters: BookingFilters, actor: Actor = admin) =>
  (await countBookings(actor, filters)).count;

describe('waiting', () => {
  test('is from the search until the driver is there: median and ninth tenth of trips driven now', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (let minute = 1; minute <= 10; minute += 1)
      await addBooking({ wanted, arrivedAt: wanted + minute * MS_PER_MINUTE, status: 'PAID' });
    // Booked for later, cancelled, not there yet, and a search that began before the time of the trip.
    await addBooking({ wanted, later: true, arrivedAt: wanted + MS_PER_HOUR });
    await addBooking({ wanted, status: 'CANCELLED', arrivedAt: wanted + MS_PER_HOUR });
    await addBooking({ wanted, status: 'ACCEPTED' });
    const { now, before } = await totalOf(day('2026-05-10'));
    expect(now.waiting).toEqual({ bookings: 10, median_secs: 330, p90_secs: 546 });
    expect(before.waiting).toEqual({ bookings: 0, median_secs: null, p90_secs: null });
  });

  test('of fewer than ten trips is not said', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (let trip = 0; trip < 9; trip += 1) await addBooking({ wanted, arrivedAt: wanted + MS_PER_MINUTE });
    expect((await totalOf(day('2026-05-10'))).now.waiting).toEqual({
      bookings: 9,
      median_secs: null,
      p90_secs: null,
    });
  });
});

describe('completion', () => {
  test('is the share of driven bookings of those that ended; others do not count', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const status of ['PENDING', 'PAID', 'COMPLETE'] as const)
      for (let copy = 0; copy < 4; copy += 1) await addBooking({ wanted, status });
    for (let copy = 0; copy < 4; copy += 1) await addBooking({ wanted, status: 'CANCELLED', driver: null });
    await addBooking({ wanted, status: 'NEW', driver: null });
    await addBooking({ wanted, status: 'STARTED' });
    expect((await totalOf(day('2026-05-10'))).now.completion).toEqual({
      bookings: 16,
      completed: 12,
      share: 0.75,
    });
  });

  test('has its cancellations by reason, beside those of the period before', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const reason of ['Too far', 'Too far', 'Driver late'])
      await addBooking({ wanted, status: 'CANCELLED', reason });
    await addBooking({ wanted: wanted - MS_PER_DAY, status: 'CANCELLED', reason: 'Too far' });
    await addBooking({ wanted: wanted - MS_PER_DAY, status: 'CANCELLED', reason: 'Another' });
    const { reasons } = await viewFigures(admin, day('2026-05-10'));
    expect(reasons).toEqual([
      { reason: 'Too far', now: 2, before: 1 },
      { reason: 'Driver late', now: 1, before: 0 },
    ]);
    const period = daysIn('2026-05-10', '2026-05-10');
    expect(await listed({ ...period, status: ['CANCELLED'], reason: 'Too far' })).toBe(2);
    expect(await listed({ ...period, status: ['CANCELLED'], counted: 'completion' })).toBe(3);
  });
});

describe('acceptance', () => {
  test('counts answered offers, and not those that another event ended', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    const busy = randomUUID();
    const booking = await addBooking({ wanted, status: 'NEW', driver: null });
    const other = await addBooking({ wanted, driver: busy, acceptedAt: wanted + 10_000 });
    for (let driver = 0; driver < 6; driver += 1) await addOffer(booking, 'declined', randomUUID(), wanted);
    for (let driver = 0; driver < 3; driver += 1) await addOffer(booking, 'expired', randomUUID(), wanted);
    for (const outcome of ['lost', 'cancelled', 'late', 'silent', 'reassigned', null])
      await addOffer(booking, outcome, randomUUID(), wanted);
    await addOffer(booking, 'expired', busy, wanted);
    await addOffer(other, 'accepted', busy, wanted);
    expect((await totalOf(day('2026-05-10'))).now.acceptance).toEqual({
      bookings: 2,
      offers: 10,
      accepted: 1,
      share: 0.1,
    });
  });
});

describe('use of drivers', () => {
  let sergio = '';
  beforeEach(async () => {
    sergio = await environment.addPerson('driver', 'Sergio');
  });

  test('is the part of the time on duty with a booking, cut at the period and at each hour', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight - 4 * MS_PER_HOUR, eight - 3 * MS_PER_HOUR);
    await addDuty(sergio, eight, eight + 2 * MS_PER_HOUR);
    // On the way or on a trip from 8:45 to 9:15, and 10 minutes beyond the end of duty.
    await addBooking({
      wanted: eight,
      driver: sergio,
      acceptedAt: eight + 45 * MS_PER_MINUTE,
      endedAt: eight + 75 * MS_PER_MINUTE,
    });
    await addBooking({
      wanted: eight,
      driver: sergio,
      acceptedAt: eight + 110 * MS_PER_MINUTE,
      endedAt: eight + 130 * MS_PER_MINUTE,
    });
    const { total, groups } = await viewFigures(admin, day('2026-05-10'));
    expect(total.now.utilisation).toEqual({
      bookings: 2,
      duty_secs: 3 * 3600,
      busy_secs: 40 * 60,
      share: 40 / 180,
    });
    const worked = groups.flatMap(({ hour, now }) =>
      now.utilisation && now.utilisation.duty_secs + now.utilisation.bookings > 0
        ? [[hour, now.utilisation.bookings, now.utilisation.duty_secs, now.utilisation.busy_secs]]
        : [],
    );
    expect(worked).toEqual([
      [4, 0, 3600, 0],
      [8, 1, 3600, 900],
      [9, 2, 3600, 1500],
      [10, 1, 0, 0],
    ]);
  });

  test('counts moments in two periods or two bookings once, until the last position is too old', async () => {
    const eight = at('2026-05-20T11:00:00Z');
    time.now = eight + 2 * MS_PER_HOUR;
    await addDuty(sergio, eight, eight + MS_PER_HOUR);
    await addDuty(sergio, eight + 30 * MS_PER_MINUTE, null, eight + 90 * MS_PER_MINUTE);
    for (const acceptedAt of [eight, eight + 15 * MS_PER_MINUTE])
      await addBooking({ wanted: eight, driver: sergio, acceptedAt, endedAt: eight + 30 * MS_PER_MINUTE });
    const { now } = await totalOf(day('2026-05-20'));
    expect(now.utilisation?.busy_secs).toBe(30 * 60);
    expect(now.utilisation?.duty_secs).toBeGreaterThanOrEqual(90 * 60);
    expect(now.utilisation?.duty_secs).toBeLessThan(2 * 3600);
  });

  test('of a later booking begins an hour before its time, however early it was accepted', async () => {
    const eight = at('2026-05-10T11:00:00Z');
    await addDuty(sergio, eight - 3 * MS_PER_HOUR, eight + MS_PER_HOUR);
    await addBooking({
      wanted: eight,
      later: true,
      driver: sergio,
      acceptedAt: eight - 2 * MS_PER_DAY,
      endedAt: eight + 30 * MS_PER_MINUTE,
    });
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({
      bookings: 1,
      busy_secs: 90 * 60,
    });
  });

  test('of a fleet is that of its own drivers', async () => {
    const fleetadmin = await environment.addPerson('fleetadmin', 'Lia');
    const own = await environment.addPerson('driver', 'Own', fleetadmin);
    const eight = at('2026-05-10T11:00:00Z');
    for (const driver of [own, sergio]) {
      await addDuty(driver, eight, eight + 2 * MS_PER_HOUR);
      await addBooking({
        wanted: eight,
        driver,
        fleetadmin: driver === own ? fleetadmin : null,
        acceptedAt: eight,
        endedAt: eight + MS_PER_HOUR,
      });
    }
    const mine = actorOf('fleetadmin', fleetadmin);
    expect((await totalOf(day('2026-05-10'), mine)).now.utilisation).toEqual({
      bookings: 1,
      duty_secs: 7200,
      busy_secs: 3600,
      share: 0.5,
    });
    expect((await totalOf(day('2026-05-10'))).now.utilisation).toMatchObject({ bookings: 2 });
  });
});

test('quotes are compared with what was driven and charged: the median and nine tenths of the error', async () => {
  const wanted = at('2026-05-10T11:00:00Z');
  for (let trip = 0; trip <= 10; trip += 1)
    await addBooking({ wanted, driven: 600 + trip * 60, charged: 1000 - trip * 10 });
  await addBooking({ wanted, driven: 0, quoted: 0 });
  await addBooking({ wanted, status: 'CANCELLED', driven: 900, charged: 1 });
  const { now } = await totalOf(day('2026-05-10'));
  expect(now.time).toEqual({ bookings: 11, median_ratio: 1.5, p90_error: 0.9 });
  expect(now.fare).toEqual({ bookings: 11, median_ratio: 0.95, p90_error: 0.09 });
});

describe('the period', () => {
  test('begins and ends at midnight of the city, and hours are those of its clocks', async () => {
    current.timezone = 'Asia/Kathmandu';
    const midnight = at('2026-05-09T18:15:00Z');
    for (const wanted of [midnight - 1, midnight, midnight + MS_PER_DAY - 1, midnight + MS_PER_DAY])
      await addBooking({ wanted });
    const { total, groups } = await viewFigures(admin, day('2026-05-10'));
    expect(total.now.completion.bookings).toBe(2);
    expect(total.before.completion.bookings).toBe(1);
    const counted = groups.flatMap(({ hour, now }) => (now.completion.bookings > 0 ? [hour] : []));
    expect(counted).toEqual([0, 23]);
    expect(await listed({ from: midnight, to: midnight + MS_PER_DAY, hour: 23 })).toBe(1);
  });

  test('that is not over is compared until the same minute', async () => {
    const noon = at('2026-05-20T15:00:00Z');
    for (const wanted of [noon - MS_PER_HOUR, noon - MS_PER_DAY - 1, noon - MS_PER_DAY])
      await addBooking({ wanted });
    const { total, ongoing, previous } = await viewFigures(admin, day('2026-05-20'));
    expect({ ongoing, previous }).toEqual({
      ongoing: true,
      previous: { from: '2026-05-19', to: '2026-05-19T12:00' },
    });
    expect([total.now.completion.bookings, total.before.completion.bookings]).toEqual([1, 1]);
  });

  test.each([
    ['2026-05-10', '2026-05-09', 'invalid_input'],
    ['2026-05-20', '2026-05-21', 'invalid_input'],
    ['2026-01-01', '2026-05-20', 'report_too_long'],
  ] as const)('from %s to %s is rejected: %s', async (from, to, code) => {
    await expect(viewFigures(admin, { from, to, by: 'day' })).rejects.toThrow(
      expect.objectContaining({ code }),
    );
  });

  test.each(['2026-13-01', '2026-02-30', '10.5.2026', '', '2026-5-1'])('is not written %j', (text) => {
    const read = (query: object) => routes.getFigures.query.safeParse(query).success;
    expect(read({ from: text, to: '2026-05-10' })).toBe(false);
    expect(read({ from: '2026-05-10', to: text })).toBe(false);
  });

  test('is read day by day, each beside the day it is compared with', async () => {
    const wanted = at('2026-05-09T11:00:00Z');
    await addBooking({ wanted });
    await addBooking({ wanted: wanted - 2 * MS_PER_DAY });
    const { groups } = await viewFigures(admin, { from: '2026-05-09', to: '2026-05-10', by: 'day' });
    const counts = groups.map(({ day: of, day_before, now, before }) => [
      of,
      now.completion.bookings,
      day_before,
      before.completion.bookings,
    ]);
    expect(counts).toEqual([
      ['2026-05-09', 1, '2026-05-07', 1],
      ['2026-05-10', 0, '2026-05-08', 0],
    ]);
  });
});

describe('areas', () => {
  test('are quarters of the city; a pickup without one still counts in the whole', async () => {
    const wanted = at('2026-05-10T11:00:00Z');
    for (const pickup of [centro, centro, pocitos]) await addBooking({ wanted, pickup });
    await addBooking({ wanted, pickup: { lat: -34.5, lng: -56.9 } });
    await addBooking({ wanted: wanted - MS_PER_DAY, pickup: centro });
    const { groups, total } = await viewFigures(admin, day('2026-05-10', 'area'));
    expect(total.now.completion.bookings).toBe(4);
    expect(groups.map(({ area, now, before }) => [area?.name, now, before])).toMatchObject([
      ['Centro', { completion: { bookings: 2 }, utilisation: null }, { completion: { bookings: 1 } }],
      [null, { completion: { bookings: 1 } }, { completion: { bookings: 0 } }],
      ['Pocitos', { completion: { bookings: 1 } }, { completion: { bookings: 0 } }],
    ]);
    for (const { area, now } of groups)
      expect(await listed({ ...daysIn('2026-05-10', '2026-05-10'), area: area?.cells })).toBe(
        now.completion.bookings,
      );
  });

  test('are made of the cells that the rule of busy places names', async () => {
    const places = fc.record({
      lat: fc.double({ min: -85, max: 85, noNaN: true }),
      lng: fc.double({ min: -180, max: 180, noNaN: true }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(places, { minLength: 20, maxLength: 20 }), async (points) => {
        const { rows } = await pool.query<{ cell: string }>(
          'select kerb_cell_of(point) as cell from unnest($1::jsonb[]) with ordinality as given (point, nth) order by nth',
          [points.map((point) => JSON.stringify(point))],
        );
        expect(rows.map(({ cell }) => cell)).toEqual(points.map(cellOf));
      }),
      { numRuns: 20 },
    );
  });
});

describe('the list of bookings behind a figure', () => {
  const fleetadmin = randomUUID();
  let drivers: string[] = [];
  /** Two days before and after midnight, in every status, with offers and duty. */
  beforeEach(async () => {
    drivers = [];
    for (const name of ['Sergio', 'Lucia']) drivers.push(await environment.addPerson('driver', name, null));
    const statuses: BookingStatus[] = [
      'COMPLETE',
      'PAID',
      'PENDING',
      'CANCELLED',
      'STARTED',
      'NEW',
      'COMPLETE',
    ];
    const begins = at('2026-05-08T22:10:00Z');
    for (const uid of drivers)
      for (let shift = 0; shift < 8; shift += 1)
        await addDuty(uid, begins + shift * 8 * MS_PER_HOUR, begins + (shift * 8 + 6) * MS_PER_HOUR);
    for (let nth = 0; nth < 84; nth += 1) {
      const wanted = begins + nth * 40 * MS_PER_MINUTE;
      const status = statuses[nth % 7] ?? 'COMPLETE';
      const isOpen = status === 'NEW';
      const hasEnded = status !== 'STARTED' && !isOpen;
      const follower = await addBooking({
        wanted,
        status,
        later: nth % 5 === 0,
        driver: isOpen ? null : status === 'STARTED' ? randomUUID() : (drivers[nth % 2] ?? null),
        fleetadmin: nth % 3 === 0 && !isOpen ? fleetadmin : null,
        arrivedAt: hasEnded ? wanted + (nth % 9) * MS_PER_MINUTE : null,
        endedAt: hasEnded ? wanted + (nth % 4) * 40 * MS_PER_MINUTE + 2 * MS_PER_MINUTE : null,
        driven: hasEnded ? (nth % 6) * 300 : null,
        quoted: nth % 11 === 0 ? 0 : 900,
        reason: nth % 2 === 0 ? 'Too far' : 'Driver late',
        pickup: nth % 3 === 0 ? centro : pocitos,
      });
      if (nth % 4 !== 0) await addOffer(follower, nth % 4 === 1 ? 'declined' : 'lost', randomUUID(), wanted);
      if (nth % 6 === 0) await addOffer(follower, 'expired', randomUUID(), wanted);
    }
  });

  const countOf = (set: FigureSet, name: (typeof figureNames)[number]) => set[name]?.bookings ?? null;
  const actors = () => [admin, actorOf('fleetadmin', fleetadmin)];

  test('has as many as the figure says: in all, by hour, by day and by area, now and before', async () => {
    const range = { from: '2026-05-10', to: '2026-05-10' };
    const now = daysIn('2026-05-10', '2026-05-10');
    const before = daysIn('2026-05-09', '2026-05-09');
    const wrong: unknown[] = [];
    let compared = 0;
    for (const actor of actors()) {
      for (const counted of figureNames) {
        // Offers to a fleet's drivers are about bookings that others took too.
        if (counted === 'acceptance' && actor !== admin) continue;
        const check = async (said: number | null, filters: BookingFilters) => {
          if (said === null) return;
          const found = await listed({ counted, ...filters }, actor);
          compared += Math.min(found, 1);
          if (found !== said) wrong.push({ role: actor.usertype, counted, filters, said, found });
        };
        for (const by of ['hour', 'day', 'area'] as const) {
          const { total, groups } = await viewFigures(actor, { ...range, by });
          await check(countOf(total.now, counted), now);
          await check(countOf(total.before, counted), before);
          for (const group of groups) {
            const narrowed = {
              ...(group.hour === null ? {} : { hour: group.hour }),
              ...(group.area === null ? {} : { area: group.area.cells }),
            };
            await check(countOf(group.now, counted), { ...now, ...narrowed });
            await check(countOf(group.before, counted), { ...before, ...narrowed });
          }
        }
      }
    }
    expect(wrong).toEqual([]);
    // Most hours of most figures have bookings.
    expect(compared).toBeGreaterThan(200);
  });

  test('of a fleet admin has none of another fleet', async () => {
    const { total } = await viewFigures(actorOf('fleetadmin'), {
      from: '2026-05-09',
      to: '2026-05-10',
      by: 'day',
    });
    for (const name of figureNames) expect(countOf(total.now, name)).toBe(0);
  });
});

test.each(['rider', 'driver'] as const)('figures are closed to a %s', async (role) => {
  await expect(viewFigures(actorOf(role), day('2026-05-10'))).rejects.toThrow(new DomainError('forbidden'));
});

test('the CSV has the whole, the groups and the reasons, and leaves empty what is too little to say', async () => {
  const wanted = at('2026-05-10T11:00:00Z');
  for (let trip = 0; trip < 10; trip += 1)
    await addBooking({ wanted, arrivedAt: wanted + 4 * MS_PER_MINUTE, driven: 660 });
  await addBooking({ wanted, status: 'CANCELLED', reason: '=1+1' });
  const csv = await createExportFigures(viewFigures)(admin, day('2026-05-10', 'area'));
  const [header, whole, area, reason, ...rest] = csv.replace('\uFEFF', '').trim().split('\r\n');
  expect(rest).toEqual([]);
  const names = header?.split(',') ?? [];
  const cellOfLine = (line: string | undefined, name: string) => line?.split(',')[names.indexOf(name)];
  expect(names.slice(0, 6)).toEqual([
    'from',
    'to',
    'group',
    'value',
    'waiting_bookings',
    'waiting_median_secs',
  ]);
  expect(whole?.startsWith('2026-05-10,2026-05-10,total,,10,240,240,11,10,0.9091,')).toBe(true);
  expect(cellOfLine(whole, 'completion_before')).toBe('');
  expect(cellOfLine(whole, 'utilisation')).toBe('');
  expect(area?.startsWith('2026-05-10,2026-05-10,area,Pocitos,10,240,')).toBe(true);
  expect(cellOfLine(area, 'duty_secs')).toBe('');
  expect(reason?.startsWith("2026-05-10,2026-05-10,reason,'=1+1,")).toBe(true);
  expect([cellOfLine(reason, 'cancelled'), cellOfLine(reason, 'cancelled_before')]).toEqual(['1', '0']);
});

test('a day is read without the bookings of other days', async () => {
  const wanted = at('2026-05-10T11:00:00Z');
  const booking = await addBooking({ wanted, arrivedAt: wanted + MS_PER_MINUTE });
  const { asOwner } = environment.database;
  const { rows: columns } = await asOwner.query<{ names: string }>(
    `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
     where table_name = 'bookings' and is_generated = 'NEVER'`,
  );
  const names = columns[0]?.names ?? '';
  await asOwner.query(
    `insert into bookings (${names}) select ${names} from (
       select one.* from bookings b, generate_series(1, 3000) n, jsonb_populate_record(b, jsonb_build_object(
         'id', gen_random_uuid(), 'quote', gen_random_uuid(), 'driver', gen_random_uuid(),
         'reference', 'Z' || lpad(translate(n::text, '01', 'AB'), 5, 'C'),
         'tripdate', b.tripdate - n * 7200000::bigint,
         'driver_accept_time', b.driver_accept_time - n * 7200000::bigint)) one where b.id = $1) copies`,
    [booking],
  );
  await asOwner.query('vacuum analyze bookings');
  const span = { starts: at('2026-05-10T03:00:00Z'), ends: at('2026-05-11T03:00:00Z') };
  const grouping = { by: 'hour', timezone: 'America/Montevideo', areas: [] } as const;
  const read = await environment.withTx(async (tx) => {
    const repository = figuresRepository(tx);
    /** What this connection has read of the table; the work of earlier tests may be among it. */
    const rowsRead = async (): Promise<number> => {
      const { rows } = await sql<{ read: number }>`
        select (coalesce(idx_tup_fetch, 0) + seq_tup_read)::int as read from pg_stat_xact_user_tables
        where relname = 'bookings'`.execute(tx.withTables<Record<never, never>>());
      return rows[0]?.read ?? 0;
    };
    const before = await rowsRead();
    await repository.bookings({ of: 'all' }, span, grouping);
    await repository.offers({ of: 'all' }, span, grouping);
    await repository.cells({ of: 'all' }, span);
    await repository.reasons({ of: 'all' }, span);
    return (await rowsRead()) - before;
  });
  // Five of 3,001 bookings lie in the day, and four queries read them.
  expect(read).toBeLessThanOrEqual(60);
});
