// Rounds of dispatch on a real database: who is asked, the receipt, the next round, the end of a search.
import { OVERDUE_AFTER_MS } from '@kerb/domain/dispatch';
import { fakeClock } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { createDispatchModule } from './index.ts';
import {
  createOfferBooking,
  GIVE_UP_AFTER_MS,
  LOOK_AGAIN_MS,
  NEXT_ROUND_JOB,
  NOBODY_TOOK_IT,
  TIME_HAS_PASSED,
} from './offer-booking.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const rounds = dispatchRepository(database.queries);

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createOfferBooking(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createOfferBooking(fakes.deps);
  fakes.state.booking = fakes.aBooking();
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const asked = () => fakes.open().map(({ driver }) => driver);

test('broadcast asks every driver who passes the gates, the soonest by road first', async () => {
  const [far, near] = [fakes.driverAround(1, null, 900), fakes.driverAround(2, null, 120)];
  const busy = fakes.driverAround(3, 'busy');
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([near, far]);
  expect(asked()).not.toContain(busy);
  expect(fakes.open().map(({ expires_at }) => expires_at)).toEqual([
    clock.now() + 30_000,
    clock.now() + 30_000,
  ]);
});

test('nearest asks one, and the next one in the next round', async () => {
  fakes.state.settings = { ...fakes.state.settings, dispatchPolicy: 'nearest' };
  const [far, near] = [fakes.driverAround(1, null, 900), fakes.driverAround(2, null, 120)];
  await offer(id());
  expect(asked()).toEqual([near]);
  clock.advance(30_000);
  await offer(id());
  expect(asked()).toEqual([far]);
});

test('the receipt shows every gate and cost', async () => {
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

test('a round that stands is left alone, and one job waits for its end', async () => {
  fakes.driverAround(1);
  await offer(id());
  expect(await offer(id())).toBe('stands');
  expect(await rounds.receipts(id())).toHaveLength(1);
  const jobs = await fakes.waitingJobs();
  expect(jobs.map(({ key }) => key)).toEqual([`${NEXT_ROUND_JOB}:${id()}`]);
  expect(jobs[0]?.run_at.getTime()).toBeGreaterThanOrEqual(clock.now() + 30_000);
});

test('when the offers are over, fresh candidates are asked, but nobody who has declined', async () => {
  const [refuses, silent] = [fakes.driverAround(1), fakes.driverAround(2)];
  await offer(id());
  fakes.decline(refuses);
  clock.advance(30_000);
  const newcomer = fakes.driverAround(3);
  expect(await offer(id())).toBe('asked');
  expect(asked().toSorted()).toEqual([silent, newcomer].toSorted());
  const second = (await rounds.receipts(id()))[1];
  expect(second?.candidates.find(({ driver }) => driver === refuses)).toMatchObject({
    gate: 'declined',
    asked: false,
  });
});

test('when all who were asked have declined, the next round does not wait', async () => {
  const refuses = fakes.driverAround(1);
  await offer(id());
  fakes.decline(refuses);
  const other = fakes.driverAround(2);
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([other]);
});

test('with nobody to ask it looks again soon, and finds whoever has come', async () => {
  expect(await offer(id())).toBe('nobody');
  const [job] = await fakes.waitingJobs();
  expect((job?.run_at.getTime() ?? 0) - clock.now()).toBeLessThan(LOOK_AGAIN_MS + 1000);
  const late = fakes.driverAround(1);
  expect(await offer(id())).toBe('stands');
  clock.advance(LOOK_AGAIN_MS);
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([late]);
});

test('a search that finds nobody for ten minutes is ended with a reason', async () => {
  await offer(id());
  clock.advance(GIVE_UP_AFTER_MS - 1);
  expect(await offer(id())).toBe('nobody');
  clock.advance(LOOK_AGAIN_MS);
  expect(await offer(id())).toBe('given_up');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NOBODY_TOOK_IT }]);
  expect(await offer(id())).toBe('closed');
});

test('a later trip is searched for until ten minutes after its time', async () => {
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate: clock.now() + 20 * 60_000 });
  await offer(id());
  clock.advance(25 * 60_000);
  expect(await offer(id())).toBe('nobody');
  clock.advance(6 * 60_000);
  expect(await offer(id())).toBe('given_up');
});

test('nothing happens before its time, with automatic dispatch off, or when it is no longer NEW', async () => {
  fakes.driverAround(1);
  fakes.state.booking = fakes.aBooking({ dispatch_at: clock.now() + 1 });
  expect(await offer(id())).toBe('not_due');
  fakes.state.booking = fakes.aBooking();
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await offer(id())).toBe('by_hand');
  fakes.state.booking = fakes.aBooking({ status: 'ACCEPTED' });
  expect(await offer(id())).toBe('closed');
  expect(asked()).toEqual([]);
  expect(await rounds.receipts(id())).toEqual([]);
});

test('with automatic dispatch off whoever was asked is asked no longer than he was told', async () => {
  fakes.state.booking = fakes.aBooking();
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  const [early, late] = [fakes.driverAround(1), fakes.driverAround(2)];
  const ask = (driver: string, expires_at: number) =>
    fakes.requests.set(driver, { driver, expires_at, outcome: null });
  ask(early, clock.now() + 30_000);
  ask(late, clock.now() + 60_000);
  const open = () => fakes.open().map(({ driver }) => driver);
  const waiting = async () => (await fakes.waitingJobs()).map(({ run_at }) => run_at.getTime() - clock.now());
  expect(await offer(id())).toBe('by_hand');
  expect(open()).toEqual([early, late]);
  expect(await waiting()).toEqual([30_100]);
  clock.advance(30_100);
  await fakes.takeJobs();
  expect(await offer(id())).toBe('by_hand');
  expect(open()).toEqual([late]);
  expect(await waiting()).toEqual([30_000]);
  clock.advance(30_000);
  await fakes.takeJobs();
  expect(await offer(id())).toBe('by_hand');
  expect(open()).toEqual([]);
  expect(await waiting()).toEqual([]);
});

const dispatchAutomatically = (autoDispatch: boolean): void => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch };
};

test('a search that was left to the admins has its whole time again when dispatch is automatic anew', async () => {
  await offer(id());
  clock.advance(60_000);
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('by_hand');
  clock.advance(GIVE_UP_AFTER_MS);
  dispatchAutomatically(true);
  const driver = fakes.driverAround(1);
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([driver]);
  clock.advance(GIVE_UP_AFTER_MS - 1);
  expect(await offer(id())).toBe('asked');
  clock.advance(30_000);
  expect(await offer(id())).toBe('given_up');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NOBODY_TOOK_IT }]);
});

test('a ride made while nobody was looked for is dispatched however long it has waited for an admin', async () => {
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('by_hand');
  clock.advance(3 * OVERDUE_AFTER_MS);
  dispatchAutomatically(true);
  const driver = fakes.driverAround(1);
  await createDispatchModule(fakes.deps).api.sweep();
  expect(asked()).toEqual([driver]);
  // Left to the admins and taken up a second time: the time runs from then.
  clock.advance(GIVE_UP_AFTER_MS - 60_000);
  dispatchAutomatically(false);
  await offer(id());
  clock.advance(GIVE_UP_AFTER_MS);
  dispatchAutomatically(true);
  expect(await offer(id())).toBe('asked');
});

test('a later trip whose time has long passed ends all the same when dispatch is automatic anew', async () => {
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate: clock.now() + 60_000 });
  dispatchAutomatically(false);
  expect(await offer(id())).toBe('by_hand');
  clock.advance(60_001 + OVERDUE_AFTER_MS);
  dispatchAutomatically(true);
  expect(await offer(id())).toBe('given_up');
  expect(fakes.cancelled).toEqual([{ id: id(), reason: TIME_HAS_PASSED }]);
});

test('of many servers that start the same round one does', async () => {
  fakes.driverAround(1);
  // Nobody goes on before everybody has found the drivers: all of them believe that the round is theirs.
  const servers = 8;
  let arrived = 0;
  let open = (): void => undefined;
  const everybody = new Promise<void>((resolve) => {
    open = resolve;
  });
  const { gatesNear } = fakes.deps.fleet;
  fakes.deps.fleet.gatesNear = async (...place) => {
    arrived += 1;
    if (arrived === servers) open();
    await everybody;
    return gatesNear(...place);
  };
  const outcomes = await Promise.all(Array.from({ length: servers }, () => offer(id())));
  expect(outcomes.toSorted()).toEqual(['asked', ...Array.from({ length: servers - 1 }, () => 'stands')]);
  expect(await rounds.receipts(id())).toHaveLength(1);
});

test('a booking accepted while the drivers were weighed leaves no round behind', async () => {
  fakes.driverAround(1);
  const { requestDrivers } = fakes.deps.booking;
  fakes.deps.booking.requestDrivers = async (...rest) => {
    fakes.state.booking = fakes.aBooking({ status: 'ACCEPTED' });
    return requestDrivers(...rest);
  };
  expect(await offer(id())).toBe('closed');
  expect(await rounds.receipts(id())).toEqual([]);
  expect(await fakes.waitingJobs()).toEqual([]);
});

test('a map service that fails costs the travel times, not the ride', async () => {
  const [near, far] = [fakes.driverAround(1), fakes.driverAround(2)];
  fakes.state.mapsFail = true;
  expect(await offer(id())).toBe('asked');
  expect(asked()).toEqual([near, far]);
  expect(fakes.logged).toHaveLength(1);
});

test('after a restart the sweep takes up what nobody carries on', async () => {
  const driver = fakes.driverAround(1);
  await createDispatchModule(fakes.deps).api.sweep();
  expect(asked()).toEqual([driver]);
});

test('the job starts the next round, and waits on when it is a moment early', async () => {
  fakes.driverAround(1);
  const { jobs } = createDispatchModule(fakes.deps);
  await offer(id());
  clock.advance(29_990);
  await fakes.takeJobs();
  await jobs?.[NEXT_ROUND_JOB]?.({ booking_id: id() });
  expect(await rounds.receipts(id())).toHaveLength(1);
  expect(await fakes.waitingJobs()).toHaveLength(1);
  clock.advance(10);
  await jobs?.[NEXT_ROUND_JOB]?.({ booking_id: id() });
  expect(await rounds.receipts(id())).toHaveLength(2);
});
