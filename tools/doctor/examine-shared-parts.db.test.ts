// Tests the checks of pooler, replica and Redis: correct, unreachable and misconfigured ones.
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { freePort } from '../../apps/server/src/kit/postgres/free-port.ts';
import { startTestRedis, type TestRedis } from '../../apps/server/src/kit/testing/test-redis.ts';
import { readRedisAddress } from '../../apps/server/src/redis-address.ts';
import { examineSharedParts } from './examine-shared-parts.ts';

const primaryUrl = inject('kerbDatabaseUrl');
const nothing = {
  databaseUrl: undefined,
  databaseDirectUrl: undefined,
  databaseReplicaUrl: undefined,
  redis: undefined,
};
let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.stop());

test('finds no shared parts for one server with its own database', async () => {
  expect(await examineSharedParts(nothing)).toEqual([]);
});

test('reports the version of Redis, and the effect of an unreachable Redis', async () => {
  const here = await examineSharedParts({ ...nothing, redis: readRedisAddress(redis.url) });
  expect(here).toEqual([{ name: 'redis', level: 'ok', found: expect.stringMatching(/^version \d+\./) }]);
  const away = readRedisAddress(`redis://127.0.0.1:${await freePort()}`);
  expect(await examineSharedParts({ ...nothing, redis: away })).toMatchObject([
    { name: 'redis', level: 'warning', advice: expect.stringContaining('PostgreSQL carries its messages') },
  ]);
});

test('warns of an unreachable replica, and reports a primary configured as replica', async () => {
  const own = { ...nothing, databaseUrl: primaryUrl, databaseDirectUrl: primaryUrl };
  const awayUrl = new URL(primaryUrl);
  awayUrl.port = String(await freePort());
  awayUrl.searchParams.delete('host');
  expect(await examineSharedParts({ ...own, databaseReplicaUrl: awayUrl.toString() })).toMatchObject([
    { name: 'replica', level: 'warning' },
  ]);
  expect(await examineSharedParts({ ...own, databaseReplicaUrl: primaryUrl })).toMatchObject([
    { name: 'replica', level: 'problem', found: 'it follows no primary' },
  ]);
});

test('reports a pooler with another database, or with another user', async () => {
  const other = new URL(primaryUrl);
  other.pathname = '/template1';
  expect(
    await examineSharedParts({
      ...nothing,
      databaseUrl: other.toString(),
      databaseDirectUrl: primaryUrl,
    }),
  ).toMatchObject([{ name: 'pooler', level: 'problem', found: expect.stringMatching(/another database/) }]);
  // The primary's URL with an added parameter simulates a pooler that connects as the owner of the database.
  const asOwner = `${primaryUrl}${primaryUrl.includes('?') ? '&' : '?'}application_name=pooler`;
  expect(
    await examineSharedParts({ ...nothing, databaseUrl: asOwner, databaseDirectUrl: primaryUrl }),
  ).toMatchObject([{ name: 'pooler', level: 'problem', found: expect.stringMatching(/not as kerb_app/) }]);
});
