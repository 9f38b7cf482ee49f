// Tests the queue: its order, its filters, and moving through it with the keyboard.
import type { BoardRow } from '@kerb/contract';
import { describe, expect, it } from 'vitest';
import { heightOf, neighbourOf, type QueueAlert, queueItems } from './queue.ts';

const place = { lat: -34.9, lng: -56.2, add: 'Rambla 1' };
const row = (id: string, group: BoardRow['group']): BoardRow => ({
  id,
  reference: id,
  status: 'NEW',
  group,
  risk: null,
  clock: 'waiting',
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

  it('shows the filtered group together with the alerts', () => {
    expect(keys(queueItems(rows, [alert], 'on_trip'))).toEqual(['alerts', 'alert a', 'on_trip', '3']);
    expect(queueItems(rows, [], 'late')).toEqual([]);
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

  it('is null for an empty queue', () => {
    expect(neighbourOf([], null, 1)).toBeNull();
  });
});

it('has a height for every item', () => {
  expect(queueItems(rows, [alert], 'all').map(heightOf)).toEqual([36, 52, 36, 76, 76, 36, 76]);
});
