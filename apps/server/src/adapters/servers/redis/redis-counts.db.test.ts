// Tests the counts that servers share in Redis: exact with concurrent servers, and local while Redis is unavailable.
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createSharedAllowance, TooManyRequests } from '../../../kit/http/allowance.ts';
import { startTestRedis, type TestRedis } from '../../../kit/testing/test-redis.ts';
import { waitFor } from '../../../kit/testing/wait-for.ts';
import type { SharedCounts } from '../../../ports/shared-counts.ts';
import { readRedisAddress } from '../../../redis-address.ts';
import { createRedisCounts } from './redis-counts.ts';

let redis: TestRedis;
let open: SharedCounts[] = [];
beforeAll(async () => {
  redis = await startTestRedis();
});
afterAll(() => redis.stop());
afterEach(async () => {
  for (const counts of open) await counts.close();
  open = [];
  await redis.command('flushall');
});

/** Timeout of a response, ms; longer than the default, because Redis is slow on a busy machine. */
const PATIENT = 5_000;

async function createTwo(answerWithinMs = PATIENT): Promise<[SharedCounts, SharedCounts]> {
  const create = async () => {
    const counts = createRedisCounts({
      address: readRedisAddress(redis.url),
      namespace: 'test',
      onError: () => undefined,
      answerWithinMs,
    });
    await counts.start();
    open.push(counts);
    return counts;
  };
  return [await create(), await create()];
}

const spending = { key: 'person one', cost: 1, max: 10, windowMs: 60_000 };
const isCounting = (counts: SharedCounts) =>
  counts.spend({ ...spending, key: 'probe', max: 1_000_000 }).then((answer) => answer !== null);

it('two servers that spend at the same time together stay within the maximum', async () => {
  const two = await createTwo();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => two.map((counts) => counts.spend(spending))).flat(),
  );
  expect(answers).not.toContain(null);
  expect(answers.filter((answer) => answer?.isAllowed)).toHaveLength(10);
  for (const answer of answers) expect(answer?.endsInMs).toBeGreaterThan(50_000);
  expect(await two[0].spend({ ...spending, key: 'person two' })).toMatchObject({ isAllowed: true });
});

it('rejected calls are not counted, and refunded calls can be spent again', async () => {
  const [first, second] = await createTwo();
  await first.spend({ ...spending, cost: 8 });
  expect(await second.spend({ ...spending, cost: 3 })).toMatchObject({ isAllowed: false });
  expect(await second.spend({ ...spending, cost: 2 })).toMatchObject({ isAllowed: true });
  first.refund(spending.key, 4);
  // Redis executes the commands of one connection in order, so that the refund comes first.
  expect(await first.spend({ ...spending, cost: 5 })).toMatchObject({ isAllowed: false });
  expect(await first.spend({ ...spending, cost: 4 })).toMatchObject({ isAllowed: true });
});

it('a window ends after its length, and a refund of an earlier window does not affect the next', async () => {
  const [first] = await createTwo();
  const short = { ...spending, windowMs: 150 };
  await first.spend({ ...short, cost: 10 });
  expect(await first.spend(short)).toMatchObject({ isAllowed: false });
  await waitFor(async () => (await first.spend(short))?.isAllowed, 'the next window');
  first.refund(spending.key, 100);
  expect(await first.spend({ ...spending, cost: 11 })).toMatchObject({ isAllowed: false });
});

it('Redis stores no personal data in counts, and all of it expires', async () => {
  const [first] = await createTwo();
  await first.spend(spending);
  const [key = '', ...more] = (await redis.command('keys', '*')).split('\n');
  expect(more).toEqual([]);
  expect(key).toMatch(/^kerb:test:count:[\w-]{22}$/);
  expect(Number(await redis.command('pttl', key))).toBeGreaterThan(0);
});

it('an unresponsive Redis delays one call, and is used again when it answers', async () => {
  const [first] = await createTwo(400);
  await waitFor(() => isCounting(first), 'counts in Redis');
  redis.suspend();
  try {
    const begun = performance.now();
    expect(await first.spend(spending)).toBeNull();
    const waited = performance.now() - begun;
    expect(waited).toBeGreaterThan(390);
    expect(waited).toBeLessThan(2_000);
    const again = performance.now();
    for (let nth = 0; nth < 100; nth += 1) expect(await first.spend(spending)).toBeNull();
    expect(performance.now() - again).toBeLessThan(waited);
  } finally {
    redis.resume();
  }
  await waitFor(() => isCounting(first), 'counts in Redis');
});

it('each server counts locally while Redis is lost, and both together when it is back', async () => {
  const two = await createTwo();
  const limit = { name: 'GET /test', max: 10, windowMs: 60_000 };
  const allowances = two.map((counts) => createSharedAllowance(counts, limit));
  /** Returns how many of 15 calls each server allows. */
  const flood = (key: string) =>
    Promise.all(
      allowances.map(async (allowance) => {
        let passed = 0;
        for (let nth = 0; nth < 15; nth += 1)
          await allowance.spend(key).then(
            () => {
              passed += 1;
            },
            (error: unknown) => expect(error).toBeInstanceOf(TooManyRequests),
          );
        return passed;
      }),
    );
  const sum = (counted: readonly number[]) => counted.reduce((total, one) => total + one, 0);
  expect(sum(await flood('before'))).toBe(10);
  await redis.kill();
  expect(await flood('lost')).toEqual([10, 10]);
  await redis.restart();
  for (const counts of two) await waitFor(() => isCounting(counts), 'counts in Redis');
  expect(sum(await flood('after'))).toBe(10);
});

it('a rejection by the shared count returns when to retry, and releases the local count', async () => {
  const [first, second] = await createTwo();
  const limit = { name: 'GET /test', max: 10, windowMs: 60_000 };
  const here = createSharedAllowance(first, limit);
  await createSharedAllowance(second, limit).spend('one', 8);
  await expect(here.spend('one', 5)).rejects.toMatchObject({ retryAfterSecs: 60 });
  await here.spend('one', 2);
  await expect(here.spend('one', 1)).rejects.toBeInstanceOf(TooManyRequests);
});
