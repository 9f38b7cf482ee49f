// Tests the list of requests that a driver did not get: one for each booking, with the reason, of this driver only.
import { routes } from '@kerb/contract';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import type { MissedBooking } from './dispatch.deps.ts';
import { createListMissedRequests } from './list-missed-requests.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createSearchOnce(fakes.deps);
let list = createListMissedRequests(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createSearchOnce(fakes.deps);
  list = createListMissedRequests(fakes.deps);
  await fakes.clear();
});

const pickup = { lat: -34.905, lng: -56.19, add: 'Rambla 1453, Palermo, Montevideo' };

/** Runs a round of another booking, which the drivers of `of` do not get. */
async function missed(n: number, of: readonly string[], ended: MissedBooking['offer'] = null): Promise<void> {
  const id = testId(9000 + n);
  fakes.state.missed.push({ id, pickup, offer: ended, of });
  fakes.state.booking = fakes.aBooking({ id });
  await offer(id);
  clock.advance(60_000);
}

test('shows both travel times when a nearer driver got the offer, and the street without its number', async () => {
  fakes.state.settings = { ...fakes.state.settings, broadcastLimit: 2 };
  fakes.driverAround(1, null, 120);
  fakes.driverAround(2, null, 180);
  const far = fakes.driverAround(3, null, 420);
  await missed(1, [far]);
  const items = await list(far, 20);
  expect(items).toEqual([
    {
      at: clock.now() - 60_000,
      pickup_area: 'Rambla, Palermo, Montevideo',
      reason: 'nearer_driver',
      own_secs: 420,
      their_secs: 180,
      drivers: 2,
      open_offers: null,
    },
  ]);
  expect(routes.listMissedRequests.answer.strict().parse({ items })).toEqual({ items });
});

test('the reason is a failed check or the end of the offer; a booking is listed once, by its last round', async () => {
  const driver = fakes.driverAround(1, 'busy');
  fakes.driverAround(2);
  await missed(1, [driver]);
  await missed(2, [driver], { outcome: 'lost', took_another: false });
  clock.advance(60_000);
  await offer(testId(9002));
  expect((await list(driver, 20)).map(({ at, reason }) => [at, reason])).toEqual([
    [clock.now(), 'taken'],
    [clock.now() - 180_000, 'busy'],
  ]);
});

test('lists the last 24 hours, newest first, up to the requested number', async () => {
  const driver = fakes.driverAround(1, 'off_duty');
  for (let n = 1; n <= 5; n += 1) await missed(n, [driver]);
  const items = await list(driver, 3);
  expect(items.map(({ at }) => at)).toEqual([1, 2, 3].map((n) => clock.now() - n * 60_000));
  clock.advance(MS_PER_DAY - 60_000);
  expect(await list(driver, 20)).toHaveLength(1);
  expect(routes.listMissedRequests.query.safeParse({ limit: 21 }).success).toBe(false);
});

test('a driver can read only their own requests', async () => {
  const driver = fakes.driverAround(1, 'busy');
  const other = fakes.driverAround(2, 'off_duty');
  await missed(1, [driver, other]);
  await missed(2, [driver]);
  expect(await list(driver, 20)).toHaveLength(2);
  expect((await list(other, 20)).map(({ reason }) => reason)).toEqual(['off_duty']);
  expect(await list(testId(1), 20)).toEqual([]);
  expect(routes.listMissedRequests.query.parse({ driver: other })).toEqual({ limit: 20 });
});

test('a round of a later trip that has sent no offers is not listed', async () => {
  const driver = fakes.driverAround(1);
  const later = { id: testId(9001), book_later: true, tripdate: clock.now() + 3_600_000 };
  fakes.state.missed.push({ id: later.id, pickup, offer: null, of: [driver] });
  fakes.state.booking = fakes.aBooking(later);
  expect(await offer(later.id)).toBe('scheduled');
  expect(await list(driver, 20)).toEqual([]);
});
