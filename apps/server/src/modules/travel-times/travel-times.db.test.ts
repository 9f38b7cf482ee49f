// Tests learning traffic factors from finished trips: only from enough of them, as quoted, and robust against one
// extreme day.
import { randomUUID } from 'node:crypto';
import type { TravelTimesReport } from '@kerb/contract';
import type { BookingStatus } from '@kerb/domain/booking';
import { MS_PER_DAY, MS_PER_HOUR } from '@kerb/domain/kernel';
import { type Settings, settings as settingsSchema } from '@kerb/domain/settings';
import { countDays } from '@kerb/domain/travel-times';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createInProcessBus } from '../../adapters/bus/in-process-bus.ts';
import { committedEvents } from '../../kit/outbox/relay.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createTravelTimesModule, type TravelTimesDeps } from './index.ts';
import { createLearnFromTrips, MIN_DAYS, MIN_TRIPS } from './learn-from-trips.ts';
import { travelTimesRepository } from './travel-times.repository.ts';
import { createViewTravelTimes } from './view-travel-times.ts';

const database = await createTestDatabase();
const { pool, queries: db, withTx } = database;
afterAll(() => database.close());

/** Four in the morning of a Monday in Montevideo. */
const night = Date.parse('2026-05-11T07:00:00Z');
const zone = 'America/Montevideo';
const time = { now: night };
const current: { settings: Settings } = { settings: settingsSchema.parse({}) };
const logger = { info: () => undefined, warn: () => undefined };

function createServer() {
  const bus = createInProcessBus((error) => {
    throw error;
  });
  const deps: TravelTimesDeps = {
    db,
    withTx,
    bus,
    logger,
    clock: { now: () => time.now },
    settings: { get: async () => current.settings },
  };
  return {
    deps,
    api: createTravelTimesModule(deps).api,
    learn: createLearnFromTrips(deps),
    /** Publishes an event to this server, as the relay does. */
    deliver: (name: string) =>
      bus.publish(committedEvents, { name, topics: [], data: {}, id: 1, position: 1, at: time.now }),
  };
}

interface Driven {
  at: number;
  ratio: number;
  km?: number;
  status?: BookingStatus;
  drivenKm?: number;
  waypoints?: string;
  /** null: the driven distance was not measured, as that of a delivery. */
  meter?: string | null;
  /** null: a booking of an older version. */
  freeFlow?: number | null;
}

const FREE_FLOW = 600;

let referencesMade = 0;
/** Unique references; random ones of six letters would occasionally collide. */
function nextReference(): string {
  referencesMade += 1;
  // References have no digits that look like letters.
  return `T${String(referencesMade).padStart(5, '0').replaceAll('0', 'A').replaceAll('1', 'B')}`;
}

async function addTrips(trips: readonly Driven[]): Promise<void> {
  const rows = trips.map(({ at, ratio, km = 5, status = 'PAID', ...rest }) => ({
    id: randomUUID(),
    reference: nextReference(),
    status,
    other: randomUUID(),
    quoted: FREE_FLOW,
    free_flow: rest.freeFlow === undefined ? FREE_FLOW : rest.freeFlow,
    km,
    driven_km: rest.drivenKm ?? km,
    waypoints: rest.waypoints ?? '[]',
    meter: rest.meter === undefined ? 'matched' : rest.meter,
    started: at,
    driven: Math.round(FREE_FLOW * ratio),
  }));
  await pool.query(
    `insert into bookings (id, reference, status, appcat, quote, booking_type_admin, book_later, tripdate,
       booking_date, dispatch_at, car_type, car_type_name, car_image, customer, customer_name, customer_contact,
       customer_email, customer_rating, pickup, drop_point, waypoints, polyline, pricing, estimate,
       estimate_distance_km, estimate_time_secs, estimate_free_flow_secs, distance_km, trip_cost, convenience_fees,
       driver_share, breakdown, payment_mode, payable_amount, customer_paid, driver, driver_name, driver_accept_time,
       trip_start_time, trip_end_time, total_trip_time, meter_method)
     select r.id, r.reference, r.status, case when r.meter is null then 'delivery' else 'taxi' end, r.id, false, false, r.started, 1, 1, r.other, 'Economy', '', r.other,
       'Ana', '+1', 'a@example.com', '', '{"lat":1,"lng":2,"add":"Plaza"}', '{"lat":1,"lng":2,"add":"Rambla"}',
       r.waypoints::jsonb, '', '{"decimals":2}', 1, r.km, r.quoted, r.free_flow, r.driven_km, 1, 0, 1, '{}', 'cash',
       1, 1, r.id, 'Sergio', 1, r.started, r.started + r.driven * 1000, r.driven,
       r.meter
     from jsonb_to_recordset($1::jsonb) as r (id uuid, reference text, status text, other uuid, quoted integer,
       free_flow integer, km float8, driven_km float8, waypoints text, started bigint, driven integer, meter text)`,
    [JSON.stringify(rows)],
  );
}

const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);
/** Midnight this many days before the night. */
const midnight = (daysAgo: number): number => night - 4 * MS_PER_HOUR - daysAgo * MS_PER_DAY;
const daysAgo = (count: number): number[] => Array.from({ length: count }, (_, day) => day + 1);

/** Returns a trip for every hour of these days. */
const trips = (
  days: readonly number[],
  ratioOf: (hour: number) => number,
  more: Partial<Driven> = {},
): Driven[] =>
  days.flatMap((day) =>
    hoursOfDay.map((hour) => ({
      at: midnight(day) + hour * MS_PER_HOUR + 60_000,
      ratio: ratioOf(hour),
      ...more,
    })),
  );

const rushHour = (hour: number): number => (hour === 8 ? 1.8 : 1.2);
const nextWeek = (hour: number): number => midnight(0) + 2 * MS_PER_DAY + hour * MS_PER_HOUR;

const factorOn = async (server: ReturnType<typeof createServer>, moment: number, km = 5): Promise<number> =>
  (await server.api.at(moment))(km);

beforeEach(async () => {
  await pool.query('delete from bookings');
  await pool.query('delete from travel_time_factors');
  await pool.query('delete from travel_time_fits');
  time.now = night;
  current.settings = settingsSchema.parse({ timezone: zone });
});

describe('learning travel times', () => {
  it('derives factors for the operator’s hours from finished trips', async () => {
    await addTrips(trips(daysAgo(50), rushHour));
    const server = createServer();
    expect(await factorOn(server, nextWeek(8))).toBe(1);
    expect(await server.learn()).toBe(true);
    server.deliver('travel-times.changed');
    expect(await factorOn(server, nextWeek(8))).toBeCloseTo(1.8, 0);
    expect(await factorOn(server, nextWeek(8))).toBeGreaterThan(1.6);
    expect(await factorOn(server, nextWeek(13))).toBeCloseTo(1.2, 1);
  });

  it('changes no factor by more than 5 % because of one outlier day', async () => {
    const badDay = trips([3], () => 30);
    await addTrips(trips(daysAgo(50), rushHour));
    const ordinary = createServer();
    await ordinary.learn();
    const before = await Promise.all(hoursOfDay.map((hour) => factorOn(ordinary, nextWeek(hour))));
    await addTrips([...badDay, ...badDay, ...badDay]);
    time.now += MS_PER_DAY;
    const later = createServer();
    expect(await later.learn()).toBe(true);
    const after = await Promise.all(hoursOfDay.map((hour) => factorOn(later, nextWeek(hour))));
    for (const hour of hoursOfDay)
      expect(Math.abs((after[hour] ?? 0) / (before[hour] ?? 1) - 1), `${hour} o'clock`).toBeLessThan(0.05);
  });

  it.each([
    ['trips', trips(daysAgo(Math.floor(MIN_TRIPS / 24)), () => 2)],
    ['days', trips(daysAgo(MIN_DAYS - 1), () => 2)],
  ])('uses the settings of the operator while there are too few %s', async (_what, few) => {
    current.settings = settingsSchema.parse({ timezone: zone, trafficByHour: Array(24).fill(1.3) });
    await addTrips(few);
    const server = createServer();
    await server.learn();
    server.deliver('travel-times.changed');
    expect(await factorOn(server, nextWeek(8))).toBe(1.3);
    expect((await pool.query('select count(*)::integer as rows from travel_time_factors')).rows).toEqual([
      { rows: 0 },
    ]);
  });

  it.each<[string, Partial<Driven>]>([
    ['that are not over', { status: 'STARTED' }],
    ['with stops on the way', { waypoints: '[{"lat":1,"lng":2,"add":"Stop"}]' }],
    ['that ended elsewhere', { drivenKm: 9 }],
    ['of deliveries', { meter: null }],
    ['of less than a minute', { freeFlow: 30 }],
    ['faster than any car', { ratio: 0.2 }],
  ])('leaves out trips %s', async (_what, change) => {
    await addTrips(trips(daysAgo(20), () => 2, change));
    const server = createServer();
    await server.learn();
    const { rows } = await pool.query('select trips from travel_time_fits');
    expect(rows).toEqual([{ trips: 0 }]);
  });

  it('leaves out trips of more than 60 days ago', async () => {
    await addTrips(trips([61, 62, 70], () => 2));
    await createServer().learn();
    expect((await pool.query('select trips from travel_time_fits')).rows).toEqual([{ trips: 0 }]);
  });

  it('reads so many trips of each day, spread over its hours', async () => {
    await addTrips(trips(daysAgo(20), rushHour));
    const read = await travelTimesRepository(db).finishedTrips(midnight(30), 6);
    const ofDay = (day: number) =>
      read.filter(({ startedAt }) => Math.floor(startedAt / MS_PER_DAY) === day).length;
    const today = Math.floor(night / MS_PER_DAY);
    // Midnight in Montevideo is 3 o'clock in UTC, so that the first and the last day are incomplete.
    expect(ofDay(today)).toBe(3);
    for (const day of daysAgo(20)) expect(ofDay(today - day)).toBe(6);
    expect(countDays(read, zone)).toBe(20);
    const hours = new Set(read.map(({ startedAt }) => Math.floor(startedAt / MS_PER_HOUR) % 24));
    expect(hours.size).toBeGreaterThan(16);
    expect(read.map(({ startedAt }) => startedAt)).toEqual(
      read.map(({ startedAt }) => startedAt).toSorted((a, b) => b - a),
    );
  });

  it('uses the quoted time of older bookings as the time without traffic', async () => {
    await addTrips(trips(daysAgo(50), () => 1.5, { freeFlow: null }));
    const server = createServer();
    await server.learn();
    expect(await factorOn(server, nextWeek(13))).toBeCloseTo(1.5, 1);
  });
});

describe('the nightly job', () => {
  it('does nothing the second time, on the same server and on another one', async () => {
    await addTrips(trips(daysAgo(30), rushHour));
    const first = createServer();
    const second = createServer();
    expect(await Promise.all([first.learn(), second.learn()])).toHaveLength(2);
    const all = async () =>
      (await pool.query('select * from travel_time_factors order by hour_of_week, distance_band')).rows;
    const before = await all();
    expect(before).toHaveLength(168 * 3);
    const { rows: events } = await pool.query(
      "select count(*)::integer as events from outbox_events where name = 'travel-times.changed'",
    );
    expect(await first.learn()).toBe(false);
    expect(await second.learn()).toBe(false);
    expect(await all()).toEqual(before);
    const { rows } = await pool.query(
      "select count(*)::integer as events from outbox_events where name = 'travel-times.changed'",
    );
    expect(rows).toEqual(events);
  });

  it('learns again the next night, not in the evening before', async () => {
    const server = createServer();
    await server.learn();
    time.now = night + 16 * MS_PER_HOUR;
    expect(await server.learn()).toBe(false);
    time.now = night + 22 * MS_PER_HOUR;
    expect(await server.learn()).toBe(false);
    time.now = night + 23 * MS_PER_HOUR;
    expect(await server.learn()).toBe(true);
  });

  it('learns at once after the operator changed the hours or the time zone', async () => {
    const server = createServer();
    await server.learn();
    current.settings = settingsSchema.parse({ timezone: zone, trafficByHour: Array(24).fill(1.2) });
    expect(await server.learn()).toBe(true);
    current.settings = { ...current.settings, timezone: 'Europe/Berlin' };
    expect(await server.learn()).toBe(true);
    expect(await server.learn()).toBe(false);
  });

  it('leaves the previous model in use when it fails', async () => {
    await addTrips(trips(daysAgo(50), rushHour));
    const server = createServer();
    await server.learn();
    const before = await factorOn(server, nextWeek(8));
    time.now = night + MS_PER_DAY;
    const failing = createLearnFromTrips({
      ...server.deps,
      logger: {
        ...logger,
        info: () => {
          throw new Error('Failed after everything was written');
        },
      },
    });
    await expect(failing()).rejects.toThrow('Failed after everything was written');
    expect(await factorOn(createServer(), nextWeek(8))).toBe(before);
  });
});

describe('every server', () => {
  it('reads a new model at the event, and at its start', async () => {
    await addTrips(trips(daysAgo(50), rushHour));
    const learning = createServer();
    const other = createServer();
    expect(await factorOn(other, nextWeek(8))).toBe(1);
    await learning.learn();
    expect(await factorOn(other, nextWeek(8))).toBe(1);
    other.deliver('travel-times.changed');
    const learned = await factorOn(other, nextWeek(8));
    expect(learned).toBeGreaterThan(1.6);
    expect(await factorOn(createServer(), nextWeek(8))).toBe(learned);
  });

  it('applies the operator’s new hours as soon as the settings change', async () => {
    const server = createServer();
    expect(await factorOn(server, nextWeek(8))).toBe(1);
    current.settings = settingsSchema.parse({
      timezone: zone,
      trafficByHour: hoursOfDay.map((hour) => (hour === 8 ? 1.5 : 1)),
    });
    server.deliver('settings.changed');
    expect(await factorOn(server, nextWeek(8))).toBe(1.5);
    expect(await factorOn(server, nextWeek(9))).toBe(1);
  });

  it('continues with its previous model while the settings cannot be read', async () => {
    current.settings = settingsSchema.parse({ timezone: zone, trafficByHour: Array(24).fill(1.4) });
    const server = createServer();
    expect(await factorOn(server, nextWeek(8))).toBe(1.4);
    const get = server.deps.settings.get;
    server.deps.settings.get = () => Promise.reject(new Error('The database is down'));
    server.deliver('settings.changed');
    expect(await factorOn(server, nextWeek(8))).toBe(1.4);
    server.deps.settings.get = get;
  });
});

describe('the travel time report of the dashboard', () => {
  const admin = { uid: randomUUID(), usertype: 'admin', sessionId: 'of the test' } as const;
  const view = createViewTravelTimes({ db });
  const empty: TravelTimesReport = {
    learned_at: null,
    trips: 0,
    days: 0,
    needed_trips: MIN_TRIPS,
    needed_days: MIN_DAYS,
    errors: null,
  };

  it('is empty before the first night', async () => {
    expect(await view(admin)).toEqual(empty);
  });

  it('contains the number of trips while there are too few', async () => {
    await addTrips(trips([1, 2], () => 1.2));
    await createServer().learn();
    expect(await view(admin)).toEqual({ ...empty, trips: 48, days: 2 });
  });

  it('compares quoted, free-flow and learned times with driven times', async () => {
    await addTrips(trips(daysAgo(50), rushHour));
    await createServer().learn();
    const report = await view(admin);
    expect(report).toMatchObject({ learned_at: night, trips: 1200, days: 50 });
    expect(report.errors?.quoted).toMatchObject({ trips: 1200, median: expect.closeTo(1 / 6, 3) });
    expect(report.errors?.free_flow).toMatchObject({ trips: 240, mean: expect.closeTo(-0.178, 2) });
    expect(report.errors?.in_sample?.trips).toBe(960);
    expect(report.errors?.out_of_sample?.trips).toBe(240);
    expect(report.errors?.out_of_sample?.median).toBeLessThan(0.03);
  });

  it('is for admins only', async () => {
    for (const usertype of ['rider', 'driver', 'fleetadmin'] as const)
      await expect(view({ ...admin, usertype })).rejects.toMatchObject({ code: 'forbidden' });
  });
});
