// Tests rounds of broadcast and nearest on a real database: offers, receipts, the next round, the end of a search, and
// manual assignment.
import { NO_DRIVER_REASON, TRIP_TIME_PASSED_REASON } from '@kerb/domain/booking';
import { OVERDUE_AFTER_MS } from '@kerb/domain/dispatch';
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { createDispatchModule, eraseDriverFromDispatch } from './index.ts';
import { SEARCH_RETRY_MS } from './record-round.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const rounds = dispatchRepository(database.queries);

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createSearchOnce(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createSearchOnce(fakes.deps);
  fakes.state.booking = fakes.aBooking();
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const dispatchAutomatically = (autoDispatch: boolean): void => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch };
};

/** Starts a server, which sweeps, and stops it. */
async function sweep(): Promise<void> {
  const { api } = createDispatchModule(fakes.deps);
  await api.sweep();
  await api.close();
}

const asked = () => fakes.open().map(({ driver }) => driver);

test('broadcast sends offers to every eligible driver, by shortest travel time', async () => {
  const far = fakes.driverAround(1, null, 900);
  const near = fakes.driverAround(2, null, 120);
  const busy = fakes.driverAround(3, 'busy');
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([near, far]);
  expect(asked()).not.toContain(busy);
  expect(fakes.open().map(({ expires_at }) => expires_at)).toEqual([
    clock.now() + 30_000,
    clock.now() + 30_000,
  ]);
});

test('broadcast sends offers to the nearest up to its limit, and to more drivers in the next round', async () => {
  fakes.state.settings = { ...fakes.state.settings, broadcastLimit: 2 };
  const drivers = [1, 2, 3, 4, 5].map((n) => fakes.driverAround(n));
  await offer(id());
  expect(asked()).toEqual(drivers.slice(0, 2));
  clock.advance(30_000);
  await offer(id());
  expect(asked().toSorted()).toEqual(drivers.slice(0, 4).toSorted());
});

test('a driver with enough offers of other bookings gets none, and the receipt says so', async () => {
  const full = fakes.driverAround(1);
  const free = fakes.driverAround(2);
  fakes.state.offersElsewhere.set(full, 3).set(free, 2);
  await offer(id());
  expect(asked()).toEqual([free]);
  const [receipt] = await rounds.receipts(id());
  expect(receipt?.candidates.find(({ driver }) => driver === full)?.gate).toBe('offer_limit');
});

test('the search ends when it has found enough, and the receipt counts the drivers it does not list', async () => {
  fakes.state.settings = { ...fakes.state.settings, candidateLimit: 3, broadcastLimit: 1 };
  let groups = 0;
  fakes.deps.fleet.searchNear = async function* inGroups() {
    for (; groups < 10; groups += 1) yield fakes.state.around.slice(groups * 6, groups * 6 + 6);
  };
  // One of every six drivers is eligible, so the third candidate is in the third group.
  const gates = [null, 'busy', 'busy', 'off_duty', 'busy', 'other_car_type'];
  for (let n = 1; n <= 60; n += 1) fakes.driverAround(n, gates[(n - 1) % 6] ?? null);
  expect(await offer(id())).toBe('offered');
  expect(groups).toBe(2);
  const [receipt] = await rounds.receipts(id());
  expect(receipt?.candidates).toHaveLength(3);
  expect(receipt?.candidates.every(({ gate }) => gate === null)).toBe(true);
  expect(receipt?.unlisted).toEqual({ busy: 9, off_duty: 3, other_car_type: 3 });
});

test('the receipt has the position of every candidate at the time, until the account is deleted', async () => {
  const driver = fakes.driverAround(1);
  const busy = fakes.driverAround(2, 'busy');
  const places = fakes.state.around.map(({ lat, lng }) => ({ lat, lng }));
  await offer(id());
  fakes.state.around = [];
  const read = async () => {
    const [receipt] = await rounds.receipts(id());
    return receipt?.candidates.map((one) => [one.driver, { lat: one.lat, lng: one.lng }]);
  };
  expect(await read()).toEqual([
    [driver, places[0]],
    [busy, places[1]],
  ]);
  await database.withTx((tx) => eraseDriverFromDispatch(tx, driver));
  expect(await read()).toEqual([
    [driver, { lat: null, lng: null }],
    [busy, places[1]],
  ]);
});

test('when a driver accepts, the offers of other bookings to that driver are closed', async () => {
  const closed: string[] = [];
  fakes.deps.booking.closeOtherOffers = async (booking) => {
    closed.push(booking);
    return [];
  };
  const { subscribers = [] } = createDispatchModule(fakes.deps);
  const publish = async (status: string) => {
    const data = { booking_id: testId(9_999), status };
    for (const { events, handle } of subscribers)
      if (events.includes('booking.changed'))
        await handle({ id: 1, position: 1, at: clock.now(), name: 'booking.changed', topics: [], data });
  };
  await publish('ARRIVED');
  expect(closed).toEqual([]);
  await publish('ACCEPTED');
  expect(closed).toEqual([testId(9_999)]);
});

test('nearest sends one offer a round', async () => {
  fakes.state.settings = { ...fakes.state.settings, dispatchPolicy: 'nearest' };
  const far = fakes.driverAround(1, null, 900);
  const near = fakes.driverAround(2, null, 120);
  await offer(id());
  expect(asked()).toEqual([near]);
  clock.advance(30_000);
  await offer(id());
  expect(asked()).toEqual([far]);
});

test('the receipt shows every eligibility check and travel time', async () => {
  const taken = fakes.driverAround(1);
  const owing = fakes.driverAround(2);
  const offDuty = fakes.driverAround(3, 'off_duty');
  fakes.state.blocked.add(owing);
  await offer(id());
  const [receipt, ...others] = await rounds.receipts(id());
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ number: 1, policy: 'broadcast', asked: 1, at: clock.now() });
  expect(
    receipt?.candidates.map(({ driver, gate, asked, eta_secs }) => ({ driver, gate, asked, eta_secs })),
  ).toEqual([
    { driver: taken, gate: null, asked: true, eta_secs: 100 },
    { driver: owing, gate: 'wallet_blocked', asked: false, eta_secs: null },
    { driver: offDuty, gate: 'off_duty', asked: false, eta_secs: null },
  ]);
  expect(receipt?.candidates[0]?.distance_km).toBeCloseTo(0.3);
});

test('an open round is not changed, not even by another server, and no job is scheduled for its end', async () => {
  fakes.driverAround(1);
  await offer(id());
  expect(await offer(id())).toBe('waits');
  expect(await createSearchOnce(fakes.deps)(id())).toBe('waits');
  expect(await rounds.receipts(id())).toHaveLength(1);
  expect(await fakes.waitingJobs()).toEqual([]);
});

test('when the offers expire, new candidates get offers, but no driver who has declined', async () => {
  const refuses = fakes.driverAround(1);
  const silent = fakes.driverAround(2);
  await offer(id());
  fakes.decline(refuses);
  clock.advance(30_000);
  const newcomer = fakes.driverAround(3);
  expect(await offer(id())).toBe('offered');
  expect(asked().toSorted()).toEqual([silent, newcomer].toSorted());
  const second = (await rounds.receipts(id()))[1];
  expect(second?.candidates.find(({ driver }) => driver === refuses)).toMatchObject({
    gate: 'declined',
    asked: false,
  });
});

test('when every driver with an offer has declined, the next round starts at once', async () => {
  const refuses = fakes.driverAround(1);
  await offer(id());
  fakes.decline(refuses);
  const other = fakes.driverAround(2);
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([other]);
});

test('without candidates it searches again soon, and finds drivers who came on duty', async () => {
  expect(await offer(id())).toBe('no_candidates');
  const late = fakes.driverAround(1);
  clock.advance(SEARCH_RETRY_MS - 1);
  expect(await offer(id())).toBe('waits');
  expect(await createSearchOnce(fakes.deps)(id())).toBe('waits');
  clock.advance(1);
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([late]);
});

test('a search without a candidate for ten minutes is cancelled with a reason', async () => {
  await offer(id());
  clock.advance(SEARCH_TIMEOUT_MS - 1);
  expect(await offer(id())).toBe('no_candidates');
  clock.advance(SEARCH_RETRY_MS);
  expect(await offer(id())).toBe('timed_out');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NO_DRIVER_REASON }]);
  expect(await offer(id())).toBe('waits');
});

test('a later trip is searched for until ten minutes after its time', async () => {
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate: clock.now() + 20 * 60_000 });
  await offer(id());
  clock.advance(25 * 60_000);
  expect(await offer(id())).toBe('no_candidates');
  clock.advance(6 * 60_000);
  expect(await offer(id())).toBe('timed_out');
});

test('nothing happens before its time, with automatic dispatch off, or when it is no longer NEW', async () => {
  fakes.driverAround(1);
  fakes.state.booking = fakes.aBooking({ dispatch_at: clock.now() + 1 });
  expect(await offer(id())).toBe('waits');
  fakes.state.booking = fakes.aBooking();
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await offer(id())).toBe('manual');
  fakes.state.booking = fakes.aBooking({ dispatch_at: clock.now() + 1 });
  expect(await offer(id())).toBe('not_due');
  fakes.state.booking = fakes.aBooking({ status: 'ACCEPTED' });
  expect(await offer(id())).toBe('closed');
  dispatchAutomatically(true);
  expect(await offer(id())).toBe('waits');
  expect(asked()).toEqual([]);
  expect(await rounds.receipts(id())).toEqual([]);
});

test('with automatic dispatch off existing offers expire on time', async () => {
  fakes.state.booking = fakes.aBooking();
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  const early = fakes.driverAround(1);
  const late = fakes.driverAround(2);
  const ask = (driver: string, expires_at: number) =>
    fakes.requests.set(driver, { driver, expires_at, by_hand: true, offered_by: null, outcome: null });
  ask(early, clock.now() + 30_000);
  ask(late, clock.now() + 60_000);
  const open = () => fakes.open().map(({ driver }) => driver);
  const waiting = async () => (await fakes.waitingJobs()).map(({ run_at }) => run_at.getTime() - clock.now());
  expect(await offer(id())).toBe('manual');
  expect(open()).toEqual([early, late]);
  expect(await waiting()).toEqual([30_100]);
  clock.advance(30_100);
  await fakes.takeJobs();
  expect(await offer(id())).toBe('manual');
  expect(open()).toEqual([late]);
  expect(await waiting()).toEqual([30_000]);
  clock.advance(30_000);
  await fakes.takeJobs();
  expect(await offer(id())).toBe('manual');
  expect(open()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

test('a search has its full time again when automatic dispatch is turned on again', async () => {
  await offer(id());
  clock.advance(60_000);
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('manual');
  clock.advance(SEARCH_TIMEOUT_MS);
  dispatchAutomatically(true);
  const driver = fakes.driverAround(1);
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([driver]);
  clock.advance(SEARCH_TIMEOUT_MS - 1);
  expect(await offer(id())).toBe('offered');
  clock.advance(30_000);
  expect(await offer(id())).toBe('timed_out');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NO_DRIVER_REASON }]);
});

test('a ride booked during manual assignment is dispatched however long it has waited', async () => {
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('manual');
  clock.advance(3 * OVERDUE_AFTER_MS);
  dispatchAutomatically(true);
  const driver = fakes.driverAround(1);
  await sweep();
  expect(asked()).toEqual([driver]);
  // After a second manual assignment and resumption the timeout counts from the second resumption.
  clock.advance(SEARCH_TIMEOUT_MS - 60_000);
  dispatchAutomatically(false);
  await offer(id());
  clock.advance(SEARCH_TIMEOUT_MS);
  dispatchAutomatically(true);
  expect(await offer(id())).toBe('offered');
});

test('a later trip whose time has long passed is cancelled when automatic dispatch is turned on again', async () => {
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate: clock.now() + 60_000 });
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('manual');
  clock.advance(60_001 + OVERDUE_AFTER_MS);
  dispatchAutomatically(true);
  expect(await offer(id())).toBe('timed_out');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TRIP_TIME_PASSED_REASON }]);
});

test('only one of many servers starts a round', async () => {
  fakes.driverAround(1);
  const outcomes = await Promise.all(Array.from({ length: 8 }, () => createSearchOnce(fakes.deps)(id())));
  expect(outcomes.toSorted()).toEqual(['offered', ...Array.from({ length: 7 }, () => 'waits')]);
  expect(await rounds.receipts(id())).toHaveLength(1);
});

test('a round that another server has recorded meanwhile is not recorded again', async () => {
  fakes.driverAround(1);
  const { offerRounds } = fakes.deps.booking;
  let others = 0;
  fakes.deps.booking.offerRounds = async (...rest) => {
    if (others === 0) {
      others += 1;
      await database.pool.query(
        `insert into dispatch_rounds (id, booking, number, at, policy, asked, unlisted, ends_at)
         values (gen_random_uuid(), $1, 1, $2, 'broadcast', 0, '{}', $3)`,
        [id(), clock.now(), clock.now() + SEARCH_RETRY_MS],
      );
    }
    return offerRounds(...rest);
  };
  await offer(id());
  expect(await rounds.receipts(id())).toMatchObject([{ asked: 0 }]);
});

test('a booking accepted while candidates are evaluated gets no round', async () => {
  fakes.driverAround(1);
  const { offerRounds } = fakes.deps.booking;
  fakes.deps.booking.offerRounds = async (...rest) => {
    fakes.state.booking = fakes.aBooking({ status: 'ACCEPTED' });
    return offerRounds(...rest);
  };
  await offer(id());
  expect(asked()).toEqual([]);
  expect(await rounds.receipts(id())).toEqual([]);
});

test('a search that fails to end does not stop the others, and is ended at the next run', async () => {
  await offer(id());
  clock.advance(SEARCH_TIMEOUT_MS);
  const { cancelBySystem } = fakes.deps.booking;
  fakes.deps.booking.cancelBySystem = () => Promise.reject(new Error('the database is away'));
  await offer(id());
  expect(fakes.logged).toEqual(['A search could not be ended']);
  fakes.deps.booking.cancelBySystem = cancelBySystem;
  expect(await offer(id())).toBe('timed_out');
});

test('a failing map service removes the travel times, and the offers are still sent', async () => {
  const near = fakes.driverAround(1);
  const far = fakes.driverAround(2);
  fakes.state.mapsFail = true;
  expect(await offer(id())).toBe('offered');
  expect(asked()).toEqual([near, far]);
  expect(fakes.logged).toHaveLength(1);
});

test('after a restart the sweep resumes searches without an open round', async () => {
  const driver = fakes.driverAround(1);
  await sweep();
  expect(asked()).toEqual([driver]);
});
