// Tests that prints hold no admission slots, and that one user's prints neither delay nor reject those of others.
import { defineRoute } from '@kerb/contract';
import { afterEach, expect, it } from 'vitest';
import { z } from 'zod';
import { createBareServer } from '../testing/bare-server.ts';
import { mountRoutes } from './mount.ts';
import { createPrintQueue } from './print-queue.ts';
import { route } from './route.ts';

const shared = { method: 'GET', summary: 'A test', tag: 'test', access: ['driver'], errors: [] } as const;
const printed = defineRoute({
  ...shared,
  path: '/statement.pdf',
  answer: z.instanceof(Uint8Array),
  binary: 'application/pdf',
});
const list = defineRoute({ ...shared, path: '/list', answer: z.void() });

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server whose print route answers once `finish` is called. The token of a call is the id of its user. */
async function createBench() {
  const app = await createBareServer({
    resolveSession: async (token) => ({ uid: token, usertype: 'driver', sessionId: token }),
    shedding: { priorityOf: () => 'deferrable' },
  });
  closing.push(() => app.close());
  const started: string[] = [];
  let finish: () => void = () => undefined;
  const finished = new Promise<void>((resolve) => {
    finish = resolve;
  });
  const bound = [
    route(printed, async ({ actor }) => {
      started.push(actor.uid);
      await finished;
      return Buffer.from('%PDF-');
    }),
    route(list, async () => undefined),
  ];
  mountRoutes(app, bound, {
    idempotency: { begin: async () => undefined, end: async () => undefined, run: (_, work) => work() },
    requireAllRoutes: false,
    limitScale: 1,
  });
  await app.ready();
  const call = (user: string, path: string) =>
    app.inject({ url: `/api/v1${path}`, headers: { authorization: `Bearer ${user}` } });
  return { call, started, finish };
}

it('answers the lists and prints of others while one user requests more prints than there are slots', async () => {
  const { call, started, finish } = await createBench();
  const prints = Array.from({ length: 40 }, () => call('driver-1', '/statement.pdf'));
  await expect.poll(() => started).toEqual(['driver-1']);
  expect((await call('driver-2', '/list')).statusCode).toBe(204);
  const other = call('driver-2', '/statement.pdf');
  await expect.poll(() => started).toEqual(['driver-1', 'driver-2']);
  finish();
  expect((await other).statusCode).toBe(200);
  const answers = await Promise.all(prints);
  // One that ran and three that waited.
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(4);
  const rejected = answers.filter(({ statusCode }) => statusCode !== 200);
  expect(rejected.every(({ statusCode, headers }) => statusCode === 429 && headers['retry-after'])).toBe(
    true,
  );
  expect(rejected[0]?.json()).toMatchObject({ code: 'too_many_requests' });
});

it('answers lists while more prints of different users wait than there are slots', async () => {
  const { call, started, finish } = await createBench();
  const prints = Array.from({ length: 30 }, (_, index) => call(`driver-${index}`, '/statement.pdf'));
  await expect.poll(() => started).toHaveLength(4);
  expect((await call('another', '/list')).statusCode).toBe(204);
  finish();
  expect((await Promise.all(prints)).every(({ statusCode }) => statusCode === 200)).toBe(true);
});

it('runs four prints at once, one of each user, and continues after one that failed', async () => {
  const queue = createPrintQueue();
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const print = (user: string) =>
    queue.run(user, () => {
      started.push(user);
      return new Promise<void>((resolve, reject) => {
        ends.push(() => (user === 'a' ? reject(new Error('no')) : resolve()));
      });
    });
  const prints = ['a', 'a', 'b', 'c', 'd', 'e'].map(print);
  const outcomes = Promise.allSettled(prints);
  await expect.poll(() => started).toEqual(['a', 'b', 'c', 'd']);
  ends[0]?.();
  await expect.poll(() => started).toHaveLength(5);
  ends[1]?.();
  await expect.poll(() => started.toSorted()).toEqual(['a', 'a', 'b', 'c', 'd', 'e']);
  for (const end of ends) end();
  const rejected = (await outcomes).map(({ status }) => status === 'rejected');
  expect(rejected).toEqual([true, true, false, false, false, false]);
});
