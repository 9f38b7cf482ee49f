// The queue: its order, what a filter leaves, what is drawn of a long one, and moving through it.
import type { BoardRow } from '@kerb/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { heightOf, neighbourOf, type QueueAlert, queueItems, topOf, windowItems } from './queue.ts';

const place = { lat: -34.9, lng: -56.2, add: 'Rambla 1' };
const row = (id: string, group: BoardRow['group']): BoardRow => ({
  id,
  reference: id,
  status: 'NEW',
  group,
  risk: null,
  since: 0,
  expected_at: null,
  customer_name: 'Ana',
  carType: 'c1',
  pickup: place,
  drop: place,
  tripdate: null,
  driver: null,
  driver_name: null,
  vehicle_number: null,
  seen_at: null,
  follows: null,
  asked: 0,
  asked_by_hand: false,
});
const alert: QueueAlert = { key: 'a', title: 'Help', at: 0, isUrgent: true, to: '/alerts' };
const rows = [row('1', 'unassigned'), row('2', 'unassigned'), row('3', 'on_trip')];
const keys = (items: ReturnType<typeof queueItems>) => items.map(({ key }) => key);

describe('queueItems', () => {
  it('lists alerts first, then each group under its heading', () => {
    expect(keys(queueItems(rows, [alert], 'all'))).toEqual([
      'alerts',
      'alert a',
      'unassigned',
      '1',
      '2',
      'on_trip',
      '3',
    ]);
  });

  it('shows one group with the alerts when it is filtered', () => {
    expect(keys(queueItems(rows, [alert], 'on_trip'))).toEqual(['alerts', 'alert a', 'on_trip', '3']);
    expect(queueItems(rows, [], 'late')).toEqual([]);
  });
});

describe('windowItems', () => {
  it('draws what is in sight with some room, and leaves the rest empty at its height', () => {
    const heights = Array.from({ length: 500 }, () => 68);
    const { from, to, above, below } = windowItems(heights, 6800, 680);
    expect(from).toBeLessThanOrEqual(100);
    expect(to).toBeGreaterThanOrEqual(110);
    expect(to - from).toBeLessThan(30);
    expect(above + (to - from) * 68 + below).toBe(500 * 68);
  });

  it('keeps the height of the whole list, and covers what is in sight', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(36, 52, 68), { maxLength: 60 }),
        fc.nat(5000),
        fc.integer({ min: 1, max: 1000 }),
        (heights, scrolled, height) => {
          const { from, to, above, below } = windowItems(heights, scrolled, height);
          const drawn = heights.slice(from, to).reduce((sum, one) => sum + one, 0);
          const whole = topOf(heights, heights.length);
          expect(above + drawn + below).toBe(whole);
          expect(above).toBe(topOf(heights, from));
          if (scrolled < whole) expect(above).toBeLessThanOrEqual(scrolled);
          if (scrolled < whole)
            expect(above + drawn).toBeGreaterThanOrEqual(Math.min(whole, scrolled + height));
        },
      ),
    );
  });
});

describe('neighbourOf', () => {
  const items = queueItems(rows, [alert], 'all');
  it.each([
    ['the first, without a choice', null, 1, '1'],
    ['the next', '1', 1, '2'],
    ['the next of another group', '2', 1, '3'],
    ['the last, at the end', '3', 1, '3'],
    ['the one before', '3', -1, '2'],
    ['the first, when the chosen one has left the queue', 'gone', -1, '1'],
  ] as const)('is %s', (_, chosen, step, next) => {
    expect(neighbourOf(items, chosen, step)).toBe(next);
  });

  it('does not exist in an empty queue', () => {
    expect(neighbourOf([], null, 1)).toBeNull();
  });
});

it('every item has a height', () => {
  expect(queueItems(rows, [alert], 'all').map(heightOf)).toEqual([36, 52, 36, 68, 68, 36, 68]);
});
