// A later trip: when its drivers are asked, what the receipt says of it, and what an outage does to it.
import { ASK_MARGIN_MS, LOOK_AGAIN_AHEAD_MS, OVERDUE_AFTER_MS } from '@kerb/domain/dispatch';
import { MS_PER_MINUTE } from '@kerb/domain/kernel';
import { fakeClock } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createDispatchModule } from './index.ts';
import { createOfferBooking, GIVE_UP_AFTER_MS, NEXT_ROUND_JOB, TIME_HAS_PASSED } from './offer-booking.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const rounds = dispatchRepository(database.queries);

const AHEAD_MS = 45 * MS_PER_MINUTE;
let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createOfferBooking(fakes.deps);
let tripdate = 0;

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createOfferBooking(fakes.deps);
  tripdate = clock.now() + AHEAD_MS;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate, dispatch_at: clock.now() });
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const asked = () => fakes.open().map(({ driver }) => driver);
const begun = async (): Promise<number> => {
  const { rows } = await database.pool.query("select 1 from outbox where name = 'booking.search-begun'");
  return rows.length;
};

test('nobody is asked until the nearest has to set out, and the receipt shows the reckoning', async () => {
  const driver = fakes.driverAround(1, null, 300);
  expect(await offer(id())).toBe('waits');
  expect(asked()).toEqual([]);
  const ask_at = tripdate - 300_000 - ASK_MARGIN_MS;
  const [look] = await rounds.receipts(id());
  expect(look).toMatchObject({ number: 1, asked: 0, ask_at, nearest_secs: 300 });
  expect(look?.candidates).toMatchObject([{ driver, gate: null, eta_secs: 300, asked: false }]);

  clock.set(ask_at);
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([driver]);
  expect((await rounds.receipts(id()))[1]).toMatchObject({ asked: 1, ask_at, nearest_secs: 300, at: ask_at });
});

test('one job waits for the next look; between two looks nothing is looked at', async () => {
  fakes.driverAround(1, null, 300);
  await offer(id());
  const jobs = await fakes.waitingJobs();
  expect(jobs.map(({ key }) => key)).toEqual([`${NEXT_ROUND_JOB}:${id()}`]);
  expect(jobs[0]?.run_at.getTime()).toBe(clock.now() + LOOK_AGAIN_AHEAD_MS + 100);
  expect(await offer(id())).toBe('stands');
  expect(await rounds.receipts(id())).toHaveLength(1);
});

test('a driver who comes nearer has the asking wait; one who goes brings it forward', async () => {
  const near = fakes.driverAround(1, null, 1200);
  await offer(id());
  fakes.state.seconds.set(near, 120);
  clock.set(tripdate - 1_200_000 - ASK_MARGIN_MS);
  expect(await offer(id())).toBe('waits');
  fakes.state.around = [];
  fakes.driverAround(9, null, 1100);
  clock.advance(LOOK_AGAIN_AHEAD_MS);
  expect(await offer(id())).toBe('asked');
});

test('with no way known twenty minutes are assumed, and the receipt says that none was known', async () => {
  fakes.driverAround(1, null, null);
  await offer(id());
  expect((await rounds.receipts(id()))[0]).toMatchObject({
    nearest_secs: null,
    ask_at: tripdate - 30 * MS_PER_MINUTE,
  });
  fakes.state.mapsFail = true;
  clock.set(tripdate - 30 * MS_PER_MINUTE);
  expect(await offer(id())).toBe('asked');
});

test('that the search has begun is told once', async () => {
  const before = await begun();
  fakes.driverAround(1, null, 300);
  await offer(id());
  expect(await begun()).toBe(before);
  clock.set(tripdate - 15 * MS_PER_MINUTE);
  await offer(id());
  clock.advance(30_000);
  expect(await offer(id())).toBe('asked');
  expect(await begun()).toBe(before + 1);
});

test('a trip now asks at once, without a reckoning', async () => {
  fakes.state.booking = fakes.aBooking();
  fakes.driverAround(1, null, 300);
  const before = await begun();
  expect(await offer(id())).toBe('asked');
  expect((await rounds.receipts(id()))[0]).toMatchObject({ ask_at: null, nearest_secs: null });
  expect(await begun()).toBe(before);
});

test('after an outage over its time it is still looked for, for ten minutes from then on', async () => {
  await offer(id());
  clock.set(tripdate + 40 * MS_PER_MINUTE);
  expect(await offer(id())).toBe('nobody');
  clock.advance(GIVE_UP_AFTER_MS);
  expect(await offer(id())).toBe('given_up');
});

test('an hour after its time it is cancelled with a reason, and nobody is asked', async () => {
  fakes.driverAround(1);
  clock.set(tripdate + OVERDUE_AFTER_MS);
  const { api } = createDispatchModule(fakes.deps);
  clock.advance(1);
  await api.sweep();
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TIME_HAS_PASSED }]);
  expect(asked()).toEqual([]);
});

test('a delivery paid for long after its time is looked for from then on', async () => {
  const paidAt = tripdate + 3 * OVERDUE_AFTER_MS;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate, dispatch_at: paidAt });
  fakes.driverAround(1);
  clock.set(paidAt);
  expect(await offer(id())).toBe('asked');
});

test('by hand it ends an hour after its time, where nobody was assigned', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await offer(id())).toBe('by_hand');
  const [job] = await fakes.waitingJobs();
  expect(job?.run_at.getTime()).toBe(tripdate + OVERDUE_AFTER_MS + 100);
  clock.set(tripdate + OVERDUE_AFTER_MS + 100);
  await createDispatchModule(fakes.deps).jobs?.[NEXT_ROUND_JOB]?.({ booking_id: id() });
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TIME_HAS_PASSED }]);
});

test('an admin who assigns by hand to a trip now may take his time', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  fakes.state.booking = fakes.aBooking();
  clock.advance(2 * OVERDUE_AFTER_MS);
  expect(await offer(id())).toBe('by_hand');
  expect(fakes.cancelled).toEqual([]);
});
