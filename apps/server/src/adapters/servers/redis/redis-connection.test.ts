// Tests that the needed cells stay subscribed when a connection to Redis ends while another one replaces it.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readRedisAddress } from '../../../redis-address.ts';
import { createChannels } from './channels.ts';
import { createNeededCells } from './needed-cells.ts';
import { createConnection } from './redis-connection.ts';
import type { RedisLink } from './redis-link.ts';

const RECONNECT_MS = 1_000;
/** At least the age of a connection that is replaced because it delivers nothing, ms. */
const SILENT_MS = 5_000;
const area = { lat: -34.89, lng: -56.2, radiusKm: 0.1 };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** A connection whose links are made here, and the cells that are subscribed through it. */
function setUp() {
  const channels = createChannels('test');
  const links: { link: RedisLink; end: () => void; isClosed: boolean }[] = [];
  /** Delay before a subscription is confirmed, ms. */
  const timing = { subscribeMs: 0 };
  const needed = createNeededCells({
    channels,
    needsAll: () => false,
    load: async () => true,
    onFailure: () => undefined,
  });
  const connection = createConnection(
    {
      address: readRedisAddress('redis://not-used'),
      channels,
      onError: () => undefined,
      reconnectMs: RECONNECT_MS,
      async openLink({ onEnd }) {
        const link: RedisLink = {
          publish: async () => undefined,
          subscribe: () => new Promise((resolve) => setTimeout(resolve, timing.subscribeMs)),
          unsubscribe: async () => undefined,
          write: async () => undefined,
          remove: async () => undefined,
          readAll: async () => [],
          readFields: async () => [],
          close() {
            made.isClosed = true;
          },
        };
        const made = { link, end: onEnd, isClosed: false };
        links.push(made);
        return link;
      },
    },
    {
      isSilent: () => true,
      onMessage: () => undefined,
      async onOpen(link) {
        needed.use(link);
        await needed.update();
      },
      onLoss: needed.drop,
    },
  );
  return { connection, needed, links, timing };
}

it('keeps the needed cells when the old connection ends while the new one subscribes', async () => {
  const { connection, needed, links, timing } = setUp();
  needed.set('search', area);
  void connection.open();
  await vi.advanceTimersByTimeAsync(0);
  expect(needed.subscribed).toBeGreaterThan(0);
  // Longer than the delay of a reconnection, which must not replace the connection that is being opened.
  timing.subscribeMs = 2 * RECONNECT_MS;
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  connection.examine();
  await vi.advanceTimersByTimeAsync(0);
  links[0]?.end();
  await vi.advanceTimersByTimeAsync(timing.subscribeMs);
  expect(connection.current()).toBe(links[1]?.link);
  expect(needed.subscribed).toBeGreaterThan(0);
  expect([links[0]?.isClosed, links[1]?.isClosed]).toEqual([true, false]);
  await connection.close();
});

it('does not replace a connection that was opened after the old one ended', async () => {
  const { connection, needed, links, timing } = setUp();
  needed.set('search', area);
  void connection.open();
  await vi.advanceTimersByTimeAsync(0);
  timing.subscribeMs = RECONNECT_MS / 2;
  await vi.advanceTimersByTimeAsync(SILENT_MS);
  connection.examine();
  await vi.advanceTimersByTimeAsync(0);
  links[0]?.end();
  await vi.advanceTimersByTimeAsync(3 * RECONNECT_MS);
  expect(links).toHaveLength(2);
  expect(connection.current()).toBe(links[1]?.link);
  await connection.close();
});

it('reconnects after the current connection ended, and subscribes to the needed cells again', async () => {
  const { connection, needed, links } = setUp();
  needed.set('search', area);
  void connection.open();
  await vi.advanceTimersByTimeAsync(0);
  links[0]?.end();
  expect([connection.current(), needed.subscribed]).toEqual([null, 0]);
  await vi.advanceTimersByTimeAsync(2 * RECONNECT_MS);
  expect(connection.current()).toBe(links[1]?.link);
  expect(needed.subscribed).toBeGreaterThan(0);
  await connection.close();
});
