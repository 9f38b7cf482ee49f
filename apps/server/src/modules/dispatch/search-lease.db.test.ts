// The lease of the search on a real database: one server at a time, also when one dies, sleeps, or has a wrong clock.
import { fakeClock } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { type Lease, leasesRepository } from './leases.repository.ts';
import { createRunSearch } from './run-search.ts';
import { createSearchLease, LeaseLostError, lockLease } from './search-lease.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchServer } from './testing/search-server.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const { queries } = database;

const clock = fakeClock();
const fakes = createDispatchFakes(database, clock);
beforeEach(() => fakes.clear());

const aServer = () => createSearchLease(fakes.deps);
/** Its lease has expired by the time that another server asks for it. */
const aDyingServer = () => createSearchLease({ ...fakes.deps, leaseMs: 0 });

async function waitsForLock(): Promise<boolean> {
  const { rows } = await database.asOwner.query(
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
  return rows.length > 0;
}

async function taken(server: ReturnType<typeof aServer>): Promise<Lease> {
  const lease = await server.take();
  if (lease === null) throw new Error('The lease was not free');
  return lease;
}

test('one server holds and renews the lease with the same token; another gets it after its release', async () => {
  const one = aServer();
  const other = aServer();
  const first = await taken(one);
  expect(await other.take()).toBeNull();
  expect(await taken(one)).toEqual(first);
  await other.stop();
  expect(await other.take()).toBeNull();
  await one.stop();
  expect(await taken(other)).toMatchObject({ token: first.token + 1 });
});

test('one of several concurrent servers gets the lease', async () => {
  const all = await Promise.all(Array.from({ length: 8 }, () => aServer().take()));
  expect(all.filter((lease) => lease !== null)).toHaveLength(1);
});

test('the lease of a crashed server expires; until then the same server can renew it with the same token', async () => {
  const dying = aDyingServer();
  const first = await taken(dying);
  expect(await taken(dying)).toEqual(first);
  expect(await taken(aServer())).toMatchObject({ token: first.token + 1 });
  expect(await dying.take()).toBeNull();
});

test("a server's wrong clock neither takes nor loses the lease", async () => {
  const one = aServer();
  await taken(one);
  clock.advance(3_600_000);
  expect(await aServer().take()).toBeNull();
  clock.advance(-7_200_000);
  expect(await aServer().take()).toBeNull();
});

test('a write under the lease is committed before another server can take the lease', async () => {
  const lease = await taken(aDyingServer());
  const order: string[] = [];
  let taking: Promise<unknown> = Promise.resolve();
  await database.withTx(async (tx) => {
    await lockLease(tx, lease);
    taking = leasesRepository(queries)
      .take('all', '00000000-0000-4000-8000-000000000001', 4_000)
      .then(() => order.push('taken'));
    await expect.poll(waitsForLock).toBe(true);
    order.push('recorded');
  });
  await taking;
  expect(order).toEqual(['recorded', 'taken']);
  await expect(database.withTx((tx) => lockLease(tx, lease))).rejects.toThrow(LeaseLostError);
});

test('a server that paused during planning records no round after another server has searched', async () => {
  fakes.state.booking = fakes.aBooking();
  fakes.driverAround(1);
  const lease = aDyingServer();
  const sleeper = createRunSearch(
    {
      ...fakes.deps,
      booking: {
        ...fakes.deps.booking,
        async declinedByEach(ids) {
          // Meanwhile the whole search of another server takes place.
          await createSearchServer(fakes.deps)();
          return fakes.deps.booking.declinedByEach(ids);
        },
      },
    },
    lease,
  );
  expect(await sleeper()).toEqual(new Map());
  const receipts = await dispatchRepository(queries).receipts(fakes.state.booking.id);
  expect(receipts.map(({ number, asked }) => [number, asked])).toEqual([[1, 1]]);
  expect(fakes.logged).toEqual(['A dispatch run was aborted: another server took the lease']);
});

test('a server renews its lease by a timer', async () => {
  const lease = createSearchLease({ ...fakes.deps, leaseMs: 1_500 });
  const { token } = await taken(lease);
  const expiry = async () => {
    const { rows } = await database.pool.query<{ expires_at: number }>(
      'select expires_at from dispatch_leases',
    );
    return rows[0]?.expires_at ?? 0;
  };
  const before = await expiry();
  lease.start();
  await expect.poll(expiry, { timeout: 5_000 }).toBeGreaterThan(before);
  expect(await taken(lease)).toMatchObject({ token });
  await lease.stop();
});
