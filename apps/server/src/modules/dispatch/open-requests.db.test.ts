// Tests on a real database which open requests take part in a run when there are more than its limit.
import type { DispatchPolicy } from '@kerb/domain/settings';
import { fakeClock, testId } from '@kerb/testing';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createTestDatabase } from '../../kit/testing/test-database.ts';
import type { DispatchedBooking } from './dispatch.deps.ts';
import { dispatchRepository, type RoundRow } from './dispatch.repository.ts';
import { createOpenRequests } from './open-requests.ts';
import { createDispatchFakes } from './testing/fake-bookings.ts';

const database = await createTestDatabase();
afterAll(() => database.close());

const LIMIT = 2;
let clock = fakeClock();
let fakes = createDispatchFakes(database, clock);
let bookings: DispatchedBooking[] = [];
let run = async (_: DispatchPolicy): Promise<string[]> => [];

beforeEach(async () => {
  clock = fakeClock();
  fakes = createDispatchFakes(database, clock);
  await fakes.clear();
  const booking = {
    ...fakes.deps.booking,
    withoutOffer: async () => bookings.map(({ id }) => id),
    findEach: async (ids: readonly string[]) => bookings.filter(({ id }) => ids.includes(id)),
  };
  const openRequests = createOpenRequests({ ...fakes.deps, booking }, LIMIT);
  run = async (dispatchPolicy) => {
    const { steps } = await openRequests({ dispatchPolicy, offerSeconds: 30 });
    return steps.map((step) => step.booking.id);
  };
});

const roundOf = (booking: string, ends_at: number, ask_at: number | null): RoundRow & { candidates: [] } => ({
  id: fakes.deps.ids.next(),
  booking,
  number: 1,
  at: clock.now(),
  policy: 'batched',
  asked: 0,
  unlisted: {},
  ends_at,
  ask_at,
  nearest_secs: null,
  candidates: [],
});

it.each(['batched', 'broadcast', 'nearest'] as const)(
  'later bookings that wait for their next estimate leave the places of a run to requests for now: %s',
  async (policy) => {
    const tripdate = clock.now() + 40 * 60_000;
    const later = [1, 2].map((n) => fakes.aBooking({ id: testId(n), book_later: true, tripdate }));
    const forNow = fakes.aBooking({ id: testId(3) });
    bookings = [...later, forNow];
    const nextEstimateAt = clock.now() + 3 * 60_000;
    await dispatchRepository(database.queries).insertRounds(
      later.map(({ id }) => roundOf(id, nextEstimateAt, tripdate - 20 * 60_000)),
    );
    // The first run reads that the later bookings wait.
    expect(await run(policy)).toEqual([]);
    expect(await run(policy)).toEqual([forNow.id]);
    clock.advance(3 * 60_000);
    expect(await run(policy)).toEqual(later.map(({ id }) => id));
  },
);

it('a request that waited without a driver under another policy takes part in the next batch', async () => {
  const waiting = fakes.aBooking();
  bookings = [waiting];
  const rounds = [roundOf(waiting.id, clock.now() + 10_000, null)];
  await dispatchRepository(database.queries).insertRounds(rounds);
  expect(await run('nearest')).toEqual([]);
  expect(await run('batched')).toEqual([waiting.id]);
  expect(await run('nearest')).toEqual([]);
});
