// Tests a driver's standing: the acceptance rate, and the rank among the eligible drivers of recent requests.
import { routes } from '@kerb/contract';
import { MS_PER_DAY } from '@kerb/domain/kernel';
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';
import { createSearchOnce } from './testing/search-once.ts';
import { createViewStanding } from './view-standing.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let view = createViewStanding(fakes.deps);

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  view = createViewStanding(fakes.deps);
  await fakes.clear();
});

async function request(n: number): Promise<void> {
  fakes.state.booking = fakes.aBooking({ id: testId(9000 + n) });
  await createSearchOnce(fakes.deps)(testId(9000 + n));
  clock.advance(60_000);
}

test('the acceptance rate is accepted by answered offers, and null without an offer', async () => {
  expect(await view(testId(1))).toMatchObject({ offers: 0, accepted: 0, acceptance: null });
  fakes.state.answered = { offers: 4, accepted: 3 };
  const standing = await view(testId(1));
  expect(standing).toMatchObject({ offers: 4, accepted: 3, acceptance: 0.75 });
  expect(routes.getStanding.answer.strict().parse(standing)).toEqual(standing);
});

test('the place is the rank by travel time among eligible drivers in the last round of each request', async () => {
  const near = fakes.driverAround(1, null, 120);
  fakes.driverAround(2, 'busy', 130);
  const second = fakes.driverAround(3, null, 180);
  await request(1);
  await request(2);
  expect(await view(near)).toMatchObject({ requests: 2, nearest: 2, place: 1 });
  expect(await view(second)).toMatchObject({ requests: 2, nearest: 0, place: 2 });
  fakes.state.seconds.set(second, 60);
  await request(3);
  expect(await view(second)).toMatchObject({ requests: 3, nearest: 1, place: 2 });
});

test('requests older than a day, or in which the driver was not eligible, do not count', async () => {
  const busy = fakes.driverAround(1, 'busy', 120);
  const free = fakes.driverAround(2, null, 180);
  await request(1);
  expect(await view(busy)).toMatchObject({ requests: 0, nearest: 0, place: null });
  expect(await view(free)).toMatchObject({ requests: 1, nearest: 1, place: 1 });
  clock.advance(MS_PER_DAY);
  expect(await view(free)).toMatchObject({ requests: 0, place: null });
});
