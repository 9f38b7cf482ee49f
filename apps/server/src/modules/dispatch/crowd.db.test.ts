// Very many bookings at one corner at the same moment, and eighty drivers there: what it costs, and how the searches end.

import { routes } from '@kerb/contract';
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { maxOpenOffers } from '@kerb/domain/dispatch';
import { MS_PER_SECOND } from '@kerb/domain/kernel';
import { dispatchPolicy } from '@kerb/domain/settings';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { PLAZA } from '../booking/testing/booking-environment.ts';
import { copyBookings } from '../booking/testing/many-bookings.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { createDispatchCity, type DispatchCity, north } from './testing/dispatch-city.ts';

/** All requests have the same nearest drivers as candidates, of whom the settings allow forty: so many runs ask all. */
const RUNS = 2;
const BOOKINGS = 400;
const DRIVERS = 80;

let city: DispatchCity;
let drivers: Actor[] = [];
beforeAll(async () => {
  city = await createDispatchCity();
  drivers = await city.environment.addDrivers(DRIVERS);
});
afterAll(() => city.close());

/** Up to 1 km from the corner. */
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

/** As the two servers do it. */
async function searchForAll(): Promise<void> {
  for (let run = 0; run < RUNS; run += 1) {
    await Promise.all(city.servers().map((server) => server.runSearch()));
    city.environment.pass(city.settings.batchSeconds * MS_PER_SECOND);
  }
}

/** Connections that were opened before have taken the client's own `query` already, so its queries are counted. */
async function countStatements(work: () => Promise<void>): Promise<number> {
  const sent = vi.spyOn(pg.Query.prototype, 'submit');
  try {
    await work();
    return sent.mock.calls.length;
  } finally {
    sent.mockRestore();
  }
}

/** Statements a booking of the first search, of which most find no driver free: one for each booking would be too many. */
const MOST_STATEMENTS = 0.5;

it.each(dispatchPolicy.options)(
  'under %s every driver is asked, none too often, and the searches without a driver end',
  async (policy) => {
    await city.changeSettings({ dispatchPolicy: policy });
    const ids = await bookAll(BOOKINGS);
    const statements = await countStatements(() => searchForAll());
    expect(statements / ids.length).toBeLessThanOrEqual(MOST_STATEMENTS);

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
    // Each driver accepts their first offer: under broadcast several have the same one.
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
