// Tests the search as its rider reads it: counts and times of the last round, for the rider of the booking and for
// admins.
import { routes } from '@kerb/contract';
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import type { Actor } from '../../kit/index.ts';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { SEARCH_RETRY_MS } from './record-round.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';
import { createViewSearch } from './view-search.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let offer = createSearchOnce(fakes.deps);
let view = createViewSearch(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  offer = createSearchOnce(fakes.deps);
  view = createViewSearch(fakes.deps);
  fakes.state.booking = fakes.aBooking();
  await fakes.clear();
});

const id = () => fakes.state.booking?.id ?? '';
const rider = (): Actor => ({ uid: fakes.state.booking?.customer ?? '', usertype: 'rider', sessionId: 's' });

test('returns the number of open offers and the travel time of the nearest driver with an offer', async () => {
  const near = fakes.driverAround(1, null, 240);
  fakes.driverAround(2, null, 500);
  fakes.driverAround(3, 'busy');
  expect(await view(rider(), id())).toMatchObject({ outcome: 'starting', round: 0, since: null });
  await offer(id());
  const search = await view(rider(), id());
  expect(search).toEqual({
    outcome: 'offered',
    round: 1,
    asked: 2,
    widened: false,
    nearest_secs: 240,
    given_back_at: null,
    since: clock.now(),
    ask_at: null,
    next_look_at: clock.now() + 30_000,
  });
  expect(routes.getSearch.answer.strict().parse(search)).toEqual(search);
  fakes.decline(near);
  expect(await view(rider(), id())).toMatchObject({ asked: 1, nearest_secs: 500 });
});

test('marks a further round as widened', async () => {
  fakes.state.settings = { ...fakes.state.settings, broadcastLimit: 2 };
  for (const n of [1, 2, 3, 4]) fakes.driverAround(n);
  await offer(id());
  clock.advance(30_000);
  expect(await view(rider(), id())).toMatchObject({ outcome: 'starting', asked: 0 });
  await offer(id());
  expect(await view(rider(), id())).toMatchObject({ outcome: 'offered', round: 2, asked: 4, widened: true });
});

test('returns no_candidates and the time of the next round when no driver is free', async () => {
  fakes.driverAround(1, 'busy');
  await offer(id());
  expect(await view(rider(), id())).toMatchObject({
    outcome: 'no_candidates',
    round: 0,
    asked: 0,
    nearest_secs: null,
    next_look_at: clock.now() + SEARCH_RETRY_MS,
  });
});

test('returns the time of the first offers for a later trip', async () => {
  const tripdate = clock.now() + 40 * 60_000;
  fakes.state.booking = fakes.aBooking({ book_later: true, tripdate });
  fakes.driverAround(1, null, 300);
  expect(await offer(id())).toBe('scheduled');
  expect(await view(rider(), id())).toMatchObject({
    outcome: 'scheduled',
    ask_at: tripdate - 300_000 - 600_000,
    asked: 0,
  });
});

test('returns manual without automatic dispatch, and closed after the search', async () => {
  fakes.state.settings = { ...fakes.state.settings, autoDispatch: false };
  expect(await view(rider(), id())).toMatchObject({ outcome: 'manual' });
  fakes.state.booking = fakes.aBooking({ status: 'ACCEPTED' });
  expect(await view(rider(), id())).toMatchObject({ outcome: 'closed', asked: 0 });
});

test('is for the rider of the booking and for admins; another rider gets not_found', async () => {
  const other: Actor = { uid: testId(1), usertype: 'rider', sessionId: 's' };
  await expect(view(other, id())).rejects.toMatchObject({ code: 'not_found' });
  await expect(view(rider(), testId(2))).rejects.toMatchObject({ code: 'not_found' });
  expect(await view({ ...other, usertype: 'admin' }, id())).toMatchObject({ outcome: 'starting' });
});
