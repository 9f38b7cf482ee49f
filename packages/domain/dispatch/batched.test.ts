// Tests that a batch assigns all open requests at the least cost, uses every driver and request once, and handles
// invalid input.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type BatchCandidate,
  type BatchRequest,
  type BatchTerms,
  batchCost,
  createPrices,
  defaultBatchTerms,
} from './batch-cost.ts';
import { planBatch } from './batched.ts';
import { type Market, unknownMarket } from './local-need.ts';

const here = { lat: -34.9, lng: -56.18 };
/** A place about 9 km away from `here`. */
const elsewhere = { lat: -34.82, lng: -56.18 };

const request = (booking: string, waited_secs = 0, pickup = here): BatchRequest => ({
  booking,
  pickup,
  waited_secs,
});
const candidate = (driver: string, eta_secs: number | null, change: Partial<BatchCandidate> = {}) => ({
  driver,
  place: here,
  distance_km: 1,
  eta_secs,
  free_in_secs: 0,
  idle_secs: 0,
  offerCount: 0,
  ...change,
});

/** Terms under which only the travel time counts. */
const plain: BatchTerms = {
  ...defaultBatchTerms,
  reachSecs: 1000,
  longWaitWeight: 0,
  idleWeight: 0,
  finishWeight: 0,
};

/**
 * A market with many requests and one free driver at `here`, one free driver elsewhere, and all other drivers on trips.
 */
const crowd: Market = {
  recentPickups: Array.from({ length: 200 }, () => here),
  recentSecs: 1200,
  freeDrivers: [here, elsewhere],
  driversOnDuty: 100,
};
/** A market with one request every ten minutes. */
const thin: Market = { ...crowd, recentPickups: [here, elsewhere] };

const plan = (
  requests: BatchRequest[],
  lists: Record<string, BatchCandidate[]>,
  terms = plain,
  market = unknownMarket,
) => planBatch(requests, ({ booking }) => lists[booking] ?? [], terms, market);

const pairsOf = (result: ReturnType<typeof plan>) =>
  Object.fromEntries(result.pairs.map(({ booking, driver }) => [booking, driver]));

describe('a batch', () => {
  it('gives a rider the second nearest driver when that is better for both riders', () => {
    const result = plan([request('one'), request('two')], {
      one: [candidate('a', 60), candidate('b', 90)],
      two: [candidate('a', 70), candidate('b', 400)],
    });
    expect(pairsOf(result)).toEqual({ one: 'b', two: 'a' });
  });

  it('assigns a driver who finishes nearby soon, and excludes one who finishes later', () => {
    const soon = candidate('soon', 30, { free_in_secs: 100 });
    const lists = { one: [soon, candidate('free', 200)] };
    expect(pairsOf(plan([request('one')], lists))).toEqual({ one: 'soon' });
    expect(pairsOf(plan([request('one')], lists, { ...plain, finishWithinSecs: 50 }))).toEqual({
      one: 'free',
    });
  });

  it('offers to drivers who are free within exactly finishWithinSecs, and to no later ones', () => {
    const freeIn = (free_in_secs: number) =>
      pairsOf(plan([request('one')], { one: [candidate('a', 60, { free_in_secs })] }));
    expect(freeIn(plain.finishWithinSecs)).toEqual({ one: 'a' });
    expect(freeIn(plain.finishWithinSecs + 1)).toEqual({});
  });

  it('gives the only driver to the longest waiting request, then to the smallest id', () => {
    const requests = [request('b', 30), request('a', 30), request('c', 31)];
    const only = [candidate('d', 60)];
    for (const some of [requests, requests.toReversed()]) {
      expect(pairsOf(planBatch(some, () => only, plain))).toEqual({ c: 'd' });
      const waitAlike = some.filter(({ booking }) => booking !== 'c');
      expect(pairsOf(planBatch(waitAlike, () => only, plain))).toEqual({ a: 'd' });
    }
  });

  it('considers more drivers than candidatesPerRequest when the batch is small', () => {
    const lists = {
      one: [candidate('a', 60), candidate('b', 90)],
      two: [candidate('a', 70), candidate('b', 400)],
    };
    const terms = { ...plain, candidatesPerRequest: 1 };
    expect(pairsOf(plan([request('one'), request('two')], lists, terms))).toEqual({ one: 'b', two: 'a' });
  });

  it('adds each term to the cost, in seconds', () => {
    const terms = { ...defaultBatchTerms, declineSecs: 60, finishWeight: 0.1, idleWeight: 0.02 };
    const cost = batchCost(
      candidate('a', 100, { free_in_secs: 50, idle_secs: 600, offerCount: 2 }),
      0.5,
      terms,
    );
    expect(cost).toEqual({
      pickup_secs: 100,
      pickup_assumed: false,
      finish_secs: expect.closeTo(55),
      declines_secs: 120,
      idle_secs: -12,
      driver_secs: 50,
      total_secs: expect.closeTo(313),
    });
  });

  it('assumes a speed when the travel time is missing', () => {
    const cost = batchCost(candidate('a', null, { distance_km: 3 }), 0, plain);
    // 3 km × 1.4 at 20 km/h
    expect(cost).toMatchObject({ pickup_secs: expect.closeTo(756), pickup_assumed: true });
    for (const damaged of [Number.NaN, Number.POSITIVE_INFINITY])
      expect(batchCost(candidate('a', damaged, { distance_km: 3 }), 0, plain)).toEqual(cost);
    const half = plan([request('one')], {
      one: [candidate('near', null, { distance_km: 0.2 }), candidate('far', 300)],
    });
    expect(pairsOf(half)).toEqual({ one: 'near' });
  });

  it('leaves a request unassigned when its cost equals the reach exactly', () => {
    const at = (eta_secs: number) => plan([request('one')], { one: [candidate('a', eta_secs)] });
    expect(pairsOf(at(plain.reachSecs - 1))).toEqual({ one: 'a' });
    expect(at(plain.reachSecs).unassigned).toEqual([{ booking: 'one', reason: 'waits_for_nearer_driver' }]);
  });

  it('returns the reason why a request has no driver', () => {
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

describe("the price of a driver's time", () => {
  const far = { lat: -34.7, lng: -56.18 };
  /** Returns the price at a place when this many of 100 drivers on duty are free, none of them near the riders. */
  const priceAt = (place: typeof here, free: number, openRequests = 0) =>
    createPrices(
      { ...crowd, freeDrivers: Array.from({ length: free }, () => far) },
      openRequests,
      defaultBatchTerms,
    ).priceAt(place);

  it.each([
    [10, 0.8],
    [50, 0.8],
    [55, 0.4],
    [60, 0],
    [90, 0],
  ])('with %i of 100 drivers free is %d where drivers are needed', (free, price) => {
    expect(priceAt(here, free)).toBeCloseTo(price, 9);
    expect(priceAt(elsewhere, free)).toBe(0);
  });

  it('rises everywhere with the number of open requests for each driver on duty', () => {
    expect(priceAt(elsewhere, 10, 25)).toBe(0.25);
    expect(priceAt(here, 10, 25)).toBeCloseTo(1.05, 9);
    expect(createPrices(unknownMarket, 25, defaultBatchTerms).priceAt(here)).toBe(0);
  });
});

describe('the reach', () => {
  const reach = (market: Market, waited_secs = 0, terms = defaultBatchTerms) =>
    createPrices(market, 1, terms).reachOf(request('one', waited_secs));

  it('is small when many requests are expected for few free drivers, but never below the minimum', () => {
    const { reachSecs, scarceReachSecs, minReachSecs } = defaultBatchTerms;
    expect(reach(crowd)).toBeCloseTo(scarceReachSecs);
    expect(reach(crowd, 100)).toBeLessThan(scarceReachSecs);
    expect(reach(crowd, 100_000)).toBe(minReachSecs);
    expect(reach(unknownMarket)).toBe(reachSecs);
    const growing = { ...defaultBatchTerms, longWaitWeight: 0.5 };
    expect(reach(unknownMarket, 100, growing)).toBe(reachSecs + 50);
  });

  it('is large while many of the drivers on duty are free', () => {
    expect(reach({ ...crowd, driversOnDuty: 3 })).toBe(defaultBatchTerms.reachSecs);
  });

  it('is larger in an area with few drivers, where a nearer driver is unlikely soon', () => {
    expect(reach(thin)).toBeGreaterThan(5 * defaultBatchTerms.reachSecs);
    expect(reach({ ...thin, recentPickups: [] })).toBe(10 * defaultBatchTerms.reachSecs);
  });

  it('covers a longer drive for a driver without demand nearby than for one with demand', () => {
    const drive = 250;
    const lists = {
      one: [candidate('needed', drive), candidate('idle', drive + 50, { place: elsewhere })],
    };
    expect(pairsOf(plan([request('one')], lists, defaultBatchTerms, crowd))).toEqual({ one: 'idle' });
    const only = { one: lists.one.slice(0, 1) };
    expect(plan([request('one')], only, defaultBatchTerms, crowd).unassigned).toEqual([
      { booking: 'one', reason: 'waits_for_nearer_driver' },
    ]);
  });
});

describe('in an area with few drivers', () => {
  const busy = candidate('busy', 60, { free_in_secs: 900 });

  it('a request waits for a driver who finishes nearby later instead of taking a distant one', () => {
    const lists = { one: [busy, candidate('far', 1500)] };
    expect(plan([request('one')], lists, plain, thin)).toEqual({
      pairs: [],
      unassigned: [{ booking: 'one', reason: 'waits_for_trip_end' }],
    });
    expect(pairsOf(plan([request('one')], lists, { ...plain, reachSecs: 2000 }))).toEqual({ one: 'far' });
  });

  it('a driver on the way to another pickup gets no offer yet', () => {
    const lists = { one: [candidate('bound', 60, { free_in_secs: 10, noOfferYet: true })] };
    expect(plan([request('one')], lists, plain, thin).pairs).toEqual([]);
    const soon = { one: [candidate('soon', 60, { free_in_secs: 10 })] };
    expect(pairsOf(plan([request('one')], soon, plain, thin))).toEqual({ one: 'soon' });
  });
});

const lists = fc.array(
  fc.uniqueArray(
    fc.record({
      driver: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'),
      place: fc.constant(here),
      distance_km: fc.double({ min: 0, max: 9, noNaN: true }),
      eta_secs: fc.option(fc.integer({ min: 0, max: 1500 })),
      free_in_secs: fc.constantFrom(0, 0, 60, 200),
      idle_secs: fc.integer({ min: 0, max: 2000 }),
      offerCount: fc.integer({ min: 0, max: 2 }),
    }),
    { selector: ({ driver }) => driver },
  ),
  { maxLength: 4 },
);

const batchOf = (some: BatchCandidate[][]) => ({
  requests: some.map((_, index) => request(`r${index}`, index * 20)),
  lists: Object.fromEntries(some.map((list, index) => [`r${index}`, list])),
});

/** Returns the least cost of pairs and unassigned requests, by trying all combinations. */
function leastCost(some: BatchCandidate[][], market: Market): number {
  const terms = defaultBatchTerms;
  const { priceAt, reachOf } = createPrices(market, some.length, terms);
  const search = (index: number, used: string[]): number => {
    const list = some[index];
    if (!list) return 0;
    const reach = reachOf(request(`r${index}`, index * 20));
    let least = reach + search(index + 1, used);
    for (const one of list) {
      const { total_secs } = batchCost(one, priceAt(one.place), terms);
      if (used.includes(one.driver) || total_secs > reach) continue;
      least = Math.min(least, total_secs + search(index + 1, used.concat(one.driver)));
    }
    return least;
  };
  return search(0, []);
}

describe('any batch', () => {
  it('assigns no driver or booking twice, and puts every request in one of the two lists', () => {
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

  it.each([
    ['nothing is known of the market', unknownMarket],
    ['drivers are scarce', { ...crowd, freeDrivers: Array.from({ length: 30 }, () => here) }],
  ])('costs as little as the best of all assignments when it is small and %s', (_, market) => {
    fc.assert(
      fc.property(lists, (some) => {
        const batch = batchOf(some);
        const { pairs, unassigned } = plan(batch.requests, batch.lists, defaultBatchTerms, market);
        const { reachOf } = createPrices(market, some.length, defaultBatchTerms);
        const paired = pairs.reduce((sum, { cost }) => sum + cost.total_secs, 0);
        const left = unassigned.reduce(
          (sum, { booking }) => sum + reachOf(request(booking, Number(booking.slice(1)) * 20)),
          0,
        );
        expect(paired + left).toBeCloseTo(leastCost(some, market), 6);
      }),
    );
  });

  it('does not depend on the order of requests and candidates', () => {
    // With few distinct travel times, many pairs have the same cost.
    const alike = lists.map((some) =>
      some.map((list) => list.map(({ driver, offerCount }) => candidate(driver, 60 + offerCount * 60))),
    );
    fc.assert(
      fc.property(fc.oneof(lists, alike), fc.boolean(), (some, waitAlike) => {
        const waited = batchOf(some);
        const requests = waited.requests.map(({ booking }) => request(booking));
        const batch = waitAlike ? { ...waited, requests } : waited;
        const turned = Object.fromEntries(
          Object.entries(batch.lists).map(([booking, list]) => [booking, list.toReversed()]),
        );
        expect(plan(batch.requests.toReversed(), turned)).toEqual(plan(batch.requests, batch.lists));
      }),
    );
  });
});

describe('a batch of more than 40,000 pairs', () => {
  const COUNT = 205;
  const ids = Array.from({ length: COUNT }, (_, index) => String(index));
  const requests = ids.map((id) => request(id));
  const terms = { ...plain, candidatesPerRequest: 5 };
  const planOf = (secs: (booking: number, driver: number) => number, drivers: readonly string[]) =>
    planBatch(
      requests,
      ({ booking }) => drivers.map((driver) => candidate(driver, secs(Number(booking), Number(driver)))),
      terms,
    );

  it('assigns every request its nearest driver when these are different', () => {
    const nearest = planOf((booking, driver) => 60 + Math.abs(booking - driver), ids.toReversed());
    expect(pairsOf(nearest)).toEqual(Object.fromEntries(ids.map((id) => [id, id])));
  });

  it('does not depend on the order of drivers with equal costs', () => {
    expect(planOf(() => 60, ids.toReversed())).toEqual(planOf(() => 60, ids));
  });
});

describe('invalid input', () => {
  it('assigns all of 300 drivers once to 1,000 bookings at one corner', () => {
    const drivers = Array.from({ length: 300 }, (_, index) => candidate(`d${index}`, 60 + index));
    const requests = Array.from({ length: 1000 }, (_, index) => request(`r${index}`));
    const { pairs, unassigned } = planBatch(requests, () => drivers, plain);
    expect(new Set(pairs.map(({ driver }) => driver)).size).toBe(300);
    expect(pairs).toHaveLength(300);
    expect(unassigned).toHaveLength(700);
  });

  it('handles a clock that was set back, invalid numbers and duplicate requests', () => {
    const result = plan([request('one', -500), request('one', -500), request('two', Number.NaN)], {
      one: [
        candidate('a', Number.NaN, { distance_km: -3, place: { lat: Number.NaN, lng: 500 } }),
        candidate('a', 50),
      ],
      two: [candidate('b', 70, { idle_secs: -5, offerCount: Number.NaN })],
    });
    expect(pairsOf(result)).toEqual({ one: 'a', two: 'b' });
  });

  it('handles missing travel times, no candidates and no requests', () => {
    expect(pairsOf(plan([request('one')], { one: [candidate('a', null)] }))).toEqual({ one: 'a' });
    expect(plan([], {})).toEqual({ pairs: [], unassigned: [] });
  });
});
