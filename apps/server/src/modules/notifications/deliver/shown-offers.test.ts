// Tests when shown offers are written: together, and again while their notices are not stored yet.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { NoticeAbout } from '../notices.repository.ts';
import { createShownOffers, WRITE_AFTER_MS } from './shown-offers.ts';

/** Keys of the unread notices, as `driver booking`. */
let stored: Set<string>;
let writes: string[][];
let problem: Error | null;
const warn = vi.fn();
const create = () =>
  createShownOffers({
    async finishShown(drivers, bookings) {
      if (problem) throw problem;
      const keys = drivers.map((driver, index) => `${driver} ${bookings[index]}`);
      writes.push(keys);
      return keys.flatMap((key): NoticeAbout[] => {
        const [uid = '', booking = ''] = key.split(' ');
        return stored.delete(key) ? [{ uid, booking }] : [];
      });
    },
    logger: { warn },
  });

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Set();
  writes = [];
  problem = null;
  warn.mockReset();
});
afterEach(() => vi.useRealTimers());

const shown = (
  onOfferShown: ReturnType<typeof create>,
  uid: string,
  usertype: 'driver' | 'rider' = 'driver',
) => onOfferShown({ uid, usertype }, 'b1');

it('writes the offers of a second together, and once where their notices are stored', async () => {
  const onOfferShown = create();
  stored = new Set(['d1 b1', 'd2 b1']);
  shown(onOfferShown, 'd1');
  shown(onOfferShown, 'd2');
  shown(onOfferShown, 'r1', 'rider');
  await vi.advanceTimersByTimeAsync(WRITE_AFTER_MS);
  expect(writes).toEqual([['d1 b1', 'd2 b1']]);
  await vi.runAllTimersAsync();
  expect(writes).toHaveLength(1);
});

it('writes an offer again whose notice was stored later, and the others not', async () => {
  const onOfferShown = create();
  stored = new Set(['d1 b1']);
  shown(onOfferShown, 'd1');
  shown(onOfferShown, 'd2');
  await vi.advanceTimersByTimeAsync(WRITE_AFTER_MS);
  stored.add('d2 b1');
  await vi.runAllTimersAsync();
  expect(writes).toEqual([['d1 b1', 'd2 b1'], ['d2 b1']]);
  expect(stored.size).toBe(0);
});

it('writes an offer without an unread notice four times, within the time of an offer', async () => {
  shown(create(), 'd1');
  const from = Date.now();
  await vi.runAllTimersAsync();
  expect(writes).toHaveLength(4);
  expect(Date.now() - from).toBeLessThanOrEqual(15_000);
});

it('logs a write that failed, and writes the next offer', async () => {
  const onOfferShown = create();
  problem = new Error('the database is away');
  shown(onOfferShown, 'd1');
  await vi.runAllTimersAsync();
  expect(warn).toHaveBeenCalledOnce();
  problem = null;
  stored = new Set(['d2 b1']);
  shown(onOfferShown, 'd2');
  await vi.runAllTimersAsync();
  expect(writes).toEqual([['d2 b1']]);
});
