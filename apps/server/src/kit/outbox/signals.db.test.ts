// Tests the outbox's connection while packets to and from the database are dropped.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FaultProxy, proxyOf } from '../testing/fault-proxy.ts';
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { waitFor } from '../testing/wait-for.ts';
import { createSignals } from './signals.ts';

let database: TestDatabase;
let proxy: FaultProxy & { readonly url: string };
beforeAll(async () => {
  database = await createTestDatabase();
  proxy = await proxyOf(database.connectionString);
});
afterAll(async () => {
  await proxy.close();
  await database.close();
});

const errors: unknown[] = [];
/** Closes a connection after a second without an answer: on a busy machine, connecting takes hundreds of ms. */
const createQuickSignals = (idleWithinMs = 10_000) =>
  createSignals(
    proxy.url,
    {
      onInserted: () => undefined,
      onSequenced: () => undefined,
      onConnected: () => undefined,
      onError: (error) => void errors.push(error),
    },
    { answerWithinMs: 1_000, idleWithinMs },
  );

test('a connection that opens while the database does not answer is dropped and opened again', async () => {
  const signals = createQuickSignals();
  await signals.start();
  expect(await signals.lead()).toBe(1);
  proxy.cut();
  proxy.set('silent');
  await waitFor(() => errors.some((error) => /timeout/i.test(String(error))), 'the attempt to be given up');
  // Packets of the silent period are lost.
  proxy.cut();
  proxy.set('up');
  expect(await waitFor(() => signals.lead(), 'the lead')).toBe(2);
  await signals.stop();
});

test('the leader detects that its connection is silent', async () => {
  const signals = createQuickSignals();
  await signals.start();
  expect(await signals.lead()).toBe(1);
  proxy.set('silent');
  const isGivenUp = () =>
    signals.lead().then(
      () => false,
      () => true,
    );
  await waitFor(isGivenUp, 'the connection to be given up');
  expect(await signals.lead()).toBeNull();
  proxy.cut();
  proxy.set('up');
  expect(await waitFor(() => signals.lead(), 'the lead')).toBe(2);
  await signals.stop();
});

test('a hanging server loses leadership to another one, and regains it when that one stops', async () => {
  const hanging = createQuickSignals(300);
  const other = createQuickSignals();
  await hanging.start();
  await other.start();
  expect(await hanging.lead()).toBe(1);
  expect(await other.lead()).toBeNull();
  expect(await waitFor(() => other.lead(), 'the lead of the other server')).toBe(1);
  expect(await hanging.lead().catch(() => null)).toBeNull();
  await other.stop();
  expect(await waitFor(() => hanging.lead().catch(() => null), 'the lead')).toBe(2);
  await hanging.stop();
});
