// Tests of reminders of trips booked for later: planned as jobs, sent once, and never after the trip has begun, ended
// or passed.
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import {
  createReminders,
  firstReminder,
  isStillToRemind,
  REMIND_JOB,
  REMINDER_EVENT,
  type RemindedBooking,
} from './remind-people.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const MINUTE = 60_000;
const clock = fakeClock();
const start = clock.now();
const tripdate = start + 300 * MINUTE;
let booking: RemindedBooking;
let way: number | null = 600;
const { subscriber, jobs } = createReminders({
  withTx: database.withTx,
  clock,
  findBooking: async (id) => (id === booking.id ? booking : null),
  secondsTo: async () => way,
});

let number = 0;
beforeEach(async () => {
  clock.set(start);
  way = 600;
  number += 1;
  booking = {
    id: testId(4000 + number),
    status: 'NEW',
    book_later: true,
    tripdate,
    driver: null,
    driver_accept_time: null,
    pickup: { lat: -34.9, lng: -56.19 },
  };
  await database.asOwner.query('delete from graphile_worker._private_jobs');
});

const handleEvent = (name: string, data: Record<string, unknown>) =>
  subscriber.handle({
    id: 1,
    position: 1,
    name,
    topics: [],
    at: 0,
    data: { booking_id: booking.id, ...data },
  });
const run = (kind: string) => jobs[REMIND_JOB]?.({ booking_id: booking.id, kind });
const accept = (driver = testId(1)): void => {
  booking = { ...booking, status: 'ACCEPTED', driver, driver_accept_time: clock.now() };
};

/** Minutes before the trip at which each waiting job runs, with its kind. */
async function planned(): Promise<[string, number][]> {
  const { rows } = await database.pool.query<{ key: string; run_at: Date }>(
    'select key, run_at from graphile_worker.jobs order by key',
  );
  return rows.map(({ key, run_at }) => [key.split(':').at(-1) ?? '', (tripdate - run_at.getTime()) / MINUTE]);
}
async function reminders(): Promise<string[]> {
  const { rows } = await database.pool.query<{ kind: string }>(
    "select data ->> 'kind' as kind from outbox_events where name = $1 and data ->> 'booking_id' = $2 order by id",
    [REMINDER_EVENT, booking.id],
  );
  return rows.map(({ kind }) => kind);
}

test('the rider is reminded once an hour before, however often the event and the job run', async () => {
  await handleEvent('booking.created', { status: 'NEW' });
  await handleEvent('booking.created', { status: 'NEW' });
  expect(await planned()).toEqual([['ride_soon', 60]]);
  clock.set(tripdate - 60 * MINUTE);
  await run('ride_soon');
  await run('ride_soon');
  expect(await reminders()).toEqual(['ride_soon']);
});

test('a delivery’s reminders are planned when it is paid for, not before', async () => {
  booking = { ...booking, status: 'PAYMENT_PENDING' };
  await handleEvent('booking.created', { status: 'PAYMENT_PENDING' });
  expect(await planned()).toEqual([]);
  booking = { ...booking, status: 'NEW' };
  await handleEvent('booking.changed', { status: 'NEW', from: 'PAYMENT_PENDING' });
  await handleEvent('booking.changed', { status: 'NEW' });
  expect(await planned()).toEqual([['ride_soon', 60]]);
});

test('an immediate trip has no reminders', async () => {
  booking = { ...booking, book_later: false };
  await handleEvent('booking.created', { status: 'NEW' });
  await handleEvent('booking.changed', { status: 'ACCEPTED', from: 'NEW' });
  expect(await planned()).toEqual([]);
});

test('the driver is reminded to leave by the road time to the pickup, recomputed until then', async () => {
  accept();
  await handleEvent('booking.changed', { status: 'ACCEPTED', from: 'NEW' });
  expect(await planned()).toEqual([['leave_now', 45]]);
  clock.set(tripdate - 45 * MINUTE);
  await run('leave_now');
  expect(await planned()).toEqual([['leave_now', 42]]);
  expect(await reminders()).toEqual([]);
  // Ten minutes of travel and a margin of five.
  clock.set(tripdate - 16 * MINUTE);
  await run('leave_now');
  expect(await planned()).toEqual([['leave_now', 15]]);
  clock.set(tripdate - 15 * MINUTE);
  await run('leave_now');
  await run('leave_now');
  expect(await reminders()).toEqual(['leave_now']);
});

test('a driver who replaces a reminded driver is reminded too, once', async () => {
  accept();
  clock.set(tripdate - 30 * MINUTE);
  way = 1800;
  await run('leave_now');
  expect(await reminders()).toEqual(['leave_now']);
  clock.advance(MINUTE);
  accept(testId(2));
  way = 600;
  clock.set(tripdate - 15 * MINUTE);
  await run('leave_now');
  await run('leave_now');
  expect(await reminders()).toEqual(['leave_now', 'leave_now']);
});

test('twenty minutes are assumed when no route is known', async () => {
  accept();
  way = null;
  clock.set(tripdate - 25 * MINUTE - 1);
  await run('leave_now');
  expect(await reminders()).toEqual([]);
  clock.advance(1);
  await run('leave_now');
  expect(await reminders()).toEqual(['leave_now']);
});

test('a driver who accepts when it is time to leave gets no reminder', async () => {
  clock.set(tripdate - 12 * MINUTE);
  accept();
  await run('leave_now');
  clock.advance(5 * MINUTE);
  await run('leave_now');
  expect(await reminders()).toEqual([]);
  expect(await planned()).toEqual([]);
});

test.each(['CANCELLED', 'ARRIVED', 'STARTED', 'COMPLETE'] as const)(
  'there is no reminder of a trip that is %s',
  async (status) => {
    accept();
    booking = { ...booking, status };
    clock.set(tripdate - 10 * MINUTE);
    await run('leave_now');
    await run('ride_soon');
    expect(await reminders()).toEqual([]);
  },
);

test('no reminder is sent after an outage for a time that has passed', () => {
  expect(isStillToRemind('ride_soon', { status: 'NEW', tripdate }, tripdate - 1)).toBe(true);
  expect(isStillToRemind('ride_soon', { status: 'NEW', tripdate }, tripdate)).toBe(false);
  expect(isStillToRemind('leave_now', { status: 'ACCEPTED', tripdate }, tripdate)).toBe(false);
  expect(isStillToRemind('leave_now', { status: 'NEW', tripdate }, tripdate - 1)).toBe(false);
});

test('a trip booked little more than an hour ahead has no reminder', () => {
  const step = { status: 'NEW', from: undefined, isNew: true } as const;
  expect(firstReminder(step, tripdate, tripdate - 74 * MINUTE)).toBeNull();
  expect(firstReminder(step, tripdate, tripdate - 75 * MINUTE)?.kind).toBe('ride_soon');
});
