// Two servers with a Redis: positions reach the other one, also while Redis is lost and after it is back.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { signIn } from '../../../e2e/api/people.ts';
import { until } from '../../../e2e/api/until.ts';
import { createTestApp, type TestApp } from './kit/testing/test-app.ts';
import { startTestRedis, type TestRedis } from './kit/testing/test-redis.ts';

const DRIVER = '+59892000001';
let redis: TestRedis;
let first: TestApp;
let second: TestApp;
let driver: Awaited<ReturnType<typeof signIn>>;

beforeAll(async () => {
  redis = await startTestRedis();
  const options = {
    city: true,
    env: { REDIS_URL: redis.url, METRICS_TOKEN: 'token-of-the-metrics' },
    limitScale: 1,
  };
  first = await createTestApp({ ...options, seed: true });
  // It ends with the first one.
  second = await createTestApp({ ...options, database: { ...first.database, close: async () => undefined } });
  await first.listen();
  driver = await signIn(await second.listen(), DRIVER);
  await driver.client.setDuty({ body: { driverActiveStatus: true } });
}, 120_000);
afterAll(async () => {
  driver.leave();
  await second.close();
  await first.close();
  await redis.stop();
});

/** What both servers report of themselves. */
async function usesRedis(app: TestApp): Promise<boolean> {
  const { body } = await app.server.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer token-of-the-metrics' },
  });
  const [, value] = /^kerb_servers_over_redis (\d)$/m.exec(body) ?? [];
  return z.coerce.number().parse(value) === 1;
}
const untilRedisIs = (expected: boolean) =>
  until(
    `Redis ${expected ? 'used' : 'lost'} on both servers`,
    () => Promise.all([first, second].map(usesRedis)),
    (used) => used.every((one) => one === expected),
  );

let last = 0;
/** The driver reports to the second server, each time from a place some metres further; the first one learns of it. */
async function expectPositionOnFirst(): Promise<void> {
  const at = Math.max(Date.now(), last + 1);
  const place = { lat: -34.9058 + ((at - last) % 100) * 1e-6, lng: -56.1913 };
  last = at;
  await driver.client.postLocation({ body: { ...place, at } });
  await until(
    'The position on the first server',
    () => first.modules.fleet.api.live.get(driver.uid),
    (car) => car?.at === at,
  );
}

it('a position that comes to one server reaches the other through Redis', async () => {
  await untilRedisIs(true);
  await expectPositionOnFirst();
});

it('both servers count the calls of a route together', async () => {
  const calls = Array.from({ length: 40 }, () =>
    [first, second].map(({ server }) => server.inject({ url: '/api/v1/auth/captcha' })),
  );
  const statuses = (await Promise.all(calls.flat())).map(({ statusCode }) => statusCode);
  const passed = statuses.filter((status) => status !== 429).length;
  expect(passed).toBeGreaterThanOrEqual(30);
  // Each for itself they would let 60 through. How exact the count is, is tested beside the adapter.
  expect(passed).toBeLessThan(60);
});

it('when Redis is killed, positions go on; when it is back, they go through Redis again', async () => {
  await redis.kill();
  await untilRedisIs(false);
  await expectPositionOnFirst();
  await redis.restart();
  await untilRedisIs(true);
  await expectPositionOnFirst();
});

it('when Redis is silent, positions go on', async () => {
  redis.suspend();
  try {
    await untilRedisIs(false);
    await expectPositionOnFirst();
  } finally {
    redis.resume();
  }
  await untilRedisIs(true);
});
