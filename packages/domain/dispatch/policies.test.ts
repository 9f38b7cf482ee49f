// Tests that policies send offers to the right drivers in the right order, with an expiry time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  broadcastSize,
  bySoonest,
  type EligibleDriver,
  maxOpenOffers,
  planOfferRound,
  type RoundPolicy,
  type RoundTerms,
} from './policies.ts';

const terms = { now: 1_000_000, offerSeconds: 30, broadcastLimit: 0, round: 1, planned: null };
const candidate = (
  driver: string,
  eta_secs: number | null,
  distance_km = 1,
  offerCount = 0,
): EligibleDriver => ({
  driver,
  distance_km,
  eta_secs,
  offerCount,
});

const across = candidate('across-the-river', 900, 0.4);
const near = candidate('near', 120, 0.9);
const far = candidate('far', 300, 2);
const unknown = candidate('unknown', null, 0.1);

const asked = (
  policy: RoundPolicy,
  candidates: readonly EligibleDriver[],
  change: Partial<RoundTerms> = {},
) => {
  const { ranked, wanted } = planOfferRound(policy, candidates, { ...terms, ...change });
  return ranked.slice(0, wanted);
};

describe('planOfferRound', () => {
  it('broadcast without a limit offers to every candidate, shortest travel time first', () => {
    expect(asked('broadcast', [across, unknown, far, near])).toEqual([
      'near',
      'far',
      'across-the-river',
      'unknown',
    ]);
  });

  it('broadcast offers to the soonest up to its limit, and to as many more in each further round', () => {
    const inRound = (round: number) =>
      asked('broadcast', [across, unknown, far, near], { broadcastLimit: 2, round });
    expect(inRound(1)).toEqual(['near', 'far']);
    expect(inRound(2)).toEqual(['near', 'far', 'across-the-river', 'unknown']);
    expect(inRound(3)).toHaveLength(4);
    expect(broadcastSize({ broadcastLimit: 15, round: 3 })).toBe(45);
    expect(broadcastSize({ broadcastLimit: 0, round: 3 })).toBe(Number.POSITIVE_INFINITY);
  });

  it.each(['broadcast', 'nearest'] as const)(
    'under %s the driver planned for a later booking is asked first, alone and once',
    (policy) => {
      expect(asked(policy, [across, far, near], { planned: 'far' })).toEqual(['far']);
      expect(asked(policy, [across, { ...far, offerCount: 1 }, near], { planned: 'far' })[0]).toBe('near');
      expect(asked(policy, [across, near], { planned: 'far' })[0]).toBe('near');
      const { ranked } = planOfferRound(policy, [across, far, near], { ...terms, planned: 'far' });
      expect(ranked).toEqual(['far', 'near', 'across-the-river']);
    },
  );

  it('a driver has at most three open offers under broadcast, and one under the other policies', () => {
    expect(maxOpenOffers('broadcast')).toBe(3);
    expect(maxOpenOffers('nearest')).toBe(1);
    expect(maxOpenOffers('batched')).toBe(1);
  });

  it('nearest offers to one driver, the soonest with the fewest offers, and ranks the others', () => {
    expect(asked('nearest', [across, far, near])).toEqual(['near']);
    expect(asked('nearest', [across, far, { ...near, offerCount: 1 }])).toEqual(['far']);
    expect(
      asked('nearest', [
        { ...far, offerCount: 2 },
        { ...near, offerCount: 2 },
      ]),
    ).toEqual(['near']);
    expect(planOfferRound('nearest', [across, far, { ...near, offerCount: 1 }], terms).ranked).toEqual([
      'far',
      'across-the-river',
      'near',
    ]);
  });

  it.each(['broadcast', 'nearest'] as const)('%s offers expire after the time to answer', (policy) => {
    expect(planOfferRound(policy, [near], terms).expiresAt).toBe(1_030_000);
  });

  it.each(['broadcast', 'nearest'] as const)('%s asks no driver without candidates', (policy) => {
    expect(asked(policy, [])).toEqual([]);
  });

  const candidates = fc.uniqueArray(
    fc.record({
      driver: fc.string({ minLength: 1, maxLength: 4 }),
      distance_km: fc.integer({ min: 0, max: 20 }),
      eta_secs: fc.option(fc.integer({ min: 0, max: 50 })),
      offerCount: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: (one) => one.driver, maxLength: 12 },
  );

  it.each(['broadcast', 'nearest'] as const)(
    '%s does not depend on the order drivers are found in',
    (policy) => {
      fc.assert(
        fc.property(candidates, (some) => {
          const drivers = asked(policy, some);
          expect(asked(policy, [...some].reverse())).toEqual(drivers);
          expect(new Set(drivers).size).toBe(drivers.length);
          expect(drivers.length).toBe(policy === 'broadcast' ? some.length : Math.min(1, some.length));
        }),
      );
    },
  );

  it('is a transitive order', () => {
    fc.assert(
      fc.property(candidates, (some) => {
        const sorted = some.toSorted(bySoonest);
        sorted.forEach((one, index) => {
          for (const later of sorted.slice(index + 1)) expect(bySoonest(one, later)).toBeLessThan(0);
        });
      }),
    );
  });
});

describe('bySoonest', () => {
  const order = (...some: EligibleDriver[]) => some.toSorted(bySoonest).map(({ driver }) => driver);

  it('sorts a known travel time before an unknown one, regardless of distance', () => {
    expect(order(candidate('no-route', null, 0.1), candidate('routed', 3000, 9))).toEqual([
      'routed',
      'no-route',
    ]);
    expect(order(candidate('routed', 3000, 9), candidate('no-route', null, 0.1))).toEqual([
      'routed',
      'no-route',
    ]);
  });

  it('compares distances when travel times are equal or unknown', () => {
    expect(order(candidate('a', 60, 2), candidate('b', 60, 1))).toEqual(['b', 'a']);
    expect(order(candidate('a', null, 2), candidate('b', null, 1))).toEqual(['b', 'a']);
  });

  it('compares ids when all else is equal', () => {
    expect(order(candidate('b', 60), candidate('a', 60))).toEqual(['a', 'b']);
    expect(order(candidate('a', 60), candidate('b', 60))).toEqual(['a', 'b']);
  });
});
