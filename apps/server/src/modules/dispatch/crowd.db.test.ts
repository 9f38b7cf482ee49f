// Tests dispatch with 400 simultaneous bookings and 80 drivers at one place: SQL statements, offers and outcomes.

import { routes } from '@kerb/contract';
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { maxOpenOffers } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { dispatchPolicy } from '@kerb/domain/settings';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { copyBookings } from '../booking/testing/many-bookings.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { createDispatchCity, type DispatchCity, north } from './testing/dispatch-city.ts';

/** Every request has the same nearest drivers as candidates, at most forty, so two runs are needed to reach all. */
const RUNS = 2;
const BOOKINGS = 400;
const DRIVERS = 80;

let city: DispatchCity;
let drivers: Actor[] = [];
/** Statements of this city's servers since the last call of `countStatements`, in order. */
let statements: string[] = [];
beforeAll(async () => {
  city = await createDispatchCity(
    {},
    {
      comment: () => null,
      begin(sql) {
        statements.push(sql);
        return () => undefined;
      },
    },
  );
  drivers = await city.environment.addDrivers(DRIVERS);
});
afterAll(() => city.close());

/** Places the drivers in a line to the north of the pickup, 5 m apart. */
const stand = () => {
  for (const [index, { uid }] of drivers.entries()) city.environment.stand(uid, north(PLAZA, 5 * index));
};
beforeEach(async () => {
  await city.environment.database.pool.query('update drivers set queue = false');
  await city.clear();
  stand();
});

const rows = async <Row extends object>(statement: string, values: unknown[] = []): Promise<Row[]> =>
  (await city.environment.database.pool.query<Row>(statement, values)).rows;

async function bookAll(count: number): Promise<string[]> {
  const rider = await city.environment.addRider();
  await city.environment.book(rider);
  await copyBookings(city.environment.database.pool, rider.uid, count - 1);
  return (await rows<{ id: string }>('select id from bookings where customer = $1', [rider.uid])).map(
    ({ id }) => id,
  );
}

/** Runs the search on all servers at the same time, once per batch interval. */
async function searchForAll(): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    await Promise.all(city.servers().map((server) => server.runSearch()));
    city.environment.pass(city.settings.batchSeconds * MS_PER_SECOND);
  }
}

/** Counts how often each statement was sent. */
async function countStatements(work: () => Promise<void>): Promise<Map<string, number>> {
  statements = [];
  await work();
  const counts = new Map<string, number>();
  for (const sql of statements) counts.set(sql, (counts.get(sql) ?? 0) + 1);
  return counts;
}

/** Maximum SQL statements per booking in the first search; most bookings find no driver and may not cost one each. */
const MAX_STATEMENTS = 0.5;

it.each(dispatchPolicy.options)(
  'under %s every driver is asked, none too often, and the searches without a driver end',
  async (policy) => {
    await city.changeSettings({ dispatchPolicy: policy });
    const ids = await bookAll(BOOKINGS);
    const counts = await countStatements(() => searchForAll());
    // A group that fails is recorded again one by one, and costs statements; its warning says why it failed.
    expect(city.warnings).toEqual([]);
    const listed = [...counts].map(([sql, count]) => `${count} × ${sql.trim().slice(0, 120)}`).join('\n');
    expect(statements.length / ids.length, listed).toBeLessThanOrEqual(MAX_STATEMENTS);

    const offers = await rows<{ driver: string; bookings: string[] }>(
      `select driver, array_agg(booking order by requested_at) as bookings from booking_requests
       where booking = any($1) and outcome is null group by driver`,
      [ids],
    );
    expect(offers).toHaveLength(DRIVERS);
    expect(Math.max(...offers.map(({ bookings }) => bookings.length))).toBe(maxOpenOffers(policy));

    const byUid = new Map(drivers.map((driver) => [driver.uid, driver]));
    const offered = new Set(offers.flatMap(({ bookings }) => bookings));
    await Promise.all(
      offers.map(({ driver, bookings }) =>
        city.environment.call(byUid.get(driver) ?? null, routes.acceptBooking, bookings[0] ?? '', {}),
      ),
    );
    const accepted = await rows(`select from bookings where id = any($1) and status = 'ACCEPTED'`, [ids]);
    // Each driver accepts their first offer; under broadcast, several drivers can have an offer of the same booking.
    if (policy === 'broadcast') expect(accepted.length).toBeGreaterThan(0);
    else expect(accepted).toHaveLength(offered.size);

    city.environment.pass(SEARCH_TIMEOUT_MS);
    stand();
    for (const server of city.servers()) await server.sweep();
    await searchForAll();
    expect(
      await rows(
        `select status, reason, count(*)::int from bookings where id = any($1) group by status, reason order by status`,
        [ids],
      ),
    ).toEqual([
      { status: 'ACCEPTED', reason: null, count: accepted.length },
      { status: 'CANCELLED', reason: NO_DRIVER_REASON, count: ids.length - accepted.length },
    ]);
  },
  120_000,
);
