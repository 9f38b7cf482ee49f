// Tests a later trip: when offers are sent, its receipt, and a server outage over its time.
import { TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { ASK_MARGIN_MS, OVERDUE_AFTER_MS, REESTIMATE_INTERVAL_MS } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { fakeClock } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { createDispatchModule } from './index.ts';
import { MANUAL_JOB } from './switch-to-manual.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const rounds = dispatchRepository(database.queries);

const AHEAD_MS = 45 * MS_PER_MINUTE;
let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createSearchOnce(fakes.deps);
let tripdate = 0;

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createSearchOnce(fakes.deps);
  tripdate = clock.now() + AHEAD_MS;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate, dispatch_at: clock.now() });
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const asked = () => fakes.open().map(({ driver }) => driver);
const begun = async (): Promise<number> => {
  const { rows } = await database.pool.query(
    "select 1 from outbox_events where name = 'booking.search-begun'",
  );
  return rows.length;
};

test('no offer is sent until the nearest driver has to leave, and the receipt shows the computation', async () => {
  const driver = fakes.driverAround(1, null, 300);
  expect(await offer(id())).toBe('scheduled');
  expect(asked()).toEqual([]);
  const ask_at = tripdate - 300_000 - ASK_MARGIN_MS;
  const [look] = await rounds.receipts(id());
  expect(look).toMatchObject({ number: 1, asked: 0, ask_at, nearest_secs: 300 });
  expect(look?.candidates).toMatchObject([{ driver, gate: null, eta_secs: 300, asked: false }]);

  clock.set(ask_at);
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([driver]);
  expect((await rounds.receipts(id()))[1]).toMatchObject({ asked: 1, ask_at, nearest_secs: 300, at: ask_at });
});

test('nothing runs between two rounds', async () => {
  fakes.driverAround(1, null, 300);
  await offer(id());
  clock.advance(REESTIMATE_INTERVAL_MS - 1);
  expect(await offer(id())).toBe('waits');
  expect(await createSearchOnce(fakes.deps)(id())).toBe('waits');
  expect(await rounds.receipts(id())).toHaveLength(1);
  clock.advance(1);
  expect(await offer(id())).toBe('scheduled');
});

test('a driver who comes nearer delays the offers; one who leaves brings them forward', async () => {
  const near = fakes.driverAround(1, null, 1200);
  await offer(id());
  fakes.state.seconds.set(near, 120);
  clock.set(tripdate - 1_200_000 - ASK_MARGIN_MS);
  expect(await offer(id())).toBe('scheduled');
  fakes.state.around = [];
  fakes.driverAround(9, null, 1100);
  clock.advance(REESTIMATE_INTERVAL_MS);
  expect(await offer(id())).toBe('offered');
});

test('without a known travel time twenty minutes are assumed, and the receipt shows none', async () => {
  fakes.driverAround(1, null, null);
  await offer(id());
  expect((await rounds.receipts(id()))[0]).toMatchObject({
    nearest_secs: null,
    ask_at: tripdate - 30 * MS_PER_MINUTE,
  });
  fakes.state.mapsFail = true;
  clock.set(tripdate - 30 * MS_PER_MINUTE);
  expect(await offer(id())).toBe('offered');
});

test('the start of the search is published once', async () => {
  const before = await begun();
  fakes.driverAround(1, null, 300);
  await offer(id());
  expect(await begun()).toBe(before);
  clock.set(tripdate - 15 * MS_PER_MINUTE);
  await offer(id());
  clock.advance(30_000);
  expect(await offer(id())).toBe('offered');
  expect(await begun()).toBe(before + 1);
});

test('a trip for now sends offers at once, without a computed time', async () => {
  fakes.state.booking = fakes.aBooking();
  fakes.driverAround(1, null, 300);
  const before = await begun();
  expect(await offer(id())).toBe('offered');
  expect((await rounds.receipts(id()))[0]).toMatchObject({ ask_at: null, nearest_secs: null });
  expect(await begun()).toBe(before);
});

test('after an outage over its time the search still runs for ten minutes', async () => {
  await offer(id());
  clock.set(tripdate + 40 * MS_PER_MINUTE);
  expect(await offer(id())).toBe('no_candidates');
  clock.advance(SEARCH_TIMEOUT_MS);
  expect(await offer(id())).toBe('timed_out');
});

test('an hour after its time it is cancelled with a reason, and no offer is sent', async () => {
  fakes.driverAround(1);
  clock.set(tripdate + OVERDUE_AFTER_MS);
  const { api } = createDispatchModule(fakes.deps);
  clock.advance(1);
  await api.sweep();
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TRIP_TIME_PASSED_REASON }]);
  expect(asked()).toEqual([]);
});

test('a delivery paid long after its time is dispatched from then on', async () => {
  const paidAt = tripdate + 3 * OVERDUE_AFTER_MS;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate, dispatch_at: paidAt });
  fakes.driverAround(1);
  clock.set(paidAt);
  expect(await offer(id())).toBe('offered');
});

test('with manual assignment it is cancelled an hour after its time if no driver was assigned', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await offer(id())).toBe('manual');
  const [job] = await fakes.waitingJobs();
  expect(job?.run_at.getTime()).toBe(tripdate + OVERDUE_AFTER_MS + 100);
  clock.set(tripdate + OVERDUE_AFTER_MS + 100);
  await createDispatchModule(fakes.deps).jobs?.[MANUAL_JOB]?.({ booking_id: id() });
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TRIP_TIME_PASSED_REASON }]);
});

test('manual assignment of a trip for now has no time limit', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  fakes.state.booking = fakes.aBooking();
  clock.advance(2 * OVERDUE_AFTER_MS);
  expect(await offer(id())).toBe('manual');
  expect(fakes.cancelled).toEqual([]);
});
