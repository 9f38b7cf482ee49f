// Policies make offers to the right drivers in the right order, with an expiry time.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bySoonest, type Candidate, makeOffers } from './policies.ts';

const terms = { now: 1_000_000, offerSeconds: 30 };
const candidate = (driver: string, eta_secs: number | null, distance_km = 1, timesAsked = 0): Candidate => ({
  driver,
  distance_km,
  eta_secs,
  timesAsked,
});

const across = candidate('across-the-river', 900, 0.4);
const near = candidate('near', 120, 0.9);
const far = candidate('far', 300, 2);
const unknown = candidate('unknown', null, 0.1);

describe('makeOffers', () => {
  it('broadcast offers to every candidate, soonest by road first', () => {
    expect(makeOffers('broadcast', [across, unknown, far, near], terms)).toEqual(
      ['near', 'far', 'across-the-river', 'unknown'].map((driver) => ({ driver, expiresAt: 1_030_000 })),
    );
  });

  it('nearest asks one: the soonest of those asked least', () => {
    const asked = (...args: Candidate[]) => makeOffers('nearest', args, terms).map((offer) => offer.driver);
    expect(asked(across, far, near)).toEqual(['near']);
    expect(asked(across, far, { ...near, timesAsked: 1 })).toEqual(['far']);
    expect(asked({ ...far, timesAsked: 2 }, { ...near, timesAsked: 2 })).toEqual(['near']);
    expect(makeOffers('nearest', [near], terms)).toEqual([{ driver: 'near', expiresAt: 1_030_000 }]);
  });

  it.each(['broadcast', 'nearest'] as const)('%s makes no offer without candidates', (policy) => {
    expect(makeOffers(policy, [], terms)).toEqual([]);
  });

  const candidates = fc.uniqueArray(
    fc.record({
      driver: fc.string({ minLength: 1, maxLength: 4 }),
      distance_km: fc.integer({ min: 0, max: 20 }),
      eta_secs: fc.option(fc.integer({ min: 0, max: 50 })),
      timesAsked: fc.integer({ min: 0, max: 3 }),
    }),
    { selector: (one) => one.driver, maxLength: 12 },
  );

  it.each(['broadcast', 'nearest'] as const)(
    '%s does not depend on the order drivers are found in',
    (policy) => {
      fc.assert(
        fc.property(candidates, (some) => {
          const offers = makeOffers(policy, some, terms);
          expect(makeOffers(policy, [...some].reverse(), terms)).toEqual(offers);
          expect(new Set(offers.map((offer) => offer.driver)).size).toBe(offers.length);
          expect(offers.length).toBe(policy === 'broadcast' ? some.length : Math.min(1, some.length));
        }),
      );
    },
  );

  it('orders consistently: who comes before one who comes before a third, comes before the third', () => {
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
