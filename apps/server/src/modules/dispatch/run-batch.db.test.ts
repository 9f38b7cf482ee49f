// Tests batches on a real database: who gets an offer, the receipts, later trips, and the end of a search.
import { NO_DRIVER_REASON } from '@kerb/domain/booking';
import { fakeClock } from '@kerb/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { dispatchRepository } from './dispatch.repository.ts';
import { SEARCH_TIMEOUT_MS } from './end-of-search.ts';
import { SEARCH_RETRY_MS } from './record-round.ts';
import type { SearchOutcome, SearchOutcomes } from './run-search.ts';
import { createSwitchToManual } from './switch-to-manual.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchServer } from './testing/search-server.ts';

const database = await createTestDatabase();
afterAll(() => database.close());
const rounds = dispatchRepository(database.queries);

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let runBatch = createSearchServer(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  fakes.state.settings = { ...fakes.state.settings, dispatchPolicy: 'batched' };
  fakes.state.booking = fakes.aBooking();
  runBatch = createSearchServer(fakes.deps);
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const outcome = (what: SearchOutcome): SearchOutcomes => new Map([[id(), what]]);
const nothing: SearchOutcomes = new Map();
const asked = () => fakes.open().map(({ driver }) => driver);

it('offers the request to the driver with the shortest travel time, and records all candidates', async () => {
  const far = fakes.driverAround(1, null, 400);
  const near = fakes.driverAround(2, null, 120);
  const busy = fakes.driverAround(3, 'busy');
  expect(await runBatch()).toEqual(outcome('offered'));
  expect(asked()).toEqual([near]);
  expect(fakes.open()[0]?.expires_at).toBe(clock.now() + 30_000);
  const [receipt, ...others] = await rounds.receipts(id());
  expect(others).toEqual([]);
  expect(receipt).toMatchObject({ policy: 'batched', asked: 1, number: 1 });
  expect(receipt?.candidates).toMatchObject([
    { driver: near, asked: true },
    { driver: far, asked: false, gate: null },
    { driver: busy, asked: false, gate: 'busy' },
  ]);
  // The open offer holds the request back from the next batch.
  expect(await runBatch()).toEqual(nothing);
});

it('after a decline the next batch makes an offer to another driver', async () => {
  const near = fakes.driverAround(1, null, 120);
  const next = fakes.driverAround(2, null, 200);
  await runBatch();
  fakes.decline(near);
  expect(await runBatch()).toEqual(outcome('offered'));
  expect(asked()).toEqual([next]);
});

it('after an expired offer the driver who did not answer ranks behind one at a similar distance', async () => {
  const near = fakes.driverAround(1, null, 120);
  const next = fakes.driverAround(2, null, 150);
  await runBatch();
  expect(asked()).toEqual([near]);
  clock.advance(30_001);
  expect(await runBatch()).toEqual(outcome('offered'));
  expect(asked()).toEqual([next]);
});

it('records a round without candidates at most every ten seconds, and ends the search at its time limit', async () => {
  await runBatch();
  await runBatch();
  expect(await rounds.receipts(id())).toHaveLength(1);
  clock.advance(SEARCH_RETRY_MS);
  await runBatch();
  expect((await rounds.receipts(id())).map(({ number, asked: offers }) => [number, offers])).toEqual([
    [1, 0],
    [2, 0],
  ]);
  // The next batch continues the search, without a job for each request.
  expect(await fakes.waitingJobs()).toEqual([]);
  clock.advance(SEARCH_TIMEOUT_MS);
  expect(await runBatch()).toEqual(outcome('timed_out'));
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NO_DRIVER_REASON }]);
  expect(await runBatch()).toEqual(nothing);
});

it('a driver who arrives nearby gets an offer in the next batch, not only after ten seconds', async () => {
  await runBatch();
  const driver = fakes.driverAround(1);
  clock.advance(3_000);
  expect(await runBatch()).toEqual(outcome('offered'));
  expect(asked()).toEqual([driver]);
});

it('a later trip sends no offer until its nearest driver has to leave', async () => {
  const tripdate = clock.now() + 40 * 60_000;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate });
  const driver = fakes.driverAround(1, null, 600);
  expect(await runBatch()).toEqual(outcome('scheduled'));
  expect(await runBatch()).toEqual(nothing);
  const [receipt] = await rounds.receipts(id());
  expect(receipt).toMatchObject({ ask_at: tripdate - 20 * 60_000, nearest_secs: 600, asked: 0 });
  clock.advance(20 * 60_000);
  expect(await runBatch()).toEqual(outcome('offered'));
  expect(asked()).toEqual([driver]);
});

it('makes no offers during manual assignment', async () => {
  fakes.driverAround(1);
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await runBatch()).toEqual(nothing);
  expect(await rounds.receipts(id())).toEqual([]);
});

it('ranks by distance without travel times', async () => {
  fakes.state.mapsFail = true;
  const near = fakes.driverAround(1);
  fakes.driverAround(2);
  await runBatch();
  expect(asked()).toEqual([near]);
  expect(fakes.logged).toEqual(['No travel times for dispatch; ranking by distance']);
});

it('a booking that is accepted while the batch is planned is left unchanged', async () => {
  fakes.driverAround(1);
  const declinedByEach = fakes.deps.booking.declinedByEach;
  fakes.deps.booking.declinedByEach = async (ids) => {
    if (fakes.state.booking) fakes.state.booking = { ...fakes.state.booking, status: 'ACCEPTED' };
    return declinedByEach(ids);
  };
  expect(await createSearchServer(fakes.deps)()).toEqual(outcome('no_candidates'));
  expect(await rounds.receipts(id())).toEqual([]);
  expect(fakes.logged).toEqual([]);
});

it('two servers that plan concurrently make one offer', async () => {
  fakes.driverAround(1);
  const results = await Promise.all([runBatch(), createSearchServer(fakes.deps)()]);
  expect(results.map(({ size }) => size).toSorted()).toEqual([0, 1]);
  expect(await rounds.receipts(id())).toHaveLength(1);
});

it('after manual assignment a search has its full time from the first batch', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  await createSwitchToManual(fakes.deps)(id());
  clock.advance(3 * 3_600_000);
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: true };
  expect(await runBatch()).toEqual(outcome('no_candidates'));
  clock.advance(SEARCH_TIMEOUT_MS - 1);
  await runBatch();
  expect(fakes.cancelled).toEqual([]);
  clock.advance(SEARCH_TIMEOUT_MS);
  await runBatch();
  expect(fakes.cancelled).toEqual([{ id: id(), reason: NO_DRIVER_REASON }]);
});
