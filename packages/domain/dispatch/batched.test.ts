// A batch assigns all open requests at the least cost, uses every driver and request once, and survives bad input.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ASSUMED_SECS_PER_KM,
  type BatchCandidate,
  type BatchRequest,
  type BatchTerms,
  batchCost,
  defaultBatchTerms,
  planBatch,
  reachOf,
  scarcityOf,
} from './batched.ts';

const request = (booking: string, waited_secs = 0): BatchRequest => ({ booking, waited_secs });
const candidate = (driver: string, eta_secs: number | null, change: Partial<BatchCandidate> = {}) => ({
  driver,
  distance_km: 1,
  eta_secs,
  free_in_secs: 0,
  idle_secs: 0,
  timesAsked: 0,
  ...change,
});

/** Only travel time counts. */
const plain: BatchTerms = {
  ...defaultBatchTerms,
  reachSecs: 1000,
  scarcityWeight: 0,
  longWaitWeight: 0,
  scarceLongWaitWeight: 0,
  idleWeight: 0,
  scarceIdleWeight: 0,
  distanceSecsPerKm: 0,
  finishWeight: 0,
};

const plan = (requests: BatchRequest[], lists: Record<string, BatchCandidate[]>, terms = plain) =>
  planBatch(requests, ({ booking }) => lists[booking] ?? [], terms);

const pairsOf = (result: ReturnType<typeof plan>) =>
  Object.fromEntries(result.pairs.map(({ booking, driver }) => [booking, driver]));

describe('a batch', () => {
  it('gives a rider the second nearest driver where that is better for both riders', () => {
    const result = plan([request('one'), request('two')], {
      one: [candidate('a', 60), candidate('b', 90)],
      two: [candidate('a', 70), candidate('b', 400)],
    });
    expect(pairsOf(result)).toEqual({ one: 'b', two: 'a' });
  });

  it('uses a driver who finishes nearby soon, and leaves out one who finishes later', () => {
    const soon = candidate('soon', 30, { free_in_secs: 100 });
    const lists = { one: [soon, candidate('free', 200)] };
    expect(pairsOf(plan([request('one')], lists))).toEqual({ one: 'soon' });
    expect(pairsOf(plan([request('one')], lists, { ...plain, finishWithinSecs: 50 }))).toEqual({
      one: 'free',
    });
  });

  it('adds each term to the cost, in seconds', () => {
    const terms = { ...defaultBatchTerms, declineSecs: 60, distanceSecsPerKm: 50, finishWeight: 0.1 };
    const cost = batchCost(
      candidate('a', 100, { distance_km: 2, free_in_secs: 50, idle_secs: 600, timesAsked: 2 }),
      0,
      { ...terms, idleWeight: 0.02 },
    );
    expect(cost).toEqual({
      pickup_secs: 100,
      pickup_assumed: false,
      finish_secs: expect.closeTo(55),
      declines_secs: 120,
      idle_secs: -12,
      distance_secs: 100,
      total_secs: expect.closeTo(363),
    });
  });

  it('assumes a speed where the travel time is missing', () => {
    const cost = batchCost(candidate('a', null, { distance_km: 3 }), 0, plain);
    expect(cost).toMatchObject({ pickup_secs: 3 * ASSUMED_SECS_PER_KM, pickup_assumed: true });
    const half = plan([request('one')], {
      one: [candidate('near', null, { distance_km: 0.2 }), candidate('far', 300)],
    });
    expect(pairsOf(half)).toEqual({ one: 'near' });
  });

  it('says why a request has no driver', () => {
    const result = plan([request('none'), request('far'), request('one'), request('two', 5)], {
      far: [candidate('z', 5000)],
      one: [candidate('a', 100)],
      two: [candidate('a', 90)],
    });
    expect(result.pairs.map(({ booking }) => booking)).toEqual(['two']);
    expect(new Map(result.unassigned.map(({ booking, reason }) => [booking, reason]))).toEqual(
      new Map([
        ['none', 'no_candidates'],
        ['far', 'waits_for_nearer_driver'],
        ['one', 'drivers_taken'],
      ]),
    );
  });
});

describe('the reach', () => {
  it('shrinks with scarcity, never below its least, and not for a few requests', () => {
    const terms = defaultBatchTerms;
    expect(scarcityOf(1, 1, terms)).toBe(0);
    expect(scarcityOf(4, 0, terms)).toBe(0);
    const scarce = scarcityOf(100, 5, terms);
    expect(reachOf(0, scarce, terms)).toBe(terms.scarceReachSecs);
    expect(reachOf(0, 0, terms)).toBe(terms.reachSecs);
    expect(reachOf(100_000, scarce, terms)).toBe(terms.leastReachSecs);
    expect(reachOf(100, 0, terms)).toBeGreaterThan(terms.reachSecs);
  });
});

const lists = fc.array(
  fc.uniqueArray(
    fc.record({
      driver: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      distance_km: fc.double({ min: 0, max: 9, noNaN: true }),
      eta_secs: fc.option(fc.integer({ min: 0, max: 1500 })),
      free_in_secs: fc.constantFrom(0, 0, 60, 200),
      idle_secs: fc.integer({ min: 0, max: 2000 }),
      timesAsked: fc.integer({ min: 0, max: 2 }),
    }),
    { selector: ({ driver }) => driver },
  ),
  { maxLength: 4 },
);

const batchOf = (some: BatchCandidate[][]) => ({
  requests: some.map((_, index) => request(`r${index}`, index * 20)),
  lists: Object.fromEntries(some.map((list, index) => [`r${index}`, list])),
});

/** The least cost of pairs and of requests without one, by trying all. */
function leastCost(some: BatchCandidate[][], terms: BatchTerms, index = 0, used: string[] = []): number {
  const list = some[index];
  if (!list) return 0;
  const reach = reachOf(index * 20, 0, terms);
  let least = reach + leastCost(some, terms, index + 1, used);
  for (const one of list) {
    const { total_secs } = batchCost(one, 0, terms);
    if (used.includes(one.driver) || total_secs > reach) continue;
    least = Math.min(least, total_secs + leastCost(some, terms, index + 1, used.concat(one.driver)));
  }
  return least;
}

describe('any batch', () => {
  it('has no driver and no booking twice, and every request in one of the two lists', () => {
    fc.assert(
      fc.property(lists, (some) => {
        const batch = batchOf(some);
        const { pairs, unassigned } = plan(batch.requests, batch.lists, defaultBatchTerms);
        expect(new Set(pairs.map(({ driver }) => driver)).size).toBe(pairs.length);
        const bookings = pairs.map(({ booking }) => booking).concat(unassigned.map(({ booking }) => booking));
        expect(bookings.toSorted()).toEqual(batch.requests.map(({ booking }) => booking).toSorted());
      }),
    );
  });

  it('costs as little as the best of all assignments, when it is small', () => {
    fc.assert(
      fc.property(lists, (some) => {
        const batch = batchOf(some);
        const { pairs, unassigned } = plan(batch.requests, batch.lists, defaultBatchTerms);
        const paired = pairs.reduce((sum, { cost }) => sum + cost.total_secs, 0);
        const left = unassigned.reduce(
          (sum, { booking }) => sum + reachOf(Number(booking.slice(1)) * 20, 0, defaultBatchTerms),
          0,
        );
        expect(paired + left).toBeCloseTo(leastCost(some, defaultBatchTerms), 6);
      }),
    );
  });

  it('does not depend on the order of requests and candidates', () => {
    fc.assert(
      fc.property(lists, (some) => {
        const batch = batchOf(some);
        const turned = Object.fromEntries(
          Object.entries(batch.lists).map(([booking, list]) => [booking, list.toReversed()]),
        );
        expect(plan(batch.requests.toReversed(), turned)).toEqual(plan(batch.requests, batch.lists));
      }),
    );
  });
});

describe('bad input', () => {
  it('1,000 bookings at one corner get every one of 300 drivers, once', () => {
    const drivers = Array.from({ length: 300 }, (_, index) => candidate(`d${index}`, 60 + index));
    const requests = Array.from({ length: 1000 }, (_, index) => request(`r${index}`));
    const { pairs, unassigned } = planBatch(requests, () => drivers, plain);
    expect(new Set(pairs.map(({ driver }) => driver)).size).toBe(300);
    expect(pairs).toHaveLength(300);
    expect(unassigned).toHaveLength(700);
  });

  it('a clock that was set back, damaged numbers and a request given twice', () => {
    const result = plan([request('one', -500), request('one', -500), request('two', Number.NaN)], {
      one: [candidate('a', Number.NaN, { distance_km: -3 }), candidate('a', 50)],
      two: [candidate('b', 70, { idle_secs: -5, timesAsked: Number.NaN })],
    });
    expect(pairsOf(result)).toEqual({ one: 'a', two: 'b' });
  });

  it('all travel times missing, no candidates, no requests', () => {
    expect(pairsOf(plan([request('one')], { one: [candidate('a', null)] }))).toEqual({ one: 'a' });
    expect(plan([], {})).toEqual({ pairs: [], unassigned: [] });
  });
});
